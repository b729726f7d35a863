package planner_test

import (
	"context"
	"fmt"
	"testing"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/storage/lmgr"
	"minidb/types"
)

// other opens a second session on the database of a, whose own transaction it
// commits first.
func other(t testing.TB, a *catalog.Access) *catalog.Access {
	t.Helper()
	again(t, a)
	s := session.New(a.Store(), 2, "", "")
	t.Cleanup(s.Close)
	return a.Attach(s)
}

// again commits what runs and starts a new transaction.
func again(t testing.TB, a *catalog.Access) {
	t.Helper()
	if err := a.S.Finish(nil); err != nil {
		t.Fatal(err)
	}
	if err := a.S.Start(); err != nil {
		t.Fatal(err)
	}
}

// inTxn runs f in a transaction of its own.
func inTxn(t testing.TB, a *catalog.Access, f func() error) {
	t.Helper()
	err := a.S.Start()
	if err == nil {
		err = f()
		a.CommandEnd()
	}
	if err = a.S.Finish(err); err != nil {
		t.Fatal(err)
	}
}

func lookup(t testing.TB, a *catalog.Access, name string) *catalog.Relation {
	t.Helper()
	r, err := a.Lookup("", name)
	if err != nil || r == nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// What others do to relations that a plan does not use leaves it alone; what
// they do to its own makes it anew.
func TestCachedPlanOthersDDL(t *testing.T) {
	a := openTables(t)
	o := other(t, a)
	column := catalog.Column{Name: "z", Type: types.Int4OID, Typmod: -1}
	mood := types.OID(0)
	for _, c := range []struct {
		name, sql string
		keeps     bool
		ddl       func() error
	}{
		{"another table's column", "select a from t", true, func() error { _, err := o.AddColumn(lookup(t, o, "u"), column); return err }},
		{"VACUUM of another table", "select a from t", true, func() error { return o.UpdateStats(lookup(t, o, "u").OID, 5, 5, 5) }},
		{"a new schema", "select a from t", true, func() error { _, err := o.CreateNamespace("other", catalog.BootstrapUser); return err }},
		{"VACUUM", "select a from t", false, func() error { return o.UpdateStats(lookup(t, o, "t").OID, 5, 5, 5) }},
		{"a column", "select a from t", false, func() error { _, err := o.AddColumn(lookup(t, o, "t"), column); return err }},
		{"in a subquery", "select (select max(k) from u)", false, func() error { return o.UpdateStats(lookup(t, o, "u").OID, 6, 6, 6) }},
		{"in RETURNING", "insert into t (a) values (1) returning (select max(k) from u)", false,
			func() error { return o.UpdateStats(lookup(t, o, "u").OID, 7, 7, 7) }},
		{"in VALUES", "values ((select max(k) from u)), (2)", false, func() error { return o.UpdateStats(lookup(t, o, "u").OID, 8, 8, 8) }},
		{"a type is made", "select a from t", true, func() (err error) {
			mood, err = o.CreateType(catalog.TypeSpec{Schema: catalog.PublicNamespace, Name: "mood", Labels: []string{"sad", "ok"}})
			return err
		}},
		{"another type", "select 'ok'::mood < 'sad'", true, func() error {
			_, err := o.CreateType(catalog.TypeSpec{Schema: catalog.PublicNamespace, Name: "humour", Labels: []string{"dry"}})
			return err
		}},
		{"a type", "select 'ok'::mood < 'sad'", false, func() error {
			return o.Drop(catalog.Object{Class: catalog.PgType, OID: mood}, false)
		}},
	} {
		again(t, a)
		p := prepared(t, a, c.sql)
		before, err := p.Get(a, nil)
		if err != nil {
			t.Fatal(c.name, err)
		}
		again(t, a)
		inTxn(t, o, c.ddl)
		after, err := p.Get(a, nil)
		if c.name == "a type" {
			if pgerr.CodeOf(err) != pgerr.UndefinedObject {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || (before == after) != c.keeps {
			t.Errorf("%s: plan kept %v, want %v; %v", c.name, before == after, c.keeps, err)
		}
	}
}

// search_path counts by what it means, not by how it is written.
func TestCachedPlanSearchPath(t *testing.T) {
	a := openTables(t)
	p := prepared(t, a, "select a from t")
	one, err := p.Get(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	set := func(path string) *planner.PlannedStmt {
		t.Helper()
		if err := a.S.Set.Set("search_path", path, settingsOpts); err != nil {
			t.Fatal(err)
		}
		st, err := p.Get(a, nil)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	if set("nowhere, public") != one {
		t.Error("the same schemas, another plan")
	}
	if set("public, information_schema") == one {
		t.Error("another schema, the same plan")
	}
}

// A plan that Get returns is made of the relations as they are under its locks,
// however fast they change.
func TestCachedPlanRace(t *testing.T) {
	a := openTables(t)
	o := other(t, a)
	p := prepared(t, a, "select t.a from t, t2 where t2.id = t.a")
	again(t, a)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 150 {
			inTxn(t, o, func() error {
				r, err := o.Open("", "t", lmgr.AccessExclusive, -1)
				if err != nil {
					return err
				}
				_, err = o.AddColumn(r, catalog.Column{Name: fmt.Sprintf("z%d", i), Type: types.Int4OID, Typmod: -1})
				return err
			})
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		st, err := p.Get(a, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, e := range st.Range {
			now, err := a.ByOID(e.RelOID)
			if err != nil || e.Kind == planner.RelationEntry && len(now.Columns) != len(e.Rel.Columns) {
				t.Errorf("plan of %s version %d, now %d; %v", e.Rel.Name, e.Rel.Version, now.Version, err)
			}
		}
		again(t, a)
	}
}

// The plan cache counts its plans, and the locks that it takes again.
func TestCachedPlanCounters(t *testing.T) {
	a := openTables(t)
	p := prepared(t, a, "select t.a from t, t2 where t2.id = $1")
	a.S.BeginStatement(context.Background())
	for range 8 {
		if _, err := p.Get(a, []types.Datum{types.NewInt(3)}); err != nil {
			t.Fatal(err)
		}
	}
	n := a.S.Counters.ModifyTable
	if n.CustomPlans != p.CustomPlans || n.GenericPlans != p.GenericPlans || n.CustomPlans+n.GenericPlans != 8 || n.LocksByPlanCache != 16 {
		t.Errorf("%+v", n)
	}
}
