package catalog

// Rows of the catalogs that DDL writes most, made from few facts: what the rest
// of the columns hold is the same for every object of minidb.

import (
	"strings"
	"sync"

	"minidb/expr"
	"minidb/storage"
	"minidb/types"
)

var null types.Datum

// void is what functions return that return nothing; it is not NULL.
var void = types.NewText("")

// classFields are the facts behind a pg_class row.
type classFields struct {
	oid, namespace, rowType, owner, am types.OID
	name                               string
	file                               storage.FileID
	kind                               RelKind
	persistence                        byte
	natts, checks                      int
	hasIndex, shared, hasRules         bool
	system                             bool
	bound                              string // relpartbound; relispartition, if there is one
}

func classRow(f classFields) types.Row {
	ident, pages, tuples := byte('n'), int64(0), float32(-1)
	if !f.system && (f.kind == TableKind || f.kind == PartitionedTableKind) {
		ident = 'd'
	}
	switch f.kind {
	case IndexKind, PartitionedIndexKind:
		tuples = 0
	case SequenceKind:
		pages, tuples = 1, 1
	}
	space := types.OID(0)
	if f.shared {
		space = GlobalTablespace
	}
	frozen, minMulti := int64(0), int64(0)
	if f.kind == TableKind {
		frozen, minMulti = 3, 1 // FirstNormalTransactionId, FirstMultiXactId
	}
	return types.Row{
		oidDatum(f.oid), textDatum(f.name), oidDatum(f.namespace), oidDatum(f.rowType), oidDatum(0),
		oidDatum(f.owner), oidDatum(f.am), oidDatum(types.OID(f.file)), oidDatum(space),
		types.NewInt(pages), types.NewFloat4(tuples), intDatum(0), intDatum(0), // relallvisible, relallfrozen
		oidDatum(0), // reltoastrelid
		boolDatum(f.hasIndex), boolDatum(f.shared), charDatum(f.persistence), charDatum(byte(f.kind)),
		intDatum(f.natts), intDatum(f.checks), boolDatum(f.hasRules), boolDatum(false), boolDatum(false),
		boolDatum(false), boolDatum(false), boolDatum(true), charDatum(ident), boolDatum(f.bound != ""), // relispartition
		oidDatum(0), types.NewInt(frozen), types.NewInt(minMulti), null, null, textOrNull(f.bound),
	}
}

// attributeRow makes the pg_attribute row of a column. For the columns of an
// index, c says what the index stores.
func (a *Access) attributeRow(rel types.OID, c *Column) types.Row {
	t, ok := a.TypeInfo(c.Type)
	if !ok {
		t = &types.Type{Align: 'c', Storage: 'p'}
	}
	ndims := 0
	if t.Elem != 0 && t.Len == -1 && t.Category == 'A' {
		ndims = max(c.Dims, 1+min(c.Dims, 0))
	}
	storage := t.Storage
	if c.Storage != 0 {
		storage = c.Storage
	}
	generated := byte(0)
	switch {
	case c.Virtual:
		generated = 'v'
	case c.Generated:
		generated = 's'
	}
	return types.Row{
		oidDatum(rel), textDatum(c.Name), oidDatum(c.Type), types.NewInt(int64(t.Len)), intDatum(c.Num),
		types.NewInt(int64(c.Typmod)), intDatum(ndims), boolDatum(t.ByVal), charDatum(t.Align), charDatum(storage),
		charDatum(0), boolDatum(c.NotNull), boolDatum(c.Default != nil), boolDatum(false), charDatum(c.Identity),
		charDatum(generated), boolDatum(c.Dropped), boolDatum(!c.NotLocal), intDatum(c.Inherited), oidDatum(c.Collation),
		null, null, null, null, null,
	}
}

// systemColumns are the columns that every table has beside its own.
var systemColumns = []Column{
	{Num: expr.AttrCtid, Name: "ctid", Type: types.TidOID, Typmod: -1, NotNull: true},
	{Num: expr.AttrXmin, Name: "xmin", Type: types.XidOID, Typmod: -1, NotNull: true},
	{Num: expr.AttrCmin, Name: "cmin", Type: types.CidOID, Typmod: -1, NotNull: true},
	{Num: expr.AttrXmax, Name: "xmax", Type: types.XidOID, Typmod: -1, NotNull: true},
	{Num: expr.AttrCmax, Name: "cmax", Type: types.CidOID, Typmod: -1, NotNull: true},
	{Num: expr.AttrTableOID, Name: "tableoid", Type: types.OidOID, Typmod: -1, NotNull: true},
}

