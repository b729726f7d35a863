-- setting: minidb.lock_release
-- What a transaction's end costs after one that locked many relations.
create table t1 (a int); create table t2 (a int); create table t3 (a int); create table t4 (a int); create table t5 (a int); create table t6 (a int); create table t7 (a int); create table t8 (a int);
create table t9 (a int); create table t10 (a int); create table t11 (a int); create table t12 (a int); create table t13 (a int); create table t14 (a int); create table t15 (a int); create table t16 (a int);
create table t17 (a int); create table t18 (a int); create table t19 (a int); create table t20 (a int); create table t21 (a int); create table t22 (a int); create table t23 (a int); create table t24 (a int);
create table t25 (a int); create table t26 (a int); create table t27 (a int); create table t28 (a int); create table t29 (a int); create table t30 (a int); create table t31 (a int); create table t32 (a int);
create table t33 (a int); create table t34 (a int); create table t35 (a int); create table t36 (a int); create table t37 (a int); create table t38 (a int); create table t39 (a int); create table t40 (a int);

-- A small transaction: one relation.
select count(*) from t1;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
-- 40 relations, locked by one statement: more than an owner remembers.
begin;
lock table t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26, t27, t28, t29, t30, t31, t32, t33, t34, t35, t36, t37, t38, t39, t40 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
-- The small one again.
select count(*) from t1;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
-- 15 relations in one statement, 16 in one statement, 16 in two.
begin;
lock table t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin;
lock table t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin;
lock table t1, t2, t3, t4, t5, t6, t7, t8 in access share mode;
lock table t9, t10, t11, t12, t13, t14, t15, t16 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
-- A savepoint that takes 16 locks in two statements, kept and rolled back.
begin;
savepoint s;
lock table t1, t2, t3, t4, t5, t6, t7, t8 in access share mode;
lock table t9, t10, t11, t12, t13, t14, t15, t16 in access share mode;
release s;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin;
savepoint s;
lock table t1, t2, t3, t4, t5, t6, t7, t8 in access share mode;
lock table t9, t10, t11, t12, t13, t14, t15, t16 in access share mode;
rollback to s;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
-- A lock taken twice is one entry; in two modes two.
begin;
select count(*) from t1;
select count(*) from t1;
insert into t1 values (1);
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
