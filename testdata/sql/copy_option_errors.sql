-- Wrong options of COPY, one after the other, and the syntax of old.
create table t (a text, b int);
copy t to stdout (format (csv));
copy t to stdout (format (a, b));
copy t to stdout (delimiter (a));
copy t to stdout (null (a));
copy t to stdout (format csv, quote (a));
copy t to stdout (header (a));
copy t to stdout (force_quote (a));
copy t to stdout (format csv, force_quote (a));
copy t to stdout (format csv, force_quote (a, c));
copy t to stdout (format csv, force_quote 'a');
copy t to stdout (format csv, force_quote *);
copy t to stdout (format csv, force_quote *, force_quote (a));
copy t from stdin (format csv, force_null *, force_not_null (c));
\.
copy t from stdin (format text, force_null (a));
copy t to stdout (format csv, force_null (a));
copy t to stdout (format csv, force_not_null (a));
copy t to stdout (format csv, delimiter '"');
copy t to stdout (format csv, delimiter '', null 'x');
copy t to stdout (format csv, delimiter E'\n');
copy t to stdout (delimiter 'é');
copy t to stdout (delimiter 'a');
copy t to stdout (delimiter '.');
copy t to stdout (delimiter '\');
copy t to stdout (null E'a\nb');
copy t to stdout (null 'a	b');
copy t to stdout (format csv, quote 'ab');
copy t to stdout (format csv, quote ',');
copy t to stdout (format csv, escape 'ab');
copy t to stdout (escape 'a');
copy t to stdout (quote 'a');
copy t to stdout (format csv, quote '', escape '');
copy t to stdout (format csv, null '"');
copy t to stdout (format csv, null ',');
copy t to stdout (format binary, null 'x');
copy t to stdout (format binary, delimiter ',');
copy t to stdout (format binary, header);
copy t to stdout (format binary, encoding 'utf8');
copy t to stdout (default 'x');
copy t from stdin (default E'\n');
copy t from stdin (default 'a	');
copy t from stdin (default '\N');
copy t from stdin (format csv, default '"');
copy t from stdin (format binary, default 'x');
copy t from stdin (freeze);
\.
copy t from stdin (freeze off);
\.
copy t to stdout (freeze);
copy t to stdout (freeze maybe);
copy t to stdout (header match);
copy t from stdin (header foo);
copy t from stdin (on_error);
copy t from stdin (on_error foo);
copy t from stdin (on_error ignore, format binary);
copy t to stdout (on_error ignore);
copy t from stdin (log_verbosity foo);
copy t to stdout (log_verbosity verbose);
copy t from stdin (reject_limit 3);
copy t from stdin (reject_limit 0, on_error ignore);
copy t from stdin (reject_limit -1, on_error ignore);
copy t from stdin (reject_limit 'x', on_error ignore);
copy t from stdin (reject_limit, on_error ignore);
copy t from stdin (reject_limit 99999999999999999999, on_error ignore);
copy t from stdin (foo);
copy t from stdin (foo 'bar', format csv);
copy t from stdin (format csv, format csv);
copy t from stdin (format);
copy t from stdin (format 'xml');
copy t from stdin format csv;
copy t from stdin csv header;
\.
copy t to stdout with delimiter ',' null 'x' csv quote 'q' escape 'e' force quote a;
copy t to stdout with delimiter as ',' csv header force quote *;
copy t (a, a) from stdin;
copy t (c) from stdin;
copy t () from stdin;
copy t (ctid) to stdout;
copy nosuch from stdin;
copy nosuch to stdout (format foo);
copy (select 1) from stdin;
copy (insert into t values ('x', 1)) to stdout;
copy (insert into t values ('x', 1) returning *) to stdout;
copy (select 1 into q) to stdout;
copy (select 1;) to stdout;
copy (values (1), (2)) to stdout (format csv, header);
copy (table t) to stdout csv force quote a;
copy t to stdout where a = 'x';
copy t from stdin where nosuch = 1;
copy t from stdin where max(b) = 1;
copy t from stdin where (select true);
copy t from stdin where b;
copy t from stdin where count(*) over () > 1;
copy t from stdin where generate_series(1,2) = 1;
copy t from stdin;
a	b	c
\.
copy t from stdin;
a
\.
copy t from stdin;
a	x
\.
copy t from stdin;
a	99999999999
\.
copy t from stdin (format csv, header match);
a,c
\.
copy t from stdin (format csv, header match);
a
\.
copy t from stdin (format csv, header match);
a,"b",d
\.
copy t from stdin (default 'D');
D	1
\.
copy t (b) from stdin (on_error ignore, reject_limit 1);
x
y
z
\.
table t;
copy t to stdout using delimiters ';';
copy t to stdout delimiters ';' with csv;
copy t to stdout using delimiters ';' delimiter ',';
copy binary t to stdout with csv;
copy binary t to stdout (format csv);
copy (select 1) to stdout delimiters ';';
copy (select nosuch into q) to stdout;