// attributeRows makes the rows of a relation's columns, system columns last.
func (a *Access) attributeRows(rel types.OID, kind RelKind, columns []Column) []types.Row {
	rows := make([]types.Row, 0, len(columns)+len(systemColumns))
	for i := range columns {
		c := columns[i]
		if (kind == IndexKind || kind == PartitionedIndexKind) && c.Type == types.NameOID {
			c.Type = types.CstringOID // what name_ops stores
		}
		rows = append(rows, a.attributeRow(rel, &c))
	}
	if kind == ViewKind || kind == CompositeKind || kind == IndexKind || kind == PartitionedIndexKind {
		return rows
	}
	for i := range systemColumns {
		rows = append(rows, a.attributeRow(rel, &systemColumns[i]))
	}
	return rows
}

// typeRow makes the pg_type row of t in a schema.
func typeRow(t *types.Type, namespace, owner types.OID) types.Row {
	return types.Row{
		oidDatum(t.OID), textDatum(t.Name), oidDatum(namespace), oidDatum(owner), types.NewInt(int64(t.Len)),
		boolDatum(t.ByVal), charDatum(t.TypType), charDatum(t.Category), boolDatum(t.Preferred), boolDatum(true),
		charDatum(t.Delim), oidDatum(t.Relid), regproc(t.Subscript), oidDatum(t.Elem), oidDatum(t.Array),
		regproc(t.Input), regproc(t.Output), regproc(t.Receive), regproc(t.Send), regproc(t.ModIn), regproc(t.ModOut),
		regproc(t.Analyze), charDatum(t.Align), charDatum(t.Storage), boolDatum(false), oidDatum(t.Base), types.NewInt(-1),
		intDatum(0), oidDatum(t.Collation), null, null, null,
	}
}

// rowTypeOf describes the row type of a relation and the array of that.
func rowTypeOf(name, arrayName string, rel, row, arr types.OID) (rt, at *types.Type) {
	rt = &types.Type{OID: row, Name: name, Len: -1, Align: 'd', Storage: 'x', Category: 'C', TypType: 'c', Delim: ',',
		Relid: rel, Array: arr, Input: "record_in", Output: "record_out", Receive: "record_recv", Send: "record_send"}
	return rt, arrayTypeOf(arrayName, arr, row, 'd')
}

func arrayTypeOf(name string, oid, elem types.OID, align byte) *types.Type {
	return &types.Type{OID: oid, Name: name, Len: -1, Align: align, Storage: 'x', Category: 'A', TypType: 'b', Delim: ',',
		Elem: elem, Input: "array_in", Output: "array_out", Receive: "array_recv", Send: "array_send",
		Subscript: "array_subscript_handler", Analyze: "array_typanalyze"}
}

// regproc makes the number of a built-in function from its name, 0 if it has
// none or is empty.
func regproc(name string) types.Datum {
	if name == "" {
		return oidDatum(0)
	}
	return oidDatum(procNumbers()[name])
}

// procNumbers has the smallest number of each built-in function's name.
var procNumbers = sync.OnceValue(func() map[string]types.OID {
	m := make(map[string]types.OID, 2048)
	note := func(name string, oid types.OID) {
		if old, ok := m[name]; !ok || oid < old {
			m[name] = oid
		}
	}
	for _, f := range expr.Funcs() {
		note(f.Name, f.OID)
	}
	for line := range strings.Lines(strings.TrimSpace(supportProcs)) {
		f := strings.Fields(line)
		note(f[1], parseOID(f[0]))
	}
	return m
})

// parseOID reads a number of the data tables.
func parseOID(s string) types.OID {
	var n types.OID
	for _, c := range s {
		if c < '0' || c > '9' {
			panic("catalog: bad number " + s)
		}
		n = n*10 + types.OID(c-'0')
	}
	return n
}
