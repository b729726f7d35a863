-- A quoted field that does not end before the data.
create table p (a int, b text);
copy p from stdin csv;
1,x
2,"x
3,y
