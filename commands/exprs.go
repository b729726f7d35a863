package commands

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// The expressions inside DDL: types of columns, defaults, CHECK conditions,
// generated columns, index keys and predicates. They may refer to a table that
// does not exist yet, so the analysis sees a relation made of the gathered
// columns.

func (d *tableDef) columnType(col *catalog.Column, e *tree.ColumnDef, name *tree.TypeName) error {
	if e.Compression != "" {
		return pgerr.Unsupported(int(e.Pos), "COMPRESSION", "")
	}
	oid, mod, err := planner.ResolveTypeName(d.c.Access, name)
	if err != nil {
		return err
	}
	t, ok := d.c.Access.TypeInfo(oid)
	if !ok {
		return pgerr.New(pgerr.Internal, "type %d has vanished", oid)
	}
	if t.TypType == 'p' {
		return pgerr.New(pgerr.InvalidTableDefinition, "column %q has pseudo-type %s", e.Name, d.c.Access.FormatType(oid, -1))
	}
	col.Type, col.Typmod, col.Collation, col.Dims = oid, mod, t.Collation, len(e.Type.ArrayBounds)
	if e.Storage != "" {
		if col.Storage, err = d.c.storage(col, e.Storage); err != nil {
			return err
		}
	}
	return d.c.collation(col, t, e)
}

// collation allows the collations that compare by bytes, which all do here.
func (c *Ctx) collation(col *catalog.Column, t *types.Type, e *tree.ColumnDef) error {
	if len(e.Collation) == 0 {
		return nil
	}
	if t.Collation == 0 {
		return pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", c.Access.FormatType(col.Type, -1)).At(int(e.CollatePos))
	}
	oid, err := planner.LookupCollation(e.Collation, e.CollatePos)
	if err != nil {
		return err
	}
	col.Collation = oid
	return nil
}

// provisional is the table as gathered so far, for the analysis of expressions.
func (d *tableDef) provisional() *catalog.Relation {
	return &catalog.Relation{Name: d.name, Namespace: d.spec.Schema, Kind: catalog.TableKind, Columns: d.spec.Columns}
}

func (c *Ctx) defaultExpr(col *catalog.Column, e tree.Expr) (expr.Expr, error) {
	return planner.AnalyzeColumnDefault(c.Access, nil, col, e, false)
}

// deferGenerated remembers a generation expression until all columns are known.
func (c *Ctx) deferGenerated(d *tableDef, column string, con *tree.Constraint) {
	if d.generated == nil {
		d.generated = map[string]tree.Expr{}
	}
	d.generated[column] = con.Expr
}

func (c *Ctx) analyzeGenerated(d *tableDef) error {
	for i := range d.spec.Columns {
		col := &d.spec.Columns[i]
		raw, ok := d.generated[col.Name]
		if !ok {
			continue
		}
		if col.Virtual && col.Type >= types.FirstNormalOID {
			return pgerr.New(pgerr.FeatureNotSupported, "virtual generated column %q cannot have a user-defined type", col.Name).
				WithDetail("Virtual generated columns that make use of user-defined types are not yet supported.")
		}
		e, err := planner.AnalyzeColumnDefault(c.Access, d.provisional(), col, raw, true)
		if err != nil {
			return err
		}
		col.Default = e
	}
	return nil
}

func (d *tableDef) analyzeChecks() error {
	named := map[string]bool{}
	for _, con := range d.checks {
		e, err := planner.AnalyzeExprFor(d.c.Access, d.provisional(), con.Expr, planner.CheckCondition)
		if err != nil {
			return err
		}
		if con.NoInherit && d.divided != nil {
			return pgerr.New(pgerr.InvalidTableDefinition, "cannot add NO INHERIT constraint to partitioned table %q", d.name)
		}
		name := catalog.Truncate(con.Name)
		if named[name] && name != "" {
			return pgerr.New(pgerr.DuplicateObject, "check constraint %q already exists", name)
		}
		named[name] = true
		if merged, err := d.mergeCheck(name, e); merged || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		d.spec.Checks = append(d.spec.Checks, catalog.ConstraintSpec{
			Type: catalog.CheckConstraint, Name: con.Name, Expr: e, NoInherit: con.NoInherit, NotEnforced: con.NotEnforced,
		})
	}
	return nil
}
