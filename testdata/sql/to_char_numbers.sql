-- to_char and to_number of numbers
select to_char(1234.5, '9999.99'), to_char(1234.5, '9,999.99'), to_char(-1234.5, '9999.99'), to_char(0, '9.99'), to_char(0.5, '0.99'), to_char(0.5, '9.99'), to_char(12, '0000'), to_char(12345, '999'), to_char(-5, 'S99'), to_char(5, 'S99'), to_char(5, '99S'), to_char(-5, '99MI'), to_char(5, 'MI99'), to_char(-5, '99PR'), to_char(5, '99PR'), to_char(5, 'SG99'), to_char(-5, 'PL99'), to_char(5, 'PL99');
select to_char(485, '9 9 9'), to_char(1485, '9,999'), to_char(1485, '9G999'), to_char(148.5, '999.999'), to_char(148.5, 'FM999.999'), to_char(148.5, 'FM999.990'), to_char(3148.5, '9G999D999'), to_char(-485, '999S'), to_char(-485, '999MI'), to_char(485, 'FM999MI'), to_char(-485, '999PR'), to_char(485, 'L999'), to_char(485, 'RN'), to_char(485, 'FMRN'), to_char(5.2, 'FMRN'), to_char(482, '999th'), to_char(485, '"Good number:"999'), to_char(485.8, '"Pre:"999" Post:" .999'), to_char(12, '99V999'), to_char(12.4, '99V999'), to_char(12.45, '99V9'), to_char(0.0004859, '9.99EEEE');
select to_char(1, '9th'), to_char(2, '9TH'), to_char(3, '9th'), to_char(11, '99th'), to_char(112, '999th'), to_char(-1, '9th'), to_char(4000, 'RN'), to_char(0, 'RN'), to_char(3999, 'rn'), to_char(1.7, 'RN'), to_char(-1, 'RN');
select to_char(123456789, '999,999,999'), to_char(1e10, '9.99EEEE'), to_char(-0.001, '9.9EEEE'), to_char(123.456, '9.999EEEE'), to_char(1234567.891::float8, '9,999,999.99'), to_char(1.5::float4, '9.99'), to_char('nan'::numeric, '9.99'), to_char('inf'::float8, '99.9'), to_char('nan'::float8, '9.9EEEE'), to_char(100::int8, '999D9'), to_char(null::int, '9');
select to_char(12.34, ''), to_char(12.34, 'abc'), to_char(12.34, '99.'), to_char(12.34, '.99'), to_char(1, 'FM0009'), to_char(1.1, 'FM99.99'), to_char(10, 'FM99.99'), to_char(0, 'FM99.99'), to_char(0, 'FM90.99'), to_char(-0.1, '9.9'), to_char(-0.01, '9.9'), to_char(0.05, 'FM.99'), to_char(9.999, '9.9'), to_char(99.99, '9.9'), to_char(1.005, '9.99'), to_char(1.005::float8, '9.99'), to_char(2.5::float8, '9'), to_char(2.5, '9'), to_char(3.5::float8, '9');
select to_char(5, '9.9.9');
select to_char(5, '9V9.9');
select to_char(5, 'S9S');
select to_char(5, 'S9MI');
select to_char(5, 'EEEE9');
select to_char(5, '9EEEE9');
select to_char(5, '9PRS');
select to_char(5, '0,0,0'), to_char(1234, '0,0,0,0,0'), to_char(5, '9999,'), to_char(5, 'FM9,999'), to_char(12345.678, '99G999D99'), to_char(12345.678, 'FM99G999D00'), to_char(.1, '0D9'), to_char(5, '\9'), to_char(5, '"a\"b"9');
select to_number('1,234.56', '9,999.99'), to_number('12,454.8-', '99G999D9S'), to_number('-5', 'S9'), to_number('<5>', '9PR'), to_number('$12', 'L99'), to_number('1234', '9999'), to_number('12.34', '99.99'), to_number('12abc', '99'), to_number(' 5', '99'), to_number('5th', '9th'), to_number('XII', 'RN'), to_number('xii', 'RN'), to_number('1234567', '9G999G999'), to_number('12', '99V9'), to_number('-12.5', '99D9'), to_number('5-', '9MI'), to_number('+5', 'SG9'), to_number('5', '0');
select to_number('', '9');
select to_number('abc', '9');
select to_number('IIII', 'RN');
select to_number('MMXXIV', 'RN'), to_number('5', '');
select to_number('1e5', '9EEEE');
-- EEEE rounds a numeric or bigint half away from zero, without a new exponent; others as floats
select to_char(9.996, '9.99EEEE'), to_char(0.0009996, '9.99EEEE'), to_char(99.95::numeric, '9.9EEEE'), to_char(9.996::float8, '9.99EEEE'), to_char(1.25, '9.9EEEE'), to_char(1.35::float8, '9.9EEEE'), to_char(125::int8, '9.9EEEE'), to_char(125::int4, '9.9EEEE'), to_char(-125::int2, '9.9EEEE');
select to_char(0.0, '9.99EEEE'), to_char(1e500, '9.99EEEE'), to_char(-1.5e-400, '9EEEE'), to_char(123456789012345678901234567890.5, '9.999999999999999999999999999999EEEE'), to_char(0::int8, '9EEEE'), to_char(0::float8, '9.EEEE');
select to_char(-9.996, '9.99EEEE'), to_char(10000, '9EEEE'), to_char(12345678, '9.9EEEE'), to_char(0.05,'9EEEE'), to_char(0.5,'9.EEEE'), to_char(5e-5,'9.0EEEE');
select to_char(1/3.0::float8, '9.99999999999999999999EEEE'), to_char(1/3.0, '9.99999999999999999999EEEE'), to_char(2147483645, '9.99999999EEEE');
