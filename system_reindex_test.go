package minidb_test

import (
	"testing"

	"minidb/pgerr"
)

// A superuser's REINDEX and CLUSTER of system catalogs, which PostgreSQL does, are
// refused where the catalog's name stands.
func TestSystemReindexRefused(t *testing.T) {
	s := openSession(t)
	for head, tail := range map[string]string{"reindex table ": "pg_class", "reindex index ": "pg_class_oid_index",
		"cluster ": "pg_class using pg_class_oid_index", "reindex system ": "postgres"} {
		_, err := try(s, head+tail)
		e := pgerr.From(err)
		if code(err) != "0A000" || e.Hint == "" || e.Position == 0 || head != "reindex system " && e.Position != len(head)+1 {
			t.Errorf("%s%s: %v, position %d, hint %q", head, tail, err, e.Position, e.Hint)
		}
	}
}
