-- options: 
\a b c
\x on off
\timing off off
\echo x \q
