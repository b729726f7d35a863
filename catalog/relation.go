package catalog

import (
	"minidb/expr"
	"minidb/storage"
	"minidb/types"
)

// RelKind is pg_class.relkind.
type RelKind byte

const (
	TableKind            RelKind = 'r'
	IndexKind            RelKind = 'i'
	SequenceKind         RelKind = 'S'
	ViewKind             RelKind = 'v'
	PartitionedTableKind RelKind = 'p'
	PartitionedIndexKind RelKind = 'I'
	CompositeKind        RelKind = 'c'
)

// Relation is what the rest of the engine knows of one table, index, view or
// sequence: PostgreSQL's RelationData. It is immutable and shared by sessions;
// DDL makes a new one with a higher Version. Heap is the storage behind it at
// that version.
type Relation struct {
	// What every statement looks at stands in the first lines of a processor's cache.
	OID         types.OID
	Kind        RelKind
	Persistence byte // 'p', 't' or 'u'
	System      bool // in pg_catalog
	Shared      bool
	Version     uint64
	Heap        *storage.Heap // nil for views and partitioned tables
	rules       *rowRules     // see RowRules; nil for system catalogs
	Columns     []Column      // position i is attnum i+1; dropped columns stay
	Triggers    []*Trigger    // by name, as PostgreSQL fires them
	Options     []string      // storage parameters, "name=value"
	// PartKey divides the rows of a partitioned table; nil otherwise.
	PartKey *PartitionKey
	// Bound is what a partition holds of Parent's rows; nil and 0 otherwise.
	Bound  *PartitionBound
	Parent types.OID

	Name            string
	Namespace       types.OID
	Schema          string // Namespace's name when the entry was built
	Owner           types.OID
	ACL             ACL       // nil: the default one; not filled in for system catalogs
	RowType         types.OID // pg_type of its rows, 0 for indexes
	File            storage.FileID
	Indexes         []*Index   // in the order of their OIDs
	Checks          []Check    // by name, as PostgreSQL fires them
	Virtual         *expr.Func // system views computed by a set-returning function; nil otherwise
	CheckOption     string     // of a user's view: "local", "cascaded" or ""
	SecurityInvoker bool       // of a user's view: what it reads is asked of who reads it
	ViewQuery       string     // a user's view: the text of its query, which package planner reads
	Sequence        *Sequence  // parameters of a sequence; nil otherwise
	// Pages, Tuples and AllVisible are pg_class's estimates, -1 tuples before
	// ANALYZE; AllVisible counts pages.
	Pages, AllVisible int64
	Tuples            float64
	stats             *columnStats     // see Statistics; nil for system catalogs
	layout            *types.RowLayout // of a system catalog's rows; nil otherwise
}

// Column is one attribute.
type Column struct {
	Num               int // attnum, from 1
	Name              string
	Type              types.OID
	Typmod            int32
	Dims              int // attndims of an array; 0 counts as 1, -1 as 0
	Collation         types.OID
	NotNull           bool
	NotNullConstraint string    // name of the constraint behind NotNull, "" if none
	NotNullInherited  int       // its coninhcount
	NotNullNotLocal   bool      // its conislocal is false
	NotNullNoInherit  bool      // it is NO INHERIT
	MaybeNull         bool      // the constraint is NOT VALID: rows stored before may have NULLs
	Default           expr.Expr // nil if none
	Generated         bool      // Default computes the column, a stored one unless Virtual
	Virtual           bool      // a generated column that is computed when it is read; stored is NULL
	Identity          byte      // 'a', 'd' or 0
	Sequence          types.OID // of an identity column, 0 otherwise
	NextValue         expr.Expr // of an identity column: what DEFAULT stands for
	Storage           byte      // attstorage; 0 when the type's is meant
	Dropped           bool
	Inherited         int      // attinhcount: how many parents have the column
	NotLocal          bool     // it was not defined here: attislocal is false
	StatTarget        int      // of ANALYZE; -1 stands for default_statistics_target
	Options           []string // "name=value", of ALTER COLUMN SET (...)
	ACL               ACL      // nil if there is none
	// HasMissing: rows stored with fewer columns read Missing here.
	HasMissing bool
	Missing    types.Datum
}

// Check is a CHECK constraint. Vars in Expr have Rel 1.
type Check struct {
	OID       types.OID
	Name      string
	Expr      expr.Expr
	Validated bool
	NoInherit bool
	// NotEnforced: no row is tested.
	NotEnforced bool
	Inherited   int  // coninhcount
	NotLocal    bool // conislocal is false
}

// Index is one index of a table.
type Index struct {
	OID                types.OID
	Name               string
	Table              types.OID
	Keys               []IndexKey // key columns, then included ones
	NKeys              int        // how many of Keys are key columns
	Unique             bool
	Primary            bool
	NullsNotDistinct   bool
	Valid, Ready, Live bool
	Clustered          bool   // CLUSTER sorts its table by it
	Immediate          bool   // uniqueness is checked at once, not deferrable
	Deferred           bool   // its constraint is INITIALLY DEFERRED
	Constraint         string // name of the constraint it implements, "" if none
	ConstraintOID      types.OID
	Parent             types.OID // the partitioned index that it is a partition of, 0 if none
	Predicate          expr.Expr // partial index; nil if none
	Tree               *storage.Index
	File               storage.FileID
	Pages              int64   // pg_class's estimates; 0 pages if there are none
	Tuples             float64 // entries
	Options            []string
	stats              *columnStats // see IndexStatistics; nil if no key is an expression
}

// Whole tells that the index is not on the way to be made or dropped, or left there.
func (ix *Index) Whole() bool { return ix.Valid && ix.Ready && ix.Live }

// IndexKey is one column of an index.
type IndexKey struct {
	Attr       int       // attnum of the table, 0 for an expression
	Expr       expr.Expr // if Attr is 0; Vars have Rel 1
	Type       types.OID
	Collation  types.OID // 0: the column's, when given to CreateIndex
	OpClass    types.OID // 0: the type's default
	Desc       bool
	NullsFirst bool
}

// patternClasses are the operator classes text_pattern_ops, varchar_pattern_ops and
// bpchar_pattern_ops.
var patternClasses = map[types.OID]bool{4217: true, 4218: true, 4219: true}

// Pattern tells whether the key's order is that of the operators ~<~ and its kin,
// which compare bytes whatever the collation is.
func (k *IndexKey) Pattern() bool { return patternClasses[k.OpClass] }

// Live returns the columns that are not dropped.
func (r *Relation) Live() []*Column {
	out := make([]*Column, 0, len(r.Columns))
	for i := range r.Columns {
		if !r.Columns[i].Dropped {
			out = append(out, &r.Columns[i])
		}
	}
	return out
}

// ColumnByName returns the live column of that name, nil if there is none.
func (r *Relation) ColumnByName(name string) *Column {
	for i := range r.Columns {
		if c := &r.Columns[i]; !c.Dropped && c.Name == name {
			return c
		}
	}
	return nil
}
