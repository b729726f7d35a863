package expr

// This file writes constants and calls: functions, also in the standard's own
// syntax, aggregates and window functions. It also knows where pretty printing
// may leave parentheses out.

import (
	"strings"

	"minidb/types"
)

// constant writes a constant, with label also its type where a reader of the
// text could take it for another.
func (d *deparser) constant(k *Const, label bool) {
	if k.Value.IsNull() {
		d.put("NULL")
		if label {
			d.put("::" + d.typeName(k.T, k.Mod))
			d.constCollation(k)
		}
		return
	}
	s := types.Output(k.Value, k.T, d.Env)
	need := true
	switch {
	case k.T == types.BoolOID:
		s, need = map[bool]string{true: "true", false: "false"}[k.Value.Bool()], false
	case k.T == types.UnknownOID:
		s, need = quoteSimple(s), false
	case k.T == types.Int4OID && s[0] != '-':
		need = false
	case k.T == types.NumericOID && s[0] >= '0' && s[0] <= '9' && strings.ContainsAny(s, "eE."):
		need = k.Mod >= 0
	default:
		s = quoteSimple(s)
	}
	d.put(s)
	if label && need {
		d.put("::" + d.typeName(k.T, k.Mod))
	}
	if label {
		d.constCollation(k)
	}
}

func (d *deparser) constCollation(k *Const) {
	if ownCollation(k.Coll, k.T) != 0 {
		d.put(collateWords(k.Coll))
	}
}

func collateWords(coll types.OID) string { return " COLLATE " + QuoteIdent(CollationNames[coll]) }

// DeparseValue writes a constant without its type, as partition bounds have it.
func DeparseValue(k *Const, opts *DeparseOptions) string {
	d := &deparser{DeparseOptions: *opts}
	d.constant(k, false)
	return d.b.String()
}

