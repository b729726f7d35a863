package catalog

// Functions about the tree of a partitioned table. Those that return sets give
// arrays of their rows; see expr's catalogRows.

import "minidb/types"

var partitionFuncs = map[string]catalogFunc{
	"pg_partition_ancestors": partitionAncestors,
	"pg_partition_root":      partitionRoot,
	"pg_partition_tree":      partitionTree,
}

// inTree tells whether a relation is partitioned or a partition.
func (a *Access) inTree(oid types.Datum) bool {
	row, _ := a.first(PgClass, "pg_class_oid_index", oid)
	if row == nil {
		return false
	}
	kind := RelKind(datumChar(row[ClassRelkind]))
	return kind == PartitionedTableKind || kind == PartitionedIndexKind || row[ClassRelispartition].IsTrue()
}

// ancestors returns a relation in a tree and all above it; nothing if it is in
// none.
func (a *Access) ancestors(oid types.Datum) (out []types.Datum) {
	if !a.inTree(oid) {
		return nil
	}
	for {
		out = append(out, oid)
		row, _ := a.first(PgInherits, "pg_inherits_relid_seqno_index", oid)
		if row == nil {
			return out
		}
		oid = row[InheritsInhparent]
	}
}

func partitionAncestors(a *Access, args []types.Datum) (types.Datum, error) {
	return types.NewArray1(types.RegclassOID, a.ancestors(args[0])), nil
}

func partitionRoot(a *Access, args []types.Datum) (types.Datum, error) {
	if list := a.ancestors(args[0]); len(list) > 0 {
		return list[len(list)-1], nil
	}
	return null, nil
}

func partitionTree(a *Access, args []types.Datum) (types.Datum, error) {
	var rows []types.Datum
	var add func(oid, parent types.Datum, level int)
	add = func(oid, parent types.Datum, level int) {
		children := a.rows(PgInherits, "pg_inherits_parent_index", oid)
		class, _ := a.first(PgClass, "pg_class_oid_index", oid)
		if class == nil {
			return
		}
		kind := RelKind(datumChar(class[ClassRelkind]))
		leaf := kind != PartitionedTableKind && kind != PartitionedIndexKind
		rows = append(rows, types.NewRecord(&types.RecordVal{
			Types:  []types.OID{types.RegclassOID, types.RegclassOID, types.BoolOID, types.Int4OID},
			Fields: []types.Datum{oid, parent, boolDatum(leaf), intDatum(level)}}))
		for _, f := range children {
			add(f.row[InheritsInhrelid], oid, level+1)
		}
	}
	if a.inTree(args[0]) {
		list := a.ancestors(args[0])
		parent := null
		if len(list) > 1 {
			parent = list[1]
		}
		add(args[0], parent, 0)
	}
	return types.NewArray1(types.RecordOID, rows), nil
}
