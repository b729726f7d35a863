-- options: -q -t -A
\watch
select 1/0 \watch 0.01
select 'after';
