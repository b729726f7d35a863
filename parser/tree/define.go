package tree

// Schemas, views, sequences, types, roles, privileges, text search.

// CreateSchema is CREATE SCHEMA. Elements are the statements that follow.
type CreateSchema struct {
	Pos         int32
	Name        string // empty: the owner's
	Owner       *RoleSpec
	IfNotExists bool
	Elements    []Statement
}

// CheckOption is the WITH CHECK OPTION of a view.
type CheckOption uint8

// The check options.
const (
	NoCheckOption CheckOption = iota
	LocalCheckOption
	CascadedCheckOption
)

// CreateView is CREATE VIEW.
type CreateView struct {
	Pos         int32
	View        *RangeVar
	Persistence Persistence
	OrReplace   bool
	Recursive   bool
	Columns     []string
	Options     []*DefElem
	Query       *SelectStmt
	Check       CheckOption
}

// CreateSequence is CREATE SEQUENCE. Options have PostgreSQL's names:
// as, increment, minvalue, maxvalue, start, cache, cycle, owned_by; an option
// of NO MINVALUE and NO MAXVALUE has no value, CYCLE is a boolean.
type CreateSequence struct {
	Pos         int32
	Sequence    *RangeVar
	Persistence Persistence
	IfNotExists bool
	Options     []*DefElem
}

// AlterSequence is ALTER SEQUENCE with sequence options; restart is one more.
type AlterSequence struct {
	Pos      int32
	Sequence *RangeVar
	IfExists bool
	Options  []*DefElem
}

// CreateEnum is CREATE TYPE Name AS ENUM (Labels).
type CreateEnum struct {
	Pos    int32
	Name   []string
	Labels []string
}

// AlterEnum is ALTER TYPE ... ADD VALUE, or RENAME VALUE if OldValue is set.
type AlterEnum struct {
	Pos         int32
	Name        []string
	OldValue    string
	Rename      bool
	NewValue    string
	Neighbor    string
	HasNeighbor bool
	After       bool // behind the Neighbor, else before it
	IfNotExists bool
}

// CreateComposite is CREATE TYPE Name AS (Columns).
type CreateComposite struct {
	Pos     int32
	Name    []string
	Columns []*ColumnDef
}

// CreateDomain is CREATE DOMAIN.
type CreateDomain struct {
	Pos         int32
	Name        []string
	Type        *TypeName
	Collation   []string
	Constraints []*Constraint
}

// RoleKind tells a named role from the words that stand for one.
type RoleKind uint8

// The kinds of RoleSpec.
const (
	RoleNamed RoleKind = iota
	RoleCurrentRole
	RoleCurrentUser
	RoleSessionUser
	RolePublic
	RoleAll // ALTER ROLE ALL SET
)

// RoleSpec names a role.
type RoleSpec struct {
	Pos  int32
	Kind RoleKind
	Name string
}

// CreateRole is CREATE ROLE, USER or GROUP (Kind is the word). Options have
// PostgreSQL's names: superuser, inherit, createrole, createdb, canlogin,
// isreplication, bypassrls (booleans), connectionlimit, password (no value for
// NULL), validUntil, addroleto, rolemembers, adminmembers (Roles).
type CreateRole struct {
	Pos     int32
	Kind    string
	Name    string
	Options []*DefElem
}

// AlterRole is ALTER ROLE with options, or ALTER GROUP ADD/DROP USER, whose
// members are in the option rolemembers; Drop is set for the latter.
type AlterRole struct {
	Pos     int32
	Role    *RoleSpec
	Options []*DefElem
	Drop    bool
}

// AlterRoleSet is ALTER ROLE ... [IN DATABASE d] SET or RESET.
type AlterRoleSet struct {
	Pos      int32
	Role     *RoleSpec
	Database string
	Set      *VariableSet
}

// DropRole is DROP ROLE, USER or GROUP.
type DropRole struct {
	Pos      int32
	Roles    []*RoleSpec
	IfExists bool
}

