package expr

// This file finds the function that a call means: PostgreSQL's func_get_detail.
// Candidates come with VARIADIC expanded and defaults left out; an exact match
// wins, then the best candidate.

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// FuncMatch is a resolved call: the function, the type that each argument must
// be cast to, and the result type. Defaults are the omitted arguments.
type FuncMatch struct {
	Fn       *Func
	Args     []types.OID // one for each argument of the call
	Ret      types.OID
	Outs     []types.OID // the columns, where Fn's are polymorphic
	Expanded bool        // VARIADIC elements were given one by one and must be gathered
	Order    []int       // named notation: Order[i] is the place of the call's argument i; nil if positional
	Named    int         // how many of the call's arguments have names
	Defaults []string
	// Cast is set where the call is a cast written as a function, as in text(x):
	// the type to cast to. Fn then only has a name, and CallOf makes the cast.
	Cast types.OID
}

// ResolveFunction finds the plain, window, set-returning or aggregate function
// that is meant. names has the arguments' names ("" for positional), nil if
// none is named; variadic says that the last argument was marked VARIADIC.
func (r *Resolver) ResolveFunction(schema, name string, argTypes []types.OID, names []string, variadic bool, pos int32) (*FuncMatch, error) {
	shown := name
	if schema != "" {
		shown = schema + "." + name
	}
	in := schema
	if in == "pg_catalog" {
		in = ""
	}
	cands := funcCandidates(in, name, len(argTypes), names, variadic)
	c := exactFunc(argTypes, cands)
	if c == nil && len(argTypes) == 1 && !hasNames(names) && !variadic && (schema == "" || schema == "pg_catalog") {
		if t := r.castByName(name, argTypes[0]); t != 0 {
			return &FuncMatch{Fn: &Func{Name: name, Kind: PlainFunc, Ret: t}, Cast: t, Ret: t}, nil
		}
	}
	if c == nil {
		got := r.matchArgs(argTypes, cands)
		if len(got) > 0 && len(argTypes) == 1 && unbuiltOverloads[name] && argTypes[0] == types.UnknownOID {
			return nil, r.notUnique(shown, argTypes, names, pos)
		}
		switch len(got) {
		case 0:
		case 1:
			c = &got[0]
		default:
			if c = r.selectCandidate(argTypes, got); c == nil {
				return nil, r.notUnique(shown, argTypes, names, pos)
			}
		}
	}
	if c == nil && len(funcsByName[name]) == 0 && unbuiltFuncs[name] && !r.noRange(name, argTypes) && (schema == "" || schema == "pg_catalog") {
		return nil, pgerr.Unsupported(int(pos), "function "+name, "")
	}
	if c == nil {
		return nil, r.noFunction(shown, argTypes, names, pos)
	}
	if !c.fn.Built() {
		return nil, pgerr.Unsupported(int(pos), "function "+r.signature(name, c.fn.Args, nil), "")
	}
	m := &FuncMatch{Fn: c.fn, Args: slices.Clone(c.args), Expanded: c.expanded, Order: c.order}
	for _, n := range names {
		if n != "" {
			m.Named++
		}
	}
	m.Defaults = c.fn.DefaultTexts[len(c.fn.DefaultTexts)-c.defaults:]
	for i, t := range c.fn.OutTypes {
		if !IsPolymorphic(t) {
			continue
		}
		if m.Outs == nil {
			m.Outs = slices.Clone(c.fn.OutTypes)
		}
		out, err := r.enforcePolymorphic(argTypes, slices.Clone(c.args), t)
		if err != nil {
			return nil, err
		}
		m.Outs[i] = out
	}
	ret, perr := r.enforcePolymorphic(argTypes, m.Args, c.fn.Ret)
	if perr != nil {
		return nil, perr
	}
	m.Ret = ret
	return m, nil
}

