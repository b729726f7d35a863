-- options: -e -q
-- the words of \copy, and its programs
create temp table t(a int, b text);
\copy
\copy t
\copy t to
\copy t too f
\copy (select 1
\copy (select 1)
\copy (select 1) to program
\copy (select 1) to program ls
\copy (select 1) to program 'cat; exit 3'
\copy (select 1) to program 'cat >/dev/null; nosuchcmd'
\copy (select 1) to program 'cat >/dev/null; kill -9 $$'
\copy (select 1) to program 'cat >/dev/null; /etc/passwd'
\copy (select 1) to program 'cat >/dev/full'
\copy t(a) from program 'echo 7; exit 4'
\copy t(a) from program 'echo 7'
\copy t(a) from program 'echo x'
\copy t(a) from program 'exec 2>/dev/null; nosuchcmd'
\copy t ( a , b ) to stdout
\copy pg_temp.t(a,b) to stdout with (format csv)
\copy t to 'abc
\copy t to '';
\copy t to ;
\copy t to |cat
\copy t to '|cat'
\copy (select nope) to stdout;
\copy (select 'a)b', E'a\'b', "nope", e'x') to stdout
\copy "T" to f
\copy t to f6;
\copy t to f7 ; csv
\copy t from f6;csv
\copy t . a to f
\copy t to a'b'c
\copy (select 1)to stdout
\copy t, u to f
\copy t from f6 csv header quote '"'
\copy t from nosuch
\copy t from /
\copy t to /
\copy t to nosuchdir/x/y/z
\copy (select 'x  y',  'a''b') to pstdout delimiter '|'
create table u (c text, "d e" text);
\copy u ( c , "d e" ) from program 'printf "1\t2\n3\t4"'
\copy u(c,"d e") to pstdout csv header
\copy (select 'it''s' , (select max(c) from u)) to stdout
\copy u to program 'sed s/3/three/'
\! cat f6; rm -f abc ';' '|cat' f7 f6 \|cat f "'b'c" a
