package minidb_test

// LOCK TABLE beside other sessions, and VACUUM that does not wait for them.

import (
	"strings"
	"testing"

	"minidb"
)

// lockTableModes are the modes from weak to strong, with the modes that each
// conflicts with, by number.
var lockTableModes = []struct {
	name      string
	conflicts string
}{
	{"access share", "7"}, {"row share", "67"}, {"row exclusive", "4567"}, {"share update exclusive", "34567"},
	{"share", "23567"}, {"share row exclusive", "234567"}, {"exclusive", "1234567"}, {"access exclusive", "01234567"},
}

func TestLockTableModes(t *testing.T) {
	_, a, b, _ := pair(t)
	for _, held := range lockTableModes {
		must(t, a, "begin", "lock table t in "+held.name+" mode")
		for i, asked := range lockTableModes {
			must(t, b, "begin")
			_, err := try(b, "lock table t in "+asked.name+" mode nowait")
			want := ""
			if strings.Contains(held.conflicts, number(i)) {
				want = "55P03"
			}
			if got := code(err); got != want {
				t.Errorf("%s against %s: %q, want %q", asked.name, held.name, got, want)
			}
			if err != nil && !strings.Contains(err.Error(), `could not obtain lock on relation "t"`) {
				t.Error(err)
			}
			must(t, b, "rollback")
		}
		must(t, a, "rollback")
	}
}

func TestLockTableWaits(t *testing.T) {
	_, a, b, c := pair(t)
	must(t, c, "create view v as select * from t where id > (select 0)")
	must(t, a, "begin", "lock v in exclusive mode")
	want(t, c, "3", "select count(*) from t")
	must(t, b, "begin")
	w := start(t, b, "lock t in row exclusive mode").blocked()
	must(t, a, "commit")
	w.ends("")
	must(t, b, "commit", "begin")
	must(t, a, "begin", "lock t in share mode", "savepoint s", "lock t", "rollback to s")
	must(t, b, "lock t in share mode nowait", "commit", "begin")
	w = start(t, b, "lock t").blocked()
	w.cancel()
	must(t, b, "rollback", "begin", "set local lock_timeout = 20")
	wantCode(t, b, "55P03", "lock t")
	must(t, b, "rollback")
	must(t, a, "rollback")
	must(t, c, "drop view v")
}

// A table that is dropped while its lock is awaited is not found.
func TestLockTableDropped(t *testing.T) {
	_, a, b, _ := pair(t)
	must(t, a, "create table gone (a int)", "begin", "drop table gone")
	must(t, b, "begin")
	w := start(t, b, "lock gone").blocked()
	must(t, a, "commit")
	w.ends("42P01")
	must(t, b, "rollback")
}

func TestVacuumSkipsLocked(t *testing.T) {
	_, a, b, _ := pair(t)
	var warnings []string
	b.OnNotice(func(e *minidb.Error) { warnings = append(warnings, e.Severity+" "+e.Message) })
	must(t, a, "create table u (a int)", "begin", "lock t in share mode")
	must(t, b, "vacuum (skip_locked) u, t", "vacuum (skip_locked)")
	if got := strings.Join(warnings, "\n"); got != `WARNING skipping vacuum of "t" --- lock not available` {
		t.Errorf("%q", got)
	}
	w := start(t, b, "vacuum t").blocked()
	must(t, a, "rollback")
	w.ends("")
}
