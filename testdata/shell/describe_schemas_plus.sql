create schema a; comment on schema a is 'of a';
\dn+
\dnS+
\dn+ p*
\dn+ a
\dn nosuch
