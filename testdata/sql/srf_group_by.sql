-- Set-returning functions in GROUP BY, and where an expression must not be a set.
CREATE TABLE t (a int, b text);
INSERT INTO t VALUES (1, 'x'), (1, 'y'), (2, 'z');
SELECT generate_series(1, a) AS g, count(*) FROM t GROUP BY g ORDER BY g;
SELECT a, generate_series(1, 2) FROM t GROUP BY a, generate_series(1, 2) ORDER BY 1, 2;
SELECT a, generate_series(1, 2) + 1 AS g, sum(a) FROM t GROUP BY a, generate_series(1, 2) + 1 ORDER BY 1, 2;
SELECT count(*) FROM t GROUP BY generate_series(1, a) ORDER BY 1;
SELECT generate_series(1, 2) IN (1);
SELECT 1 IN (generate_series(1, 2));
SELECT generate_series(1, 2) IN (1, 2);
SELECT generate_series(1, 2) BETWEEN 1 AND 2;
SELECT NOT generate_series(1, 2) = 1;
SELECT (generate_series(1, 2), 1) = (1, 1);
SELECT b FROM t ORDER BY b USING ~>~;
SELECT b FROM t ORDER BY b USING ~<~;
SELECT b FROM t ORDER BY b USING ~<=~;
-- The order that serves most of the aggregates is that of all of them.
SELECT string_agg(b, ','), string_agg(b, ',' ORDER BY b DESC) AS down, string_agg(DISTINCT b, ',') AS up,
    string_agg(b, NULL ORDER BY b) AS joined FROM (SELECT b FROM t ORDER BY b DESC) s;
EXPLAIN (COSTS OFF) SELECT string_agg(b, ',' ORDER BY b DESC), string_agg(DISTINCT b, ','), count(b ORDER BY b) FROM t;
-- Time zones with daylight saving time.
SET TIME ZONE 'FOO+5BAR';
SHOW TIME ZONE;
SELECT timestamptz '2024-07-01 12:00+00', timestamptz '2024-01-01 12:00+00', to_char(timestamptz '2024-07-01 12:00+00', 'TZ OF');
SET TIME ZONE 'CET-1CEST,M3.5.0,M10.5.0/3';
SELECT timestamptz '2024-03-31 00:59:59+00', timestamptz '2024-03-31 01:00+00', timestamptz '2024-10-27 01:00+00';
SET TIME ZONE 'AAA3BBB,M13.1.1,M1.1.1';
SET TIME ZONE INTERVAL '1 month';
SELECT timestamptz '2024-07-01 12:00+00' AT TIME ZONE 'PST8PDT,M3.2.0,M11.1.0';
