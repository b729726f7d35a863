package catalog

// What a transaction that changes catalogs sees of the relation cache. Every
// row that a Writer writes names the relation or type whose entry it spoils
// (PostgreSQL: CacheInvalidateHeapTuple). Those get private entries, built from
// the catalogs as the transaction sees them and built again after each further
// change. Commit removes them from the shared cache before the transaction's
// locks go; rollback forgets the private ones.

import (
	"minidb/storage"
	"minidb/types"
)

type overlay struct {
	txn     *storage.Txn
	xid     storage.XID // subtransaction in which end is registered
	rels    map[types.OID]private[*Relation]
	types   map[types.OID]private[*typeEntry]
	parts   map[types.OID]*privateParts
	noParts []types.OID // partitioned tables that were dropped
	dirty   []types.OID // relations and types changed by the running command
	kept    []types.OID // relations whose change no rollback takes back
	version uint64      // stamp of the last change
	names   bool        // pg_class rows were written: names are looked up privately
	schemas bool        // a schema was changed: all entries are private
	renamed bool        // by the running command
}

// private is a private entry; the zero one is to be built. It counts only while
// the shared cache is of generation gen: another transaction may have changed
// the same relation under a lock that both may hold.
type private[E any] struct {
	entry E
	valid bool
	gen   uint64
}

// changing returns the overlay to note a change in, and makes sure that the
// current (sub)transaction's end will be heard of.
func (a *Access) changing() *overlay {
	t := a.S.Txn
	ov := a.overlay()
	if ov == nil {
		ov = &overlay{txn: t, rels: make(map[types.OID]private[*Relation]),
			types: make(map[types.OID]private[*typeEntry])}
		a.ov = ov
	}
	if xid := t.XID(); ov.xid != xid {
		ov.xid = xid
		t.OnEnd(func(committed bool) { a.end(ov, committed) })
	}
	ov.version = a.stamp()
	return ov
}

// overlay returns the running transaction's overlay, nil if there is none.
func (a *Access) overlay() *overlay {
	if a.ov != nil && a.ov.txn != a.S.Txn {
		a.dropOverlay()
	}
	return a.ov
}

func (a *Access) dropOverlay() {
	a.ov = nil
	a.floor = a.stamp()
}

// end is called when a subtransaction that changed catalogs rolls back, and
// when the transaction ends.
func (a *Access) end(ov *overlay, committed bool) {
	if committed {
		if a.ov == ov {
			a.shared.remove(ov, a.stamp)
			a.ov = nil
		}
		return
	}
	if len(ov.kept) > 0 {
		a.shared.removeRelations(ov.kept, a.stamp)
	}
	ov.xid = 0
	ov.forget()
	ov.version = a.stamp()
	a.floor = ov.version
}

// forget makes all private entries be built again.
func (ov *overlay) forget() {
	for oid := range ov.rels {
		ov.rels[oid] = private[*Relation]{}
	}
	for oid := range ov.types {
		ov.types[oid] = private[*typeEntry]{}
	}
	for _, p := range ov.parts {
		*p = privateParts{}
	}
}

// spoilRelation notes that a relation's catalog rows changed.
func (a *Access) spoilRelation(oid types.OID) {
	if oid != 0 && a.static[oid] == nil {
		ov := a.changing()
		ov.rels[oid] = private[*Relation]{}
		ov.dirty = append(ov.dirty, oid)
	}
}

func (a *Access) spoilType(oid types.OID) {
	if oid != 0 {
		ov := a.changing()
		ov.types[oid] = private[*typeEntry]{}
		ov.dirty = append(ov.dirty, oid)
	}
}

