package minidb_test

import (
	"fmt"
	"testing"

	"minidb"
)

func TestDatabaseSettings(t *testing.T) {
	if _, err := minidb.Open(minidb.Setting{Name: "work_mem", Value: "much"}); code(err) != "22023" {
		t.Errorf("%v", err)
	}
	if _, err := minidb.Open(minidb.Setting{Name: "server_version", Value: "19"}); code(err) != "55P02" {
		t.Errorf("%v", err)
	}
	db, err := minidb.Open(minidb.Setting{Name: "work_mem", Value: "8MB"}, minidb.Setting{Name: "max_locks_per_transaction", Value: "10"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, db := range []*minidb.DB{db, db.Clone()} {
		s := connect(t, db)
		want(t, s, "8MB|10", "select current_setting('work_mem'), current_setting('max_locks_per_transaction')")
		must(t, s, "set work_mem = '9MB'", "reset work_mem")
		want(t, s, "8MB|command line", "select current_setting('work_mem'), source from pg_settings where name = 'work_mem'")
		for i := range 2000 {
			must(t, s, fmt.Sprintf("create table t%d (a int)", i))
		}
		wantCode(t, s, "53200", "drop table "+list(2000, func(i int) string { return fmt.Sprint("t", i) }))
		want(t, s, "2000", "select count(*) from pg_class where relname like 't%' and relkind = 'r'")
	}
}
