package planner

// Names of types.

import (
	"slices"
	"strconv"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// ResolveTypeName returns the type that n names and its modifier, -1 for none.
// Errors are PostgreSQL's, at the name's position: 42704 for an unknown type,
// 42601 for a modifier that the type does not take.
func ResolveTypeName(a *catalog.Access, n *tree.TypeName) (types.OID, int32, error) {
	return newState(a, nil).typeName(n)
}

func (p *parseState) typeName(n *tree.TypeName) (types.OID, int32, error) {
	schema, name := "", n.Names[len(n.Names)-1]
	if len(n.Names) > 1 {
		schema = n.Names[len(n.Names)-2]
		if err := p.checkQualified(n.Names); err != nil {
			return 0, 0, err
		}
	}
	if n.Setof {
		return 0, 0, pgerr.New(pgerr.InvalidTableDefinition, "column \"%s\" cannot be declared SETOF", name).At(int(n.Pos))
	}
	if schema != "" {
		if _, err := p.a.UsableNamespace(schema); err != nil {
			return 0, 0, pgerr.From(err).At(int(n.Pos))
		}
	}
	t, ok := p.findType(schema, name)
	if !ok {
		if catalog.Unbuilt(name) && (schema == "" || schema == "pg_catalog") {
			return 0, 0, pgerr.Unsupported(int(n.Pos), "type "+name, "Store such values as text.")
		}
		shown := strings.Join(n.Names, ".")
		if len(n.ArrayBounds) > 0 {
			shown += "[]"
		}
		return 0, 0, pgerr.New(pgerr.UndefinedObject, "type \"%s\" does not exist", shown).At(int(n.Pos))
	}
	mod, err := p.typmod(n, t)
	if err != nil {
		return 0, 0, err
	}
	if len(n.ArrayBounds) == 0 {
		return t, mod, nil
	}
	arr := p.r.ArrayOf(t)
	if arr == 0 {
		return 0, 0, pgerr.New(pgerr.UndefinedObject, "type \"%s[]\" does not exist", strings.Join(n.Names, ".")).At(int(n.Pos))
	}
	return arr, mod, nil
}

// checkQualified refuses a name of a type or function with too many parts, or in
// another database.
func (p *parseState) checkQualified(names []string) *pgerr.Error {
	switch {
	case len(names) > 3:
		return pgerr.New(pgerr.SyntaxError, "improper qualified name (too many dotted names): %s", strings.Join(names, "."))
	case len(names) == 3 && names[0] != p.a.S.Database:
		return pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: %s", strings.Join(names, "."))
	}
	return nil
}

func (p *parseState) findType(schema, name string) (types.OID, bool) {
	if schema == "" || schema == "pg_catalog" {
		if t, ok := types.ByName(name); ok {
			return t.OID, true
		}
	}
	return p.a.Type(schema, name)
}

// typmod encodes the modifiers written behind a type's name.
func (p *parseState) typmod(n *tree.TypeName, t types.OID) (int32, error) {
	if len(n.Mods) == 0 && n.IntervalFields == "" {
		return -1, nil
	}
	ty := p.r.TypeOf(t)
	if ty == nil || ty.ModIn == "" {
		return 0, pgerr.New(pgerr.SyntaxError, "type modifier is not allowed for type \"%s\"", strings.Join(n.Names, ".")).At(int(n.Pos))
	}
	mods := make([]int64, len(n.Mods))
	for i, m := range n.Mods {
		text, ok := modifierText(m)
		if !ok {
			return 0, pgerr.New(pgerr.SyntaxError, "type modifiers must be simple constants or identifiers").At(int(n.Pos))
		}
		d, err := types.Input(types.Int4OID, -1, text, p.a.S.Env)
		if err != nil {
			return 0, place(err, n.Pos)
		}
		mods[i] = d.Int()
	}
	if t == types.IntervalOID {
		mods = append([]int64{intervalRange(n.IntervalFields)}, mods...)
	}
	mod, err := types.ModIn(t, mods)
	if err != nil {
		return 0, place(err, n.Pos)
	}
	if w := precisionWarning(t, mods); w != nil {
		p.a.S.Notice(w.At(int(n.Pos)))
	}
	return mod, nil
}

// modifierText is a type modifier as it was written: a literal or a lone name.
func modifierText(m tree.Expr) (string, bool) {
	switch m := m.(type) {
	case *tree.Const:
		if m.Kind == tree.ConstInt {
			return strconv.FormatInt(m.Int, 10), true
		}
		return m.Text, m.Kind == tree.ConstNumeric || m.Kind == tree.ConstString
	case *tree.ColumnRef:
		return m.Fields[0], len(m.Fields) == 1 && !m.Star
	}
	return "", false
}

// maxTimePrecision is MAX_TIMESTAMP_PRECISION (PostgreSQL 18, datatype/timestamp.h).
const maxTimePrecision = 6

// precisionWarning says that a time's precision was cut, nil if it was not.
func precisionWarning(t types.OID, mods []int64) *pgerr.Error {
	shapes := map[types.OID]string{types.TimeOID: "TIME(%d)", types.TimestampOID: "TIMESTAMP(%d)", types.TimetzOID: "TIME(%d) WITH TIME ZONE",
		types.TimestamptzOID: "TIMESTAMP(%d) WITH TIME ZONE", types.IntervalOID: "INTERVAL(%d)"}
	shape, ok := shapes[t]
	if t == types.IntervalOID {
		mods = mods[1:]
	}
	if !ok || len(mods) == 0 || mods[0] <= maxTimePrecision {
		return nil
	}
	w := pgerr.New(pgerr.InvalidParameterValue, shape+" precision reduced to maximum allowed, %d", mods[0], maxTimePrecision)
	w.Severity = "WARNING"
	return w
}

// WarnPrecision repeats the warning about a time's precision, without a
// position: PostgreSQL reads the types of a CREATE TABLE twice.
func WarnPrecision(a *catalog.Access, n *tree.TypeName, t types.OID) {
	if ty, ok := types.ByOID(t); ok && ty.Category == 'A' {
		t = ty.Elem
	}
	var mods []int64
	if t == types.IntervalOID {
		mods = append(mods, 0)
	}
	for _, m := range n.Mods {
		if c, ok := m.(*tree.Const); ok {
			mods = append(mods, c.Int)
		}
	}
	if w := precisionWarning(t, mods); w != nil {
		a.S.Notice(w)
	}
}

// intervalRange is the mask of fields in an interval's modifier; all are set
// (INTERVAL_FULL_RANGE) if none was named.
func intervalRange(fields string) int64 {
	if fields == "" {
		return 0x7fff
	}
	order := []string{"year", "month", "day", "hour", "minute", "second"}
	bits := map[string]int64{"year": 1 << 2, "month": 1 << 1, "day": 1 << 3, "hour": 1 << 10, "minute": 1 << 11, "second": 1 << 12}
	from, to, ok := strings.Cut(fields, " to ")
	if !ok {
		return bits[from]
	}
	mask := int64(0)
	for _, f := range order[slices.Index(order, from)+1:] {
		if mask |= bits[f]; f == to {
			break
		}
	}
	return mask | bits[from]
}

// castLike finds the type that a call such as date('2020-01-01') names, if the
// call is a cast in disguise (PostgreSQL's FUNCDETAIL_COERCION).
func (p *parseState) castLike(name string, arg expr.Expr) (types.OID, bool) {
	for _, f := range expr.FuncsByName(name) {
		if len(f.Args) == 1 && f.Args[0] == arg.Type() {
			return 0, false
		}
	}
	t, ok := p.findType("", name)
	if !ok {
		return 0, false
	}
	ty := p.r.TypeOf(t)
	if ty == nil || ty.TypType == 'p' || ty.TypType == 'c' {
		return 0, false
	}
	src := arg.Type()
	if src == types.UnknownOID || p.r.BinaryCoercible(src, t) {
		return t, true
	}
	from := p.r.TypeOf(src)
	io := from != nil && (ty.Category == 'S') != (from.Category == 'S')
	return t, io && p.canCoerce(src, t, expr.ExplicitCast) && !(p.isRow(src) && ty.Category == 'S')
}
