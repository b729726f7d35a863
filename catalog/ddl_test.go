package catalog

import (
	"strings"
	"testing"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// compare makes column a of a table, compared with a number by an int4 operator.
func compareTo(attr int, op types.OID, n int64) expr.Expr {
	o, _ := expr.OperatorByOID(op)
	return &expr.OpCall{Loc: -1, Op: o, Ret: types.BoolOID, Args: []expr.Expr{
		&expr.Var{Loc: -1, Rel: 1, Attr: attr, Slot: -1, T: types.Int4OID, Mod: -1},
		&expr.Const{Loc: -1, T: types.Int4OID, Mod: -1, Value: types.NewInt(n)}}}
}

const int4gt types.OID = 521

// makeThings does a bit of all DDL in the schema public.
func makeThings(s *testSession, prefix string) *Relation {
	s.tb.Helper()
	r, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: prefix + "t", Kind: TableKind,
		Columns: append(columns("a int4!, b text, c int4, n name"), Column{Name: "d", Type: types.Int4OID, Typmod: -1,
			Default: &expr.Const{Loc: -1, T: types.Int4OID, Mod: -1, Value: types.NewInt(7)}}),
		Checks: []ConstraintSpec{{Type: CheckConstraint, Expr: compareTo(3, int4gt, 0)}}})
	s.must(err)
	_, err = s.CreateIndex(IndexSpec{Table: r.OID, Keys: []IndexKey{{Attr: 1}}, Unique: true, Primary: true, Constraint: true})
	s.must(err)
	_, err = s.CreateIndex(IndexSpec{Table: r.OID, Keys: []IndexKey{{Attr: 2}}, Unique: true, Constraint: true})
	s.must(err)
	_, err = s.CreateIndex(IndexSpec{Table: r.OID, Keys: []IndexKey{{Attr: 3, Desc: true, NullsFirst: true}, {Attr: 1}}, NKeys: 1,
		Predicate: compareTo(3, int4gt, 3)})
	s.must(err)
	_, err = s.CreateNamespace(prefix+"s", BootstrapUser)
	s.must(err)
	s.CommandEnd()
	r, err = s.ByOID(r.OID)
	s.must(err)
	return r
}

func TestCreateTableEntry(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	r := makeThings(s, "")
	var names []string
	for _, ix := range r.Indexes {
		names = append(names, ix.Name)
	}
	if got := strings.Join(names, " "); got != "t_pkey t_b_key t_c_a_idx" {
		t.Errorf("indexes %s", got)
	}
	if len(r.Checks) != 1 || r.Checks[0].Name != "t_c_check" || r.Columns[0].NotNullConstraint != "t_a_not_null" {
		t.Errorf("constraints %+v %+v", r.Checks, r.Columns[0])
	}
	if r.Columns[4].Default == nil || r.Indexes[2].Predicate == nil || r.Indexes[0].Constraint != "t_pkey" {
		t.Errorf("entry %+v", r)
	}
	if got := s.indexDef(r, r.Indexes[2]); !strings.HasPrefix(got, "CREATE INDEX t_c_a_idx ON public.t USING btree (c DESC) INCLUDE (a) WHERE ") {
		t.Errorf("definition %s", got)
	}
	s.commit()
	other := db.session(t)
	other.begin()
	defer other.abort()
	same, err := other.Lookup("", "t")
	other.must(err)
	if same == nil || same.OID != r.OID || len(same.Indexes) != 3 {
		t.Errorf("another session sees %+v", same)
	}
	again, _ := other.Lookup("public", "t")
	if again != same {
		t.Error("entry is not shared")
	}
}

// Rolled back DDL leaves no trace in any catalog, nor its files.
func TestRollbackLeavesNoTrace(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	makeThings(s, "keep_")
	s.commit()
	s.begin()
	before, version := s.dump(), s.Version()
	s.commit()

	s.begin()
	r := makeThings(s, "gone_")
	heap := r.File
	s.must(s.Drop(RelationObject(s.mustLookup("keep_t").OID), true))
	s.abort()

	s.begin()
	if after := s.dump(); after != before {
		t.Errorf("catalogs differ after rollback:\n%s", diff(before, after))
	}
	if s.Version() == version {
		t.Error("version is that of before: plans made meanwhile would live on")
	}
	if s.store.OpenHeap(heap) != nil {
		t.Error("heap of a rolled back table is still there")
	}
	if r := s.mustLookup("keep_t"); r.Heap == nil || len(r.Indexes) != 3 {
		t.Errorf("dropped and rolled back: %+v", r)
	}
	s.commit()
}

