-- options: -b
select 1;
select
  1/0;
selekt;
