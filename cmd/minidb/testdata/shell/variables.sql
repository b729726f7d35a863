-- options: -a
\set x 5
\set name 'it''s "q"'
select :x, :'name', :"name", :{?x}, :{?nope};
select ':x', "a:x" from (select 1 as "a:x") s;
select 1::text, :x::text, (array[1,2,3])[:x - 3:3];
select :nope;
\set q 'select 1; select 2'
:q;
\set rec ':rec'
select :rec;
\set y :x
\set z :x :y '-' :name
\echo :x :y :z :'z' :"z" ':x' ":x" :nope :{?y}
\echo 'a\tb' 'a''b' "a b"  x'y'z \\ \echo second
\echo -n no newline
\echo
\echo '-n' x
\set tbl pg_class
select count(*) > 0 as ok from :tbl;
\set tail '+ 1; select 3'
select 2 :tail;
\unset x
\echo :x
\set empty
\echo [:empty]
\set bs 'a\\b'
select :'bs';
\echo `echo hello; echo world`
\set now `printf 42`
select :now;
select 'still here';