func TestSavepoints(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	makeThings(s, "one_")
	before := s.dump()
	depth := s.S.Txn.Savepoint()
	makeThings(s, "two_")
	s.must(s.Drop(RelationObject(s.mustLookup("one_t").OID), true))
	s.S.Txn.RollbackTo(depth)
	if after := s.dump(); after != before {
		t.Errorf("catalogs differ after ROLLBACK TO:\n%s", diff(before, after))
	}
	if r, _ := s.Lookup("", "two_t"); r != nil {
		t.Error("table of a rolled back savepoint is found")
	}
	if r := s.mustLookup("one_t"); len(r.Indexes) != 3 {
		t.Errorf("entry after ROLLBACK TO: %+v", r)
	}
	depth = s.S.Txn.Savepoint()
	makeThings(s, "three_")
	s.S.Txn.ReleaseTo(depth)
	s.commit()
	s.begin()
	defer s.commit()
	if r, _ := s.Lookup("", "three_t"); r == nil {
		t.Error("table of a released savepoint is not found")
	}
}

func (s *testSession) mustLookup(name string) *Relation {
	s.tb.Helper()
	r, err := s.Lookup("", name)
	s.must(err)
	if r == nil {
		s.tb.Fatalf("no relation %s", name)
	}
	return r
}

// diff shows the lines that only one text has.
func diff(a, b string) string {
	var out []string
	in := func(s string) map[string]bool {
		m := make(map[string]bool)
		for _, l := range strings.Split(s, "\n") {
			m[l] = true
		}
		return m
	}
	ma, mb := in(a), in(b)
	for l := range ma {
		if !mb[l] {
			out = append(out, "- "+l)
		}
	}
	for l := range mb {
		if !ma[l] {
			out = append(out, "+ "+l)
		}
	}
	return strings.Join(out, "\n")
}

func errorText(err error) string {
	if err == nil {
		return "ok"
	}
	e := pgerr.From(err)
	return string(e.Code) + ": " + e.Message + "\n" + e.Detail + "\n" + e.Hint
}

// Messages of DROP, as PostgreSQL 18 words them.
func TestDropMessages(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	defer s.abort()
	r := makeThings(s, "")
	v, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: "v", Kind: ViewKind, Columns: columns("a int4")})
	s.must(err)
	rule := Object{Class: PgRewrite, OID: s.NewOID()}
	s.must(s.insertRow(PgRewrite, types.Row{oidDatum(rule.OID), textDatum("_RETURN"), oidDatum(v.OID), charDatum('1'), charDatum('O'),
		boolDatum(true), textDatum("<>"), textDatum("<>")}))
	s.must(s.AddDepends(rule, InternalDep, RelationObject(v.OID)))
	s.must(s.AddDepends(rule, NormalDep, ColumnObject(r.OID, 1)))
	ns, _ := s.Namespace("s")
	_, err = s.CreateTable(TableSpec{Schema: ns, Name: "x", Kind: TableKind, Columns: columns("a int4")})
	s.must(err)
	_, err = s.CreateTable(TableSpec{Schema: ns, Name: "y", Kind: TableKind, Columns: columns("a int4")})
	s.must(err)
	s.CommandEnd()

	check := func(what string, err error, want string) {
		t.Helper()
		if got := errorText(err); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", what, got, want)
		}
	}
	const hint = "\nUse DROP ... CASCADE to drop the dependent objects too."
	check("table", s.Drop(RelationObject(r.OID), false),
		"2BP01: cannot drop table t because other objects depend on it\nview v depends on table t"+hint)
	check("index", s.Drop(RelationObject(r.Indexes[0].OID), false),
		"2BP01: cannot drop index t_pkey because constraint t_pkey on table t requires it\n\nYou can drop constraint t_pkey on table t instead.")
	check("column", s.Drop(ColumnObject(r.OID, 1), false),
		"2BP01: cannot drop column a of table t because other objects depend on it\nview v depends on column a of table t"+hint)
	check("row type", s.Drop(Object{Class: PgType, OID: r.RowType}, false),
		"2BP01: cannot drop type t because table t requires it\n\nYou can drop table t instead.")
	check("schema", s.Drop(Object{Class: PgNamespace, OID: ns}, false),
		"2BP01: cannot drop schema s because other objects depend on it\ntable s.x depends on schema s\ntable s.y depends on schema s"+hint)
	check("schema cascade", s.Drop(Object{Class: PgNamespace, OID: ns}, true), "ok")
	if n := s.notices; len(n) != 1 || n[0].Message != "drop cascades to 2 other objects" ||
		n[0].Detail != "drop cascades to table s.x\ndrop cascades to table s.y" {
		t.Errorf("notices %+v", n)
	}
	s.notices = nil
	check("table cascade", s.Drop(RelationObject(r.OID), true), "ok")
	if n := s.notices; len(n) != 1 || n[0].Message != "drop cascades to view v" {
		t.Errorf("notices %+v", n)
	}
}

