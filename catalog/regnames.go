package catalog

// types.Names: text input and output of the reg* types and of users' types, with
// search_path and quoting as in PostgreSQL's regproc.c.

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"minidb/expr"
	"minidb/parser/lex"
	"minidb/pgerr"
	"minidb/types"
)

var _ types.Names = (*Access)(nil)

// ParseName splits a possibly qualified name in text, as in 'public."T"'::regclass,
// into its parts (42602 if it cannot be one).
func ParseName(s string) (schema, name string, err error) { return parseName(s, "relation") }

// parseName is ParseName; what is the word that errors use.
func parseName(s, what string) (schema, name string, err error) {
	parts, ok := splitDotted(s)
	if ok && len(parts) == 3 {
		parts = parts[1:] // database.schema.name
	}
	switch {
	case !ok:
		return "", "", pgerr.New(pgerr.InvalidName, "invalid name syntax")
	case len(parts) == 1:
		return "", parts[0], nil
	case len(parts) == 2:
		return parts[0], parts[1], nil
	}
	return "", "", pgerr.New(pgerr.SyntaxError, "improper %s name (too many dotted names): %s", what, strings.Join(parts, "."))
}

// splitDotted splits at dots outside quotes and folds what is not quoted.
func splitDotted(s string) (parts []string, ok bool) {
	const space = " \t\n\r\f\v"
	s = strings.Trim(s, space)
	for {
		part, rest := s, ""
		if strings.HasPrefix(s, `"`) {
			end := closingQuote(s)
			if end < 0 {
				return nil, false
			}
			part, rest = strings.ReplaceAll(s[1:end], `""`, `"`), s[end+1:]
		} else {
			if end := strings.IndexAny(s, "."+space); end >= 0 {
				part, rest = s[:end], s[end:]
			}
			part = strings.ToLower(part)
		}
		if part == "" {
			return nil, false
		}
		parts = append(parts, Truncate(part))
		if rest = strings.TrimLeft(rest, space); rest == "" {
			return parts, true
		}
		if rest[0] != '.' {
			return nil, false
		}
		s = strings.TrimLeft(rest[1:], space)
	}
}

// closingQuote finds the quote that ends the quoted identifier at s's start, -1
// if there is none.
func closingQuote(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] != '"' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '"' {
			i++
			continue
		}
		return i
	}
	return -1
}

// regNumber reads what every reg* type takes: "-" and numbers.
func regNumber(s string) (types.OID, bool) {
	if s == "-" {
		return 0, true
	}
	if s != "" && s[0] >= '0' && s[0] <= '9' {
		if n, err := strconv.ParseUint(s, 10, 32); err == nil {
			return types.OID(n), true
		}
	}
	return 0, false
}

func regNumberOut(o types.OID) string {
	if o == 0 {
		return "-"
	}
	return itoa(int64(o))
}

// RegclassIn finds a relation by its possibly qualified name or number.
func (a *Access) RegclassIn(s string) (types.OID, error) {
	if o, ok := regNumber(s); ok {
		return o, nil
	}
	schema, name, err := ParseName(s)
	if err != nil {
		return 0, err
	}
	if r, err := a.Lookup(schema, name); r != nil || err != nil {
		if err != nil {
			return 0, err
		}
		return r.OID, nil
	}
	return 0, noRelation(schema, name)
}

// RegclassOut writes a relation's name, qualified if search_path needs it.
func (a *Access) RegclassOut(o types.OID) string {
	row, _ := a.first(PgClass, "pg_class_oid_index", oidDatum(o))
	if row == nil {
		return regNumberOut(o)
	}
	return a.qualified(row)
}

// RegtypeOut writes a type as format_type does.
func (a *Access) RegtypeOut(o types.OID) string {
	if _, ok := a.TypeInfo(o); !ok {
		return regNumberOut(o)
	}
	return a.FormatType(o, -1)
}

// sqlTypeNames finds built-in types by the names SQL gives them.
var sqlTypeNames = sync.OnceValue(func() map[string]types.OID {
	m := map[string]types.OID{
		"int": types.Int4OID, "float": types.Float8OID, "decimal": types.NumericOID, "dec": types.NumericOID,
		"char": types.BpcharOID, "timestamp": types.TimestampOID, "time": types.TimeOID, "bool": types.BoolOID,
	}
	for i := range types.Builtin() {
		t := &types.Builtin()[i]
		m[t.SQLName] = t.OID
	}
	return m
})

// RegtypeIn finds a type by its SQL name, its pg_type name, or its number. Modifiers must
// suit it.
func (a *Access) RegtypeIn(s string) (types.OID, error) {
	o, err := a.typeNamed(s)
	if err == nil {
		_, err = a.typmodOf(o, s)
	}
	return o, err
}

