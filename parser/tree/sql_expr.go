package tree

import "strconv"

// unit reports whether e needs no parentheses as an operand.
func unit(e Expr) bool {
	switch x := e.(type) {
	case *Const:
		return x.Kind != ConstInt && x.Kind != ConstNumeric || x.Text == "" || x.Text[0] != '-'
	case *FuncCall:
		return !x.SQLSyntax && x.Filter == nil && x.Over == nil
	case *ColumnRef:
		return !x.Star
	case *ParamRef, *CaseExpr, *CoalesceExpr, *MinMaxExpr, *NullIf, *SQLValueFunction, *GroupingFunc:
		return true
	case *SubLink:
		return x.Kind == SubLinkExists
	}
	return false
}

// operand writes e in parentheses if it needs any. A row has its own.
func (p *printer) operand(e Expr) {
	if r, ok := e.(*RowExpr); ok && !r.Explicit {
		p.expr(e)
		return
	}
	if s, ok := e.(*SubLink); ok && s.Kind == SubLinkExpr {
		p.expr(e)
		return
	}
	if unit(e) {
		p.expr(e)
		return
	}
	p.put("(")
	p.expr(e)
	p.put(")")
}

// infix writes left, the words, right.
func (p *printer) infix(left Expr, words string, right Expr) {
	p.operand(left)
	p.put(" ", words, " ")
	p.operand(right)
}

func not(n bool, words string) string {
	if n {
		return "NOT " + words
	}
	return words
}

func isNot(n bool, words string) string {
	if n {
		return "IS NOT " + words
	}
	return "IS " + words
}

func (p *printer) expr(e Expr) {
	switch x := e.(type) {
	case *ColumnRef:
		p.name(x.Fields)
		p.when(x.Star && len(x.Fields) > 0, ".")
		p.when(x.Star, "*")
	case *ParamRef:
		p.put("$", strconv.Itoa(x.Number))
	case *Const:
		p.constant(x)
	case *TypeCast:
		p.operand(x.Arg)
		p.put("::")
		p.typeName(x.Type)
	case *OpExpr:
		p.opExpr(x)
	case *BoolExpr:
		p.boolExpr(x)
	case *NullTest:
		p.operand(x.Arg)
		p.put(" ", isNot(x.Not, "NULL"))
	case *BooleanTest:
		p.operand(x.Arg)
		p.put(" ", isNot(x.Not, ""))
		p.upper(x.Value.String())
	case *DistinctExpr:
		p.infix(x.Left, isNot(x.Not, "DISTINCT FROM"), x.Right)
	case *InExpr:
		p.operand(x.Arg)
		p.put(" ", not(x.Not, "IN ("))
		p.exprs(x.List)
		p.put(")")
	case *BetweenExpr:
		p.between(x)
	case *LikeExpr:
		p.like(x)
	case *AnyAllExpr:
		p.operand(x.Left)
		p.put(" ")
		p.quantified(x.Schema, x.Op, x.All)
		p.expr(x.Array)
		p.put(")")
	case *SubLink:
		p.subLink(x)
	default:
		p.call(e)
	}
}

func (p *printer) constant(c *Const) {
	switch c.Kind {
	case ConstNull:
		p.put("NULL")
	case ConstInt, ConstNumeric:
		p.put(c.Text)
	case ConstString:
		p.str(c.Text)
	case ConstBit:
		p.put(c.Text[:1], "'", c.Text[1:], "'")
	case ConstBool:
		p.upper(strconv.FormatBool(c.Bool))
	}
}

func (p *printer) operator(schema, op string) {
	if schema == "" {
		p.put(op)
		return
	}
	p.put("OPERATOR(")
	p.ident(schema)
	p.put(".", op, ")")
}

func (p *printer) opExpr(x *OpExpr) {
	if x.Left != nil {
		p.operand(x.Left)
		p.put(" ")
	}
	p.operator(x.Schema, x.Op)
	p.put(" ")
	p.operand(x.Right)
}

func (p *printer) boolExpr(x *BoolExpr) {
	if x.Op == Not {
		p.put("NOT ")
		p.operand(x.Args[0])
		return
	}
	word := " AND "
	if x.Op == Or {
		word = " OR "
	}
	p.sep(len(x.Args), word, func(i int) { p.operand(x.Args[i]) })
}

func (p *printer) between(x *BetweenExpr) {
	words := not(x.Not, "BETWEEN")
	if x.Symmetric {
		words += " SYMMETRIC"
	}
	p.infix(x.Arg, words, x.Low)
	p.put(" AND ")
	p.operand(x.High)
}

