package planner_test

import (
	"testing"

	"minidb/catalog"
	"minidb/planner"
)

// A view goes on reading its tables when they and their columns are renamed.
func TestViewRenames(t *testing.T) {
	a := openTables(t)
	q := parsed(t, a, "with r as (select a from u) select x.a, t2.name from t x join t2 using (a) where x.b = (select 'v' from r limit 1)")
	columns := planner.ResultColumns(q)
	spec := catalog.ViewSpec{Schema: catalog.PublicNamespace, Name: "v", Query: planner.MarshalQuery(q), Objects: planner.QueryObjects(q)}
	for _, c := range columns {
		spec.Columns = append(spec.Columns, catalog.Column{Name: c.Name, Type: c.Type, Typmod: c.Mod})
	}
	if err := a.CreateView(spec); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		a.RenameColumn(lookup(t, a, "t"), 2, "text"),
		a.RenameColumn(lookup(t, a, "t2"), 3, "Full name"),
		a.RenameRelation(lookup(t, a, "t").OID, "renamed"),
		a.RenameRelation(lookup(t, a, "t2").OID, "other"),
		a.RenameColumn(lookup(t, a, "v"), 2, "n"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	parsed(t, a, "select v.a, v.n from v")
	got, err := catalog.ViewDefinition(a, lookup(t, a, "v").OID, true)
	want := ` WITH r AS (
         SELECT u.a
           FROM u
        )
 SELECT x.a,
    other."Full name" AS n
   FROM renamed x
     JOIN other USING (a)
  WHERE x.text = (( SELECT 'v'::text
           FROM r
         LIMIT 1));`
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
