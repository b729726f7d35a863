package expr

import "minidb/types"

// Functions that PostgreSQL defines by a SQL expression: the planner puts that in place of
// the call, as EXPLAIN shows.

// inlineCall replaces a call by what the function is written as; e itself if it is not.
func (s *simplifier) inlineCall(e *FuncCall) Expr {
	if !e.Fn.WrittenInSQL() || e.Fn.RetSet || len(e.Args) == 0 {
		return e
	}
	w := sqlBody{res: NewResolver(s.c.env()), at: int32(e.Pos())}
	a := e.Args
	var out Expr
	switch e.Fn.Name {
	case "age":
		if len(a) == 1 {
			today := &SQLValue{Loc: -1, Kind: CurrentDate, T: types.DateOID, Mod: -1}
			out = w.call("age", w.cast(today, a[0].Type()), a[0])
		}
	case "bit_length":
		out = w.op("*", w.call("octet_length", a[0]), w.number(types.Int4OID, 8))
	case "log":
		out = w.call("log", w.cast(w.number(types.Int4OID, 10), types.NumericOID), a[0])
	case "round", "trunc":
		out = w.call(e.Fn.Name, a[0], w.number(types.Int4OID, 0))
	case "lpad", "rpad":
		out = w.call(e.Fn.Name, a[0], a[1], &Const{Loc: -1, Value: types.NewText(" "), T: types.TextOID, Mod: -1})
	case "date_part":
		if a[1].Type() == types.DateOID {
			out = w.call("date_part", a[0], w.cast(a[1], types.TimestampOID))
		}
	case "substring":
		if len(a) == 3 && a[1].Type() == types.TextOID {
			out = w.call("substring", a[0], w.call("similar_to_escape", a[1], a[2]))
		}
	case "overlaps":
		out = w.overlaps(e)
	}
	if out == nil || w.failed {
		return e
	}
	return s.fold(out)
}

// sqlBody makes the parts of a function's body.
type sqlBody struct {
	res    *Resolver
	at     int32
	failed bool
}

func (w *sqlBody) note(e Expr, err error) Expr {
	w.failed = w.failed || err != nil
	return e
}

func (w *sqlBody) number(t types.OID, n int64) Expr {
	return &Const{Loc: -1, Value: types.NewInt(n), T: t, Mod: -1}
}

func (w *sqlBody) call(name string, args ...Expr) Expr {
	if w.failed {
		return nil
	}
	c, err := w.res.MakeFunc("pg_catalog", name, args, nil, false, CallExplicit, w.at)
	if err != nil {
		w.failed = true
		return nil
	}
	return c
}

func (w *sqlBody) op(name string, l, r Expr) Expr {
	if w.failed {
		return nil
	}
	o, err := w.res.MakeOp("", name, l, r, w.at)
	return w.note(o, err)
}

func (w *sqlBody) cast(e Expr, t types.OID) Expr {
	c, err := w.res.Coerce(e, t, -1, ExplicitCast, CastExplicit, -1)
	return w.note(c, err)
}

// overlaps gives intervals as ends: what begins them stands twice then, and must
// not be computed twice with two results.
func (w *sqlBody) overlaps(e *FuncCall) Expr {
	a := append([]Expr(nil), e.Args...)
	for i := 0; i < len(a); i += 2 {
		if a[i+1].Type() != types.IntervalOID {
			continue
		}
		if Any(a[i], func(n Expr) bool { _, link := n.(*SubLink); return link || volatility(n) == Volatile }) {
			return nil
		}
		a[i+1] = w.op("+", a[i], a[i+1])
	}
	if w.failed {
		return nil
	}
	c, err := w.res.MakeFunc("pg_catalog", "overlaps", a, nil, false, CallSQLSyntax, w.at)
	if err != nil {
		return nil
	}
	return c
}
