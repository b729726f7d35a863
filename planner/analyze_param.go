package planner

// Parameters of prepared statements. Where a type was not declared, it is the
// one that the first cast of the parameter asks for (PostgreSQL's
// parse_param.c).

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// ParamTypes are the types of $1, $2, ...: 0 or unknown where none is declared.
// With Variable set, analysis fills in what it infers and makes the list longer
// as needed; otherwise other parameters do not exist.
type ParamTypes struct {
	Types    []types.OID
	Variable bool
}

// maxParam is the highest parameter number (PostgreSQL's parse_param.c:
// MaxAllocSize / sizeof(Oid)); maxBound is the highest that can have a value, for
// the protocol counts parameters in 16 bits.
const (
	maxParam = 0x3fffffff / 4
	maxBound = 65535
)

// firstUnused is the lowest number of a parameter that was not met yet.
func (ps *ParamTypes) firstUnused() int {
	for i, t := range ps.Types {
		if t == 0 {
			return i + 1
		}
	}
	return len(ps.Types) + 1
}

func (p *parseState) param(e *tree.ParamRef) (expr.Expr, error) {
	ps := p.params
	missing := pgerr.New(pgerr.UndefinedParameter, "there is no parameter $%d", e.Number).At(int(e.Pos))
	if ps == nil || e.Number <= 0 || e.Number > maxParam {
		return nil, missing
	}
	if e.Number > len(ps.Types) {
		if !ps.Variable {
			return nil, missing
		}
		if e.Number > maxBound { // those before it are too many to be in the text
			return nil, pgerr.New(pgerr.IndeterminateDatatype, "could not determine data type of parameter $%d", ps.firstUnused())
		}
		ps.Types = append(ps.Types, make([]types.OID, e.Number-len(ps.Types))...)
	}
	t := &ps.Types[e.Number-1]
	if *t == 0 {
		if !ps.Variable {
			return nil, missing
		}
		*t = types.UnknownOID
	}
	if *t != types.UnknownOID && p.r.TypeOf(*t) == nil { // a client may declare any number
		if name, ok := catalog.FormatUnbuilt(*t, -1); ok {
			return nil, pgerr.Unsupported(int(e.Pos), "type "+name, "Declare the parameter as text.")
		}
		return nil, pgerr.New(pgerr.Internal, "cache lookup failed for type %d", *t)
	}
	return &expr.Param{Loc: expr.Loc(e.Pos), Kind: expr.ExternParam, ID: e.Number, T: *t, Mod: -1}, nil
}

// coerceParam is the hook by which casts give a parameter its type.
func (a *analyzer) coerceParam(n *expr.Param, target types.OID, pos int32) (expr.Expr, error) {
	if n.Kind != expr.ExternParam || n.T != types.UnknownOID || a.params == nil || !a.params.Variable {
		return nil, nil
	}
	t := &a.params.Types[n.ID-1]
	if *t == types.UnknownOID {
		*t = target
	}
	if *t != target {
		return nil, pgerr.New(pgerr.AmbiguousParameter, "inconsistent types deduced for parameter $%d", n.ID).
			WithDetail("%s versus %s", a.r.TypeName(*t), a.r.TypeName(target)).At(int(n.Pos()))
	}
	n.T, n.Mod = target, -1
	if pos >= 0 && (n.Pos() < 0 || pos < n.Pos()) {
		n.Loc = expr.Loc(pos)
	}
	return n, nil
}

// checkParams refuses references that were left without the type which another
// one settled, and parameters without a type.
func (a *analyzer) checkParams(q *Query) error {
	if a.params == nil || !a.params.Variable || len(a.params.Types) == 0 {
		return nil
	}
	var err error
	walkQuery(q, 0, func(e expr.Expr, _ int) bool {
		n, ok := e.(*expr.Param)
		if ok && n.Kind == expr.ExternParam && n.T != a.params.Types[n.ID-1] && err == nil {
			err = pgerr.New(pgerr.AmbiguousParameter, "could not determine data type of parameter $%d", n.ID).At(int(n.Pos()))
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	for i, t := range a.params.Types {
		if t == 0 || t == types.UnknownOID {
			return pgerr.New(pgerr.IndeterminateDatatype, "could not determine data type of parameter $%d", i+1)
		}
	}
	return nil
}