func (a *Access) typeNamed(s string) (types.OID, error) {
	if o, ok := regNumber(s); ok {
		return o, nil
	}
	if err := typeSyntax(s); err != nil {
		return 0, err
	}
	name, isArray := strings.TrimSpace(s), false
	for strings.HasSuffix(name, "]") {
		i := strings.LastIndexByte(name, '[')
		if i < 0 {
			break
		}
		name, isArray = strings.TrimSpace(name[:i]), true
	}
	oid, err := a.typeByText(name)
	if err != nil {
		return 0, err
	}
	if !isArray {
		return oid, nil
	}
	if t, ok := a.TypeInfo(oid); ok && t.Array != 0 {
		return t.Array, nil
	}
	return 0, undefinedType(s)
}

// bareTypes are the names of types that SQL's grammar knows as words, with no
// modifiers behind them.
var bareTypes = map[string]bool{"int": true, "integer": true, "smallint": true, "bigint": true, "real": true,
	"boolean": true, "double precision": true}

// typeSyntax is the error of a text that is no type name for PostgreSQL's grammar.
func typeSyntax(s string) error {
	if strings.TrimSpace(s) == "" {
		return pgerr.New(pgerr.SyntaxError, "invalid type name \"%s\"", s)
	}
	failAt := func(i int) error {
		e := pgerr.New(pgerr.SyntaxError, "syntax error at end of input").At(i)
		if i < len(s) {
			toks, _ := lex.Scan(s[i:], nil)
			e = pgerr.New(pgerr.SyntaxError, "syntax error at or near \"%s\"", s[i+int(toks[0].Pos):i+int(toks[0].End)]).At(i)
		}
		e.Context = "invalid type name \"" + s + "\""
		return e
	}
	if f := strings.Fields(s); strings.EqualFold(f[0], "setof") && len(f) > 1 {
		return pgerr.New(pgerr.SyntaxError, "invalid type name \"%s\"", s)
	}
	open := strings.IndexByte(s, '(')
	words := s
	if open >= 0 {
		words = s[:open]
	}
	name := strings.Join(strings.Fields(strings.ToLower(words)), " ")
	switch {
	case open >= 0 && bareTypes[name]:
		return failAt(open)
	case open >= 0 && strings.IndexByte(s, ')') < open:
		return failAt(len(s))
	}
	if first := strings.Fields(words); open < 0 && len(first) > 1 && !strings.ContainsAny(s, `".[`) {
		_, known := sqlTypeNames()[name]
		if _, ok := intervalFields(name); !known && !ok {
			return failAt(strings.Index(s, first[0]) + len(first[0]) + strings.Index(s[strings.Index(s, first[0])+len(first[0]):], first[1]))
		}
	}
	return nil
}

func undefinedType(s string) error {
	return pgerr.New(pgerr.UndefinedObject, "type %s does not exist", quoted(s))
}

func (a *Access) typeByText(s string) (types.OID, error) {
	plain := s
	if i, j := strings.IndexByte(s, '('), strings.IndexByte(s, ')'); i > 0 && j > i {
		plain = s[:i] + s[j+1:] // varchar(10), timestamp(3) with time zone
	}
	plain = strings.Join(strings.Fields(strings.ToLower(plain)), " ")
	if oid, ok := sqlTypeNames()[plain]; ok {
		return oid, nil
	}
	if _, ok := intervalFields(s); ok {
		return types.IntervalOID, nil
	}
	schema, name, err := parseName(plainOrQuoted(s, plain), "qualified")
	if err != nil {
		return 0, err
	}
	if schema != "" {
		if _, err := a.UsableNamespace(schema); err != nil {
			return 0, err
		}
	}
	if oid, ok := a.Type(schema, name); ok {
		return oid, nil
	}
	if schema != "" {
		name = schema + "." + name
	}
	return 0, undefinedType(name)
}

func plainOrQuoted(s, plain string) string {
	if strings.Contains(s, `"`) {
		return s
	}
	return plain
}

// procsNamed returns the pg_proc rows of a function name in a schema, or, if that is
// empty, in search_path.
func (a *Access) procsNamed(schema, name string) []foundRow {
	return slices.DeleteFunc(a.rows(PgProc, "pg_proc_proname_args_nsp_index", textDatum(name)), func(f foundRow) bool {
		namespace := datumOID(f.row[ProcPronamespace])
		if schema != "" {
			return a.NamespaceName(namespace) != schema
		}
		return !slices.Contains(a.SearchPath(), namespace)
	})
}

