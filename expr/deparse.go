package expr

// This file writes expressions back as SQL, in the form that PostgreSQL's
// ruleutils.c gives them in EXPLAIN, pg_get_expr and the other pg_get functions.
// Without Pretty every operator has its parentheses; with it only those that
// precedence asks for.

import (
	"strconv"
	"strings"

	"minidb/types"
)

// DeparseOptions are the parts of deparsing that the caller knows better. All
// fields may be zero.
type DeparseOptions struct {
	Pretty  bool                       // only the parentheses that are needed
	Indent  bool                       // CASE over several lines, as all pg_get functions write it
	Env     *types.Env                 // how constants and users' types are printed
	Param   func(p *Param) string      // what an ExecParam stands for
	SubPlan func(sp *SubPlan) string   // the subplan's name, "SubPlan 1"
	SubLink func(sl *SubLink) string   // the subquery's text
	Window  func(c *WindowCall) string // the window's name or definition

	// Computed tells which expressions a node below computes: they have parentheses.
	Computed func(e Expr) bool

	Level    int  // of Indent at the start
	Implicit bool // show an implicit cast at the top
}

// Deparse writes e as SQL. names says how a column is called; nil writes the
// attribute's number.
func Deparse(e Expr, names func(*Var) string, opts *DeparseOptions) string {
	d := &deparser{names: names}
	if opts != nil {
		d.DeparseOptions = *opts
	}
	d.level = d.Level
	if d.Env == nil {
		d.Env = defaultEnv
	}
	d.show(e, d.Implicit)
	return d.b.String()
}

type deparser struct {
	DeparseOptions
	names func(*Var) string
	b     strings.Builder
	// implicit says that casts put in by analysis are shown: they are in the
	// arguments of operators and functions, where a reader must see which
	// operator or function is meant.
	implicit bool
	level    int // how far Indent has got
}

// show writes e with implicit casts shown or not.
func (d *deparser) show(e Expr, implicit bool) {
	saved := d.implicit
	d.implicit = implicit
	d.expr(e)
	d.implicit = saved
}

func (d *deparser) put(s string) { d.b.WriteString(s) }

// open and close put the parentheses that pretty printing leaves out.
func (d *deparser) open() {
	if !d.Pretty {
		d.put("(")
	}
}

func (d *deparser) close() {
	if !d.Pretty {
		d.put(")")
	}
}

// within writes e as a part of parent, in pretty mode with parentheses if they
// are needed there.
func (d *deparser) within(e, parent Expr) { d.part(e, parent, true) }

func (d *deparser) part(e, parent Expr, implicit bool) {
	need := d.Pretty && !simpleIn(e, parent)
	if need {
		d.put("(")
	}
	d.show(e, implicit)
	if need {
		d.put(")")
	}
}

func (d *deparser) list(es []Expr) {
	for i, e := range es {
		if i > 0 {
			d.put(", ")
		}
		d.show(e, true)
	}
}

func (d *deparser) typeName(t types.OID, mod int32) string {
	if _, ok := types.ByOID(t); !ok {
		return d.Env.Names.RegtypeOut(t)
	}
	return types.FormatTypmod(t, mod)
}

func (d *deparser) expr(e Expr) {
	if f := d.Computed; f != nil && f(e) {
		d.Computed = nil
		d.put("(")
		d.expr(e)
		d.put(")")
		d.Computed = f
		return
	}
	switch e := e.(type) {
	case nil:
	case *Var:
		if d.names == nil {
			d.put("$" + strconv.Itoa(e.Attr))
			return
		}
		d.put(d.names(e))
	case *Const:
		d.constant(e, true)
	case *Param:
		if d.Param != nil {
			d.put(d.Param(e))
			return
		}
		d.put("$" + strconv.Itoa(e.ID))
	case *FuncCall:
		d.funcCall(e)
	case *OpCall:
		d.opCall(e)
	case *Distinct:
		d.binary(e, e.L, "IS DISTINCT FROM", e.R)
	case *NullIf:
		d.put("NULLIF(")
		d.list([]Expr{e.L, e.R})
		d.put(")")
	case *ArrayOp:
		d.arrayOp(e)
	case *Bool:
		d.boolean(e)
	case *NullTest:
		word := " IS NULL"
		if e.Not {
			word = " IS NOT NULL"
		}
		d.postfix(e, e.Arg, word)
	case *BoolTest:
		d.open()
		d.part(e.Arg, e, false)
		d.put([...]string{" IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NOT FALSE", " IS UNKNOWN", " IS NOT UNKNOWN"}[e.Kind])
		d.close()
	case *Case:
		if row, ok := e.Else.(*RowCons); ok && row.Whole != nil { // NULL if there is no row
			d.expr(row)
			return
		}
		d.caseExpr(e)
	case *CaseTest:
		d.put("CASE_TEST_EXPR")
	case *Coalesce:
		d.call("COALESCE", e.Args)
	case *MinMax:
		if e.Least {
			d.call("LEAST", e.Args)
		} else {
			d.call("GREATEST", e.Args)
		}
	case *Relabel:
		if e.Form == CollateClause {
			d.postfix(e, e.Arg, collateWords(e.Collation))
			return
		}
		d.cast(e, e.Arg, e.T, e.Mod, e.Form)
	case *PlaceHolder:
		d.expr(e.Arg)
	case *CoerceIO:
		d.cast(e, e.Arg, e.T, -1, e.Form)
	case *ConvertRow:
		d.cast(e, e.Arg, e.T, -1, e.Form)
	case *ArrayCoerce:
		d.cast(e, e.Arg, e.T, e.Mod, e.Form)
	default:
		d.rest(e)
	}
}

