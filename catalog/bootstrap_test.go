package catalog

import (
	"fmt"
	"strings"
	"testing"

	"minidb/types"
)

// Every index of every catalog finds every row, and unique ones only that row.
func TestIndexesFindRows(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	rows := 0
	for _, r := range s.staticRelations() {
		if r.Heap == nil {
			continue
		}
		for tid, row := range s.Scan(r, "") {
			rows++
			for _, ix := range r.Indexes {
				var key []types.Datum
				for _, k := range ix.Keys {
					key = append(key, row[k.Attr-1])
				}
				found, n := false, 0
				for at := range s.Scan(r, ix.Name, key...) {
					found = found || at == tid
					n++
				}
				if !found || ix.Unique && n != 1 {
					t.Errorf("%s: row %v found %v, %d rows", ix.Name, row, found, n)
				}
			}
		}
	}
	if rows < 4000 {
		t.Errorf("only %d rows in all catalogs", rows)
	}
}

// references lists columns that hold OIDs of rows of another catalog.
var references = []struct {
	catalog types.OID
	columns string
	to      types.OID
}{
	{PgClass, "relnamespace", PgNamespace}, {PgClass, "reltype", PgType}, {PgClass, "relam", PgAm},
	{PgClass, "relowner", PgAuthid}, {PgAttribute, "attrelid", PgClass}, {PgAttribute, "atttypid", PgType},
	{PgAttribute, "attcollation", PgCollation}, {PgIndex, "indexrelid indrelid", PgClass},
	{PgType, "typnamespace", PgNamespace}, {PgType, "typelem typarray typbasetype", PgType}, {PgType, "typrelid", PgClass},
	{PgType, "typinput typoutput typreceive typsend typmodin typmodout typanalyze typsubscript", PgProc},
	{PgProc, "prorettype provariadic", PgType}, {PgProc, "prolang", PgLanguage},
	{PgOperator, "oprleft oprright oprresult", PgType}, {PgOperator, "oprcom oprnegate", PgOperator},
	{PgOperator, "oprcode oprrest oprjoin", PgProc}, {PgCast, "castsource casttarget", PgType}, {PgCast, "castfunc", PgProc},
	{PgAggregate, "aggfnoid", PgProc}, {PgAggregate, "aggsortop", PgOperator},
	{PgOpclass, "opcfamily", PgOpfamily}, {PgOpclass, "opcintype", PgType}, {PgOpclass, "opcmethod", PgAm},
	{PgAmop, "amopfamily", PgOpfamily}, {PgAmop, "amopopr", PgOperator}, {PgAmproc, "amproc", PgProc},
	{PgConstraint, "conrelid conindid", PgClass}, {PgTsConfig, "cfgparser", PgTsParser}, {PgTsDict, "dicttemplate", PgTsTemplate},
	{PgAuthMembers, "roleid member grantor", PgAuthid}, {PgAm, "amhandler", PgProc},
}

func TestReferencesResolve(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	for _, ref := range references {
		known := map[types.OID]bool{0: true}
		for _, row := range s.Scan(s.System(ref.to), "") {
			known[datumOID(row[0])] = true
		}
		r := s.System(ref.catalog)
		missing := make(map[string]bool)
		for _, col := range strings.Fields(ref.columns) {
			num := r.ColumnByName(col).Num
			for _, row := range s.Scan(r, "") {
				if oid := datumOID(row[num-1]); !known[oid] {
					missing[fmt.Sprintf("%d of %v", oid, row[:2])] = true
				}
			}
			for m := range missing {
				t.Errorf("%s.%s: no %s %s", r.Name, col, s.System(ref.to).Name, m)
			}
			clear(missing)
		}
	}
}

// Rows have as many columns as their catalog, NOT NULL holds, and values are of
// their column's kind.
func TestRowShapes(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	for _, r := range s.staticRelations() {
		if r.Heap == nil {
			continue
		}
		for _, row := range s.Scan(r, "") {
			if len(row) != len(r.Columns) {
				t.Fatalf("%s: row of %d columns", r.Name, len(row))
			}
			for i, d := range row {
				c := &r.Columns[i]
				ty, _ := types.ByOID(c.Type)
				if d.IsNull() && c.NotNull || !d.IsNull() && d.Kind() != ty.Kind {
					t.Fatalf("%s.%s: %v of kind %d in %v", r.Name, c.Name, d, d.Kind(), row)
				}
			}
		}
	}
}

// A relation built from catalog rows equals its static entry.
func TestStaticEqualsBuilt(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	for _, r := range s.staticRelations() {
		built, err := s.build(r.OID)
		if err != nil || built == nil {
			t.Fatalf("%s: %v %v", r.Name, built, err)
		}
		if built.Name != r.Name || built.Kind != r.Kind || built.RowType != r.RowType || built.Heap != r.Heap ||
			len(built.Columns) != len(r.Columns) || len(built.Indexes) != len(r.Indexes) {
			t.Errorf("%s: built %+v", r.Name, built)
			continue
		}
		for i := range r.Columns {
			b, c := built.Columns[i], r.Columns[i]
			if b.Name != c.Name || b.Type != c.Type || b.NotNull != c.NotNull || b.Collation != c.Collation {
				t.Errorf("%s: column %+v, built %+v", r.Name, c, b)
			}
		}
		for i, ix := range r.Indexes {
			b := built.Indexes[i]
			if b.Name != ix.Name || b.Tree != ix.Tree || b.Unique != ix.Unique || b.Constraint != ix.Constraint {
				t.Errorf("%s: index %+v, built %+v", r.Name, ix, b)
			}
		}
	}
}
