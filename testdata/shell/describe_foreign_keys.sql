create table parent (id int primary key, code text unique, x int, y int, unique (x, y));
create table child (id int references parent, code text references parent (code) on delete set null, x int, y int, foreign key (x, y) references parent (x, y) match full on update cascade on delete restrict deferrable initially deferred);
create table self (id int primary key, up int constraint up_fk references self on delete cascade);
\d parent
\d child
\d+ child
\d self
create table late (id int);
alter table late add constraint late_fk foreign key (id) references parent not valid;
\d late
\d parent
alter table child drop constraint child_id_fkey;
\d child
drop table late;
\d parent
