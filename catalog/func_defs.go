package catalog

// Functions that write definitions and comments: pg_get_indexdef and its kin.

import (
	"cmp"
	"strconv"
	"strings"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

var definitionFuncs = map[string]catalogFunc{
	"pg_get_expr":                        getExpr,
	"pg_get_indexdef":                    getIndexDef,
	"pg_get_constraintdef":               getConstraintDef,
	"pg_get_viewdef":                     getViewDef,
	"pg_get_function_arguments":          functionArguments(true),
	"pg_get_function_identity_arguments": functionArguments(false),
	"pg_get_function_result":             functionResult,
	"pg_get_function_arg_default":        nullFunc,
	"pg_get_function_sqlbody":            nullFunc,
	"pg_get_functiondef":                 getFunctionDef,
	"pg_get_ruledef":                     getRuleDef,
	"pg_get_triggerdef":                  getTriggerDef,
	"pg_get_statisticsobjdef":            nullFunc,
	"pg_get_statisticsobjdef_columns":    nullFunc,
	"obj_description":                    objDescription,
	"col_description":                    colDescription,
	"shobj_description":                  sharedDescription,
	"pg_describe_object":                 describeObject,
	"pg_get_serial_sequence":             serialSequence,
	"pg_get_replica_identity_index":      replicaIndex,
}

// describeObject is Describe of an object that may be missing.
func describeObject(a *Access, args []types.Datum) (types.Datum, error) {
	o := Object{datumOID(args[0]), datumOID(args[1]), int(args[2].Int())}
	if o.Class == 0 && o.OID == 0 {
		return null, nil
	}
	if r, err := a.ByOID(o.Class); err != nil || r == nil || !r.System {
		return null, cmp.Or(err, error(pgerr.New(pgerr.Internal, "unsupported object class: %d", o.Class)))
	}
	if o.Class == PgClass {
		r, err := a.ByOID(o.OID)
		if err != nil || r == nil || o.Sub > len(r.Columns) || o.Sub > 0 && r.Columns[o.Sub-1].Dropped {
			return null, err
		}
	}
	return textDatum(a.Describe(o)), nil
}

func getExpr(a *Access, args []types.Datum) (types.Datum, error) {
	if s := args[0].Text(); s != "" && s[0] != '(' { // pg_class.relpartbound
		def, err := a.boundDef(s)
		return textDatum(def), err
	}
	e, err := expr.Unmarshal(args[0].Text())
	if err != nil || e == nil {
		return null, err
	}
	var r *Relation
	if oid := datumOID(args[1]); oid != 0 {
		if r, err = a.ByOID(oid); err != nil || r == nil {
			return null, err
		}
	}
	if row, ok := e.(*expr.RowCons); ok && row.T == types.RecordOID && row.Names == nil { // pg_index.indexprs
		parts := make([]string, len(row.Args))
		for i, e := range row.Args {
			parts[i] = a.deparseExpr(e, r, flag(args, 2))
		}
		return textDatum(strings.Join(parts, ", ")), nil
	}
	return textDatum(a.deparseExpr(e, r, flag(args, 2))), nil
}

// tableOfIndex finds an index and its table, nil if there is no such index.
func (a *Access) tableOfIndex(oid types.OID) (*Relation, *Index, error) {
	table := types.OID(0)
	for _, r := range a.static {
		for _, ix := range r.Indexes {
			if ix.OID == oid {
				return r, ix, nil
			}
		}
	}
	row, _ := a.first(PgIndex, "pg_index_indexrelid_index", oidDatum(oid))
	if row == nil {
		return nil, nil, nil
	}
	table = datumOID(row[IndexIndrelid])
	r, err := a.ByOID(table)
	if err != nil || r == nil {
		return nil, nil, err
	}
	for _, ix := range r.Indexes {
		if ix.OID == oid {
			return r, ix, nil
		}
	}
	return nil, nil, nil
}

func getIndexDef(a *Access, args []types.Datum) (types.Datum, error) {
	r, ix, err := a.tableOfIndex(datumOID(args[0]))
	if ix == nil || err != nil {
		return null, err
	}
	if len(args) < 3 || args[1].Int() == 0 {
		return textDatum(a.indexDefPretty(r, ix, flag(args, 2))), nil
	}
	col := int(args[1].Int())
	if col < 1 || col > len(ix.Keys) {
		return textDatum(""), nil
	}
	return textDatum(a.indexKeyDef(r, ix, col-1, false, flag(args, 2))), nil
}

func getConstraintDef(a *Access, args []types.Datum) (types.Datum, error) {
	row, _ := a.first(PgConstraint, "pg_constraint_oid_index", args[0])
	if row == nil {
		return null, nil
	}
	s, err := a.constraintDef(row, flag(args, 1))
	return textDatum(s), err
}

// namedRelation finds the relation of a name given as text. Unlike regclass it
// takes no number, and says when it is the schema that is missing.
func (a *Access) namedRelation(text string) (types.OID, error) {
	schema, name, err := ParseName(text)
	if err != nil {
		return 0, err
	}
	if schema != "" {
		if _, err := a.UsableNamespace(schema); err != nil {
			return 0, err
		}
	}
	r, err := a.Lookup(schema, name)
	if err != nil {
		return 0, err
	}
	if r == nil {
		return 0, a.undefinedTable(schema, name, -1)
	}
	return r.OID, nil
}

func getViewDef(a *Access, args []types.Datum) (types.Datum, error) {
	var oid types.OID
	if args[0].Kind() == types.Text {
		o, err := a.namedRelation(args[0].Text())
		if err != nil {
			return null, err
		}
		oid = o
	} else {
		oid = datumOID(args[0])
	}
	pretty := len(args) > 1 && (args[1].Kind() == types.Int || args[1].IsTrue())
	s, err := ViewDefinition(a, oid, pretty)
	return textOrNull(s), err
}

// getRuleDef writes the rule that makes a view of a relation; there are no others.
func getRuleDef(a *Access, args []types.Datum) (types.Datum, error) {
	row, _ := a.first(PgRewrite, "pg_rewrite_oid_index", args[0])
	if row == nil {
		return null, nil
	}
	pretty := flag(args, 1)
	r, err := a.ByOID(datumOID(row[RewriteEvClass]))
	if err != nil || r == nil {
		return null, err
	}
	s, err := ViewDefinition(a, r.OID, pretty)
	if s == "" || err != nil {
		return null, err
	}
	name := expr.QuoteIdent(datumText(row[RewriteRulename]))
	return textDatum("CREATE RULE " + name + " AS\n    ON SELECT TO " + a.relationName(r, !pretty) + " DO INSTEAD " + s), nil
}

// functionArguments writes a function's parameters, with defaults or without.
func functionArguments(defaults bool) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		f, ok := expr.FuncByOID(datumOID(args[0]))
		if !ok {
			return null, nil
		}
		var parts []string
		for i, t := range f.Args {
			s := a.FormatType(t, -1)
			if i < len(f.ArgNames) && f.ArgNames[i] != "" {
				s = expr.QuoteIdent(f.ArgNames[i]) + " " + s
			}
			if f.Variadic != 0 && i == len(f.Args)-1 {
				s = "VARIADIC " + s
			}
			if d := i - (len(f.Args) - len(f.DefaultTexts)); defaults && d >= 0 {
				s += " DEFAULT " + f.DefaultTexts[d]
			}
			parts = append(parts, s)
		}
		for i, t := range f.OutTypes {
			parts = append(parts, "OUT "+expr.QuoteIdent(f.OutNames[i])+" "+a.FormatType(t, -1))
		}
		return textDatum(strings.Join(parts, ", ")), nil
	}
}

