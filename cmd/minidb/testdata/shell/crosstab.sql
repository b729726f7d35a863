-- options: -q
create temp table s (city text, month text, n int, rank int);
insert into s values ('Bern', 'may', 3, 2), ('Bern', 'april', 2, 1), ('Rome', 'june', 5, 3), ('Rome', null, 9, 4), (null, 'may', 1, 2);
select city, month, n from s order by n \crosstabview
select city, month, n, rank from s order by n \crosstabview city month n rank
select city, month, n, rank from s order by n \crosstabview 2 1 3
select city, month, n, rank from s order by n \crosstabview
select city, month from s \crosstabview
select city, month, n from s \crosstabview 1 1
select city, month, n from s \crosstabview nope 1
select city, month, n from s \crosstabview 1 9
select 1, 1, 1 union all select 1, 1, 2 \crosstabview
select city, month, n, city from s \crosstabview city month n month
select 1 as a, 2 as b, 3 as c where false \crosstabview
