-- options: -L /dev/null
\pset expanded on
\pset linestyle old-ascii
\pset border 2
select 'aaa' as "new
line";
select E'a\nb\nc' as "new
line";
select E'a' as "new
line
x", E'aaaaaaa' as "long
x";
\pset border 1
select 'aaa' as "new
line";
select E'a\nb\nc' as "new
line";
\pset border 0
select 'aaa' as "new
line";
\pset format wrapped
\pset columns 20
\pset border 2
select repeat('wide ',20) as "new
line
x
y", '  lead' as "a
b";
\pset format aligned
\pset columns 0
select repeat('wide ',20) as "new
line", '  lead' as "a
b";
\pset linestyle old-ascii
\pset border 1
select '' as "a
b
c", E'x\n' as "d
e
f
g", E'\n' as "h
i
j
k", null as "l
m";
\pset border 2
select '' as "a
b
c", E'x\n' as "d
e
f
g", E'\n' as "h
i
j
k", null as "l
m";
\pset format wrapped
\pset columns 15
select 'aaaaaaaaaaaaaaaaaaaa' as "a
b
c
d
e", E'xxxxxxxxxxxxxxxxxxx\n' as "d
e
f
g
h
i";
