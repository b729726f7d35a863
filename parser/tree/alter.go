package tree

// ALTER, DROP, RENAME and COMMENT.

// ObjectKind names a kind of database object in statements that take several:
// "table", "index", "view", "text search configuration", ... in lower case and
// in PostgreSQL's words.
type ObjectKind string

// The kinds of objects that statements in use name.
const (
	KindTable      ObjectKind = "table"
	KindIndex      ObjectKind = "index"
	KindView       ObjectKind = "view"
	KindMatView    ObjectKind = "materialized view"
	KindForeign    ObjectKind = "foreign table"
	KindSequence   ObjectKind = "sequence"
	KindSchema     ObjectKind = "schema"
	KindType       ObjectKind = "type"
	KindDomain     ObjectKind = "domain"
	KindColumn     ObjectKind = "column"
	KindConstraint ObjectKind = "constraint"
	KindRole       ObjectKind = "role"
	KindDatabase   ObjectKind = "database"
	KindTablespace ObjectKind = "tablespace"
	KindExtension  ObjectKind = "extension"
	KindCollation  ObjectKind = "collation"
	KindTSConfig   ObjectKind = "text search configuration"
	KindTSDict     ObjectKind = "text search dictionary"
	KindTSParser   ObjectKind = "text search parser"
	KindTSTemplate ObjectKind = "text search template"
)

// ObjectName is a possibly qualified name of an object.
type ObjectName struct {
	Pos   int32
	Names []string
	Array bool // of a type: the array type over it
}

// AlterCmdKind tells the subcommands of ALTER TABLE apart.
type AlterCmdKind uint8

// The subcommands of ALTER TABLE.
const (
	AddColumn          AlterCmdKind = iota // Column, MissingOK = IF NOT EXISTS
	DropColumn                             // Name, Behavior, MissingOK
	ColumnDefault                          // Name, Expr; nil drops it
	SetNotNull                             // Name
	DropNotNull                            // Name
	SetExpression                          // Name, Expr
	DropExpression                         // Name, MissingOK
	SetStatistics                          // Name or Num, Value; nil is DEFAULT
	SetColumnOptions                       // Name, Options
	ResetColumnOptions                     // Name, Options
	SetStorage                             // Name, Text
	SetCompression                         // Name, Text
	AddIdentity                            // Name, Constraint
	SetIdentity                            // Name, Options
	DropIdentity                           // Name, MissingOK
	AlterColumnType                        // Name, Type, Collation, Expr = USING
	AddConstraint                          // Constraint
	AlterConstraint                        // Name, Constraint's attributes
	ValidateConstraint                     // Name
	DropConstraint                         // Name, Behavior, MissingOK
	AttachPartition                        // Relation, Bound; an index has no bound
	DetachPartition                        // Relation, Concurrently, Finalize
	SetRelOptions                          // Options
	ResetRelOptions                        // Options
	ChangeOwner                            // Role
	SetTablespace                          // Text
	SetAccessMethod                        // Text; empty is DEFAULT
	SetLogged                              //
	SetUnlogged                            //
	ClusterOn                              // Name
	SetWithoutCluster                      //
	SetWithoutOids                         //
	AddInherit                             // Relation
	DropInherit                            // Relation
	ReplicaIdentity                        // Text: default, full, nothing, index; Name
	EnableRowSecurity                      //
	DisableRowSecurity                     //
	OfType                                 // OF Type
	NotOfType                              //
	ForceRowSecurity                       //
	NoForceRowSecurity                     //
	EnableTrigger                          // Name, or Text: all, user, always, replica
	DisableTrigger                         // Name, or Text
)

// AlterTableCmd is one subcommand of ALTER TABLE; the comments at
// AlterCmdKind say which fields each kind uses.
type AlterTableCmd struct {
	Pos          int32
	Kind         AlterCmdKind
	Name         string
	NamePos      int32 // of Name in ALTER COLUMN
	Text         string
	Num          int32 // column number, for indexes
	Value        *Const
	Column       *ColumnDef
	Constraint   *Constraint
	Type         *TypeName
	Collation    []string
	Expr         Expr
	Options      []*DefElem
	Relation     *RangeVar
	Bound        *PartitionBound
	Role         *RoleSpec
	Behavior     Behavior
	MissingOK    bool
	Concurrently bool
	Finalize     bool
}

// AlterTable is ALTER TABLE, or ALTER of an index, view, materialized view or
// sequence with the same subcommands.
type AlterTable struct {
	Pos      int32
	Kind     ObjectKind
	Relation *RangeVar
	IfExists bool
	Cmds     []*AlterTableCmd
}

// Rename is ALTER ... RENAME. Kind is KindColumn or KindConstraint when Sub, a
// part of the relation, is renamed; OnKind is then the relation's kind. Relation
// is set for relations, Name for other objects.
type Rename struct {
	Pos      int32
	Kind     ObjectKind
	OnKind   ObjectKind
	Relation *RangeVar
	Name     []string
	Sub      string
	NewName  string
	IfExists bool
	Behavior Behavior
}

// AlterObjectSchema is ALTER ... SET SCHEMA.
type AlterObjectSchema struct {
	Pos       int32
	Kind      ObjectKind
	Relation  *RangeVar // relations
	Name      []string  // other objects
	NewSchema string
	IfExists  bool
}

// AlterOwner is ALTER ... OWNER TO for objects that are no relations.
type AlterOwner struct {
	Pos      int32
	Kind     ObjectKind
	Name     []string
	NewOwner *RoleSpec
}

// Drop is DROP of any kind of object but roles.
type Drop struct {
	Pos          int32
	Kind         ObjectKind
	Names        []*ObjectName
	IfExists     bool
	Behavior     Behavior
	Concurrently bool
}

// Comment is COMMENT ON Kind Name. Sub is the constraint of
// ON CONSTRAINT Sub ON Name; a column is the last part of Name. IsNull means
// that the comment is removed.
type Comment struct {
	Pos    int32
	Kind   ObjectKind
	Name   *ObjectName
	Sub    string
	Text   string
	IsNull bool
}