func (d *deparser) rest(e Expr) {
	switch e := e.(type) {
	case *Array:
		d.put("ARRAY[")
		d.list(e.Elems)
		d.put("]")
		if len(e.Elems) == 0 {
			d.put("::" + d.typeName(e.T, -1))
		}
	case *RowCons:
		if e.Whole != nil && d.names != nil {
			d.put(d.names(e.Whole))
			return
		}
		d.put("ROW(")
		for i, a := range e.Args {
			if i > 0 {
				d.put(", ")
			}
			d.show(a, true)
			if row, ok := a.(*RowCons); ok && row.Whole != nil && d.names != nil {
				d.put("::" + d.typeName(row.T, -1)) // or it would stand for its columns
			}
		}
		d.put(")")
		if e.T != types.RecordOID {
			d.put("::" + d.typeName(e.T, -1))
		}
	case *RowCompare:
		op := map[int]string{-2: "<", -1: "<=", 1: ">=", 2: ">"}[e.Strategy]
		d.put("(ROW(")
		d.list(e.L)
		d.put(") " + op + " ROW(")
		d.list(e.R)
		d.put("))")
	case *Subscript:
		d.subscript(e)
	case *FieldStore:
		d.fieldStore(e)
	case *FieldSelect:
		if _, sub := e.Arg.(*FieldSelect); sub {
			d.expr(e.Arg)
		} else {
			d.put("(")
			d.expr(e.Arg)
			d.put(")")
		}
		d.put("." + QuoteIdent(e.Name))
	case *SubLink:
		if d.SubLink != nil {
			d.put(d.SubLink(e))
			return
		}
		d.put("(SubLink)")
	case *SubPlan:
		d.subPlan(e)
	case *Agg:
		d.aggregate(e)
	case *WindowCall:
		d.windowCall(e)
	case *Grouping:
		d.call("GROUPING", e.Args)
	case *SQLValue:
		d.sqlValue(e)
	case *SetToDefault:
		d.put("DEFAULT")
	default:
		d.put("?")
	}
}

func (d *deparser) call(name string, args []Expr) {
	d.put(name + "(")
	d.list(args)
	d.put(")")
}

func (d *deparser) binary(e, l Expr, op string, r Expr) {
	d.open()
	d.within(l, e)
	d.put(" " + op + " ")
	d.within(r, e)
	d.close()
}

func (d *deparser) postfix(e, arg Expr, word string) {
	d.open()
	d.within(arg, e)
	d.put(word)
	d.close()
}

func (d *deparser) opCall(e *OpCall) {
	if len(e.Args) == 2 {
		d.binary(e, e.Args[0], e.Op.Name, e.Args[1])
		return
	}
	d.open()
	d.put(e.Op.Name + " ")
	d.within(e.Args[0], e)
	d.close()
}

func (d *deparser) arrayOp(e *ArrayOp) {
	word := " ANY ("
	if e.All {
		word = " ALL ("
	}
	d.open()
	d.within(e.L, e)
	d.put(" " + e.Op.Name + word)
	d.within(e.R, e)
	d.put(")")
	d.close()
}

func (d *deparser) boolean(e *Bool) {
	d.open()
	if e.Op == Not {
		d.put("NOT ")
		d.part(e.Args[0], e, false)
	} else {
		word := " AND "
		if e.Op == Or {
			word = " OR "
		}
		for i, a := range e.Args {
			if i > 0 {
				d.put(word)
			}
			d.part(a, e, false)
		}
	}
	d.close()
}

func (d *deparser) caseExpr(e *Case) {
	d.keyword("CASE", 0)
	d.level += indentWidth
	if e.Arg != nil {
		d.put(" ")
		d.show(e.Arg, true)
	}
	for _, w := range e.Whens {
		d.keyword(" WHEN ", 0)
		d.show(whenShown(e, w.Cond), false)
		d.put(" THEN ")
		d.show(w.Result, true)
	}
	d.keyword(" ELSE ", 0)
	if e.Else == nil {
		d.put("NULL::" + d.typeName(e.T, e.Mod))
	} else {
		d.show(e.Else, true)
	}
	d.keyword(" END", -indentWidth)
}

// indentWidth is PRETTYINDENT_VAR (PostgreSQL 18, ruleutils.c).
const indentWidth = 4

