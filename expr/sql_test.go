package expr

// A reader of enough SQL to write test cases as PostgreSQL would be asked them:
// literals, casts, operators, calls, CASE, ARRAY and the columns of one table.

import (
	"fmt"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

type sqlReader struct {
	toks []string
	i    int
	r    *Resolver
	cols map[string]*Var
}

func tokenize(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		j := i
		switch c := s[i]; {
		case c == ' ':
			i++
			continue
		case c == '\'':
			for j = i + 1; j < len(s); j++ {
				if s[j] == '\'' {
					if j+1 < len(s) && s[j+1] == '\'' {
						j++
						continue
					}
					break
				}
			}
			j++
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			for j < len(s) && (s[j] >= '0' && s[j] <= '9' || s[j] == '.' || s[j] == 'e') {
				j++
			}
		case isAlnum(c) || c == '_' || c == '"':
			for j < len(s) && (isAlnum(s[j]) || s[j] == '_' || s[j] == '"') {
				j++
			}
		case strings.HasPrefix(s[i:], "::"):
			j += 2
		case strings.IndexByte("()[],:", c) >= 0:
			j++
		default:
			for j < len(s) && strings.IndexByte("+-*/<>=~!@#%^&|", s[j]) >= 0 {
				j++
			}
		}
		out = append(out, s[i:j])
		i = j
	}
	return append(out, "")
}

func (p *sqlReader) peek() string { return p.toks[p.i] }
func (p *sqlReader) next() string { p.i++; return p.toks[p.i-1] }
func (p *sqlReader) accept(t string) bool {
	if strings.EqualFold(p.peek(), t) {
		p.i++
		return true
	}
	return false
}
func (p *sqlReader) expect(t string) {
	if !p.accept(t) {
		panic(fmt.Sprintf("expected %s, found %s", t, p.peek()))
	}
}

// read parses and analyzes; errors are raised as panics of *pgerr.Error.
func (p *sqlReader) read(s string) (e Expr, err error) {
	defer func() {
		if x := recover(); x != nil {
			pe, ok := x.(*pgerr.Error)
			if !ok {
				panic(x)
			}
			err = pe
		}
	}()
	p.toks, p.i = tokenize(s), 0
	e = p.or()
	if p.peek() != "" {
		panic("left over: " + p.peek())
	}
	if e.Type() == types.UnknownOID {
		e = must(p.r.Coerce(e, types.TextOID, -1, ImplicitCast, CastImplicit, -1))
	}
	return e, nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(pgerr.From(err))
	}
	return v
}

func (p *sqlReader) or() Expr {
	e := p.and()
	for p.accept("or") {
		args := []Expr{must(p.r.coerceToBoolean(e, "OR")), must(p.r.coerceToBoolean(p.and(), "OR"))}
		e = &Bool{Loc: -1, Op: Or, Args: flatten(Or, args)}
	}
	return e
}

func (p *sqlReader) and() Expr {
	e := p.not()
	for p.accept("and") {
		args := []Expr{must(p.r.coerceToBoolean(e, "AND")), must(p.r.coerceToBoolean(p.not(), "AND"))}
		e = &Bool{Loc: -1, Op: And, Args: flatten(And, args)}
	}
	return e
}

func (p *sqlReader) not() Expr {
	if p.accept("not") {
		return &Bool{Loc: -1, Op: Not, Args: []Expr{must(p.r.coerceToBoolean(p.not(), "NOT"))}}
	}
	return p.is()
}

func (p *sqlReader) is() Expr {
	e := p.binary(0)
	for p.accept("is") {
		not := p.accept("not")
		switch w := strings.ToLower(p.next()); w {
		case "null":
			e = &NullTest{Loc: -1, Arg: e, Not: not}
		case "distinct":
			p.expect("from")
			o := must(p.r.MakeOp("", "=", e, p.binary(0), -1)).(*OpCall)
			e = &Distinct{Loc: -1, Op: o.Op, L: o.Args[0], R: o.Args[1]}
			if not {
				e = &Bool{Loc: -1, Op: Not, Args: []Expr{e}}
			}
		default:
			k := map[string]BoolTestKind{"true": IsTrue, "false": IsFalse, "unknown": IsUnknown}[w]
			if not {
				k++
			}
			e = &BoolTest{Loc: -1, Arg: must(p.r.coerceToBoolean(e, "IS")), Kind: k}
		}
	}
	return e
}

func prec(op string) int {
	switch op {
	case "=", "<", ">", "<=", ">=", "<>", "!=":
		return 1
	case "+", "-":
		return 3
	case "*", "/", "%":
		return 4
	case "^":
		return 5
	case "", "(", ")", "[", "]", ",", ":", "::":
		return 0
	}
	if isAlnum(op[0]) || op[0] == '\'' || op[0] == '_' {
		if strings.EqualFold(op, "like") || strings.EqualFold(op, "ilike") {
			return 2
		}
		return 0
	}
	return 2
}

