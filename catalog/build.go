package catalog

// From catalog rows to a Relation: PostgreSQL's RelationBuildDesc. All rows are
// read with one snapshot, so that an entry is never half old and half new.

import (
	"iter"
	"sort"
	"strings"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage"
	"minidb/types"
)

// builder reads the catalogs with one snapshot.
type builder struct {
	a  *Access
	sn *storage.Snapshot
}

// build makes the entry of a relation, nil if there is no such relation.
func (a *Access) build(oid types.OID) (*Relation, error) {
	sn, release := a.snapshot()
	defer release()
	b := builder{a, sn}
	class := b.one(PgClass, "pg_class_oid_index", oidDatum(oid))
	if class == nil {
		return nil, nil
	}
	r := b.relation(class)
	r.Options = classOptions(class)
	r.ACL = readACL(class[ClassRelacl])
	if err := b.columns(r); err != nil {
		return nil, err
	}
	if err := b.constraints(r); err != nil {
		return nil, err
	}
	if err := b.partitioning(r, class); err != nil {
		return nil, err
	}
	if r.Kind == ViewKind {
		if rule := b.one(PgRewrite, "pg_rewrite_rel_rulename_index", oidDatum(oid)); rule != nil {
			r.ViewQuery = datumText(rule[RewriteEvAction])
			check, _ := r.Option("check_option")
			r.CheckOption = strings.ToLower(check)
			invoker, _ := r.Option("security_invoker")
			r.SecurityInvoker, _ = settings.ParseBool(invoker)
		}
	}
	if r.Kind == TableKind || r.Kind == PartitionedTableKind {
		if err := b.indexes(r); err != nil {
			return nil, err
		}
		b.identities(r)
		if class[ClassRelhastriggers].IsTrue() {
			b.triggers(r)
		}
	}
	if r.Kind == SequenceKind {
		b.sequence(r)
	}
	return r, nil
}

func (b *builder) scan(catalog types.OID, index string, key ...types.Datum) iter.Seq2[storage.TID, types.Row] {
	return b.a.scan(b.sn, b.a.System(catalog), index, key)
}

func (b *builder) one(catalog types.OID, index string, key ...types.Datum) types.Row {
	for _, row := range b.scan(catalog, index, key...) {
		return row
	}
	return nil
}

func (b *builder) relation(class types.Row) *Relation {
	r := &Relation{
		OID:         datumOID(class[ClassOid]),
		Name:        datumText(class[ClassRelname]),
		Namespace:   datumOID(class[ClassRelnamespace]),
		Kind:        RelKind(datumChar(class[ClassRelkind])),
		Persistence: datumChar(class[ClassRelpersistence]),
		Owner:       datumOID(class[ClassRelowner]),
		RowType:     datumOID(class[ClassReltype]),
		File:        storage.FileID(datumOID(class[ClassRelfilenode])),
		Shared:      class[ClassRelisshared].IsTrue(),
		Pages:       class[ClassRelpages].Int(),
		Tuples:      class[ClassReltuples].Float(),
		AllVisible:  class[ClassRelallvisible].Int(),
		Version:     b.a.stamp(),
		stats:       &columnStats{},
		rules:       &rowRules{},
	}
	if ns := b.one(PgNamespace, "pg_namespace_oid_index", oidDatum(r.Namespace)); ns != nil {
		r.Schema = datumText(ns[NamespaceNspname])
	}
	r.System = r.Namespace == CatalogNamespace
	if r.File != 0 && r.Kind != IndexKind {
		if r.Heap = b.a.store.OpenHeap(r.File); r.Heap != nil {
			r.Heap.SetTable(uint32(r.OID))
		}
	}
	return r
}

