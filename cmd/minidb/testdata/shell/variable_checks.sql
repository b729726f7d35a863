-- options: 
\set AUTOCOMMIT maybe
\set ECHO loud
\set ECHO_HIDDEN maybe
\set ON_ERROR_ROLLBACK maybe
\set ON_ERROR_STOP 2
\set QUIET x
\set VERBOSITY high
\set SHOW_CONTEXT x
\set FETCH_COUNT many
\set HISTSIZE -x
\set COMP_KEYWORD_CASE x
\set HISTCONTROL x
\set SHOW_ALL_RESULTS x
\set bad-name 1
\set 1ok 1
\echo :1ok
\set VERBOSITY
\set ON_ERROR_STOP
\echo :ON_ERROR_STOP
\unset ON_ERROR_STOP
\echo :ON_ERROR_STOP
\unset VERBOSITY
\unset AUTOCOMMIT
\unset FETCH_COUNT
\unset PROMPT1
\echo :VERBOSITY :AUTOCOMMIT :FETCH_COUNT :PROMPT1
\set AUTOCOMMIT
\echo :AUTOCOMMIT
\unset nothing
\unset
