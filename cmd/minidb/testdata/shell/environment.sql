-- options: 
\setenv MINIDB_TEST hello
\! echo $MINIDB_TEST
\getenv v MINIDB_TEST
\echo :v
\setenv MINIDB_TEST
\getenv w MINIDB_TEST
\echo :{?w}
\getenv
\getenv a
\setenv
\setenv a=b c
\cd /nonexistent
\! exit 3
