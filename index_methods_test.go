package minidb_test

import (
	"strings"
	"testing"

	"minidb/pgerr"
)

// pg_am lists PostgreSQL's access methods; an index of any but btree is refused where
// its name stands, with a hint, and nothing is made.
func TestIndexMethodsRefused(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int)")
	for _, method := range strings.Fields(must(t, s, "select string_agg(amname, ' ') from pg_am where amtype = 'i' and amname <> 'btree'")) {
		for _, create := range []string{"create index on t using ", "create unique index concurrently if not exists i on t using "} {
			_, err := try(s, create+method+" (a)")
			e := pgerr.From(err)
			if code(err) != "0A000" || e.Hint == "" || e.Position != len(create)+1 {
				t.Errorf("%s%s: %v, position %d, hint %q", create, method, err, e.Position, e.Hint)
			}
		}
	}
	must(t, s, "create index on t using btree (a)")
	want(t, s, "1", "select count(*) from pg_index where indrelid = 't'::regclass")
}
