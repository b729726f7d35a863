package catalog

import (
	"testing"

	"minidb/expr"
	"minidb/settings"
	"minidb/types"
)

// Every system view can be read, and its rows have its columns' kinds.
func TestViews(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	makeThings(s, "")
	counts := make(map[string]int)
	for _, r := range s.staticRelations() {
		if r.Virtual == nil {
			continue
		}
		next, err := r.Virtual.SRF(&expr.Ctx{Sess: s.S, Catalog: s.Access}, nil)
		s.must(err)
		for {
			row, ok, err := next()
			s.must(err)
			if !ok {
				break
			}
			counts[r.Name]++
			if len(row) != len(r.Columns) {
				t.Fatalf("%s: row of %d columns, want %d", r.Name, len(row), len(r.Columns))
			}
			for i, d := range row {
				if ty, _ := types.ByOID(r.Columns[i].Type); !d.IsNull() && d.Kind() != ty.Kind {
					t.Errorf("%s.%s: %v is of kind %d", r.Name, r.Columns[i].Name, d, d.Kind())
				}
			}
		}
	}
	for name, atLeast := range map[string]int{"pg_tables": 65, "pg_indexes": 127, "pg_settings": 50, "pg_roles": 17, "pg_user": 1,
		"pg_locks": 1, "pg_stat_activity": 1, "columns": 600, "tables": 80, "schemata": 5, "pg_views": 10, "pg_timezone_names": 100} {
		if counts[name] < atLeast {
			t.Errorf("%s has %d rows, want at least %d", name, counts[name], atLeast)
		}
	}
}

// The order of search_path decides which of two tables a name means.
func TestSearchPath(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	ns, err := s.CreateNamespace("s", BootstrapUser)
	s.must(err)
	s.CommandEnd()
	pub := s.table("t", "a int4")
	mine, err := s.CreateTable(TableSpec{Schema: ns, Name: "t", Kind: TableKind, Columns: columns("a int4")})
	s.must(err)
	check := func(path string, want *Relation, out string) {
		t.Helper()
		s.S.Set.Begin()
		if err := s.S.Set.Set("search_path", path, settings.SetOpts{}); err != nil {
			t.Fatal(err)
		}
		r, err := s.Lookup("", "t")
		s.must(err)
		if r == nil && want != nil || r != nil && (want == nil || r.OID != want.OID) {
			t.Errorf("%s: %+v", path, r)
		}
		if got := s.RegclassOut(pub.OID); got != out {
			t.Errorf("%s: %s", path, got)
		}
	}
	check("public, s", pub, "t")
	check("s, public", mine, "public.t")
	check("nosuch", nil, "public.t")
	if _, _, err := s.CreationNamespace(); errorText(err) != "3F000: no schema has been selected to create in\n\n" {
		t.Error(err)
	}
	for _, c := range [][2]string{{"s", "42P06: schema \"s\" already exists\n\n"},
		{"pg_x", "42939: unacceptable schema name \"pg_x\"\nThe prefix \"pg_\" is reserved for system schemas.\n"}} {
		if _, err := s.CreateNamespace(c[0], BootstrapUser); errorText(err) != c[1] {
			t.Error(err)
		}
	}
	temp, err := s.TempNamespace()
	s.must(err)
	check("public", pub, "t")
	hidden, err := s.CreateTable(TableSpec{Schema: temp, Name: "t", Kind: TableKind, Persistence: 't', Columns: columns("a int4")})
	s.must(err)
	check("public", hidden, "public.t")
	if r, _ := s.Lookup("pg_temp", "t"); r == nil || r.OID != hidden.OID {
		t.Errorf("pg_temp.t: %+v", r)
	}
}

// What is refused as not built must not be there.
func TestUnbuiltViews(t *testing.T) {
	for _, v := range virtualDefs() {
		if UnbuiltView(v.Schema, v.Name) {
			t.Errorf("%s is there", v.Name)
		}
	}
}
