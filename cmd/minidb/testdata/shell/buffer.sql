-- options: 
\p
select 1
\p
  + 1
\p
;
\p
select (
\r
\p
select 2; \p
\r
\g
select 3 \p \r
select 4 -- comment
-- another
;
\p
-- only a comment
/* block
comment */ select 5;
\p