func (p *sqlReader) binary(min int) Expr {
	l := p.unary()
	for {
		op := p.peek()
		n := prec(op)
		if n == 0 || n <= min {
			return l
		}
		p.next()
		switch strings.ToLower(op) {
		case "like":
			op = "~~"
		case "ilike":
			op = "~~*"
		}
		if w := strings.ToLower(p.peek()); w == "any" || w == "all" {
			p.next()
			p.expect("(")
			arr := p.or()
			p.expect(")")
			l = must(p.r.MakeArrayOp("", op, w == "all", l, arr, -1))
			continue
		}
		l = must(p.r.MakeOp("", op, l, p.binary(n), -1))
	}
}

func (p *sqlReader) unary() Expr {
	t := p.peek()
	if t != "" && strings.IndexByte("-+~@|", t[0]) >= 0 {
		p.next()
		if t == "-" && p.peek()[0] >= '0' && p.peek()[0] <= '9' {
			p.toks[p.i] = "-" + p.peek()
			return p.postfix()
		}
		return must(p.r.MakeOp("", t, nil, p.binary(4), -1))
	}
	return p.postfix()
}

func (p *sqlReader) postfix() Expr {
	e := p.primary()
	for {
		switch {
		case p.accept("::"):
			t, mod := p.typeName()
			e = must(p.r.Coerce(e, t, mod, ExplicitCast, CastExplicit, -1))
		case p.accept("["):
			s := &Subscript{Loc: -1, Arg: e, T: p.r.elemOf(e.Type()), Mod: -1}
			b := must(p.r.Coerce(p.or(), types.Int4OID, -1, AssignmentCast, CastImplicit, -1))
			if p.accept(":") {
				s.Slice, s.T, s.Lo = true, e.Type(), []Expr{b}
				b = p.or()
			}
			s.Hi = []Expr{b}
			p.expect("]")
			e = s
		default:
			return e
		}
	}
}

var sqlTypes = map[string]string{"int": "int4", "integer": "int4", "bigint": "int8", "smallint": "int2", "decimal": "numeric",
	"boolean": "bool", "float": "float8", "real": "float4", "double": "float8", "character": "bpchar", "char": "bpchar"}

