package catalog

// The first rows of pg_proc, pg_operator, pg_cast, pg_aggregate and of the
// catalogs of operator classes, from package expr's tables and data_*.go.

import (
	"slices"
	"strings"
	"sync"

	"minidb/expr"
	"minidb/types"
)

// functions adds pg_proc, pg_aggregate and pg_cast.
func (b *bootstrap) functions() {
	known := make(map[types.OID]bool, 2048)
	for _, f := range expr.Funcs() {
		known[f.OID] = true
		b.add(PgProc, procRow(f)...)
	}
	for line := range strings.Lines(strings.TrimSpace(supportProcs)) {
		w := strings.Fields(line)
		f := &expr.Func{OID: parseOID(w[0]), Name: w[1], Ret: typeNamed(w[3]), Kind: expr.PlainFunc,
			Strict: w[4][1] == 's', Vol: expr.Volatility(strings.IndexByte("isv", w[4][0]))}
		if w[2] != "-" {
			for _, t := range strings.Split(w[2], ",") {
				f.Args = append(f.Args, typeNamed(t))
			}
		}
		if !known[f.OID] {
			b.add(PgProc, procRow(f)...)
		}
	}
	for _, g := range expr.Aggregates() {
		kind, sortOp := byte('n'), types.OID(0)
		if g.OrderedSet {
			kind = 'o'
		}
		if op := sortOperator(g); op != nil {
			sortOp = op.OID
		}
		zero := oidDatum(0)
		b.add(PgAggregate, oidDatum(g.Fn.OID), charDatum(kind), intDatum(0), zero, zero, zero, zero, zero, zero, zero, zero,
			boolDatum(false), boolDatum(false), charDatum('r'), charDatum('r'), oidDatum(sortOp), oidDatum(types.InternalOID),
			intDatum(0), zero, intDatum(0), null, null)
	}
	for _, c := range expr.Casts() {
		method, fn := byte('b'), types.OID(0)
		switch {
		case c.IO:
			method = 'i'
		case c.Fn != nil:
			method, fn = 'f', c.Fn.OID
		}
		b.add(PgCast, oidDatum(c.OID), oidDatum(c.Source), oidDatum(c.Target), oidDatum(fn), charDatum(byte(c.Context)), charDatum(method))
	}
}

// sortOperator finds the operator by which an index can answer min or max.
func sortOperator(g *expr.Aggregate) *expr.Operator {
	if g.SortOp == "" || len(g.Fn.Args) != 1 {
		return nil
	}
	for _, op := range expr.Operators() {
		if op.Name == g.SortOp && op.Left == g.Fn.Args[0] && op.Right == g.Fn.Args[0] {
			return op
		}
	}
	return nil
}

func typeNamed(name string) types.OID {
	t, ok := types.ByName(name)
	if !ok {
		panic("catalog: no type " + name)
	}
	return t.OID
}

func procRow(f *expr.Func) types.Row {
	cost, rows := float32(max(f.Cost, 1)), float32(0)
	if f.RetSet {
		rows = 1000
	}
	src := f.Name
	if f.Kind == expr.AggFunc {
		src = "aggregate_dummy"
	} else if f.Src != "" {
		src = f.Src
	}
	lang := InternalLanguage
	if f.WrittenInSQL() {
		lang = SQLLanguage
	}
	namespace := CatalogNamespace
	if f.Schema != "" {
		namespace = InformationSchema
	}
	all, modes, names := outArguments(f)
	return types.Row{
		oidDatum(f.OID), textDatum(f.Name), oidDatum(namespace), oidDatum(BootstrapUser), oidDatum(lang),
		types.NewFloat4(cost), types.NewFloat4(rows), oidDatum(f.Variadic), oidDatum(0), charDatum(byte(f.Kind)),
		boolDatum(false), boolDatum(false), boolDatum(f.Strict), boolDatum(f.RetSet), charDatum("isv"[f.Vol]), charDatum('s'),
		intDatum(len(f.Args)), intDatum(f.Defaults), oidDatum(f.Ret), vector(types.OidOID, f.Args),
		all, modes, names, null, null, textDatum(src), null, null, null, null,
	}
}

// outArguments makes proallargtypes, proargmodes and proargnames.
func outArguments(f *expr.Func) (all, modes, names types.Datum) {
	texts := func(elem types.OID, list []string) types.Datum {
		ds := make([]types.Datum, len(list))
		for i, s := range list {
			ds[i] = textDatum(s)
		}
		return types.NewArray1(elem, ds)
	}
	argNames := f.ArgNames
	if len(f.OutTypes) > 0 || f.Variadic != 0 {
		ms := make([]string, len(f.Args), len(f.Args)+len(f.OutTypes))
		for i := range ms {
			ms[i] = "i"
		}
		if f.Variadic != 0 {
			ms[len(ms)-1] = "v"
		}
		for range f.OutTypes {
			ms = append(ms, "o")
		}
		all = array(types.OidOID, slices.Concat(f.Args, f.OutTypes))
		modes = texts(types.CharOID, ms)
		if argNames == nil && f.OutNames != nil {
			argNames = make([]string, len(f.Args))
		}
		argNames = slices.Concat(argNames, f.OutNames)
	}
	if len(argNames) > 0 {
		names = texts(types.TextOID, argNames)
	}
	return all, modes, names
}