// Creating and dropping everything leaves the catalogs as they were.
func TestDropLeavesNoTrace(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	before := s.dump()
	r := makeThings(s, "")
	s.must(s.Drop(ColumnObject(r.OID, 2), false))
	r = s.mustLookup("t")
	if !r.Columns[1].Dropped || len(r.Indexes) != 2 {
		t.Errorf("after DROP COLUMN: %+v", r)
	}
	s.must(s.SetDefault(r.OID, 5, nil))
	if s.mustLookup("t").Columns[4].Default != nil {
		t.Error("default is still there")
	}
	s.must(s.Drop(RelationObject(r.OID), false))
	ns, _ := s.Namespace("s")
	s.must(s.Drop(Object{Class: PgNamespace, OID: ns}, false))
	if after := s.dump(); after != before {
		t.Errorf("catalogs differ:\n%s", diff(before, after))
	}
	file := r.File
	s.commit()
	if s.store.OpenHeap(file) != nil {
		t.Error("heap of a dropped table is still there")
	}
}

func TestNames(t *testing.T) {
	long := strings.Repeat("x", 70)
	for _, c := range []struct{ a, b, label, want string }{
		{"t", "a", "check", "t_a_check"}, {"t", "", "pkey", "t_pkey"},
		{long, "b", "key", strings.Repeat("x", 57) + "_b_key"},
		{long, long, "idx", strings.Repeat("x", 29) + "_" + strings.Repeat("x", 29) + "_idx"},
	} {
		if got := MakeObjectName(c.a, c.b, c.label); got != c.want || len(got) > maxNameBytes {
			t.Errorf("%s: got %s", c.want, got)
		}
	}
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	r := s.table("t", "a int4, b int4")
	for _, want := range []string{"t_a_b_idx", "t_a_b_idx1", "t_a_b_idx2"} {
		ix, err := s.CreateIndex(IndexSpec{Table: r.OID, Keys: []IndexKey{{Attr: 1}, {Attr: 2}}})
		s.must(err)
		if ix.Name != want {
			t.Errorf("got %s, want %s", ix.Name, want)
		}
	}
	if got := strings.Join(ChooseIndexColumnNames([]string{"expr", "expr", "a", "expr"}), " "); got != "expr expr1 a expr2" {
		t.Error(got)
	}
	_, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: "t", Kind: TableKind})
	if got := errorText(err); got != "42P07: relation \"t\" already exists\n\n" {
		t.Error(got)
	}
	// An array type that sits on a new table's name makes way.
	s.table("_t", "a int4")
	ty, _ := s.TypeInfo(r.RowType)
	arr, _ := s.TypeInfo(ty.Array)
	if arr.Name != "__t" && arr.Name != "_t_1" {
		t.Errorf("array type is now %s", arr.Name)
	}
}

func TestColumnErrors(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	for cols, want := range map[string]string{
		"a int4, a int4":    "42701: column \"a\" specified more than once\n\n",
		"a int4, ctid int4": "42701: column name \"ctid\" conflicts with a system column name\n\n",
		"a record":          "42P16: column \"a\" has pseudo-type record\n\n",
	} {
		if _, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: "t", Kind: TableKind, Columns: columns(cols)}); errorText(err) != want {
			t.Errorf("%s: %v", cols, err)
		}
	}
}

func TestTruncateFiles(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	r := makeThings(s, "")
	_, err := r.Heap.Insert(s.S.Txn, types.Row{types.NewInt(1), null, null, null, null})
	s.must(err)
	s.commit()
	s.begin()
	n, err := s.SetFile(s.mustLookup("t"))
	s.must(err)
	if n.Heap == r.Heap || n.Heap.Pages() != 0 || n.Indexes[0].Tree == r.Indexes[0].Tree {
		t.Error("files are the old ones")
	}
	s.abort()
	s.begin()
	if back := s.mustLookup("t"); back.Heap != r.Heap || s.store.OpenHeap(n.File) != nil {
		t.Error("rollback did not bring the old file back")
	}
	one, err := s.SetIndexFile(r, r.Indexes[1])
	s.must(err)
	if one.Heap != r.Heap || one.Indexes[0].Tree != r.Indexes[0].Tree || one.Indexes[1].Tree == r.Indexes[1].Tree {
		t.Error("one index is to have a new file")
	}
	s.must(s.UpdateStats(r.OID, 1, 1, 0))
	if back := s.mustLookup("t"); back.Pages != 1 || back.Tuples != 1 {
		t.Errorf("statistics %+v", back)
	}
	s.commit()
}

