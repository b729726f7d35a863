-- COPY: more options and sources, what they print.
create table c (a int, b text, g int generated always as (a) stored);
copy c from stdin where c is null;
1	x
\.
copy c from stdin where random() >= 0;
1	x
2	y	z
\.
copy c (a) from stdin (header 2);
copy c to stdout (format 3);
copy c to stdout (reject_limit 'x');
copy c to stdout (header 'on', delimiter ';');
copy c from stdin (on_error stop);
1	x
\.
copy c from stdin (on_error ignore, reject_limit 2);
a	x
\.
copy c to stdout csv quote '|' escape '\' force quote a, b;
copy c from stdin csv force not null a force null b;
copy c to stdout (format text, encoding 'utf8');
copy c to stdout (format CSV);
copy c to stdout (format 'CSV');
copy public.c (b) to stdout;
copy public.c (b) to stdout;
copy x.public.c (b) to stdout;
copy only.c to stdout;
copy c from stdin where b = $1;
copy (select a as x from c order by 1 limit 1) to stdout with header delimiter ',';
copy (update c set b = 'upd' where a = 1 returning *) to stdout csv header;
copy (with w as (select 1 as q) select * from w) to stdout;
copy (values (1), (2)) to stdout;
create table n (a int not null, b int not null default 3, c text);
copy n (c) from stdin;
x
\.
copy n (a, c) from stdin;
1	x
\.
copy n from stdin null '';
1		x
\.
copy n from stdin;
1	2	ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé	x
\.
select 1;
copy (select E'\x01\x7f\b', 'é') to stdout;
copy (select '') to stdout;
copy (select) to stdout;
copy (select from generate_series(1,2)) to stdout csv;
copy (select 1/0) to stdout;
copy (select 1/(x-2) from generate_series(1,3) x) to stdout;