// operators adds pg_operator.
func (b *bootstrap) operators() {
	number := func(op *expr.Operator) types.Datum {
		if op == nil {
			return oidDatum(0)
		}
		return oidDatum(op.OID)
	}
	for _, op := range expr.Operators() {
		kind, fn := byte('b'), types.OID(0)
		if op.Left == 0 {
			kind = 'l'
		}
		if op.Fn != nil {
			fn = op.Fn.OID
		}
		b.add(PgOperator, oidDatum(op.OID), textDatum(op.Name), oidDatum(CatalogNamespace), oidDatum(BootstrapUser),
			charDatum(kind), boolDatum(op.CanMerge), boolDatum(op.CanHash), oidDatum(op.Left), oidDatum(op.Right),
			oidDatum(op.Ret), number(op.Commutator), number(op.Negator), oidDatum(fn), regproc(op.Rest), regproc(op.Join))
	}
}

// opClasses adds pg_opfamily, pg_opclass, pg_amop and pg_amproc.
func (b *bootstrap) opClasses() {
	var family, am types.OID
	for line := range strings.Lines(strings.TrimSpace(opFamilies)) {
		w := strings.Fields(line)
		switch {
		case line[0] != ' ':
			family, am = parseOID(w[0]), BtreeAM
			if w[1] == "hash" {
				am = HashAM
			}
			b.add(PgOpfamily, oidDatum(family), oidDatum(am), textDatum(w[2]), oidDatum(CatalogNamespace), oidDatum(BootstrapUser))
		case w[0] == "class":
			keyType := types.OID(0)
			if len(w) > 5 {
				keyType = typeNamed(w[5])
			}
			b.add(PgOpclass, oidDatum(parseOID(w[1])), oidDatum(am), textDatum(w[2]), oidDatum(CatalogNamespace),
				oidDatum(BootstrapUser), oidDatum(family), oidDatum(typeNamed(w[3])), boolDatum(w[4] == "*"), oidDatum(keyType))
		default:
			left, right := typeNamed(w[1]), typeNamed(w[2])
			for _, m := range w[3:] {
				p := strings.Split(m, ":")
				oid, num, ref := parseOID(p[0]), parseOID(p[1]), parseOID(p[2])
				if w[0] == "ops" {
					b.add(PgAmop, oidDatum(oid), oidDatum(family), oidDatum(left), oidDatum(right), oidDatum(num),
						charDatum('s'), oidDatum(ref), oidDatum(am), oidDatum(0))
				} else {
					b.add(PgAmproc, oidDatum(oid), oidDatum(family), oidDatum(left), oidDatum(right), oidDatum(num), oidDatum(ref))
				}
			}
		}
	}
}

// defaultClasses has the default operator classes of each type that has its own.
type defaultClasses struct{ btree, hash map[types.OID]types.OID }

var classDefaults = sync.OnceValue(func() defaultClasses {
	d := defaultClasses{make(map[types.OID]types.OID), make(map[types.OID]types.OID)}
	of := d.btree
	for line := range strings.Lines(strings.TrimSpace(opFamilies)) {
		w := strings.Fields(line)
		switch {
		case line[0] != ' ':
			of = map[string]map[types.OID]types.OID{"btree": d.btree, "hash": d.hash}[w[1]]
		case w[0] == "class" && w[4] == "*":
			of[typeNamed(w[3])] = parseOID(w[1])
		}
	}
	return d
})

// DefaultOpClass returns the btree operator class that an index on the type
// uses: its own, or that of the type it is stored as.
func DefaultOpClass(t types.OID) types.OID { return defaultClass(classDefaults().btree, t) }

// DefaultHashClass returns the type's default operator class of hash, 0 if there is
// none.
func DefaultHashClass(t types.OID) types.OID { return defaultClass(classDefaults().hash, t) }

func defaultClass(own map[types.OID]types.OID, t types.OID) types.OID {
	if o, ok := own[t]; ok {
		return o
	}
	ty, ok := types.ByOID(t)
	switch {
	case !ok:
		return own[types.AnyEnumOID]
	case ty.Category == 'A':
		return own[types.AnyArrayOID]
	case ty.Category == 'S':
		return own[types.TextOID]
	case ty.Kind == types.Int:
		return own[types.OidOID]
	}
	return 0
}