func TestCloneIsolation(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	s.table("t", "a int4")
	s.commit()
	s.begin()
	s.table("running", "a int4")
	c := testDB{db.Clone()}
	s.commit()
	cs := c.session(t)
	cs.begin()
	if r, _ := cs.Lookup("", "running"); r != nil {
		t.Error("clone sees a table of a transaction that was running")
	}
	cs.must(cs.Drop(RelationObject(cs.mustLookup("t").OID), false))
	cs.commit()
	s.begin()
	s.mustLookup("t")
	s.mustLookup("running")
	s.commit()
}

func TestOpenWaitsAndLooksAgain(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	old := s.table("t", "a int4")
	s.commit()
	s.begin()
	_, err := s.lock(old.OID, lmgr.AccessExclusive)
	s.must(err)
	s.must(s.Drop(RelationObject(old.OID), false))
	fresh := s.table("t", "a int4, b int4")
	got := make(chan *Relation)
	go func() {
		r := db.session(t)
		r.begin()
		rel, err := r.Open("", "t", lmgr.AccessShare, 0)
		if err != nil {
			t.Error(err)
		}
		r.commit()
		got <- rel
	}()
	s.commit()
	if r := <-got; r == nil || r.OID != fresh.OID {
		t.Errorf("opened %+v, want %d", r, fresh.OID)
	}
	s.begin()
	defer s.abort()
	if _, err := s.Open("nosch", "x", lmgr.AccessShare, 14); errorText(err) != "42P01: relation \"nosch.x\" does not exist\n\n" || pgerr.From(err).Position != 15 {
		t.Error(err)
	}
}

// A serial column owns its sequence, and its default needs it.
func TestDropSerial(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	before := s.dump()
	seq, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: "t_a_seq", Kind: SequenceKind,
		Columns: columns("last_value int8, log_cnt int8, is_called bool")})
	s.must(err)
	nextval, _ := expr.FuncByOID(1574)
	def := &expr.FuncCall{Loc: -1, Fn: nextval, Ret: types.Int8OID, Mod: -1, Args: []expr.Expr{
		&expr.Const{Loc: -1, T: types.RegclassOID, Mod: -1, Value: oidDatum(seq.OID)}}}
	cols := append(columns("a int8!, b int4"), Column{Name: "d", Type: types.Int4OID, Typmod: -1, Generated: true,
		Default: compareTo(1, int4gt, 1).(*expr.OpCall).Args[0]})
	cols[0].Default = def
	r, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: "t", Kind: TableKind, Columns: cols})
	s.must(err)
	s.must(s.AddDepends(RelationObject(seq.OID), AutoDep, ColumnObject(r.OID, 1)))
	s.CommandEnd()
	const hint = "\nUse DROP ... CASCADE to drop the dependent objects too."
	for _, c := range []struct {
		obj  Object
		want string
	}{
		{RelationObject(seq.OID), "2BP01: cannot drop sequence t_a_seq because other objects depend on it\n" +
			"default value for column a of table t depends on sequence t_a_seq" + hint},
		{ColumnObject(r.OID, 1), "2BP01: cannot drop column a of table t because other objects depend on it\n" +
			"column d of table t depends on column a of table t" + hint},
	} {
		if got := errorText(s.Drop(c.obj, false)); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	if got := s.call("pg_get_serial_sequence", "t", "a"); got != "public.t_a_seq" {
		t.Error(got)
	}
	s.must(s.Drop(RelationObject(r.OID), false))
	comp, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: "comp", Kind: CompositeKind, Columns: columns("x int4, y text")})
	s.must(err)
	if got := errorText(s.Drop(RelationObject(comp.OID), false)); got !=
		"2BP01: cannot drop composite type comp because type comp requires it\n\nYou can drop type comp instead." {
		t.Error(got)
	}
	if names, _, _, ok := s.RowType(comp.RowType); !ok || strings.Join(names, " ") != "x y" {
		t.Errorf("row type %v", names)
	}
	s.must(s.Drop(Object{Class: PgType, OID: comp.RowType}, false))
	if after := s.dump(); after != before {
		t.Errorf("catalogs differ:\n%s", diff(before, after))
	}
	if len(s.notices) > 0 {
		t.Errorf("notices %+v", s.notices)
	}
}
