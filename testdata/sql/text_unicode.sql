-- Normal forms, assigned code points, to_ascii, COLLATION FOR.
SELECT normalize(U&'e\0301') = U&'\00E9' AS nfc, length(normalize(U&'\00E9', NFD)) AS nfd,
    normalize(U&'\FB01', NFKC) AS nfkc, normalize(U&'\2460', NFKD) AS nfkd, normalize(NULL) AS nothing;
SELECT 'e' IS NFC NORMALIZED AS a, U&'\00E9' IS NFD NORMALIZED AS b, NULL IS NORMALIZED AS c, U&'\00E9' IS NOT NFKD NORMALIZED AS d;
SELECT normalize('x', foo);
SELECT normalize('x', 'nfc');
SELECT 'x' IS NFX NORMALIZED;
SELECT 1 IS NORMALIZED;
SELECT normalize(1);
SELECT pg_catalog.normalize('x', 'zz');
SELECT unicode_version(), unicode_assigned('abc'), unicode_assigned(U&'\0378');
SELECT to_ascii('abc', 'LATIN1'), to_ascii('abc', 8);
SELECT to_ascii('abc');
SELECT to_ascii('abc', 'nosuch');
SELECT to_ascii('abc', 999);
CREATE VIEW normal_forms AS SELECT normalize('x'), normalize('x', NFKC) AS n2, 'x' IS NFKC NORMALIZED AS n3, 'x' IS NOT NORMALIZED AS n4;
SELECT pg_get_viewdef('normal_forms');
CREATE TABLE names (c text COLLATE "C", d text, n name, i int);
INSERT INTO names VALUES ('c', 'd', 'n', 1);
SELECT COLLATION FOR (c) AS c, COLLATION FOR (d) AS d, COLLATION FOR (n) AS n, COLLATION FOR (c || d) AS cd,
    COLLATION FOR ('x') AS x, COLLATION FOR ('x' COLLATE "POSIX") AS p, pg_collation_for(upper(c)) AS u FROM names;
SELECT COLLATION FOR (i) FROM names;
SELECT N'abc' AS a, pg_typeof(N'abc') AS t, char 'abc' AS b, 'abc'::char AS c, "char" 'xyz' AS d;
-- b_expr has no COLLATE, IS NULL or AT TIME ZONE.
SELECT 'a' BETWEEN 'a' COLLATE "C" AND 'b';
SELECT position('a' COLLATE "C" IN 'b');
SELECT 1 BETWEEN 2 IS NULL AND 3;
SELECT 1 BETWEEN 2 AT TIME ZONE 'x' AND 3;
SELECT 1 BETWEEN (2 IS NULL)::int AND 3, position(('a' COLLATE "C") IN 'ba');
-- base64
SELECT decode('YQ==', 'base64'), decode('Y Q = =', 'base64'), decode('YQ==YQ==', 'base64');
SELECT decode('YWJj=', 'base64');
SELECT decode('Y', 'base64');
SELECT decode('Y!', 'base64');
