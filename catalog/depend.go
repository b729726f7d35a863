package catalog

// pg_depend: which object needs which. DDL records dependencies when it makes
// objects; drop.go walks them.

import (
	"minidb/expr"
	"minidb/types"
)

// Object names any object: the catalog it has its row in, its OID there, and
// for columns the column's number.
type Object struct {
	Class types.OID
	OID   types.OID
	Sub   int
}

// RelationObject names a relation.
func RelationObject(oid types.OID) Object { return Object{Class: PgClass, OID: oid} }

// ColumnObject names a column of a relation.
func ColumnObject(rel types.OID, num int) Object { return Object{PgClass, rel, num} }

// Kinds of dependencies: pg_depend.deptype.
const (
	NormalDep    byte = 'n' // CASCADE needed
	AutoDep      byte = 'a' // goes along silently
	InternalDep  byte = 'i' // part of the other object, cannot be dropped alone
	PartitionPri byte = 'P' // as internal, of several owners
	PartitionSec byte = 'S'
	ExtensionDep byte = 'e'
)

// firstUnpinned: objects with smaller numbers are always there, but for the
// schema public (PostgreSQL 18, access/transam.h, FirstUnpinnedObjectId).
const firstUnpinned types.OID = 12000

func pinned(o Object) bool {
	return o.OID < firstUnpinned && !(o.Class == PgNamespace && o.OID == PublicNamespace)
}

// AddDepends records that dep needs each of refs. References to built-in
// objects and repeated ones are left out.
func (a *Access) AddDepends(dep Object, kind byte, refs ...Object) error {
	return a.insertDepends(appendDepends(nil, dep, kind, refs...))
}

// insertDepends writes rows that appendDepends made. Without any PostgreSQL does not
// open pg_depend's indexes either.
func (a *Access) insertDepends(rows []types.Row) error {
	if len(rows) == 0 {
		return nil
	}
	return a.insertRows(PgDepend, rows)
}

func appendDepends(rows []types.Row, dep Object, kind byte, refs ...Object) []types.Row {
	seen := make(map[Object]bool, len(refs))
	for _, ref := range refs {
		if pinned(ref) || seen[ref] {
			continue
		}
		seen[ref] = true
		rows = append(rows, types.Row{
			oidDatum(dep.Class), oidDatum(dep.OID), intDatum(dep.Sub),
			oidDatum(ref.Class), oidDatum(ref.OID), intDatum(ref.Sub), charDatum(kind),
		})
	}
	return rows
}

// ExprObjects lists what a stored expression over one table refers to: columns
// of the table (Vars), and relations and types that users made.
func ExprObjects(e expr.Expr, table types.OID) (columns, others []Object) {
	userType := func(t types.OID) {
		if t >= types.FirstNormalOID {
			others = append(others, Object{Class: PgType, OID: t})
		}
	}
	expr.EachNode(e, func(e expr.Expr) {
		switch e := e.(type) {
		case *expr.Var:
			columns = append(columns, ColumnObject(table, max(e.Attr, 0)))
		case *expr.Const:
			userType(e.T)
			if e.T == types.RegclassOID && !e.Value.IsNull() {
				others = append(others, RelationObject(datumOID(e.Value)))
			}
		case *expr.Relabel, *expr.CoerceIO, *expr.ArrayCoerce, *expr.ConvertRow, *expr.RowCons, *expr.Array:
			userType(e.Type())
		}
	})
	return columns, others
}

// addExprDepends records what an expression over one table refers to; selfKind
// is the kind of dependencies on the table's own columns.
func (a *Access) addExprDepends(dep Object, e expr.Expr, table types.OID, selfKind byte) error {
	if e == nil {
		return nil
	}
	columns, others := ExprObjects(e, table)
	if err := a.AddDepends(dep, selfKind, columns...); err != nil {
		return err
	}
	return a.AddDepends(dep, NormalDep, others...)
}

// DeleteDepends forgets what dep needs. With kind other than 0, only
// dependencies of that kind.
func (a *Access) DeleteDepends(dep Object, kind byte) error {
	w := a.Writer(a.System(PgDepend))
	defer w.Close()
	for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(dep)...) {
		if kind != 0 && datumChar(f.row[DependDeptype]) != kind {
			continue
		}
		if err := w.Delete(f.tid); err != nil {
			return err
		}
	}
	return nil
}

// dependKey is the leading index key of an object; a whole object stands for
// its columns too.
func dependKey(o Object) []types.Datum {
	key := []types.Datum{oidDatum(o.Class), oidDatum(o.OID)}
	if o.Sub != 0 {
		key = append(key, intDatum(o.Sub))
	}
	return key
}

// RuleUsing returns a view's rule that reads a column of a relation; ok is false
// if there is none.
func (a *Access) RuleUsing(rel types.OID, num int) (rule Object, ok bool) {
	for _, f := range a.rows(PgDepend, "pg_depend_reference_index", oidDatum(PgClass), oidDatum(rel), intDatum(num)) {
		if datumOID(f.row[DependClassid]) == PgRewrite {
			return Object{Class: PgRewrite, OID: datumOID(f.row[DependObjid])}, true
		}
	}
	return Object{}, false
}