// spoil notes the change of one row of a catalog.
func (a *Access) spoil(catalog types.OID, row types.Row) {
	switch catalog {
	case PgClass:
		a.changing().names = true
		a.spoilRelation(datumOID(row[ClassOid]))
		if k := RelKind(datumChar(row[ClassRelkind])); k == IndexKind || k == PartitionedIndexKind {
			a.spoilTable(datumOID(row[ClassOid]))
		}
	case PgAttribute:
		a.spoilRelation(datumOID(row[AttributeAttrelid]))
	case PgIndex:
		a.spoilRelation(datumOID(row[IndexIndrelid]))
		a.spoilRelation(datumOID(row[IndexIndexrelid]))
	case PgConstraint:
		a.spoilRelation(datumOID(row[ConstraintConrelid]))
		a.spoilRelation(datumOID(row[ConstraintConfrelid]))
		a.spoilType(datumOID(row[ConstraintContypid]))
	case PgTrigger:
		a.spoilRelation(datumOID(row[TriggerTgrelid]))
	case PgAttrdef:
		a.spoilRelation(datumOID(row[AttrdefAdrelid]))
	case PgInherits:
		a.spoilRelation(datumOID(row[InheritsInhrelid]))
		a.spoilRelation(datumOID(row[InheritsInhparent]))
	case PgPartitionedTable:
		a.spoilRelation(datumOID(row[PartitionedPartrelid]))
	case PgRewrite:
		a.spoilRelation(datumOID(row[RewriteEvClass]))
	case PgSequence:
		a.spoilRelation(datumOID(row[SequenceSeqrelid]))
	case PgType:
		a.spoilType(datumOID(row[TypeOid]))
	case PgEnum:
		a.spoilType(datumOID(row[EnumEnumtypid]))
	case PgStatistic:
		a.spoilRelation(datumOID(row[StatisticStarelid]))
	case PgDepend, PgShdepend, PgDescription, PgShdescription:
		// nothing that is cached depends on them
	default:
		a.changing()
	}
}

// spoilUpdated notes that a row of a catalog is about to be replaced. Entries
// carry the name of their schema, and others may build some until commit: so a
// changed schema spoils them all. One that is created or dropped spoils none.
func (a *Access) spoilUpdated(catalog types.OID, old types.Row) {
	a.spoil(catalog, old)
	if catalog == PgNamespace {
		ov := a.changing()
		ov.schemas, ov.renamed = true, true
		ov.forget()
	}
}

// spoilForGood is spoil for a row that was changed in place: the shared cache loses
// the entries after a rollback too.
func (a *Access) spoilForGood(catalog types.OID, row types.Row) {
	ov := a.changing()
	n := len(ov.dirty)
	a.spoil(catalog, row)
	ov.kept = append(ov.kept, ov.dirty[n:]...)
}

// spoilTable notes that the entry of an index's table is out of date: it holds
// the index's name and file.
func (a *Access) spoilTable(index types.OID) {
	if row, _ := a.first(PgIndex, "pg_index_indexrelid_index", oidDatum(index)); row != nil {
		a.spoilRelation(datumOID(row[IndexIndrelid]))
	}
}

// Version changes whenever something that this session can see in the relation
// cache may have changed: what search_path means is worked out again.
func (a *Access) Version() uint64 {
	v := a.shared.generation()
	if ov := a.overlay(); ov != nil {
		v = max(v, ov.version)
	}
	return max(v, a.floor)
}

// CommandEnd makes what the command wrote visible to the next one.
func (a *Access) CommandEnd() {
	if a.S.Txn == nil {
		return
	}
	a.S.Txn.IncrementCommand()
	ov := a.overlay()
	if ov == nil {
		return
	}
	// Entries that were built since the change did not see it yet.
	if ov.renamed {
		ov.renamed = false
		ov.forget()
	}
	for _, oid := range ov.dirty {
		if _, mine := ov.rels[oid]; mine {
			ov.rels[oid] = private[*Relation]{}
		}
		if _, mine := ov.types[oid]; mine {
			ov.types[oid] = private[*typeEntry]{}
		}
	}
	ov.dirty = ov.dirty[:0]
}