// GrantRole is GRANT Roles TO Grantees, or REVOKE if Revoke is set. Options
// are admin, inherit and set with boolean values.
type GrantRole struct {
	Pos      int32
	Revoke   bool
	Roles    []*Privilege
	Grantees []*RoleSpec
	Options  []*DefElem
	Grantor  *RoleSpec
	Behavior Behavior
}

// DropOwned is DROP OWNED BY Roles.
type DropOwned struct {
	Pos      int32
	Roles    []*RoleSpec
	Behavior Behavior
}

// ReassignOwned is REASSIGN OWNED BY Roles TO NewRole.
type ReassignOwned struct {
	Pos     int32
	Roles   []*RoleSpec
	NewRole *RoleSpec
}

// AlterDefaultPrivileges is ALTER DEFAULT PRIVILEGES [FOR ROLE Roles] [IN SCHEMA
// Schemas]; Grant has no Objects, only their Kind.
type AlterDefaultPrivileges struct {
	Pos     int32
	Roles   []*RoleSpec
	Schemas []string
	Grant   *Grant
}

// Privilege is one privilege, with its columns if it is limited to some, or a
// granted role.
type Privilege struct {
	Pos     int32
	Name    string
	Columns []string
}

// Grant is GRANT Privileges ON Objects TO Grantees, or REVOKE if Revoke is
// set. No Privileges means ALL. With AllInSchema, Objects are schemas and Kind
// is the kind of the objects in them.
type Grant struct {
	Pos         int32
	Revoke      bool
	GrantOption bool // WITH GRANT OPTION, or GRANT OPTION FOR
	Privileges  []*Privilege
	AllColumns  []string // of ALL PRIVILEGES (columns)
	Kind        ObjectKind
	AllInSchema bool
	Objects     []*ObjectName
	Grantees    []*RoleSpec
	Grantor     *RoleSpec
	Behavior    Behavior
}

// DefineObject is CREATE TEXT SEARCH ... and other CREATE kind name
// (name = value, ...). A value that is a qualified name is in Names.
type DefineObject struct {
	Pos        int32
	Kind       ObjectKind
	Name       []string
	Definition []*DefElem
}

// AlterTSConfigKind tells the forms of ALTER TEXT SEARCH CONFIGURATION apart.
type AlterTSConfigKind uint8

// The forms of ALTER TEXT SEARCH CONFIGURATION.
const (
	TSAddMapping     AlterTSConfigKind = iota
	TSAlterMapping                     // ... FOR Tokens WITH Dicts
	TSReplaceDict                      // ... REPLACE Dicts[0] WITH Dicts[1]
	TSReplaceDictFor                   // ... FOR Tokens REPLACE Dicts[0] WITH Dicts[1]
	TSDropMapping                      // DROP MAPPING [IF EXISTS] FOR Tokens
)

// AlterTSConfig is ALTER TEXT SEARCH CONFIGURATION.
type AlterTSConfig struct {
	Pos       int32
	Kind      AlterTSConfigKind
	Name      []string
	Tokens    []string
	Dicts     []*ObjectName
	MissingOK bool
}

// Unbuilt is a statement that is read in full and then refused: what it names must
// be there first, and its definition must have what PostgreSQL asks for.
type Unbuilt struct {
	Pos      int32
	What     string    // as the refusal names it
	Text     string    // as written
	Relation *RangeVar // must exist
	Function []string  // of no arguments; must exist
	Source   *TypeName // and Target: of a cast without a function
	Target   *TypeName
	Required []string // parts of the definition of an aggregate that are missing
}

// DropMissing is DROP of objects of a kind of which there are none.
type DropMissing struct {
	Pos      int32
	Kind     ObjectKind
	Objects  []*MissingObject
	IfExists bool
	Text     string // as written
}

// MissingObject is a function with the types of its arguments, if HasArgs, or an object of
// a relation, or another.
type MissingObject struct {
	Names   []string
	HasArgs bool
	Args    []*TypeName
	On      *RangeVar
}

// DropDatabase is DROP DATABASE.
type DropDatabase struct {
	Pos      int32
	Name     string
	IfExists bool
	Force    bool
}

// CreateExtension is CREATE EXTENSION.
type CreateExtension struct {
	Pos         int32
	Name        string
	IfNotExists bool
	Options     []*DefElem
}