// getFunctionDef writes the CREATE FUNCTION of a built-in function, but for its
// support function: those are not kept.
func getFunctionDef(a *Access, args []types.Datum) (types.Datum, error) {
	f, ok := expr.FuncByOID(datumOID(args[0]))
	switch {
	case !ok:
		return null, nil
	case f.Kind == expr.AggFunc:
		return null, pgerr.New(pgerr.WrongObjectType, "%s is an aggregate function", quoted(f.Name))
	case f.WrittenInSQL():
		return null, pgerr.Unsupported(-1, "the definition of function "+a.procSignature(f.OID), "PostgreSQL writes it in SQL, minidb in Go.")
	}
	arguments, _ := functionArguments(true)(a, args)
	result, _ := functionResult(a, args)
	var b strings.Builder
	b.WriteString("CREATE OR REPLACE FUNCTION pg_catalog." + expr.QuoteIdent(f.Name) + "(" + arguments.Text() + ")\n RETURNS " + result.Text() + "\n LANGUAGE internal\n")
	if f.Kind == expr.WindowFunc {
		b.WriteString(" WINDOW")
	}
	b.WriteString([]string{" IMMUTABLE", " STABLE", ""}[f.Vol] + " PARALLEL SAFE")
	if f.Strict {
		b.WriteString(" STRICT")
	}
	if f.Cost > 1 {
		b.WriteString(" COST " + strconv.FormatFloat(f.Cost, 'g', -1, 64))
	}
	b.WriteString("\nAS $function$" + cmp.Or(f.Src, f.Name) + "$function$\n")
	return textDatum(b.String()), nil
}

