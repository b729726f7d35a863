package tree

// Tables and what they are made of.

// Persistence tells permanent, temporary and unlogged relations apart.
type Persistence uint8

// The persistence of relations.
const (
	Permanent Persistence = iota
	Temporary
	Unlogged
)

// Behavior is CASCADE or RESTRICT; RESTRICT is the default.
type Behavior uint8

// The drop behaviors.
const (
	Restrict Behavior = iota
	Cascade
)

// OnCommit is the ON COMMIT clause of a temporary table.
type OnCommit uint8

// The ON COMMIT clauses.
const (
	OnCommitDefault OnCommit = iota
	OnCommitPreserve
	OnCommitDelete
	OnCommitDrop
)

// DefElem is one option, [Namespace.]Name [= Value]. A bare word as value comes
// as a string Const; Value is nil if there is none. Names holds the value of
// options whose value is a name or a list of names: OWNED BY, the expressions of
// a generic definition; Roles those of IN ROLE and its like.
type DefElem struct {
	Pos       int32
	Namespace string
	Name      string
	Value     *Const
	Names     []string
	Roles     []*RoleSpec
	TypePos   int32 // of Names, if they are a type
}

// ColumnDef defines a column: in CREATE TABLE, ALTER TABLE ADD COLUMN, a
// column definition list (Constraints empty), or the typeless form of a typed
// table or partition (Type nil).
type ColumnDef struct {
	Pos         int32
	Name        string
	Type        *TypeName
	Collation   []string
	CollatePos  int32
	Storage     string
	Compression string
	Constraints []*Constraint
}

// ConstraintKind tells the kinds of constraints apart.
type ConstraintKind uint8

// The kinds of constraints, in columns and in tables.
const (
	ConstrNull ConstraintKind = iota // explicit NULL
	ConstrNotNull
	ConstrDefault
	ConstrIdentity
	ConstrGenerated
	ConstrCheck
	ConstrPrimary
	ConstrUnique
	ConstrForeign
)

// FKAction is the referential action of a foreign key.
type FKAction uint8

// The referential actions.
const (
	FKNoAction FKAction = iota
	FKRestrict
	FKCascade
	FKSetNull
	FKSetDefault
)

// FKMatch is the MATCH clause of a foreign key.
type FKMatch uint8

// The MATCH clauses.
const (
	FKMatchSimple FKMatch = iota
	FKMatchFull
	FKMatchPartial
)

// Constraint is a column or table constraint. Which fields are used depends on
// Kind.
type Constraint struct {
	Pos  int32
	Kind ConstraintKind
	Name string // empty if none was given

	Expr Expr // DEFAULT, CHECK, GENERATED

	Columns          []string // table constraints; NOT NULL column
	Include          []string // UNIQUE, PRIMARY KEY
	NullsNotDistinct bool
	Options          []*DefElem // WITH (...), or an identity's sequence options
	Tablespace       string
	UsingIndex       string

	Always  bool // GENERATED ALWAYS, not BY DEFAULT
	Virtual bool // generated column computed on reading

	RefTable   *RangeVar // foreign key
	RefColumns []string
	Match      FKMatch
	OnUpdate   FKAction
	OnDelete   FKAction
	DeleteCols []string // ON DELETE SET NULL (cols)

	Deferrable        bool
	NotDeferrable     bool // written out
	InitiallyDeferred bool
	InitiallyImmed    bool // written out
	NotValid          bool
	NoInherit         bool
	Inherit           bool // ALTER CONSTRAINT
	NotEnforced       bool
	Enforced          bool // written out
}

// TableLike is LIKE Relation INCLUDING ...; Options are the words of its
// INCLUDING and EXCLUDING clauses in order.
type TableLike struct {
	Pos      int32
	Relation *RangeVar
	Options  []LikeOption
}

// LikeOption is INCLUDING What, or EXCLUDING What.
type LikeOption struct {
	Excluding bool
	What      string // "all", "defaults", "constraints", ...
}

// PartitionStrategy is LIST, RANGE or HASH.
type PartitionStrategy uint8

// The partition strategies.
const (
	PartitionList PartitionStrategy = iota
	PartitionRange
	PartitionHash
)

// PartitionSpec is PARTITION BY Strategy (Params).
type PartitionSpec struct {
	Pos      int32
	Strategy PartitionStrategy
	Params   []*PartitionElem
}

// PartitionElem is one partition key: a column Name, or an Expr.
type PartitionElem struct {
	Pos       int32
	Name      string
	Expr      Expr
	Collation []string
	OpClass   []string
}

// PartitionBound is DEFAULT, or FOR VALUES ... of the given strategy.
type PartitionBound struct {
	Pos                int32
	Default            bool
	Strategy           PartitionStrategy
	Modulus, Remainder int32   // hash
	List               []Expr  // list
	Lower, Upper       []Datum // range
}

// DatumKind is a value or an infinity in a range bound.
type DatumKind uint8

// The kinds of Datum.
const (
	DatumValue DatumKind = iota
	DatumMinValue
	DatumMaxValue
)

// Datum is one value of a range partition bound.
type Datum struct {
	Pos  int32
	Kind DatumKind
	Expr Expr // of DatumValue
}

// CreateTable is CREATE TABLE. PartitionOf is set together with Bound.
type CreateTable struct {
	Pos         int32
	Relation    *RangeVar
	Persistence Persistence
	IfNotExists bool
	Elements    []TableElement
	Inherits    []*RangeVar
	PartitionOf *RangeVar
	Bound       *PartitionBound
	PartitionBy *PartitionSpec
	OfType      []string
	Method      string // USING method
	Options     []*DefElem
	OnCommit    OnCommit
	Tablespace  string
}

// IntoClause is the target of CREATE TABLE AS and SELECT INTO.
type IntoClause struct {
	Pos         int32
	Relation    *RangeVar
	Persistence Persistence
	Columns     []string
	Method      string
	Options     []*DefElem
	OnCommit    OnCommit
	Tablespace  string
}

// CreateTableAs is CREATE TABLE AS, or CREATE MATERIALIZED VIEW if Materialized
// is set. Query is a *SelectStmt or an *Execute.
type CreateTableAs struct {
	Pos          int32
	Into         *IntoClause
	Query        Statement
	WithNoData   bool
	IfNotExists  bool
	Materialized bool
}

// RefreshMatView is REFRESH MATERIALIZED VIEW.
type RefreshMatView struct {
	Pos          int32
	Concurrently bool
	Relation     *RangeVar
	WithNoData   bool
}

// IndexElem is one column of an index: a column Name, or an Expr.
type IndexElem struct {
	Pos       int32
	Name      string
	Expr      Expr
	Collation []string
	OpClass   []string
	OpOptions []*DefElem
	Dir       SortDir
	Nulls     NullsOrder
}

// CreateIndex is CREATE INDEX. Name is empty if PostgreSQL is to choose one.
type CreateIndex struct {
	Pos              int32
	Unique           bool
	Concurrently     bool
	IfNotExists      bool
	Name             string
	Relation         *RangeVar
	Method           string // empty for btree
	MethodPos        int32
	Columns          []*IndexElem
	Include          []*IndexElem
	NullsNotDistinct bool
	Options          []*DefElem
	Tablespace       string
	Where            Expr
}
