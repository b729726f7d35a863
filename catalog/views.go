package catalog

// System views. Each is a relation of kind 'v' whose rows a Go function makes
// when it is read; it has rows in pg_class, pg_attribute and pg_type like any
// other view.

import (
	"slices"
	"strings"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// VirtualView defines a system view.
type VirtualView struct {
	Schema  string // pg_catalog if empty; or information_schema
	Name    string
	Columns string // "name:type ..." with pg_type.typname for types
	// Rows makes the view's rows, each with all columns.
	Rows func(a *Access) ([]types.Row, error)
}

// virtualDefs returns all views: their order gives them their numbers.
func virtualDefs() []VirtualView {
	return slices.Concat(listViews, statViews, infoViews, constraintViews, statisticViews, writeViews, relationStatViews, grantViews, usageViews, routineViews,
		absentViews, clientViews)
}

func (v *VirtualView) namespace() types.OID {
	if v.Schema == "information_schema" {
		return InformationSchema
	}
	return CatalogNamespace
}

// catalogTexts are the columns of the views in pg_catalog that are a catalog's own texts,
// which compare by bytes. Others are what functions return.
var catalogTexts = strings.Fields(`pg_available_extensions.installed_version pg_policies.qual pg_policies.with_check
	pg_roles.rolconfig pg_seclabels.label pg_seclabels.objname pg_seclabels.provider pg_shadow.passwd pg_shadow.useconfig
	pg_user.useconfig pg_user_mappings.umoptions`)

// addViews makes the static entries of all views: three numbers each, for the
// view, its row type and the array of that.
func (c *Catalog) addViews() {
	for i, v := range virtualDefs() {
		oid := firstViewOID + types.OID(3*i)
		r := &Relation{OID: oid, Name: v.Name, Namespace: v.namespace(), Schema: v.Schema, Kind: ViewKind,
			Persistence: 'p', Owner: BootstrapUser, RowType: oid + 1, System: true, Tuples: -1}
		if r.Schema == "" {
			r.Schema = "pg_catalog"
		}
		for _, w := range strings.Fields(v.Columns) {
			name, typ, _ := strings.Cut(w, ":")
			c := systemColumn(len(r.Columns)+1, name, typ, false)
			if c.Type != types.NameOID && c.Collation != 0 && r.Namespace == CatalogNamespace && !slices.Contains(catalogTexts, v.Name+"."+name) {
				c.Collation = DefaultCollation
			}
			r.Columns = append(r.Columns, c)
		}
		r.Virtual = v.function(r)
		c.addStatic(r)
	}
}

// function makes the set-returning function behind a view.
func (v VirtualView) function(r *Relation) *expr.Func {
	f := &expr.Func{Name: v.Name, Ret: types.RecordOID, RetSet: true, Kind: expr.PlainFunc, Vol: expr.Volatile}
	for i := range r.Columns {
		f.OutTypes = append(f.OutTypes, r.Columns[i].Type)
		f.OutNames = append(f.OutNames, r.Columns[i].Name)
	}
	f.SRF = func(c *expr.Ctx, _ []types.Datum) (expr.SRFIter, error) {
		a, err := accessOf(c)
		if err != nil {
			return nil, err
		}
		rows, err := v.Rows(a)
		if err != nil {
			return nil, err
		}
		i := 0
		return func() (types.Row, bool, error) {
			if i >= len(rows) {
				return nil, false, nil
			}
			i++
			return rows[i-1], true, nil
		}, nil
	}
	return f
}

// accessOf finds the session's Access behind an expression's context.
func accessOf(c *expr.Ctx) (*Access, error) {
	if h, ok := c.Catalog.(interface{ CatalogAccess() *Access }); ok {
		return h.CatalogAccess(), nil
	}
	return nil, pgerr.New(pgerr.Internal, "no catalog at hand")
}