func functionResult(a *Access, args []types.Datum) (types.Datum, error) {
	f, ok := expr.FuncByOID(datumOID(args[0]))
	if !ok {
		return null, nil
	}
	if f.RetSet {
		return textDatum("SETOF " + a.FormatType(f.Ret, -1)), nil
	}
	return textDatum(a.FormatType(f.Ret, -1)), nil
}

func objDescription(a *Access, args []types.Datum) (types.Datum, error) {
	key := []types.Datum{args[0]}
	if len(args) > 1 {
		r := a.staticNames[nameKey{CatalogNamespace, args[1].Text()}]
		if r == nil {
			return null, nil
		}
		key = append(key, oidDatum(r.OID), intDatum(0))
	}
	row, _ := a.first(PgDescription, "pg_description_o_c_o_index", key...)
	if row == nil || row[DescriptionObjsubid].Int() != 0 {
		return null, nil
	}
	return row[DescriptionDescription], nil
}

func colDescription(a *Access, args []types.Datum) (types.Datum, error) {
	row, _ := a.first(PgDescription, "pg_description_o_c_o_index", args[0], oidDatum(PgClass), args[1])
	if row == nil {
		return null, nil
	}
	return row[DescriptionDescription], nil
}

func sharedDescription(a *Access, args []types.Datum) (types.Datum, error) {
	r := a.staticNames[nameKey{CatalogNamespace, args[1].Text()}]
	if r == nil {
		return null, nil
	}
	row, _ := a.first(PgShdescription, "pg_shdescription_o_c_index", args[0], oidDatum(r.OID))
	if row == nil {
		return null, nil
	}
	return row[2], nil
}

// serialSequence finds the sequence that a column owns.
func serialSequence(a *Access, args []types.Datum) (types.Datum, error) {
	oid, err := a.namedRelation(args[0].Text())
	if err != nil {
		return null, err
	}
	r, err := a.ByOID(oid)
	if err != nil || r == nil {
		return null, err
	}
	c := r.ColumnByName(args[1].Text())
	if c == nil {
		return null, pgerr.New(pgerr.UndefinedColumn, "column %s of relation %s does not exist", quoted(args[1].Text()), quoted(r.Name))
	}
	for _, f := range a.rows(PgDepend, "pg_depend_reference_index", oidDatum(PgClass), oidDatum(oid), intDatum(c.Num)) {
		kind := datumChar(f.row[DependDeptype])
		if datumOID(f.row[DependClassid]) != PgClass || kind != AutoDep && kind != InternalDep {
			continue
		}
		if seq, err := a.ByOID(datumOID(f.row[DependObjid])); err == nil && seq != nil && seq.Kind == SequenceKind {
			return textDatum(a.relationName(seq, true)), nil
		}
	}
	return null, nil
}

func replicaIndex(a *Access, args []types.Datum) (types.Datum, error) {
	r, err := a.ByOID(datumOID(args[0]))
	if err != nil || r == nil {
		return null, err
	}
	for _, ix := range r.Indexes {
		if ix.Primary {
			return oidDatum(ix.OID), nil
		}
	}
	return null, nil
}

func getTriggerDef(a *Access, args []types.Datum) (types.Datum, error) {
	row, _ := a.first(PgTrigger, "pg_trigger_oid_index", args[0])
	if row == nil {
		return null, nil
	}
	return textDatum(a.triggerDef(row, flag(args, 1))), nil
}
