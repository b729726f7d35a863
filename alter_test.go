package minidb_test

// ALTER TABLE beside other sessions: who waits, what they see after it, and that
// a rollback gives back all storage.

import "testing"

func TestAlterBesideReaders(t *testing.T) {
	_, a, b, r := pair(t)
	must(t, a, "begin", "alter table t add x int default 7")
	w := start(t, b, "update t set x = x + id where id = 1").blocked()
	must(t, a, "commit")
	w.ends("")
	want(t, r, "8,7,7", "select string_agg(x::text, ',' order by id) from t")

	must(t, a, "begin", "alter table t alter v type text using 'v' || v", "alter table t drop w")
	w = start(t, b, "insert into t values (4, '40')").blocked()
	must(t, a, "rollback")
	w.ends("")
	want(t, r, "10,20,30,40", "select string_agg(v::text, ',' order by id) from t")
	want(t, r, "1", "select count(*) from t where v = 40 and w is null and x = 7")
}

func TestPreparedAfterAlter(t *testing.T) {
	_, a, b, _ := pair(t)
	must(t, b, "prepare p as select v from t where id = 2", "prepare s as select * from t", "execute p", "execute s")
	must(t, a, "alter table t drop w, add u text default 'u'")
	want(t, b, "20", "execute p")
	start(t, b, "execute s").ends("0A000")
	must(t, a, "alter table t rename v to vv")
	start(t, b, "execute p").ends("42703")
	must(t, a, "alter table t rename vv to v")
	want(t, b, "20", "execute p")
}
