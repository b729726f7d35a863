create temp table t (a int primary key, b text not null, check (a < 100));
insert into t values (1, 'x');
insert into t values (1, 'y');
insert into t values (2, null);
insert into t values (200, 'y');
select a from t
where nope = 1
;
select
	a,	nope	from t;
select 'ä日本', nope from t;
select '한글 e
', 'xé', nope;
select aa from t;
select * from
select 1 from t where;
select 1/0;
select nosuch(1);
select 'x'::int;
drop table if exists nosuch;
create temp table if not exists t (a int);
do $$ begin raise warning 'be warned' using detail = 'Some detail.', hint = 'Some hint.'; end $$;
do $$ begin raise exception 'with context' using detail = 'Some
detail.'; end $$;
do $$ begin raise info 'two
lines'; end $$;
select (1
;
select 2);
select '
