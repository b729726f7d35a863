select 1 \; select 2;
  -- before
 /* sent */ -- sent too
 select /* in ; */ 3 -- tail ; still tail

; -- after
/* only */;
;
select 4 as a; select 5 as b; select
  nope;select 6

  as c
	;
select (7;
+ 1);
select nope,


  8;
begin; selekt; select 9; rollback; select (
  )) nope;
--end
  /* end */