package catalog

import (
	"slices"
	"strings"
	"testing"

	"minidb/expr"
	"minidb/types"
)

// What PostgreSQL 18 answered for
//
//	create table t(a int primary key, b text unique, c int check (c>0), n name, d int default 7);
//	create index on t(c desc) include (a) where c > 3;
var wantDepends = strings.TrimSpace(`
constraint t_a_not_null on table t -> column a of table t a
constraint t_b_key on table t -> column b of table t a
constraint t_c_check on table t -> column c of table t a
constraint t_c_check on table t -> column c of table t n
constraint t_pkey on table t -> column a of table t a
default value for column d of table t -> column d of table t a
index t_b_key -> constraint t_b_key on table t i
index t_c_a_idx -> column a of table t a
index t_c_a_idx -> column c of table t a
index t_pkey -> constraint t_pkey on table t i
table t -> schema public n
type t -> table t i
type t[] -> type t i
`)

func TestDependsAsPostgreSQL(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	makeThings(s, "")
	var got []string
	for _, row := range s.Scan(s.System(PgDepend), "") {
		dep := Object{datumOID(row[0]), datumOID(row[1]), int(row[2].Int())}
		ref := Object{datumOID(row[3]), datumOID(row[4]), int(row[5].Int())}
		got = append(got, s.Describe(dep)+" -> "+s.Describe(ref)+" "+row[6].Text())
	}
	slices.Sort(got)
	if all := strings.Join(slices.Compact(got), "\n"); all != wantDepends {
		t.Errorf("differences:\n%s", diff(wantDepends, all))
	}
}

// call runs a catalog function; arguments are numbers, texts and booleans.
func (s *testSession) call(name string, args ...any) string {
	s.tb.Helper()
	ds := make([]types.Datum, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case types.OID:
			ds[i] = oidDatum(a)
		case int:
			ds[i] = intDatum(a)
		case string:
			ds[i] = textDatum(a)
		case bool:
			ds[i] = boolDatum(a)
		case types.Datum:
			ds[i] = a
		}
	}
	d, ok, err := s.CatalogFunc(nil, name, ds)
	if !ok {
		s.tb.Fatalf("no function %s", name)
	}
	if err != nil {
		return err.Error()
	}
	if d.IsNull() {
		return "NULL"
	}
	if d.Kind() == types.Array {
		return types.Output(d, types.NameArrayOID, types.DefaultEnv())
	}
	if d.Kind() == types.Bool {
		return map[bool]string{true: "true", false: "false"}[d.Bool()]
	}
	return d.String()
}

