-- options: -q
\pset format aligned
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format unaligned
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format wrapped
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format csv
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format html
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format asciidoc
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format latex
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format latex-longtable
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset format troff-ms
\pset border 0
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
\pset border 2
select 0 as c0, 1 as c1, 2 as c2, 3 as c3, 4 as c4, 5 as c5, 6 as c6, 7 as c7, 8 as c8, 9 as c9, 10 as c10, 11 as c11, 12 as c12, 13 as c13, 14 as c14, 15 as c15, 16 as c16, 17 as c17, 18 as c18, 19 as c19, 20 as c20, 21 as c21, 22 as c22, 23 as c23, 24 as c24, 25 as c25, 26 as c26, 27 as c27, 28 as c28, 29 as c29, 30 as c30, 31 as c31, 32 as c32, 33 as c33, 34 as c34, 35 as c35, 36 as c36, 37 as c37, 38 as c38, 39 as c39;
\pset expanded auto
\pset columns 60
select repeat('y', 70) as a, 2 as b;
select 1 as a;
\pset expanded on
select repeat('word ', 30) as a, repeat('漢字', 40) as b;
\pset expanded off
\pset columns 0