// RegprocIn finds a function whose name is unique, or a number.
func (a *Access) RegprocIn(s string) (types.OID, error) {
	if o, ok := regNumber(s); ok {
		return o, nil
	}
	schema, name, err := parseName(s, "qualified")
	if err != nil {
		return 0, err
	}
	if err := a.useIfThere(schema); err != nil {
		return 0, err
	}
	found := a.procsNamed(schema, name)
	switch {
	case len(found) == 0:
		return 0, pgerr.New(pgerr.UndefinedFunction, "function %s does not exist", quoted(s))
	case len(found) == 1 && !expr.OverloadsUnbuilt(name):
		return datumOID(found[0].row[0]), nil
	}
	return 0, pgerr.New(pgerr.AmbiguousFunction, "more than one function named %s", quoted(s))
}

// RegprocOut writes a function's name, qualified if it is not unique.
func (a *Access) RegprocOut(o types.OID) string {
	row, _ := a.first(PgProc, "pg_proc_oid_index", oidDatum(o))
	if row == nil {
		return regNumberOut(o)
	}
	name := datumText(row[1])
	if len(a.procsNamed("", name)) > 1 || expr.OverloadsUnbuilt(name) {
		return "pg_catalog." + expr.QuoteIdent(name)
	}
	return a.procQualifier(row) + expr.QuoteIdent(name)
}

// RegnamespaceIn finds a schema.
func (a *Access) RegnamespaceIn(s string) (types.OID, error) {
	if o, ok := regNumber(s); ok {
		return o, nil
	}
	name, err := singleName(s)
	if err != nil {
		return 0, err
	}
	if ns, ok := a.Namespace(name); ok {
		return ns, nil
	}
	return 0, undefinedSchema(name)
}

func undefinedSchema(name string) error {
	return pgerr.New(pgerr.InvalidSchemaName, "schema %s does not exist", quoted(name))
}

// singleName reads a name without a schema.
func singleName(s string) (string, error) {
	parts, ok := splitDotted(s)
	if !ok || len(parts) != 1 {
		return "", pgerr.New(pgerr.InvalidName, "invalid name syntax")
	}
	return parts[0], nil
}

// RegnamespaceOut writes a schema's name.
func (a *Access) RegnamespaceOut(o types.OID) string {
	if name := a.NamespaceName(o); name != "" {
		return expr.QuoteIdent(name)
	}
	return regNumberOut(o)
}

// RegroleIn finds a role.
func (a *Access) RegroleIn(s string) (types.OID, error) {
	if o, ok := regNumber(s); ok {
		return o, nil
	}
	name, err := singleName(s)
	if err != nil {
		return 0, err
	}
	return a.RoleByName(name)
}

// RoleByName finds a role: 42704 if there is none of that name.
func (a *Access) RoleByName(name string) (types.OID, error) {
	if o := a.roleOID(name); o != 0 {
		return o, nil
	}
	return 0, pgerr.New(pgerr.UndefinedObject, "role %s does not exist", quoted(name))
}

// roleOID finds a role by name, 0 if there is none.
func (a *Access) roleOID(name string) types.OID {
	row, _ := a.first(PgAuthid, "pg_authid_rolname_index", textDatum(name))
	if row == nil {
		return 0
	}
	return datumOID(row[AuthidOid])
}

// RegroleOut writes a role's name.
func (a *Access) RegroleOut(o types.OID) string {
	if row, _ := a.first(PgAuthid, "pg_authid_oid_index", oidDatum(o)); row != nil {
		return expr.QuoteIdent(datumText(row[AuthidRolname]))
	}
	return regNumberOut(o)
}

// TypeByOID finds a type that is not built in.
func (a *Access) TypeByOID(o types.OID) (*types.Type, bool) {
	if e := a.typeEntry(o); e != nil {
		return e.typ, true
	}
	return nil, false
}

// EnumIn makes the datum of an enum's label: the label's sort order, a float4,
// which is unique within the enum and compares as its labels do.
func (a *Access) EnumIn(t types.OID, label string) (types.Datum, error) {
	if e := a.typeEntry(t); e != nil {
		for _, l := range e.labels {
			if l.label == label {
				return types.NewFloat4(l.order), a.safeLabel(t, l)
			}
		}
	}
	return null, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input value for enum %s: %s", a.FormatType(t, -1), quoted(label))
}

// EnumOut returns the label of an enum's datum.
func (a *Access) EnumOut(t types.OID, d types.Datum) string {
	if e := a.typeEntry(t); e != nil && d.Kind() == types.Float4 {
		for _, l := range e.labels {
			if float64(l.order) == d.Float() {
				return l.label
			}
		}
	}
	return types.NoNames{}.EnumOut(t, d)
}