func (b *builder) columns(r *Relation) error {
	defaults := false
	for _, att := range b.scan(PgAttribute, "pg_attribute_relid_attnum_index", oidDatum(r.OID)) {
		num := int(att[AttributeAttnum].Int())
		if num <= 0 {
			continue
		}
		c := Column{
			Num:       num,
			Name:      datumText(att[AttributeAttname]),
			Type:      datumOID(att[AttributeAtttypid]),
			Typmod:    int32(att[AttributeAtttypmod].Int()),
			Collation: datumOID(att[AttributeAttcollation]), Dims: int(att[AttributeAttndims].Int()),
			NotNull:   att[AttributeAttnotnull].IsTrue(),
			Generated: datumChar(att[AttributeAttgenerated]) != 0,
			Virtual:   datumChar(att[AttributeAttgenerated]) == 'v',
			Identity:  datumChar(att[AttributeAttidentity]),
			Storage:   datumChar(att[AttributeAttstorage]),
			Dropped:   att[AttributeAttisdropped].IsTrue(), StatTarget: -1,
			Options:   optionList(att[AttributeAttoptions]),
			Inherited: int(att[AttributeAttinhcount].Int()), NotLocal: !att[AttributeAttislocal].IsTrue(),
		}
		c.ACL = readACL(att[AttributeAttacl])
		if target := att[AttributeAttstattarget]; !target.IsNull() {
			c.StatTarget = int(target.Int())
		}
		defaults = defaults || att[AttributeAtthasdef].IsTrue()
		if m := att[AttributeAttmissingval]; att[AttributeAtthasmissing].IsTrue() && !m.IsNull() {
			c.HasMissing, c.Missing = true, m.Array().Elems[0]
		}
		r.Columns = append(r.Columns, c)
	}
	if !defaults {
		return nil
	}
	for _, def := range b.scan(PgAttrdef, "pg_attrdef_adrelid_adnum_index", oidDatum(r.OID)) {
		e, err := b.a.exprs.read(datumText(def[AttrdefAdbin]))
		if err != nil {
			return err
		}
		if num := int(def[AttrdefAdnum].Int()); num >= 1 && num <= len(r.Columns) {
			r.Columns[num-1].Default = e
		}
	}
	return nil
}

// constraints fills in checks and the names behind NOT NULL.
func (b *builder) constraints(r *Relation) error {
	if r.Kind == IndexKind || r.Kind == PartitionedIndexKind {
		return nil
	}
	for _, con := range b.scan(PgConstraint, "pg_constraint_conrelid_contypid_conname_index", oidDatum(r.OID)) {
		name := datumText(con[ConstraintConname])
		switch datumChar(con[ConstraintContype]) {
		case CheckConstraint:
			e, err := b.a.exprs.read(datumText(con[ConstraintConbin]))
			if err != nil {
				return err
			}
			r.Checks = append(r.Checks, Check{
				OID: datumOID(con[ConstraintOid]), Name: name, Expr: e,
				Validated: con[ConstraintConvalidated].IsTrue(),
				NoInherit: con[ConstraintConnoinherit].IsTrue(), NotEnforced: !con[ConstraintConenforced].IsTrue(),
				Inherited: int(con[ConstraintConinhcount].Int()), NotLocal: !con[ConstraintConislocal].IsTrue(),
			})
		case NotNullConstraint:
			for _, num := range arrayInts(con[ConstraintConkey]) {
				if num >= 1 && num <= len(r.Columns) {
					c := &r.Columns[num-1]
					c.NotNullConstraint, c.MaybeNull = name, !con[ConstraintConvalidated].IsTrue()
					c.NotNullInherited, c.NotNullNotLocal = int(con[ConstraintConinhcount].Int()), !con[ConstraintConislocal].IsTrue()
					c.NotNullNoInherit = con[ConstraintConnoinherit].IsTrue()
				}
			}
		}
	}
	sort.Slice(r.Checks, func(i, j int) bool { return r.Checks[i].Name < r.Checks[j].Name })
	return nil
}

func (b *builder) indexes(r *Relation) error {
	for _, row := range b.scan(PgIndex, "pg_index_indrelid_index", oidDatum(r.OID)) {
		ix, err := b.index(r, row)
		if err != nil {
			return err
		}
		r.Indexes = append(r.Indexes, ix)
	}
	sort.Slice(r.Indexes, func(i, j int) bool { return r.Indexes[i].OID < r.Indexes[j].OID })
	for _, con := range b.scan(PgConstraint, "pg_constraint_conrelid_contypid_conname_index", oidDatum(r.OID)) {
		for _, ix := range r.Indexes {
			if datumOID(con[ConstraintConindid]) == ix.OID && datumChar(con[ConstraintContype]) != ForeignKeyConstraint {
				ix.Constraint, ix.ConstraintOID = datumText(con[ConstraintConname]), datumOID(con[ConstraintOid])
				ix.Deferred = con[ConstraintCondeferred].IsTrue()
			}
		}
	}
	return nil
}

