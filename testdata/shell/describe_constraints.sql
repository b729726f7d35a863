create table p (a int primary key, b int unique, c int check (c > 0), d int constraint d_named check (d <> 5 or d is null), e text, f text, constraint ef unique (e, f), check (a < b));
\d p
\d+ p
alter table p add constraint late check (b > 1) not valid;
alter table p add constraint deferred_one unique (f) deferrable;
alter table p add constraint deferred_two unique (e) deferrable initially deferred;
\d p
\d p_pkey
\d deferred_one
\d deferred_two
alter table p drop constraint ef, drop constraint d_named;
\d p
create table n (a int not null, b int constraint b_not not null);
\d n
\d+ n
create table only_pk (x int, y int, constraint "The Key" primary key (y, x));
\d only_pk
\d "The Key"