func TestDefinitionsAsPostgreSQL(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	r := makeThings(s, "")
	ix := r.IndexByName("t_c_a_idx")
	index, _ := s.first(PgIndex, "pg_index_indexrelid_index", oidDatum(ix.OID))
	def, _ := s.first(PgAttrdef, "pg_attrdef_adrelid_adnum_index", oidDatum(r.OID))
	ns, _ := s.Namespace("s")
	x, err := s.CreateTable(TableSpec{Schema: ns, Name: "X y", Kind: TableKind, Columns: columns("a int4")})
	s.must(err)
	s.CommandEnd()
	s.must(s.SetComment(ColumnObject(r.OID, 2), "old"))
	s.CommandEnd()
	s.must(s.SetComment(ColumnObject(r.OID, 2), "a comment"))
	s.must(s.SetComment(Object{Class: PgDatabase, OID: PostgresDatabase}, "shared"))
	s.CommandEnd()
	for _, c := range []struct{ got, want string }{
		{s.call("col_description", r.OID, 2), "a comment"}, {s.call("col_description", r.OID, 1), "NULL"},
		{s.call("shobj_description", PostgresDatabase, "pg_database"), "shared"},
		{s.call("pg_get_indexdef", ix.OID), "CREATE INDEX t_c_a_idx ON public.t USING btree (c DESC) INCLUDE (a) WHERE (c > 3)"},
		{s.call("pg_get_indexdef", ix.OID, 0, true), "CREATE INDEX t_c_a_idx ON t USING btree (c DESC) INCLUDE (a) WHERE c > 3"},
		{s.call("pg_get_indexdef", ix.OID, 1, false), "c"},
		{s.call("pg_get_indexdef", ix.OID, 2, true), "a"},
		{s.call("pg_get_expr", index[IndexIndpred], r.OID), "(c > 3)"},
		{s.call("pg_get_expr", index[IndexIndpred], r.OID, true), "c > 3"},
		{s.call("pg_get_expr", def[AttrdefAdbin], r.OID), "7"},
		{s.call("format_type", types.VarcharOID, 7), "character varying(3)"},
		{s.call("format_type", r.RowType, -1), "t"},
		{s.call("format_type", x.RowType, -1), `s."X y"`},
		{s.call("format_type", types.OID(99999), -1), "???"},
		{s.call("format_type", types.NullDatum, -1), "NULL"},
		{s.call("pg_table_is_visible", r.OID), "true"},
		{s.call("pg_table_is_visible", x.OID), "false"},
		{s.call("pg_table_is_visible", types.OID(99999)), "NULL"},
		{s.call("to_regclass", `s."X y"`), itoa(int64(x.OID))},
		{s.call("to_regclass", "nosuch"), "NULL"},
		{s.call("to_regclass", "pg_class_oid_index"), "2662"},
		{s.call("pg_get_indexdef", types.OID(2663)), "CREATE UNIQUE INDEX pg_class_relname_nsp_index ON pg_catalog.pg_class USING btree (relname, relnamespace)"},
		{s.call("to_regclass", "x y"), "invalid name syntax"},
		{s.call("current_schema"), "public"},
		{s.call("current_schemas", true), "{pg_catalog,public}"},
		{s.call("current_schemas", false), "{public}"},
		{s.call("pg_get_userbyid", BootstrapUser), "postgres"},
		{s.call("pg_get_userbyid", types.OID(77)), "unknown (OID=77)"},
		{s.call("has_table_privilege", "t", "SELECT"), "true"},
		{s.call("has_table_privilege", "nosuch", "SELECT"), `relation "nosuch" does not exist`},
		{s.call("obj_description", PublicNamespace, "pg_namespace"), "standard public schema"},
		{s.call("pg_describe_object", PgClass, r.OID, 2), "column b of table t"},
		{s.call("pg_get_function_arguments", types.OID(3059)), `text, VARIADIC "any"`},
		{s.call("pg_get_function_result", types.OID(3059)), "text"},
		{s.RegclassOut(x.OID), `s."X y"`}, {s.RegclassOut(99999), "99999"}, {s.RegclassOut(0), "-"},
		{s.RegclassOut(PgClass), "pg_class"}, {s.RegprocOut(65), "int4eq"}, {s.RegprocOut(2108), "pg_catalog.sum"},
		{s.RegnamespaceOut(PublicNamespace), "public"}, {s.RegroleOut(BootstrapUser), "postgres"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	var defs []string
	for _, row := range s.Scan(s.System(PgConstraint), "pg_constraint_conrelid_contypid_conname_index", oidDatum(r.OID)) {
		defs = append(defs, s.call("pg_get_constraintdef", datumOID(row[0]))+"|"+s.call("pg_get_constraintdef", datumOID(row[0]), true))
	}
	if got := strings.Join(defs, " "); got != "NOT NULL a|NOT NULL a UNIQUE (b)|UNIQUE (b) CHECK ((c > 0))|CHECK (c > 0) PRIMARY KEY (a)|PRIMARY KEY (a)" {
		t.Error(got)
	}
}

func TestRegtypeIn(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	for in, want := range map[string]string{"int": "integer", "varchar(3)": "character varying", "INT4": "integer",
		"timestamp(3) with time zone": "timestamp with time zone", "int[]": "integer[]", `"char"`: `"char"`, "char": "character",
		"numeric(3,2)[]": "numeric[]", "double  precision": "double precision", "pg_catalog.text": "text", "pg_class": "pg_class",
		"_int4": "integer[]", "23": "integer"} {
		oid, err := s.RegtypeIn(in)
		if err != nil || s.RegtypeOut(oid) != want {
			t.Errorf("%s: %s %v, want %s", in, s.RegtypeOut(oid), err, want)
		}
	}
	for in, want := range map[string]string{"nosuch(int)": `type "nosuch" does not exist`, "no.such": `schema "no" does not exist`,
		"a.b.c.d": "improper qualified name (too many dotted names): a.b.c.d"} {
		if _, err := s.RegtypeIn(in); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}

func TestEnumsAndDomains(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	before := s.dump()
	mood, err := s.CreateType(TypeSpec{Schema: PublicNamespace, Name: "mood", Labels: []string{"sad", "ok", "glad"}})
	s.must(err)
	sad, err := s.EnumIn(mood, "sad")
	s.must(err)
	glad, err := s.EnumIn(mood, "glad")
	s.must(err)
	if types.Compare(sad, glad) >= 0 || s.EnumOut(mood, glad) != "glad" {
		t.Errorf("%v %v", sad, glad)
	}
	if _, err := s.EnumIn(mood, "x"); errorText(err) != "22P02: invalid input value for enum mood: \"x\"\n\n" {
		t.Error(err)
	}
	if d, err := types.Input(mood, -1, "ok", s.S.Env); err != nil || types.Output(d, mood, s.S.Env) != "ok" {
		t.Errorf("%v %v", d, err)
	}
	r, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: "p", Kind: TableKind,
		Columns: []Column{{Name: "m", Type: mood, Typmod: -1}}})
	s.must(err)
	if got := errorText(s.Drop(Object{Class: PgType, OID: mood}, false)); !strings.Contains(got, "column m of table p depends on type mood") {
		t.Error(got)
	}
	dom, err := s.CreateType(TypeSpec{Schema: PublicNamespace, Name: "dd", Base: types.Int4OID, Typmod: -1, NotNull: true,
		Constraints: []ConstraintSpec{{Type: CheckConstraint, Expr: &expr.Const{Loc: -1, T: types.BoolOID, Mod: -1, Value: types.NewBool(true)}}}})
	s.must(err)
	if ty, ok := s.TypeInfo(dom); !ok || ty.Kind != types.Int || ty.Base != types.Int4OID || s.FormatType(ty.Array, -1) != "dd[]" {
		t.Errorf("%+v", ty)
	}
	if d := s.Domain(dom); d == nil || !d.NotNull || len(d.Checks) != 1 || d.Checks[0].Name != "dd_check" || s.Domain(mood) != nil {
		t.Errorf("%+v", d)
	}
	if _, err := s.CreateType(TypeSpec{Schema: PublicNamespace, Name: "mood"}); errorText(err) != "42710: type \"mood\" already exists\n\n" {
		t.Error(err)
	}
	s.must(s.DropAll([]Object{RelationObject(r.OID), {Class: PgType, OID: mood}, {Class: PgType, OID: dom}}, false))
	if after := s.dump(); after != before {
		t.Errorf("catalogs differ:\n%s", diff(before, after))
	}
}

func TestAlter(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	r := makeThings(s, "")
	r, err := s.AddColumn(r, Column{Name: "e", Type: types.Int4OID, Typmod: -1, NotNull: true, HasMissing: true, Missing: types.NewInt(5)})
	s.must(err)
	c := r.ColumnByName("e")
	if c == nil || c.Num != 6 || c.Missing.Int() != 5 || c.NotNullConstraint != "t_e_not_null" || r.Heap.NAtts() != 6 {
		t.Errorf("%+v", c)
	}
	s.must(s.RenameColumn(r, 1, "aa"))
	s.must(s.RenameRelation(r.OID, "u"))
	s.must(s.RenameRelation(r.Indexes[0].OID, "u_key"))
	r = s.mustLookup("u")
	if r.Columns[0].Name != "aa" || r.Indexes[0].Name != "u_key" || r.Indexes[0].Constraint != "u_key" ||
		s.FormatType(r.RowType, -1) != "u" || s.columnName(r.Indexes[2].OID, 2) != "a" {
		t.Errorf("%+v %+v", r, r.Indexes[0])
	}
	if old, _ := s.Lookup("", "t"); old != nil {
		t.Error("old name is still found")
	}
}