func (p *sqlReader) typeName() (types.OID, int32) {
	name := strings.ToLower(strings.Trim(p.next(), `"`))
	if n, ok := sqlTypes[name]; ok && p.toks[p.i-1][0] != '"' {
		name = n
	}
	if name == "float8" {
		p.accept("precision")
	}
	t, ok := types.ByName(name)
	if !ok {
		panic(pgerr.New(pgerr.UndefinedObject, "type %q does not exist", name))
	}
	oid, mod := t.OID, int32(-1)
	if p.accept("(") {
		var mods []int64
		for {
			var n int64
			fmt.Sscan(p.next(), &n)
			mods = append(mods, n)
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
		mod = must(types.ModIn(oid, mods))
	}
	if p.accept("[") {
		p.expect("]")
		oid = t.Array
	}
	return oid, mod
}

func constText(s string) *Const {
	return &Const{Loc: -1, Value: types.NewText(s), T: types.UnknownOID, Mod: -1}
}

func (p *sqlReader) primary() Expr {
	t := p.next()
	switch low := strings.ToLower(t); {
	case t == "(":
		e := p.or()
		p.expect(")")
		return e
	case t[0] == '\'':
		return constText(strings.ReplaceAll(t[1:len(t)-1], "''", "'"))
	case t[0] >= '0' && t[0] <= '9' || t[0] == '.' || t[0] == '-':
		return number(t)
	case low == "null":
		return &Const{Loc: -1, T: types.UnknownOID, Mod: -1}
	case low == "true", low == "false":
		return boolConst(-1, low == "true")
	case low == "array":
		return p.array()
	case low == "case":
		return p.caseExpr()
	case p.cols[low] != nil:
		return p.cols[low]
	case p.peek() == "(":
		low = strings.Trim(low, `"`)
		return p.call(low)
	}
	p.i--
	ty, mod := p.typeName()
	s := p.next()
	return must(p.r.Coerce(constText(strings.ReplaceAll(s[1:len(s)-1], "''", "'")), ty, mod, ExplicitCast, CastExplicit, -1))
}

func number(t string) Expr {
	if !strings.ContainsAny(t, ".e") {
		if d, err := types.Input(types.Int4OID, -1, t, types.DefaultEnv()); err == nil {
			return &Const{Loc: -1, Value: d, T: types.Int4OID, Mod: -1}
		}
		if d, err := types.Input(types.Int8OID, -1, t, types.DefaultEnv()); err == nil {
			return &Const{Loc: -1, Value: d, T: types.Int8OID, Mod: -1}
		}
	}
	return &Const{Loc: -1, Value: must(types.Input(types.NumericOID, -1, t, types.DefaultEnv())), T: types.NumericOID, Mod: -1}
}

func (p *sqlReader) common(es []Expr, context string) ([]Expr, types.OID) {
	t := must(p.r.SelectCommonType(es, context))
	for i := range es {
		es[i] = must(p.r.coerceToCommonType(es[i], t, context))
	}
	return es, t
}

func (p *sqlReader) array() Expr {
	p.expect("[")
	var list []Expr
	for !p.accept("]") {
		if p.peek() == "[" {
			list = append(list, p.array())
		} else {
			list = append(list, p.or())
		}
		p.accept(",")
	}
	es, t := p.common(list, "ARRAY")
	if p.r.elemOf(t) != 0 {
		return &Array{Loc: -1, Elems: es, T: t, Multi: true}
	}
	return &Array{Loc: -1, Elems: es, T: p.r.ArrayOf(t)}
}

func (p *sqlReader) caseExpr() Expr {
	e := &Case{Loc: -1, Mod: -1}
	var results []Expr
	for p.accept("when") {
		c := must(p.r.coerceToBoolean(p.or(), "CASE/WHEN"))
		p.expect("then")
		results = append(results, p.or())
		e.Whens = append(e.Whens, When{Cond: c})
	}
	other := Expr(&Const{Loc: -1, T: types.UnknownOID, Mod: -1})
	if p.accept("else") {
		other = p.or()
	}
	p.expect("end")
	// As PostgreSQL, the default comes first when the common type is chosen.
	results, e.T = p.common(append([]Expr{other}, results...), "CASE")
	for i := range e.Whens {
		e.Whens[i].Result = results[i+1]
	}
	e.Else = results[0]
	return e
}

func (p *sqlReader) call(name string) Expr {
	p.expect("(")
	if name == "cast" {
		e := p.or()
		p.expect("as")
		t, mod := p.typeName()
		p.expect(")")
		return must(p.r.Coerce(e, t, mod, ExplicitCast, CastExplicit, -1))
	}
	var args []Expr
	variadic := false
	for !p.accept(")") {
		variadic = p.accept("variadic")
		args = append(args, p.or())
		p.accept(",")
	}
	switch name {
	case "coalesce":
		es, t := p.common(args, "COALESCE")
		return &Coalesce{Loc: -1, Args: es, T: t, Mod: -1}
	case "greatest", "least":
		es, t := p.common(args, strings.ToUpper(name))
		return &MinMax{Loc: -1, Least: name == "least", Args: es, T: t, Mod: -1}
	case "nullif":
		o := must(p.r.MakeOp("", "=", args[0], args[1], -1)).(*OpCall)
		return &NullIf{Loc: -1, Op: o.Op, L: o.Args[0], R: o.Args[1]}
	}
	m := must(p.r.ResolveFunction("", name, exprTypes(args), nil, variadic, -1))
	if m.Fn.Agg != nil {
		return &Agg{Loc: -1, Fn: m.Fn.Agg, Args: must(p.r.CoerceArgs(m, args)), T: m.Ret, Mod: -1}
	}
	return must(p.r.CallOf(m, args, variadic, CallExplicit, -1))
}

// coerceToBoolean casts the argument of WHERE, AND and so on; construct is the
// word for the error.
func (r *Resolver) coerceToBoolean(e Expr, construct string) (Expr, error) {
	if e.Type() == types.BoolOID {
		return e, nil
	}
	if !r.CanCoerce([]types.OID{e.Type()}, []types.OID{types.BoolOID}, AssignmentCast) {
		return nil, at(pgerr.New(pgerr.DatatypeMismatch, "argument of %s must be type %s, not type %s",
			construct, "boolean", r.TypeName(e.Type())), e.Pos())
	}
	return r.Coerce(e, types.BoolOID, -1, AssignmentCast, CastImplicit, -1)
}

// coerceToCommonType casts one input of a construct to the common type.
func (r *Resolver) coerceToCommonType(e Expr, t types.OID, context string) (Expr, error) {
	if e.Type() == t {
		return e, nil
	}
	if !r.CanCoerce([]types.OID{e.Type()}, []types.OID{t}, ImplicitCast) {
		return nil, at(pgerr.New(pgerr.CannotCoerce, "%s could not convert type %s to %s",
			context, r.TypeName(e.Type()), r.TypeName(t)), e.Pos())
	}
	return r.Coerce(e, t, -1, ImplicitCast, CastImplicit, -1)
}