// castByName returns the type that name(x) casts to: one that x, a literal or
// a value of type in, becomes without a cast function.
func (r *Resolver) castByName(name string, in types.OID) types.OID {
	t, ok := types.ByName(name)
	if !ok || t.TypType == 'p' {
		return 0
	}
	if in == types.UnknownOID {
		return t.OID
	}
	switch p, _ := r.findCast(t.OID, in, ExplicitCast); p {
	case relabelPath:
		return t.OID
	case ioPath:
		if !(in == types.RecordOID || r.isComposite(in)) || t.Category != 'S' {
			return t.OID
		}
	}
	return 0
}

func (r *Resolver) noFunction(name string, args []types.OID, names []string, pos int32) error {
	return at(pgerr.New(pgerr.UndefinedFunction, "function %s does not exist", r.signature(name, args, names)), pos).
		WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
}

func (r *Resolver) notUnique(name string, args []types.OID, names []string, pos int32) error {
	return at(pgerr.New(pgerr.AmbiguousFunction, "function %s is not unique", r.signature(name, args, names)), pos).
		WithHint("Could not choose a best candidate function. You might need to add explicit type casts.")
}

func (r *Resolver) signature(name string, args []types.OID, names []string) string {
	s := name + "("
	for i, t := range args {
		if i > 0 {
			s += ", "
		}
		if names != nil && names[i] != "" {
			s += names[i] + " => "
		}
		s += r.TypeName(t)
	}
	return s + ")"
}

func exactFunc(in []types.OID, cands []candidate) *candidate {
	for i := range cands {
		if slices.Equal(cands[i].args, in) {
			return &cands[i]
		}
	}
	return nil
}

// funcCandidates is FuncnameGetCandidates for built-in functions; those of pg_catalog
// have no schema.
func funcCandidates(schema, name string, n int, names []string, variadic bool) []candidate {
	var out []candidate
	for _, f := range funcsByName[name] {
		if f.Schema != schema {
			continue
		}
		c := candidate{fn: f}
		want := len(f.Args)
		switch {
		case hasNames(names):
			order, missing, ok := matchNames(f, n, names)
			if !ok {
				continue
			}
			c.order, c.defaults = order, missing
			for _, p := range order {
				c.args = append(c.args, f.Args[p])
			}
		case variadic:
			if n > want || n < want-f.Defaults {
				continue
			}
			c.args, c.defaults = f.Args[:n], want-n
		case f.Variadic != 0 && n >= want:
			c.args, c.expanded = slices.Clone(f.Args[:want-1]), true
			for len(c.args) < n {
				c.args = append(c.args, f.Variadic)
			}
			if f.Variadic == types.AnyOID {
				c.expanded = false
			}
		case f.Variadic == 0 && n <= want && n >= want-f.Defaults:
			c.args, c.defaults = f.Args[:n], want-n
		default:
			continue
		}
		out = append(out, c)
	}
	return preferPlain(out)
}

// preferPlain drops an expanded VARIADIC or defaulted candidate where one with
// the same arguments is not expanded.
func preferPlain(cands []candidate) []candidate {
	var out []candidate
next:
	for i, c := range cands {
		for j, o := range cands {
			if i == j || !slices.Equal(c.args, o.args) {
				continue
			}
			if c.expanded && !o.expanded || c.defaults > o.defaults {
				continue next
			}
		}
		out = append(out, c)
	}
	return out
}

func hasNames(names []string) bool {
	return slices.ContainsFunc(names, func(s string) bool { return s != "" })
}

// matchNames is MatchNamedCall.
func matchNames(f *Func, n int, names []string) (order []int, missing int, ok bool) {
	if n > len(f.Args) || f.ArgNames == nil {
		return nil, 0, false
	}
	given := make([]bool, len(f.Args))
	for i, name := range names {
		p := i
		if name != "" {
			p = slices.Index(f.ArgNames, name)
		}
		if p < 0 || given[p] {
			return nil, 0, false
		}
		given[p] = true
		order = append(order, p)
	}
	first := len(f.Args) - f.Defaults
	for p, g := range given {
		if !g {
			if p < first {
				return nil, 0, false
			}
			missing++
		}
	}
	return order, missing, true
}