func (p *printer) like(x *LikeExpr) {
	p.infix(x.Arg, not(x.Not, [...]string{"LIKE", "ILIKE", "SIMILAR TO"}[x.Kind]), x.Pattern)
	if x.Escape != nil {
		p.put(" ESCAPE ")
		p.operand(x.Escape)
	}
}

func (p *printer) quantified(schema, op string, all bool) {
	p.operator(schema, op)
	if all {
		p.put(" ALL (")
	} else {
		p.put(" ANY (")
	}
}

func (p *printer) subLink(x *SubLink) {
	if x.Test != nil {
		p.operand(x.Test)
		p.put(" ")
	}
	switch {
	case x.Kind == SubLinkExists:
		p.put("EXISTS (")
	case x.Kind == SubLinkArray:
		p.put("ARRAY (")
	case x.Kind == SubLinkExpr:
		p.put("(")
	case x.Op == "":
		p.put("IN (")
	default:
		p.quantified(x.Schema, x.Op, x.Kind == SubLinkAll)
	}
	p.query(x.Query)
	p.put(")")
}

// wrapped writes words(list).
func (p *printer) wrapped(words string, l []Expr) {
	p.put(words, "(")
	p.exprs(l)
	p.put(")")
}

// call writes what is left for expr: calls and constructors.
func (p *printer) call(e Expr) {
	switch x := e.(type) {
	case *FuncCall:
		p.funcCall(x)
	case *NamedArg:
		p.ident(x.Name)
		p.put(" => ")
		p.expr(x.Arg)
	case *CaseExpr:
		p.caseExpr(x)
	case *CoalesceExpr:
		p.wrapped("COALESCE", x.Args)
	case *MinMaxExpr:
		if x.Least {
			p.wrapped("LEAST", x.Args)
		} else {
			p.wrapped("GREATEST", x.Args)
		}
	case *NullIf:
		p.wrapped("NULLIF", []Expr{x.Left, x.Right})
	case *SQLValueFunction:
		p.upper(x.Op)
		if x.Precision >= 0 {
			p.put("(", strconv.Itoa(int(x.Precision)), ")")
		}
	case *RowExpr:
		p.when(x.Explicit, "ROW")
		p.wrapped("", x.Args)
	case *ArrayExpr:
		p.put("ARRAY")
		p.array(x)
	case *Subscript:
		p.subscript(x)
	case *FieldSelect:
		p.put("(")
		p.expr(x.Arg)
		p.put(").")
		if x.Star {
			p.put("*")
		} else {
			p.ident(x.Field)
		}
	case *CollateClause:
		p.operand(x.Arg)
		p.put(" COLLATE ")
		p.name(x.Name)
	case *GroupingSet:
		p.put([...]string{"", "ROLLUP ", "CUBE ", "GROUPING SETS "}[x.Kind])
		p.wrapped("", x.Items)
	case *GroupingFunc:
		p.wrapped("GROUPING", x.Args)
	case *SetToDefault:
		p.put("DEFAULT")
	case *CurrentOf:
		p.put("CURRENT OF ")
		p.ident(x.Cursor)
	}
}

func (p *printer) caseExpr(x *CaseExpr) {
	p.put("CASE")
	if x.Arg != nil {
		p.put(" ")
		p.operand(x.Arg)
	}
	for _, w := range x.Whens {
		p.put(" WHEN ")
		p.expr(w.Cond)
		p.put(" THEN ")
		p.expr(w.Result)
	}
	if x.Else != nil {
		p.put(" ELSE ")
		p.expr(x.Else)
	}
	p.put(" END")
}

// array writes the brackets; inner arrays have no word of their own.
func (p *printer) array(x *ArrayExpr) {
	p.put("[")
	p.sep(len(x.Elements), ", ", func(i int) {
		if a, ok := x.Elements[i].(*ArrayExpr); ok {
			p.array(a)
		} else {
			p.expr(x.Elements[i])
		}
	})
	p.put("]")
}

func (p *printer) subscript(x *Subscript) {
	p.when(x.Apart, "(")
	p.expr(x.Arg)
	p.when(x.Apart, ")")
	p.brackets(x)
}

// brackets prints a subscript without what it applies to.
func (p *printer) brackets(x *Subscript) {
	p.put("[")
	if x.Lower != nil {
		p.expr(x.Lower)
	}
	p.when(x.Slice, " : ")
	if x.Upper != nil {
		p.expr(x.Upper)
	}
	p.put("]")
}

