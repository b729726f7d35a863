package catalog

// The template: the first database of a process, with every system catalog
// filled. Its rows go through Writer like all others; only the heaps, the trees
// and the static entries come first. Later databases are clones of it.

import (
	"slices"
	"strings"
	"sync"

	"minidb/session"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

var template = sync.OnceValues(newTemplate)

// firstViewOID numbers the system views: PostgreSQL's initdb counts from 12000
// too, but not to the same numbers.
const firstViewOID types.OID = 12000

func newTemplate() (*Catalog, error) {
	locks := lmgr.NewManager()
	c := &Catalog{store: storage.NewStore(locks), locks: locks}
	c.shared.init()
	c.static = make(map[types.OID]*Relation)
	c.staticNames = make(map[nameKey]*Relation)
	c.staticIndexes = make(map[types.OID]*Index)
	defs := catalogDefs()
	for i := range defs {
		r := defs[i].relation()
		c.makeFiles(r)
		c.addStatic(r)
	}
	c.addViews()
	txn := c.store.Begin(storage.ReadCommitted, nil)
	b := &bootstrap{a: c.Attach(&session.Session{Store: c.store, Txn: txn}), rows: make(map[types.OID][]types.Row)}
	if err := b.run(defs); err != nil {
		txn.Abort()
		return nil, err
	}
	c.nextOID.Store(uint32(types.FirstNormalOID))
	txn.Commit()
	return c, nil
}

func (c *Catalog) addStatic(r *Relation) {
	c.static[r.OID] = r
	c.staticNames[nameKey{r.Namespace, r.Name}] = r
	for _, ix := range r.Indexes {
		c.staticIndexes[ix.OID] = ix
	}
}

// makeFiles gives a catalog its heap and its trees.
func (c *Catalog) makeFiles(r *Relation) {
	r.Heap = c.store.CreateHeap(len(r.Columns))
	r.Heap.SetTable(uint32(r.OID))
	r.File = r.Heap.ID()
	for _, ix := range r.Indexes {
		spec := storage.IndexSpec{Unique: ix.Unique}
		for _, k := range ix.Keys {
			t, _ := types.ByOID(k.Type)
			spec.Keys = append(spec.Keys, storage.KeySpec{Kind: t.Kind})
		}
		ix.Tree = c.store.CreateIndex(spec)
		ix.File = ix.Tree.ID()
	}
}

// bootstrap collects the first rows of all catalogs and writes them catalog by
// catalog.
type bootstrap struct {
	a       *Access
	rows    map[types.OID][]types.Row
	nextCon types.OID
}

func (b *bootstrap) add(catalog types.OID, vals ...types.Datum) {
	b.rows[catalog] = append(b.rows[catalog], types.Row(vals))
}

func (b *bootstrap) run(defs []catalogDef) error {
	b.nextCon = 10115 // of catalogs' constraints, as in PostgreSQL 18's initdb
	for i := range defs {
		b.catalog(b.a.static[defs[i].oid], defs[i].arrayType)
	}
	b.views()
	for i := range types.Builtin() {
		b.rows[PgType] = append(b.rows[PgType], typeRow(&types.Builtin()[i], CatalogNamespace, BootstrapUser))
	}
	b.functions()
	b.operators()
	b.opClasses()
	b.basics()
	for _, d := range defs {
		if err := b.a.insertRows(d.oid, b.rows[d.oid]); err != nil {
			return err
		}
	}
	return nil
}

// catalog adds the rows that describe a system catalog.
func (b *bootstrap) catalog(r *Relation, arrayType types.OID) {
	b.relation(r, arrayType, classFields{am: HeapAM, file: r.File, hasIndex: len(r.Indexes) > 0})
	for _, ix := range r.Indexes {
		spec := IndexSpec{Table: r.OID, Keys: ix.Keys, NKeys: ix.NKeys, Unique: ix.Unique, Primary: ix.Primary}
		columns := make([]Column, len(ix.Keys))
		cols := make([]int, len(ix.Keys))
		for i, k := range ix.Keys {
			columns[i] = r.Columns[k.Attr-1]
			columns[i].Num, columns[i].NotNull, cols[i] = i+1, false, k.Attr
		}
		b.add(PgClass, classRow(classFields{oid: ix.OID, name: ix.Name, namespace: CatalogNamespace, owner: BootstrapUser,
			am: BtreeAM, file: ix.File, kind: IndexKind, persistence: 'p', natts: len(columns), shared: r.Shared, system: true})...)
		b.rows[PgAttribute] = append(b.rows[PgAttribute], b.a.attributeRows(ix.OID, IndexKind, columns)...)
		b.add(PgIndex, indexRow(ix.OID, &spec, columns)...)
		if ix.Unique {
			con := ConstraintSpec{Type: UniqueConstraint, Name: ix.Name, Table: r.OID, Columns: cols, Index: ix.OID}
			if ix.Primary {
				con.Type = PrimaryConstraint
				for _, num := range cols {
					column := &r.Columns[num-1]
					column.NotNullConstraint = r.Name + "_" + column.Name + "_not_null"
					b.constraint(ConstraintSpec{Type: NotNullConstraint, Name: column.NotNullConstraint, Table: r.OID, Columns: []int{num}})
				}
			}
			ix.Constraint, ix.ConstraintOID = ix.Name, b.constraint(con)
		}
	}
}

func (b *bootstrap) constraint(con ConstraintSpec) types.OID {
	oid := b.nextCon
	b.add(PgConstraint, constraintRow(oid, CatalogNamespace, &con)...)
	b.nextCon++
	return oid
}

// relation adds the rows of a catalog or view itself; f has what differs.
func (b *bootstrap) relation(r *Relation, arrayType types.OID, f classFields) {
	f.oid, f.name, f.namespace, f.owner, f.rowType = r.OID, r.Name, r.Namespace, BootstrapUser, r.RowType
	f.kind, f.persistence, f.natts, f.shared, f.system = r.Kind, 'p', len(r.Columns), r.Shared, true
	row := classRow(f)
	row[ClassRelacl] = systemACL(r)
	b.add(PgClass, row...)
	b.rows[PgAttribute] = append(b.rows[PgAttribute], b.a.attributeRows(r.OID, r.Kind, r.Columns)...)
	rt, at := rowTypeOf(r.Name, "_"+r.Name, r.OID, r.RowType, arrayType)
	b.add(PgType, typeRow(rt, r.Namespace, BootstrapUser)...)
	if arrayType != 0 {
		b.add(PgType, typeRow(at, r.Namespace, BootstrapUser)...)
	}
}

// views adds the rows of the system views. Their rewrite rule, and the
// dependencies of their types, are what a view's DROP looks at; nobody drops
// these.
func (b *bootstrap) views() {
	for _, v := range virtualDefs() {
		r := b.a.staticNames[nameKey{v.namespace(), v.Name}]
		b.relation(r, r.RowType+1, classFields{hasRules: true})
	}
}

// secret are the catalogs and views that are not open to everybody.
var secret = strings.Fields(`pg_authid pg_statistic pg_statistic_ext_data pg_user_mapping pg_subscription pg_largeobject pg_shadow
	pg_config pg_file_settings pg_hba_file_rules pg_ident_file_mappings pg_replication_origin_status pg_aios
	pg_backend_memory_contexts pg_shmem_allocations pg_shmem_allocations_numa`)

// systemACL is the list of a system catalog or view.
func systemACL(r *Relation) types.Datum {
	l := defaultACL(TableAcl, BootstrapUser)
	switch {
	case r.Name == "pg_settings":
		l = append(l, AclItem{0, BootstrapUser, SelectPrivilege | UpdatePrivilege, 0})
	case !slices.Contains(secret, r.Name):
		l = append(l, AclItem{0, BootstrapUser, SelectPrivilege, 0})
	}
	return l.datum()
}
