select 'a;b' as "c;d", 'it''s', "?column?" from (select 1 as "?column?") s;
select 'line

after an empty one;
  -- no comment
' as v;
select E'a\';b' as v, e'\\' as w, 'x\' as y;
select $$a;b'c$$ as v, $tag$ $$;$$ $ta$ ; $tag$ as w;
select $tag$
; $tag$ as v, /* a /* nested; */ ; */ 'b' as w;
select "no;
pe";
select 'a'
  'b' as v;
select 1 as x$1, $1;
select U&'d\0061t;a' as v, U&"d\0061" from (select 1 as da) s;
