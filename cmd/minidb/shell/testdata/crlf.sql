select 1;

-- c
select
 nope
;
select "a
b";
select E'x
y' as v; -- z
