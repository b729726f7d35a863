package expr

import "testing"

// The list has functions that are not there, and those that a reader of PostgreSQL's
// manual may ask for.
func TestUnbuiltFunctions(t *testing.T) {
	for name := range unbuiltFuncs {
		if len(funcsByName[name]) > 0 {
			t.Errorf("function %s is there", name)
		}
	}
	for _, name := range []string{"pg_current_snapshot", "pg_export_snapshot", "pg_switch_wal", "range_cmp", "json_agg"} {
		if !unbuiltFuncs[name] && len(funcsByName[name]) == 0 {
			t.Errorf("function %s does not exist", name)
		}
	}
}
