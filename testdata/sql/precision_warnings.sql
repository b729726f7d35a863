-- warnings about the precision of times
select '2020-01-01'::timestamp(7);
select cast('10:00' as time(9)), interval(8) '1 day', timestamptz(7) '2020-01-01 00:00:00+00' is null;
create table w (a time(7), b timestamptz(8) primary key, c int);
prepare p (timestamp(7)) as select $1;
select timestamp(7) '2020-01-01 00:00:00';
select localtimestamp(7) is null;
