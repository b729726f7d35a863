package tree

// INSERT, UPDATE and DELETE.

// Overriding is the OVERRIDING clause of an INSERT.
type Overriding uint8

// The OVERRIDING clauses.
const (
	OverridingNone Overriding = iota
	OverridingUser
	OverridingSystem
)

// ColumnTarget names a column that is assigned to, or a part of it: Path has
// the Subscripts and FieldSelects behind the name, without Arg.
type ColumnTarget struct {
	Pos  int32
	Name string
	Path []Expr
}

// Returning is a RETURNING list; Old and New are the aliases given to the old
// and new row by RETURNING WITH (OLD AS o, NEW AS n), empty if not given.
type Returning struct {
	Pos      int32
	Old, New string
	List     []*ResTarget
}

// InsertStmt is an INSERT. Columns is nil if no list was written; Query is nil
// for DEFAULT VALUES.
type InsertStmt struct {
	Pos        int32
	With       *WithClause
	Relation   *RangeVar
	Columns    []*ColumnTarget
	Overriding Overriding
	Query      *SelectStmt
	OnConflict *OnConflict
	Returning  *Returning
}

// OnConflict is ON CONFLICT DO NOTHING, or DO UPDATE if DoUpdate is set. The
// arbiter is given by Elems and ElemsWhere, or by Constraint, or not at all.
type OnConflict struct {
	Pos        int32
	Elems      []*IndexElem
	ElemsWhere Expr
	Constraint string
	DoUpdate   bool
	Set        []*SetClause
	Where      Expr
}

// SetClause is one assignment of an UPDATE: Columns[0] = Value, or
// (Columns) = Value if Multi is set, where Value is a RowExpr, a SubLink or any
// other expression of row type.
type SetClause struct {
	Pos     int32
	Columns []*ColumnTarget
	Value   Expr
	Multi   bool
}

// UpdateStmt is an UPDATE.
type UpdateStmt struct {
	Pos       int32
	With      *WithClause
	Relation  *RangeVar
	Set       []*SetClause
	From      []TableRef
	Where     Expr
	Returning *Returning
}

// DeleteStmt is a DELETE.
type DeleteStmt struct {
	Pos       int32
	With      *WithClause
	Relation  *RangeVar
	Using     []TableRef
	Where     Expr
	Returning *Returning
}
