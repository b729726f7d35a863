package catalog

// How a partitioned table divides its rows: the row of pg_partitioned_table,
// PostgreSQL's PartitionKeyData.

import (
	"math"

	"minidb/expr"
	"minidb/types"
)

// PartitionStrategy is pg_partitioned_table.partstrat.
type PartitionStrategy byte

// The partition strategies.
const (
	ListPartitions  PartitionStrategy = 'l'
	RangePartitions PartitionStrategy = 'r'
	HashPartitions  PartitionStrategy = 'h'
)

// PartitionKey is the key that a partitioned table's rows are divided by. It is
// immutable.
type PartitionKey struct {
	Strategy PartitionStrategy
	Columns  []PartitionKeyColumn
}

// PartitionKeyColumn is one column or expression of the key.
type PartitionKeyColumn struct {
	Attr      int       // attnum of the table, 0 for an expression
	Expr      expr.Expr // if Attr is 0; Vars have Rel 1
	Type      types.OID
	Typmod    int32
	Collation types.OID
	OpClass   types.OID
	// values tells how values compare and are hashed.
	values keyValues
}

// keyValues are the kinds of key columns that differ from the others.
type keyValues uint8

const (
	plainValues    keyValues = iota
	bpcharValues             // blanks at the end do not count
	unsignedValues           // xid8 and pg_lsn
	enumValues               // sort orders, see EnumIn
	charValues               // "char": hashed as a signed byte
)

// keyValuesOf tells how a type, or what a domain is over, is compared and hashed.
func (a *Access) keyValuesOf(t types.OID) keyValues {
	for {
		d := a.Domain(t)
		if d == nil {
			break
		}
		t = d.Base
	}
	switch t {
	case types.BpcharOID:
		return bpcharValues
	case types.CharOID:
		return charValues
	case types.Xid8OID, types.LSNOID:
		return unsignedValues
	}
	if info, ok := a.TypeInfo(t); ok && info.TypType == 'e' {
		return enumValues
	}
	return plainValues
}

// partitionKey reads the row of pg_partitioned_table of r, whose columns are there.
func (b *builder) partitionKey(r *Relation) error {
	row := b.one(PgPartitionedTable, "pg_partitioned_table_partrelid_index", oidDatum(r.OID))
	if row == nil {
		return nil // CreateTable has not come to it yet
	}
	exprs, err := elements(b.a.exprs.read(datumText(row[PartitionedPartexprs])))
	if err != nil {
		return err
	}
	classes, collations := arrayInts(row[PartitionedPartclass]), arrayInts(row[PartitionedPartcollation])
	k := &PartitionKey{Strategy: PartitionStrategy(datumChar(row[PartitionedPartstrat]))}
	for i, num := range arrayInts(row[PartitionedPartattrs]) {
		c := PartitionKeyColumn{Attr: num, Collation: types.OID(collations[i]), OpClass: types.OID(classes[i])}
		if num > 0 && num <= len(r.Columns) {
			c.Type, c.Typmod = r.Columns[num-1].Type, r.Columns[num-1].Typmod
		} else if len(exprs) > 0 {
			c.Expr, exprs = exprs[0], exprs[1:]
			c.Type, c.Typmod = c.Expr.Type(), c.Expr.Typmod()
		}
		c.values = b.a.keyValuesOf(c.Type)
		k.Columns = append(k.Columns, c)
	}
	r.PartKey = k
	return nil
}

// row makes the key's row of pg_partitioned_table.
func (k *PartitionKey) row(rel types.OID) types.Row {
	n := len(k.Columns)
	attrs, classes, collations := make([]int, n), make([]types.OID, n), make([]types.OID, n)
	var exprs []expr.Expr
	for i := range k.Columns {
		c := &k.Columns[i]
		attrs[i], classes[i], collations[i] = c.Attr, c.OpClass, c.Collation
		if c.Attr == 0 {
			exprs = append(exprs, c.Expr)
		}
	}
	return types.Row{
		oidDatum(rel), charDatum(byte(k.Strategy)), intDatum(n), oidDatum(0), vector(types.Int2OID, attrs),
		vector(types.OidOID, classes), vector(types.OidOID, collations), marshalList(exprs),
	}
}

// Uses tells whether a column of the table is in the key, and whether in an
// expression of it.
func (k *PartitionKey) Uses(attnum int) (uses, inExpr bool) {
	for i := range k.Columns {
		c := &k.Columns[i]
		switch {
		case c.Attr == attnum:
			return true, false
		case c.Expr != nil && usesColumn(c.Expr, attnum):
			return true, true
		}
	}
	return false, false
}

func usesColumn(e expr.Expr, attnum int) (uses bool) {
	expr.Walk(e, func(e expr.Expr) bool {
		if v, ok := e.(*expr.Var); ok && (v.Attr == attnum || v.Attr == expr.WholeRow) {
			uses = true
		}
		return !uses
	})
	return uses
}

// compare orders two values of column i of the key; neither is NULL. All collations
// order by bytes, as the pattern classes do.
func (k *PartitionKey) compare(i int, a, b types.Datum) int {
	if k.Columns[i].values == bpcharValues {
		return types.CompareBpchar(a, b)
	}
	return types.Compare(a, b)
}

// Compare is compare, for tests of values against bounds outside of the package.
func (k *PartitionKey) Compare(i int, a, b types.Datum) int { return k.compare(i, a, b) }

// hashSeed is HASH_PARTITION_SEED (PostgreSQL 18, catalog/partition.h).
const hashSeed = 0x7A5B22367996DCFD

// Hash is the hash of a key that hash partitions are chosen by; NULLs do not count.
// It is PostgreSQL's (compute_partition_hash_value) but for enums: there it depends
// on the OIDs of labels, here on their sort order, which never changes.
func (k *PartitionKey) Hash(values []types.Datum) uint64 {
	var h uint64
	for i, d := range values {
		if d.IsNull() {
			continue
		}
		h = combineHash(h, k.hashColumn(i, d))
	}
	return h
}

func (k *PartitionKey) hashColumn(i int, d types.Datum) uint64 {
	switch k.Columns[i].values {
	case bpcharValues:
		return types.HashExtended(d, true, hashSeed)
	case unsignedValues:
		return types.HashUnsigned(d, hashSeed)
	case enumValues:
		return types.HashUint32(math.Float32bits(float32(d.Float())), hashSeed)
	case charValues:
		var c uint32
		if s := d.Text(); s != "" {
			c = uint32(int32(int8(s[0])))
		}
		return types.HashUint32(c, hashSeed)
	}
	return types.HashExtended(d, false, hashSeed)
}

// combineHash is hash_combine64 (PostgreSQL 18, common/hashfn.h).
func combineHash(a, b uint64) uint64 {
	return a ^ (b + 0x49a0f4dd15e5a8e3 + a<<54 + a>>7)
}