// quoteSimple quotes a literal and leaves backslashes alone.
func quoteSimple(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (d *deparser) funcCall(e *FuncCall) {
	switch e.Form {
	case CastImplicit, CastExplicit:
		d.cast(e, e.Args[0], e.Ret, e.Mod, e.Form)
		return
	case CallIdentity:
		d.put("nextval(")
		d.constant(e.Args[0].(*Const), false)
		d.put(")")
		return
	case CallSQLSyntax:
		if d.sqlSyntax(e) {
			return
		}
	}
	if e.Fn.Schema != "" {
		d.put(QuoteIdent(e.Fn.Schema) + ".")
	}
	d.put(QuoteIdent(e.Fn.Name) + "(")
	if e.Partial {
		d.written(e)
	} else {
		d.args(e.Args, e.Variadic && e.Fn.Variadic != 0)
	}
	d.put(")")
}

// written writes the arguments of a call that leaves some out or names them.
func (d *deparser) written(e *FuncCall) {
	for i, at := range e.Written {
		if i > 0 {
			d.put(", ")
		}
		if i >= len(e.Written)-e.Named {
			d.put(QuoteIdent(e.Fn.ArgNames[at]) + " => ")
		}
		d.expr(e.Args[at])
	}
}

// args writes arguments, a VARIADIC array marked as such.
func (d *deparser) args(args []Expr, variadic bool) {
	for i, a := range args {
		if i > 0 {
			d.put(", ")
		}
		if variadic && i == len(args)-1 {
			d.put("VARIADIC ")
		}
		d.show(a, true)
	}
}

// sqlSyntax writes the functions that the standard gives a syntax of their own.
func (d *deparser) sqlSyntax(e *FuncCall) bool {
	a := e.Args
	infix := func(open string, parts ...any) bool {
		d.put(open)
		for _, p := range parts {
			switch p := p.(type) {
			case string:
				d.put(p)
			case Expr:
				d.show(p, false)
			}
		}
		d.put(")")
		return true
	}
	switch name := e.Fn.Name; {
	case name == "timezone" && len(a) == 1:
		return infix("(", a[0], " AT LOCAL")
	case name == "timezone":
		d.put("(")
		d.part(a[1], e, false)
		d.put(" AT TIME ZONE ")
		d.part(a[0], e, false)
		d.put(")")
		return true
	case name == "extract":
		field := ""
		if k, ok := a[0].(*Const); ok && k.Value.Kind() == types.Text {
			field = k.Value.Text()
		}
		return infix("EXTRACT(", field, " FROM ", a[1])
	case name == "position":
		return infix("POSITION((", a[1], ") IN (", a[0], ")")
	case name == "overlay" && len(a) == 3:
		return infix("OVERLAY(", a[0], " PLACING ", a[1], " FROM ", a[2])
	case name == "overlay":
		return infix("OVERLAY(", a[0], " PLACING ", a[1], " FROM ", a[2], " FOR ", a[3])
	case name == "substring" && len(a) == 2 && a[1].Type() == types.Int4OID:
		return infix("SUBSTRING(", a[0], " FROM ", a[1])
	case name == "substring" && len(a) == 3 && a[1].Type() == types.TextOID:
		return infix("SUBSTRING(", a[0], " SIMILAR ", a[1], " ESCAPE ", a[2])
	case name == "pg_collation_for":
		return infix("COLLATION FOR (", a[0])
	case name == "substring" && a[1].Type() == types.Int4OID:
		return infix("SUBSTRING(", a[0], " FROM ", a[1], " FOR ", a[2])
	case name == "btrim" || name == "ltrim" || name == "rtrim":
		word := map[string]string{"btrim": "BOTH", "ltrim": "LEADING", "rtrim": "TRAILING"}[name]
		if len(a) == 1 {
			return infix("TRIM(", word, " FROM ", a[0])
		}
		return infix("TRIM(", word, " ", a[1], " FROM ", a[0])
	case name == "normalize" && d.SubPlan == nil && isDefaultForm(a[1]):
		return infix("NORMALIZE(", a[0])
	case name == "normalize":
		return infix("NORMALIZE(", a[0], ", ", a[1].(*Const).Value.Text())
	case name == "is_normalized" && d.SubPlan == nil && isDefaultForm(a[1]):
		return infix("(", a[0], " IS NORMALIZED")
	case name == "is_normalized":
		return infix("(", a[0], " IS ", a[1].(*Const).Value.Text(), " NORMALIZED")
	case name == "overlaps":
		return infix("((", a[0], ", ", a[1], ") OVERLAPS (", a[2], ", ", a[3], ")")
	}
	return false
}

// isDefaultForm reports whether e is the normal form that is meant without a name. A plan
// has the defaults of arguments written out.
func isDefaultForm(e Expr) bool { return e.(*Const).Value.Text() == "NFC" }

func (d *deparser) aggregate(e *Agg) {
	d.put(QuoteIdent(e.Fn.Fn.Name) + "(")
	if e.Distinct {
		d.put("DISTINCT ")
	}
	switch {
	case len(e.Direct) > 0 || e.Fn.OrderedSet:
		d.list(e.Direct)
		d.put(") WITHIN GROUP (ORDER BY ")
		d.sortKeys(e.Order)
	case e.Star:
		d.put("*")
	default:
		d.list(e.Args)
		if len(e.Order) > 0 {
			d.put(" ORDER BY ")
			d.sortKeys(e.Order)
		}
	}
	d.put(")")
	d.filter(e.Filter)
}

func (d *deparser) filter(e Expr) {
	if e != nil {
		d.put(" FILTER (WHERE ")
		d.show(e, false)
		d.put(")")
	}
}

func (d *deparser) sortKeys(keys []SortKey) {
	for i, k := range keys {
		if i > 0 {
			d.put(", ")
		}
		// As in a query's ORDER BY, calls have parentheses.
		_, call := k.Expr.(*FuncCall)
		_, agg := k.Expr.(*Agg)
		if _, column := k.Expr.(*Var); !column && (d.Pretty || call || agg) {
			d.put("(")
			d.show(k.Expr, true)
			d.put(")")
		} else {
			d.show(k.Expr, true)
		}
		if k.Desc {
			d.put(" DESC")
		}
		if k.NullsFirst != k.Desc {
			d.put(map[bool]string{true: " NULLS FIRST", false: " NULLS LAST"}[k.NullsFirst])
		}
	}
}

func (d *deparser) windowCall(e *WindowCall) {
	name := ""
	if e.Agg != nil {
		name = e.Agg.Fn.Name
	} else if e.Fn != nil {
		name = e.Fn.Name
	}
	d.put(QuoteIdent(name) + "(")
	if e.Star {
		d.put("*")
	} else {
		d.list(e.Args)
	}
	d.put(")")
	d.filter(e.Filter)
	d.put(" OVER ")
	if d.Window != nil {
		d.put(d.Window(e))
	} else {
		d.put("(?)")
	}
}

// simpleIn reports whether e needs no parentheses inside parent in pretty mode:
// PostgreSQL's isSimpleNode.
func simpleIn(e, parent Expr) bool {
	switch e := e.(type) {
	case *Relabel:
		return e.Form != CollateClause && simpleIn(e.Arg, e)
	case *CoerceIO:
		return simpleIn(e.Arg, e)
	case *ConvertRow:
		return simpleIn(e.Arg, e)
	case *ArrayCoerce:
		return simpleIn(e.Arg, e)
	case *OpCall:
		return simpleOp(e, parent)
	case *Bool:
		return simpleBool(e, parent)
	case *NullTest, *BoolTest, *Distinct, *SubLink:
		return separated(parent) || isBool(parent)
	case *ArrayOp, *RowCompare:
		return false
	}
	return true
}

func isBool(e Expr) bool { _, ok := e.(*Bool); return ok }

// separated reports whether parent sets its inputs apart by commas or brackets.
func separated(parent Expr) bool {
	switch p := parent.(type) {
	case *FuncCall:
		return p.Form != CastExplicit && p.Form != CastImplicit
	case *Coalesce, *MinMax, *RowCons, *Array, *NullIf, *Agg, *WindowCall, *Case, *Subscript:
		return true
	}
	return false
}

// rank is an arithmetic operator's precedence: 1 for + and -, 2 for * / %.
func rank(op string) int {
	switch op {
	case "+", "-":
		return 1
	case "*", "/", "%":
		return 2
	}
	return 0
}

func simpleOp(e *OpCall, parent Expr) bool {
	p, ok := parent.(*OpCall)
	if !ok {
		return separated(parent) || isBool(parent)
	}
	if len(e.Args) != 2 || len(p.Args) != 2 {
		return false
	}
	er, pr := rank(e.Op.Name), rank(p.Op.Name)
	if er == 0 || pr == 0 {
		return false
	}
	return er > pr || er == pr && p.Args[0] == Expr(e)
}

func simpleBool(e *Bool, parent Expr) bool {
	p, ok := parent.(*Bool)
	if !ok {
		return separated(parent)
	}
	switch e.Op {
	case Not:
		return p.Op != Not
	case And:
		return p.Op != Not
	}
	return p.Op == Or
}

// LooksLikeFunction reports whether an expression that is an index's or a partition
// key's column needs no parentheses.
func LooksLikeFunction(e Expr) bool {
	switch e := e.(type) {
	case *FuncCall:
		return e.Form == CallExplicit || e.Form == CallSQLSyntax
	case *Coalesce, *MinMax, *NullIf:
		return true
	}
	return false
}