// CoerceArgs casts the arguments of a resolved call, puts named ones in their
// places, fills in defaults and gathers VARIADIC elements into an array.
func (r *Resolver) CoerceArgs(m *FuncMatch, args []Expr) ([]Expr, error) {
	out := make([]Expr, 0, len(args)+len(m.Defaults))
	for i, a := range args {
		c, err := r.Coerce(a, m.Args[i], -1, ImplicitCast, CastImplicit, -1)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	f := m.Fn
	if m.Order != nil || len(m.Defaults) > 0 {
		full := make([]Expr, len(f.Args))
		for i, e := range out {
			if m.Order != nil {
				full[m.Order[i]] = e
			} else {
				full[i] = e
			}
		}
		first := len(f.Args) - f.Defaults
		for i, e := range full {
			if e != nil {
				continue
			}
			d, err := types.Input(f.Args[i], -1, f.DefaultTexts[i-first], r.Env)
			if err != nil {
				return nil, err
			}
			full[i] = &Const{Loc: -1, Value: d, T: f.Args[i], Mod: -1}
		}
		out = full
	}
	if m.Expanded {
		at := len(f.Args) - 1
		arr := &Array{Loc: -1, Elems: slices.Clone(out[at:]), T: r.ArrayOf(m.Args[at])}
		if len(arr.Elems) > 0 {
			arr.Loc = Loc(arr.Elems[0].Pos())
		}
		out = append(out[:at:at], arr)
	}
	return out, nil
}

// MakeFunc resolves and makes the call of a plain or set-returning function.
// Casts written as functions are left to ResolveFunction and CallOf.
func (r *Resolver) MakeFunc(schema, name string, args []Expr, names []string, variadic bool, form CallForm, pos int32) (*FuncCall, error) {
	m, err := r.ResolveFunction(schema, name, exprTypes(args), names, variadic, pos)
	if err != nil {
		return nil, err
	}
	if m.Cast != 0 {
		return nil, r.noFunction(name, exprTypes(args), names, pos)
	}
	return r.makeCall(m, args, variadic, form, pos)
}

// CallOf makes the call of a function that ResolveFunction found.
func (r *Resolver) CallOf(m *FuncMatch, args []Expr, variadic bool, form CallForm, pos int32) (Expr, error) {
	if m.Cast != 0 {
		return r.Coerce(args[0], m.Cast, -1, ExplicitCast, CastExplicit, pos)
	}
	return r.makeCall(m, args, variadic, form, pos)
}

func (r *Resolver) makeCall(m *FuncMatch, args []Expr, variadic bool, form CallForm, pos int32) (*FuncCall, error) {
	if last := len(args) - 1; variadic && m.Fn.Variadic == types.AnyOID {
		if t := r.TypeOf(r.BaseType(args[last].Type())); t == nil || t.Elem == 0 {
			return nil, at(pgerr.New(pgerr.DatatypeMismatch, "VARIADIC argument must be an array"), int32(args[last].Pos()))
		}
	}
	out, err := r.CoerceArgs(m, args)
	if err != nil {
		return nil, err
	}
	call := &FuncCall{Loc: Loc(pos), Fn: m.Fn, Args: out, Form: form, Variadic: variadic && m.Fn.Variadic != 0 || m.Expanded, Ret: m.Ret, Outs: m.Outs, Mod: -1}
	if call.Partial = m.Order != nil || len(m.Defaults) > 0; call.Partial {
		call.Written, call.Named = m.Order, m.Named
		for i := len(call.Written); i < len(args); i++ {
			call.Written = append(call.Written, i)
		}
	}
	return call, nil
}
