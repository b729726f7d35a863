// Package tree is minidb's own syntax tree: what the parser makes of a
// statement before any name is looked up. Its nodes follow PostgreSQL's raw
// parse nodes in Go spelling; it imports nothing but the standard library.
//
// Every node carries Pos, the 0-based byte offset into the whole source given
// to parser.Parse (not into the single statement) of the token that
// PostgreSQL would point at: the operator of an expression with one, the first
// token otherwise. Leftmost gives the start of a whole expression. Nodes that
// stand for nothing written have Pos -1.
//
// Trees are read-only once parsed: cached plans and concurrent sessions share
// them.
package tree

// Node is any part of a syntax tree.
type Node interface {
	// Position is the 0-based byte offset into the source, -1 if unknown.
	Position() int32
}

// Expr is a scalar expression, or one of the few things that may stand where
// PostgreSQL's grammar allows an expression: DEFAULT, a grouping set.
type Expr interface {
	Node
	expr()
}

// TableRef is one item of a FROM clause.
type TableRef interface {
	Node
	tableRef()
}

// Statement is one whole SQL statement.
type Statement interface {
	Node
	stmt()
}

// TableElement is one item between the parentheses of CREATE TABLE: a
// *ColumnDef, a *Constraint or a *TableLike.
type TableElement interface {
	Node
	tableElement()
}
