package catalog

// Functions about the tree of a partitioned table. Those that return sets give
// arrays of their rows; see expr's catalogRows.

import (
	"slices"
	"strings"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

var partitionFuncs = map[string]catalogFunc{
	"pg_partition_ancestors": partitionAncestors,
	"pg_partition_root":      partitionRoot,
	"pg_partition_tree":      partitionTree,

	"pg_get_partkeydef":              getPartKeyDef,
	"pg_get_partition_constraintdef": getPartitionConstraint,
	"satisfies_hash_partition":       satisfiesHashPartition,
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

// partitionTree gives a table and all below it, level by level.
func partitionTree(a *Access, args []types.Datum) (types.Datum, error) {
	type node struct {
		oid, parent types.Datum
		level       int
	}
	var rows []types.Datum
	var queue []node
	if list := a.ancestors(args[0]); len(list) > 0 {
		queue = append(queue, node{oid: args[0]})
		if len(list) > 1 {
			queue[0].parent = list[1]
		}
	}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		class, _ := a.first(PgClass, "pg_class_oid_index", n.oid)
		if class == nil {
			continue
		}
		kind := RelKind(datumChar(class[ClassRelkind]))
		leaf := kind != PartitionedTableKind && kind != PartitionedIndexKind
		rows = append(rows, types.NewRecord(&types.RecordVal{
			Types:  []types.OID{types.RegclassOID, types.RegclassOID, types.BoolOID, types.Int4OID},
			Fields: []types.Datum{n.oid, n.parent, boolDatum(leaf), intDatum(n.level)}}))
		children := a.rows(PgInherits, "pg_inherits_parent_index", n.oid)
		slices.SortFunc(children, func(x, y foundRow) int { return types.Compare(x.row[InheritsInhrelid], y.row[InheritsInhrelid]) })
		for _, f := range children {
			queue = append(queue, node{f.row[InheritsInhrelid], n.oid, n.level + 1})
		}
	}
	return types.NewArray1(types.RecordOID, rows), nil
}

// getPartKeyDef writes a key as PARTITION BY takes it.
func getPartKeyDef(a *Access, args []types.Datum) (types.Datum, error) {
	r, err := a.ByOID(datumOID(args[0]))
	if r == nil || r.PartKey == nil || err != nil {
		return null, err
	}
	parts := make([]string, len(r.PartKey.Columns))
	for i := range parts {
		parts[i] = a.partKeyColumn(r, &r.PartKey.Columns[i])
	}
	word := map[PartitionStrategy]string{ListPartitions: "LIST", RangePartitions: "RANGE", HashPartitions: "HASH"}
	return textDatum(word[r.PartKey.Strategy] + " (" + strings.Join(parts, ", ") + ")"), nil
}

// KeyColumnDef is a column of r's partition key as pg_get_partkeydef prints it,
// without collation and operator class; pretty leaves out needless parentheses.
func (a *Access) KeyColumnDef(r *Relation, c *PartitionKeyColumn, pretty bool) string {
	if c.Attr > 0 {
		return expr.QuoteIdent(r.Columns[c.Attr-1].Name)
	}
	s := a.deparseExpr(c.Expr, r, pretty)
	if !expr.LooksLikeFunction(c.Expr) {
		s = "(" + s + ")"
	}
	return s
}

func (a *Access) partKeyColumn(r *Relation, c *PartitionKeyColumn) string {
	s, collation, class := a.KeyColumnDef(r, c, false), types.OID(0), DefaultOpClass
	if c.Attr > 0 {
		collation = r.Columns[c.Attr-1].Collation
	} else if t, ok := a.TypeInfo(c.Type); ok {
		collation = t.Collation
	}
	if c.Collation != 0 && c.Collation != collation {
		s += " COLLATE " + expr.QuoteIdent(a.nameOf(Object{Class: PgCollation, OID: c.Collation}))
	}
	if r.PartKey.Strategy == HashPartitions {
		class = DefaultHashClass
	}
	if c.OpClass != class(expr.NewResolver(a.S.Env).BaseType(c.Type)) {
		s += " " + a.nameOf(Object{Class: PgOpclass, OID: c.OpClass})
	}
	return s
}

func getPartitionConstraint(a *Access, args []types.Datum) (types.Datum, error) {
	r, err := a.ByOID(datumOID(args[0]))
	if r == nil || err != nil {
		return null, err
	}
	list, err := a.PartitionConstraint(r)
	if len(list) == 0 || err != nil {
		return null, err
	}
	return textDatum(a.deparseExpr(allOf(list), r, false)), nil
}

// satisfiesHashPartition: the arguments are the types of the keys, whether those came as
// an array, the table, modulus and remainder, and the keys.
func satisfiesHashPartition(a *Access, args []types.Datum) (types.Datum, error) {
	given, values := args[0].Array().Elems, args[5:]
	r, err := a.ByOID(datumOID(args[2]))
	if err != nil {
		return null, err
	}
	if r == nil {
		return null, pgerr.New(pgerr.Internal, "could not open relation with OID %d", datumOID(args[2]))
	}
	if r.PartKey == nil || r.PartKey.Strategy != HashPartitions {
		return null, pgerr.New(pgerr.InvalidParameterValue, "%s is not a hash partitioned table", quoted(r.Name))
	}
	modulus, remainder := args[3].Int(), args[4].Int()
	bad := func(text string) (types.Datum, error) {
		return null, pgerr.New(pgerr.InvalidParameterValue, "%s", text)
	}
	switch {
	case modulus <= 0:
		return bad("modulus for hash partition must be an integer value greater than zero")
	case remainder < 0:
		return bad("remainder for hash partition must be an integer value greater than or equal to zero")
	case remainder >= modulus:
		return bad("remainder for hash partition must be less than modulus")
	}
	columns, array := r.PartKey.Columns, args[1].IsTrue()
	if len(values) != len(columns) && !array {
		return null, wrongKeyCount(len(columns), len(values))
	}
	for i := range columns {
		at := i
		if array {
			at = 0
		}
		want, got := columns[i].Type, datumOID(given[at])
		if got == want || !array && expr.NewResolver(a.S.Env).BinaryCoercible(got, want) {
			continue
		}
		format := "column %d of the partition key has type %s, but supplied value is of type %s"
		if array {
			format = "column %d of the partition key has type \"%s\", but supplied value is of type \"%s\""
		}
		return null, pgerr.New(pgerr.InvalidParameterValue, format, i+1, a.FormatType(want, -1), a.FormatType(got, -1))
	}
	if len(values) != len(columns) {
		return null, wrongKeyCount(len(columns), len(values))
	}
	return boolDatum(r.PartKey.Hash(values)%uint64(modulus) == uint64(remainder)), nil
}

func wrongKeyCount(want, got int) error {
	return pgerr.New(pgerr.InvalidParameterValue, "number of partitioning columns (%d) does not match number of partition keys provided (%d)", want, got)
}
