package catalog

// CREATE [OR REPLACE] VIEW: the relation, and the rule _RETURN that holds its
// query (PostgreSQL: DefineQueryRewrite).

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// ViewSpec says what CreateView makes.
type ViewSpec struct {
	Schema      types.OID
	Name        string
	Persistence byte // 'p' or 't'
	Columns     []Column
	Query       string   // text of the query, for Relation.ViewQuery
	Objects     []Object // what the query refers to
	Options     []string // "name=value"
}

// CreateView makes a view: 42P07 if the name is taken.
func (a *Access) CreateView(spec ViewSpec) error {
	r, err := a.CreateTable(TableSpec{Schema: spec.Schema, Name: spec.Name, Kind: ViewKind, Persistence: spec.Persistence, Columns: spec.Columns})
	if err != nil {
		return err
	}
	if len(spec.Options) > 0 {
		if err := a.SetOptions(r.OID, spec.Options); err != nil {
			return err
		}
	}
	rule := Object{Class: PgRewrite, OID: a.NewOID()}
	row := types.Row{oidDatum(rule.OID), textDatum("_RETURN"), oidDatum(r.OID), charDatum('1'), charDatum('O'),
		boolDatum(true), textDatum("<>"), textDatum(spec.Query)}
	if err := a.insertRow(PgRewrite, row); err != nil {
		return err
	}
	return a.ruleDepends(rule, r.OID, spec.Objects)
}

func (a *Access) ruleDepends(rule Object, view types.OID, objs []Object) error {
	if err := a.AddDepends(rule, InternalDep, RelationObject(view)); err != nil {
		return err
	}
	err := a.AddDepends(rule, NormalDep, objs...)
	a.CommandEnd()
	return err
}

// ReplaceView gives a view another query and the columns that it has more.
func (a *Access) ReplaceView(r *Relation, spec ViewSpec) error {
	if err := checkViewColumns(a, r, spec.Columns); err != nil {
		return err
	}
	for _, c := range spec.Columns[len(r.Columns):] {
		next, err := a.AddColumn(r, c)
		if err != nil {
			return err
		}
		r = next
	}
	if !slices.Equal(spec.Options, r.Options) {
		if err := a.SetOptions(r.OID, spec.Options); err != nil {
			return err
		}
	}
	rule := Object{Class: PgRewrite}
	key := []types.Datum{oidDatum(r.OID), textDatum("_RETURN")}
	found, err := a.change(PgRewrite, "pg_rewrite_rel_rulename_index", key, func(row types.Row) bool {
		rule.OID = datumOID(row[RewriteOid])
		row[RewriteEvAction] = textDatum(spec.Query)
		return true
	})
	if err != nil || !found {
		return err
	}
	if err := a.DeleteDepends(rule, 0); err != nil {
		return err
	}
	return a.ruleDepends(rule, r.OID, spec.Objects)
}

// ViewRelations lists the relations that a view's query refers to.
func (a *Access) ViewRelations(view types.OID) []types.OID {
	rule, _ := a.first(PgRewrite, "pg_rewrite_rel_rulename_index", oidDatum(view), textDatum("_RETURN"))
	if rule == nil {
		return nil
	}
	var out []types.OID
	self := Object{Class: PgRewrite, OID: datumOID(rule[RewriteOid])}
	for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(self)...) {
		oid := datumOID(f.row[DependRefobjid])
		if datumOID(f.row[DependRefclassid]) == PgClass && oid != view && !slices.Contains(out, oid) {
			out = append(out, oid)
		}
	}
	return out
}

// checkViewColumns makes sure that a view keeps the columns it has.
func checkViewColumns(a *Access, r *Relation, columns []Column) error {
	if len(columns) < len(r.Columns) {
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot drop columns from view")
	}
	for i := range r.Columns {
		old, c := &r.Columns[i], &columns[i]
		if name := Truncate(c.Name); name != old.Name {
			return pgerr.New(pgerr.InvalidTableDefinition, "cannot change name of view column %s to %s", quoted(old.Name), quoted(name)).
				WithHint("Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead.")
		}
		if c.Type != old.Type || c.Typmod != old.Typmod {
			return pgerr.New(pgerr.InvalidTableDefinition, "cannot change data type of view column %s from %s to %s", quoted(old.Name),
				a.FormatType(old.Type, old.Typmod), a.FormatType(c.Type, c.Typmod))
		}
	}
	return nil
}
