package catalog

// How a system catalog is written down in defs_*.go, and how that text becomes
// a static Relation. Static entries are made from the definitions, not from
// catalog rows: otherwise reading pg_class would need pg_class.

import (
	"strconv"
	"strings"

	"minidb/types"
)

// catalogDef is one system catalog. columns lists "name:type", with ! for NOT
// NULL; indexes has one index a line: its OID, its name, p (primary), u (unique)
// or -, and its columns. Types that minidb lacks are replaced: text[] stands
// for pg_statistic[], bytea for pg_ndistinct, pg_dependencies and pg_mcv_list;
// such columns hold NULL.
type catalogDef struct {
	oid       types.OID
	name      string
	rowType   types.OID
	arrayType types.OID
	shared    bool
	columns   string
	indexes   string
}

// relation makes the static entry, without storage.
func (d *catalogDef) relation() *Relation {
	r := &Relation{OID: d.oid, Name: d.name, Namespace: CatalogNamespace, Schema: "pg_catalog",
		Kind: TableKind, Persistence: 'p', Owner: BootstrapUser, RowType: d.rowType,
		System: true, Shared: d.shared, Tuples: -1}
	for _, w := range strings.Fields(d.columns) {
		name, typ, _ := strings.Cut(w, ":")
		typ, notNull := strings.CutSuffix(typ, "!")
		r.Columns = append(r.Columns, systemColumn(len(r.Columns)+1, name, typ, notNull))
	}
	typs := make([]types.OID, len(r.Columns))
	for i := range typs {
		typs[i] = r.Columns[i].Type
	}
	r.layout = types.NewRowLayout(typs)
	for _, line := range strings.Split(strings.TrimSpace(d.indexes), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			r.Indexes = append(r.Indexes, d.index(r, strings.Fields(line)))
		}
	}
	return r
}

// systemColumn makes a column of a catalog; texts compare by bytes there.
func systemColumn(num int, name, typ string, notNull bool) Column {
	t, ok := types.ByName(typ)
	if !ok {
		panic("catalog: no type " + typ)
	}
	c := Column{Num: num, Name: name, Type: t.OID, Typmod: -1, NotNull: notNull, StatTarget: -1}
	if t.Collation != 0 {
		c.Collation = CCollation
	}
	return c
}

func (d *catalogDef) index(r *Relation, f []string) *Index {
	oid, err := strconv.ParseUint(f[0], 10, 32)
	if err != nil {
		panic("catalog: index of " + d.name + ": " + f[0])
	}
	ix := &Index{OID: types.OID(oid), Name: f[1], Table: d.oid, Unique: f[2] != "-", Primary: f[2] == "p",
		Valid: true, Ready: true, Live: true, Immediate: true}
	for _, name := range strings.Split(f[3], ",") {
		c := r.ColumnByName(name)
		ix.Keys = append(ix.Keys, IndexKey{Attr: c.Num, Type: c.Type})
	}
	ix.NKeys = len(ix.Keys)
	return ix
}

// catalogDefs returns the definitions of all system catalogs.
func catalogDefs() []catalogDef {
	return append(append([]catalogDef(nil), coreCatalogs...), moreCatalogs...)
}