// keyword writes a word at the beginning of a new line if Indent is set, and
// as it stands otherwise. by changes the indentation first.
func (d *deparser) keyword(word string, by int) {
	if !d.Indent {
		d.put(word)
		return
	}
	d.level += by
	text := strings.TrimRight(d.b.String(), " ")
	d.b.Reset()
	d.put(text + "\n" + strings.Repeat(" ", max(d.level, 0)) + strings.TrimLeft(word, " "))
}

// whenShown is the value that a simple CASE compares with.
func whenShown(e *Case, cond Expr) Expr {
	if e.Arg == nil {
		return cond
	}
	if op, ok := cond.(*OpCall); ok && len(op.Args) == 2 {
		l := op.Args[0]
		for {
			switch x := l.(type) {
			case *CaseTest:
				return op.Args[1]
			case *Relabel:
				l = x.Arg
				continue
			case *CoerceIO:
				l = x.Arg
				continue
			case *FuncCall:
				if x.Form == CastImplicit {
					l = x.Args[0]
					continue
				}
			}
			break
		}
	}
	return cond
}

// cast writes x::type, or the argument alone for a cast that analysis put in.
func (d *deparser) cast(e, arg Expr, t types.OID, mod int32, form CallForm) {
	if form == CastImplicit && (!d.implicit || t == types.RecordOID) { // a row is a record as it is
		d.part(arg, e, false)
		return
	}
	if k, ok := arg.(*Const); ok && k.T == t && k.Mod == -1 {
		d.constant(k, false)
	} else {
		d.open()
		d.part(arg, e, false)
		d.close()
	}
	d.put("::" + d.typeName(t, mod))
}

func (d *deparser) subscript(e *Subscript) {
	switch e.Arg.(type) {
	case *CaseTest: // within a FieldStore, which does not show its fields either
		d.expr(e.Value)
		return
	case *Var, *FieldSelect, *Param:
		d.expr(e.Arg)
	default:
		d.put("(")
		d.expr(e.Arg)
		d.put(")")
	}
	d.bounds(e)
	if e.Value != nil {
		value := d.path(e.Value)
		d.put(" := ")
		d.expr(value)
	}
}

func (d *deparser) bounds(e *Subscript) {
	for i, hi := range e.Hi {
		d.put("[")
		if e.Slice {
			d.expr(e.Lo[i])
			d.put(":")
		}
		d.expr(hi)
		d.put("]")
	}
}

// path writes to which part of an element value is assigned, and returns what is.
func (d *deparser) path(value Expr) Expr {
	for {
		switch e := value.(type) {
		case *FieldStore:
			d.put("." + QuoteIdent(e.Names[e.Fields[0]]))
			value = e.Values[0]
			continue
		case *Subscript:
			if e.Value != nil {
				d.bounds(e)
				value = e.Value
				continue
			}
		}
		return value
	}
}

// fieldStore writes the values alone, as PostgreSQL does in EXPLAIN.
func (d *deparser) fieldStore(e *FieldStore) {
	if len(e.Values) == 1 {
		d.expr(e.Values[0])
		return
	}
	d.put("ROW(")
	d.list(e.Values)
	d.put(")")
}

func (d *deparser) subPlan(e *SubPlan) {
	name := "SubPlan " + strconv.Itoa(e.Index+1)
	if d.SubPlan != nil {
		name = d.SubPlan(e)
	}
	if e.Hashed {
		name = "hashed " + name
	}
	switch e.Kind {
	case ExistsLink:
		d.put("EXISTS(" + name + ")")
	case AnyLink, AllLink:
		if e.Test == nil {
			d.put("(" + name + ")")
			return
		}
		word := "(ANY "
		if e.Kind == AllLink {
			word = "(ALL "
		}
		d.put(word)
		saved := d.Param
		d.Param = func(p *Param) string {
			for i, id := range e.TestIDs {
				if p.Kind == ExecParam && p.ID == id {
					return "(" + name + ").col" + strconv.Itoa(i+1)
				}
			}
			if saved != nil {
				return saved(p)
			}
			return "$" + strconv.Itoa(p.ID)
		}
		d.expr(e.Test)
		d.Param = saved
		d.put(")")
	case ArrayLink:
		d.put("ARRAY(" + name + ")")
	case MultiLink:
		d.put("(" + name + ").col" + strconv.Itoa(e.Col+1))
	default:
		d.put("(" + name + ")")
	}
}

func (d *deparser) sqlValue(e *SQLValue) {
	d.put([...]string{"CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP",
		"CURRENT_USER", "SESSION_USER", "CURRENT_ROLE", "USER", "CURRENT_CATALOG", "CURRENT_SCHEMA"}[e.Kind])
	if e.Mod >= 0 && e.Kind >= CurrentTime && e.Kind <= LocalTimestamp {
		d.put("(" + strconv.Itoa(int(e.Mod)) + ")")
	}
}
