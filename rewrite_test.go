package minidb_test

import "testing"

// TestRewriteKeepsOldSnapshots: after VACUUM FULL and CLUSTER a transaction with an
// older snapshot sees what it saw, and cannot update what was changed since.
func TestRewriteKeepsOldSnapshots(t *testing.T) {
	for _, command := range []string{"vacuum full t", "cluster t using t_pkey"} {
		t.Run(command, func(t *testing.T) {
			_, a, b, c := pair(t)
			must(t, b, "create index on t (v)", "create table other (x int)")
			must(t, a, "begin isolation level repeatable read", "select * from other")
			must(t, b, "update t set v = 11 where id = 1", "update t set v = 12 where id = 1", "delete from t where id = 2",
				"insert into t values (4, 40, 0)", command)
			const all = "select string_agg(id || ':' || v, ' ' order by id) from t"
			want(t, a, "1:10 2:20 3:30", all)
			want(t, b, "1:12 3:30 4:40", all)
			want(t, a, "10", "select v from t where id = 1")
			want(t, b, "12", "select v from t where id = 1")
			must(t, c, "update t set v = 13 where v = 12")
			want(t, a, "20", "select v from t where v between 15 and 25")
			wantCode(t, a, "40001", "update t set v = 0 where id = 1")
			must(t, a, "rollback")
			must(t, b, command)
			want(t, a, "1:13 3:30 4:40", all)
			want(t, a, "30", "select v from t where id = 3")
		})
	}
}