func (b *builder) index(r *Relation, row types.Row) (*Index, error) {
	ix := &Index{
		OID:              datumOID(row[IndexIndexrelid]),
		Table:            r.OID,
		NKeys:            int(row[IndexIndnkeyatts].Int()),
		Unique:           row[IndexIndisunique].IsTrue(),
		Primary:          row[IndexIndisprimary].IsTrue(),
		NullsNotDistinct: row[IndexIndnullsnotdistinct].IsTrue(),
		Valid:            row[IndexIndisvalid].IsTrue(),
		Ready:            row[IndexIndisready].IsTrue(),
		Live:             row[IndexIndislive].IsTrue(),
		Clustered:        row[IndexIndisclustered].IsTrue(),
		Immediate:        row[IndexIndimmediate].IsTrue(),
	}
	class := b.one(PgClass, "pg_class_oid_index", oidDatum(ix.OID))
	if class == nil {
		return nil, pgerr.New(pgerr.Internal, "cache lookup failed for index %d", ix.OID)
	}
	ix.Name = datumText(class[ClassRelname])
	if class[ClassRelispartition].IsTrue() {
		ix.Parent = b.parent(ix.OID)
	}
	ix.File = storage.FileID(datumOID(class[ClassRelfilenode]))
	ix.Options = classOptions(class)
	ix.Pages, ix.Tuples = class[ClassRelpages].Int(), class[ClassReltuples].Float()
	if ix.File != 0 {
		if ix.Tree = b.a.store.OpenIndex(ix.File); ix.Tree != nil {
			ix.Tree.SetTable(uint32(r.OID), uint32(ix.OID))
		}
	}
	exprs, err := elements(b.a.exprs.read(datumText(row[IndexIndexprs])))
	if err != nil {
		return nil, err
	}
	if ix.Predicate, err = b.a.exprs.read(datumText(row[IndexIndpred])); err != nil {
		return nil, err
	}
	if ix.Keys = indexKeys(r, row, exprs); len(exprs) > 0 {
		ix.stats = &columnStats{}
	}
	return ix, nil
}

// Bits of pg_index.indoption (PostgreSQL 18, catalog/pg_index.h).
const (
	optionDesc       = 1
	optionNullsFirst = 2
)

func indexKeys(r *Relation, row types.Row, exprs []expr.Expr) []IndexKey {
	attrs, options, collations := arrayInts(row[IndexIndkey]), arrayInts(row[IndexIndoption]), arrayInts(row[IndexIndcollation])
	classes := arrayInts(row[IndexIndclass])
	keys := make([]IndexKey, len(attrs))
	for i, num := range attrs {
		k := &keys[i]
		if k.Attr = num; num > 0 && num <= len(r.Columns) {
			k.Type = r.Columns[num-1].Type
		} else if len(exprs) > 0 {
			k.Expr, exprs = exprs[0], exprs[1:]
			k.Type = k.Expr.Type()
		}
		if i < len(options) {
			k.Desc = options[i]&optionDesc != 0
			k.NullsFirst = options[i]&optionNullsFirst != 0
			k.Collation = types.OID(collations[i])
			if c := types.OID(classes[i]); c != DefaultOpClass(k.Type) {
				k.OpClass = c
			}
		}
	}
	return keys
}

// marshalList stores expressions as the elements of one row expression.
func marshalList(list []expr.Expr) types.Datum {
	if len(list) == 0 {
		return types.NullDatum
	}
	return textDatum(expr.Marshal(&expr.RowCons{Args: list, T: types.RecordOID}))
}

func unmarshalList(s string) ([]expr.Expr, error) { return elements(expr.Unmarshal(s)) }

// elements are those of a list that was stored as one row expression.
func elements(e expr.Expr, err error) ([]expr.Expr, error) {
	if e == nil || err != nil {
		return nil, err
	}
	row, ok := e.(*expr.RowCons)
	if !ok {
		return nil, pgerr.New(pgerr.Internal, "list of expressions expected")
	}
	return row.Args, nil
}

// marshalled stores one expression, NULL for nil.
func marshalled(e expr.Expr) types.Datum {
	if e == nil {
		return types.NullDatum
	}
	return textDatum(expr.Marshal(e))
}
