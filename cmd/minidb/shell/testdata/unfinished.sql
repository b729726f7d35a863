select 1;

select nope
  -- the end