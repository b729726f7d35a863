-- A cast by text of NULL is NULL whatever the type's settings are, so that conditions
-- on it are constant; a test of a row of constants is none.
create type mood as enum ('sad', 'ok');
create table a (x int, t text);
insert into a values (1, 'a'), (2, 'b');
explain (costs off) select x from a where null::mood::text::mood is not distinct from 'ok'::mood;
explain (verbose, costs off) select null::text::date, null::mood::text, null::date::text || t, null::text::int[] from a;
select a.x, b.x from a full join a b on null::mood::text::mood is not distinct from 'ok'::mood order by 1, 2;
select a.x, b.x from a full join a b on null::text::timestamptz > now() order by 1, 2;
select a.x from a where x / 0 = 1 and row(1, 'b') is null;
select a.x from a where x / 0 = 1 and row(x, 'b', null) is not null;
select a.x, b.x from a full join a b on row(1, 2) is null order by 1, 2;
select a.x, b.x from a full join a b on row(a.x, null) is not null order by 1, 2;
select row(1, null) is null, row(1, null) is not null, row(null, null) is null, row(1, 2) is not null, row() is null;
select x from a where row(null, null::int) is null order by 1;
select x from a where not row(1, null) is null order by 1;
select (select x from a) > 0 and row(3, '') is null;
drop table a;
drop type mood;
