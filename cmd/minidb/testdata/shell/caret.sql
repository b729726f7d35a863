-- options: -q
select 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, nope, 23, 24, 25, 26, 27, 28, 29, 30;
select '日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語', nope;
select	'tab',	nope;
select 1,
  2,
  nope,
  4;
select 'é' || nope;
\set v 'some long value'
select :'v', nope;
