package expr

// Which collation an expression has, once analysis has found that it is decided. All
// collations sort by bytes: this matters for what is shown, and for which indexes a
// condition is allowed to use.

import "minidb/types"

// The collations that exist, by their OIDs in pg_collation.
const (
	DefaultCollation types.OID = 100
	CCollation       types.OID = 950
	PosixCollation   types.OID = 951
)

// CollationNames are the names of the collations.
var CollationNames = map[types.OID]string{DefaultCollation: "default", CCollation: "C", PosixCollation: "POSIX"}

// TypeCollation is the collation of a type, 0 if it has none.
func TypeCollation(t types.OID) types.OID {
	ty, ok := types.ByOID(t)
	if !ok {
		return 0
	}
	return ty.Collation
}

// ownCollation is coll, or 0 if it is that of type t.
func ownCollation(coll, t types.OID) types.OID {
	if coll == TypeCollation(t) {
		return 0
	}
	return coll
}

// Collation is the collation of e (exprCollation), 0 if its type has none.
func Collation(e Expr) types.OID {
	own := TypeCollation(e.Type())
	if own == 0 {
		return 0
	}
	coll, _ := collation(e)
	if coll == 0 {
		return own
	}
	return coll
}

// InputCollation is the collation by which an operator or function works on its
// arguments, 0 if they have none.
func InputCollation(args ...Expr) types.OID {
	coll, _ := merged(args)
	return coll
}

// collation is the collation of e and whether a COLLATE clause has given it.
func collation(e Expr) (coll types.OID, explicit bool) {
	own := TypeCollation(e.Type())
	switch n := e.(type) {
	case *Var:
		return either(n.Coll, own), false
	case *Const:
		return either(n.Coll, own), n.Coll != 0
	case *Relabel:
		if n.Collation != 0 {
			return n.Collation, true
		}
		if own == 0 {
			return 0, false
		}
		coll, explicit = collation(n.Arg)
		return either(coll, own), explicit
	case *Case:
		results := make([]Expr, 0, len(n.Whens)+1)
		for _, w := range n.Whens {
			results = append(results, w.Result)
		}
		if n.Else != nil {
			results = append(results, n.Else)
		}
		coll, explicit = merged(results)
	case *Subscript:
		coll, explicit = collation(n.Arg)
	case *RowCons, *RowCompare, *CaseTest, *Param, *SubLink, *SubPlan, *SQLValue:
		return own, false
	default:
		if own == 0 {
			return 0, false
		}
		coll, explicit = merged(children(e))
	}
	if own == 0 {
		return 0, false
	}
	return either(coll, own), explicit
}

// WithoutCollate takes COLLATE clauses off the top of e: what remains is a key whose
// collation is kept beside it.
func WithoutCollate(e Expr) Expr {
	for {
		r, ok := e.(*Relabel)
		if !ok || r.Form != CollateClause {
			return e
		}
		e = r.Arg
	}
}

func either(a, b types.OID) types.OID {
	if a != 0 {
		return a
	}
	return b
}

// merged is the collation of several expressions together: an explicit one wins over
// those of columns, and another than the default over the default.
func merged(es []Expr) (coll types.OID, explicit bool) {
	conflict := false
	for _, e := range es {
		if e == nil {
			continue
		}
		c, ex := collation(e)
		switch {
		case c == 0 || explicit && !ex:
		case ex && !explicit:
			coll, explicit, conflict = c, true, false
		case coll == 0 || coll == DefaultCollation:
			coll = c
		case c != coll && c != DefaultCollation:
			conflict = true
		}
	}
	if conflict {
		return 0, false
	}
	return coll, explicit
}