func (p *printer) funcCall(x *FuncCall) {
	if x.SQLSyntax {
		p.sqlSyntax(x)
		return
	}
	p.name(x.Name)
	p.put("(")
	p.when(x.Star, "*")
	p.when(x.Distinct, "DISTINCT ")
	p.sep(len(x.Args), ", ", func(i int) {
		p.when(x.Variadic && i == len(x.Args)-1, "VARIADIC ")
		p.expr(x.Args[i])
	})
	if x.OrderBy != nil && !x.WithinGroup {
		p.orderBy(x.OrderBy)
	}
	p.put(")")
	if x.WithinGroup {
		p.put(" WITHIN GROUP (")
		p.orderBy(x.OrderBy)
		p.put(")")
	}
	if x.Filter != nil {
		p.put(" FILTER (WHERE ")
		p.expr(x.Filter)
		p.put(")")
	}
	if x.Over != nil {
		p.put(" OVER ")
		p.window(x.Over, x.Over.Name != "")
	}
}

// sqlSyntax writes a call in SQL's own syntax, as it was written.
func (p *printer) sqlSyntax(x *FuncCall) {
	a := x.Args
	switch x.Name[len(x.Name)-1] {
	case "extract":
		p.put("EXTRACT(")
		p.worded(a, "FROM")
	case "position":
		p.put("POSITION(")
		p.operand(a[1])
		p.put(" IN ")
		p.operand(a[0])
	case "overlay":
		p.put("OVERLAY(")
		p.worded(a, "PLACING", "FROM", "FOR")
	case "substring":
		p.put("SUBSTRING(")
		p.worded(a, "FROM", "FOR")
	case "btrim", "ltrim", "rtrim":
		p.put("TRIM(", map[byte]string{'b': "BOTH", 'l': "LEADING", 'r': "TRAILING"}[x.Name[1][0]], " FROM ")
		p.exprs(a)
	case "normalize":
		p.put("normalize(")
		p.expr(a[0])
		p.form(", ", a[1:])
	case "is_normalized":
		p.operand(a[0])
		p.put(" IS")
		p.form(" ", a[1:])
		p.put(" NORMALIZED")
		return
	case "pg_collation_for":
		p.put("COLLATION FOR (")
		p.exprs(a)
	case "overlaps":
		p.wrapped("", a[:2])
		p.wrapped(" OVERLAPS ", a[2:])
		return
	case "timezone":
		p.operand(a[len(a)-1])
		if len(a) == 1 {
			p.put(" AT LOCAL")
			return
		}
		p.put(" AT TIME ZONE ")
		p.operand(a[0])
		return
	}
	p.put(")")
}

// form writes a normal form of Unicode, which is a keyword.
func (p *printer) form(before string, args []Expr) {
	if len(args) > 0 {
		p.put(before, args[0].(*Const).Text)
	}
}

func (p *printer) worded(args []Expr, words ...string) {
	p.sep(len(args), "", func(i int) {
		if i > 0 {
			p.put(" ", words[i-1], " ")
		}
		p.operand(args[i])
	})
}

// sqlTypes are the types that SQL has words for.
var sqlTypes = map[string]string{
	"int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
	"bool": "boolean", "json": "json", "numeric": "numeric", "varchar": "character varying",
	"varbit": "bit varying", "timestamp": "timestamp", "timestamptz": "timestamp", "time": "time", "timetz": "time",
	"interval": "interval", "bpchar": "character", "bit": "bit",
}

func (p *printer) typeName(t *TypeName) {
	p.when(t.Setof, "SETOF ")
	word, tail := "", ""
	if len(t.Names) == 2 && t.Names[0] == "pg_catalog" {
		switch last := t.Names[1]; last {
		case "bpchar", "bit":
			if len(t.Mods) == 1 {
				word = sqlTypes[last]
			}
		case "timestamptz", "timetz":
			word, tail = sqlTypes[last], " with time zone"
		default:
			word = sqlTypes[last]
		}
	}
	if word != "" {
		p.put(word)
	} else {
		p.name(t.Names)
	}
	if t.IntervalFields != "" {
		p.put(" ", t.IntervalFields)
	}
	if t.Mods != nil {
		p.wrapped("", t.Mods)
	}
	p.put(tail)
	for _, b := range t.ArrayBounds {
		p.put("[")
		if b >= 0 {
			p.num(int64(b))
		}
		p.put("]")
	}
}
