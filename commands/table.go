package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// CREATE TABLE. The clauses are gathered first, then checked, then written:
// table and columns, CHECK constraints, and the indexes behind PRIMARY KEY and
// UNIQUE.

// maxColumns is PostgreSQL's MaxHeapAttributeNumber (access/htup_details.h).
const maxColumns = 1600

// tableDef is a CREATE TABLE as it is being gathered.
type tableDef struct {
	c       *Ctx
	name    string
	spec    catalog.TableSpec
	checks  []*tree.Constraint
	keys    []*keyDef
	foreign []*foreignKeyDef
	primary *keyDef
	notNull []*tree.Constraint // table constraints NOT NULL column
	// altering: it is a table that is there, to which a column is added.
	altering bool
	// taken: there is a relation of this name, which is told before errors in defaults.
	taken bool
	// generated are the generation expressions, by column.
	generated map[string]tree.Expr
	sequences []*ownSequence
	likes     []*tableLike
	partition *partitionDef       // of PARTITION OF
	divided   *tree.PartitionSpec // PARTITION BY
	oid       types.OID           // once it is written
}

// keyDef is a PRIMARY KEY or UNIQUE constraint.
type keyDef struct {
	con     *tree.Constraint
	columns []string
}

func (c *Ctx) createTable(s *tree.CreateTable) (*Result, error) {
	if err := refuseTableClauses(s); err != nil {
		return nil, err
	}
	to, err := c.creationSchema(s.Relation, s.Persistence)
	if err != nil {
		return nil, err
	}
	if err := c.Access.CheckCreateIn(to.schema); err != nil {
		return nil, pgerr.From(err).At(int(s.Relation.Pos))
	}
	exists, err := c.relationExists(to, s.Relation.Name)
	if err != nil {
		return nil, err
	}
	if s.IfNotExists {
		if exists {
			c.notice(pgerr.DuplicateTable, "relation %q already exists, skipping", s.Relation.Name)
			return tag("CREATE TABLE")
		}
	}
	d := &tableDef{c: c, name: s.Relation.Name, divided: s.PartitionBy, taken: exists}
	d.spec = catalog.TableSpec{Schema: to.schema, Name: s.Relation.Name, Kind: catalog.TableKind, Persistence: to.persistence}
	if err := d.partitioning(s); err != nil {
		return nil, err
	}
	if err := d.gather(s); err != nil {
		return nil, err
	}
	if err := to.allowOnCommit(s.OnCommit); err != nil {
		return nil, err
	}
	if exists {
		return nil, pgerr.New(pgerr.DuplicateTable, "relation %q already exists", s.Relation.Name)
	}
	if d.spec.Options, err = tableParameters(nil, s.Options, false); err != nil {
		return nil, err
	}
	if err := d.write(); err != nil {
		return nil, err
	}
	c.noteOnCommit(d.oid, s.OnCommit)
	return tag("CREATE TABLE")
}

// refuseTableClauses names the clauses of CREATE TABLE that are not built yet.
func refuseTableClauses(s *tree.CreateTable) error {
	pos := int(s.Relation.Pos)
	switch {
	case len(s.Inherits) > 0:
		return pgerr.Unsupported(int(s.Inherits[0].Pos), "INHERITS", "Use PARTITION BY and PARTITION OF.")
	case s.OfType != nil:
		return pgerr.Unsupported(pos, "CREATE TABLE OF type", "")
	case s.Tablespace == "pg_default" && s.PartitionBy != nil:
		return defaultTablespace()
	case tablespace(s.Tablespace) != nil:
		return tablespace(s.Tablespace)
	}
	return tableMethod(s.Method)
}

// tableMethod accepts the only access method of tables, which is the default.
func tableMethod(name string) error {
	switch {
	case name == "" || name == "heap":
		return nil
	case name == "btree" || indexMethods[name] && name != "rtree":
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "access method %q is not of type TABLE", name)
	}
	return pgerr.New(pgerr.UndefinedObject, "access method %q does not exist", name)
}

// gather walks the elements in order.
func (d *tableDef) gather(s *tree.CreateTable) error {
	for _, e := range s.Elements {
		var err error
		switch e := e.(type) {
		case *tree.ColumnDef:
			if d.partition != nil {
				err = d.columnOptions(e)
				break
			}
			err = d.column(e)
		case *tree.Constraint:
			err = d.tableConstraint(e)
		case *tree.TableLike:
			err = d.like(e)
		}
		if err != nil {
			return err
		}
	}
	if len(d.spec.Columns) > maxColumns {
		return pgerr.New(pgerr.TooManyColumns, "tables can have at most %d columns", maxColumns)
	}
	if err := d.applyKeys(); err != nil {
		return err
	}
	for _, e := range s.Elements {
		if e, ok := e.(*tree.ColumnDef); ok && e.Type != nil {
			planner.WarnPrecision(d.c.Access, e.Type, d.find(e.Name).Type)
		}
	}
	return nil
}

func (d *tableDef) tableConstraint(con *tree.Constraint) error {
	if err := refuseAttributes(con); err != nil {
		return err
	}
	switch con.Kind {
	case tree.ConstrCheck:
		d.checks = append(d.checks, con)
		return nil
	case tree.ConstrPrimary, tree.ConstrUnique:
		return d.addKey(con, con.Columns)
	case tree.ConstrNotNull:
		if con.NoInherit && d.divided != nil {
			return noInheritDivided()
		}
		d.notNull = append(d.notNull, con)
		return nil
	}
	d.foreign = append(d.foreign, &foreignKeyDef{con: con, columns: con.Columns})
	return nil
}

// refuseAttributes names the attributes of constraints that are not built yet.
func refuseAttributes(con *tree.Constraint) error {
	switch {
	case tablespace(con.Tablespace) != nil:
		return tablespace(con.Tablespace)
	case con.UsingIndex != "":
		return pgerr.Unsupported(int(con.Pos), "USING INDEX", "")
	case con.NoInherit && con.Kind != tree.ConstrNotNull && con.Kind != tree.ConstrCheck:
		return pgerr.Unsupported(int(con.Pos), "NO INHERIT", "")
	case len(con.Options) > 0 && con.Kind != tree.ConstrIdentity:
		return pgerr.Unsupported(int(con.Pos), "WITH for a constraint's index", "")
	}
	return nil
}

func (d *tableDef) addKey(con *tree.Constraint, columns []string) error {
	k := &keyDef{con: con, columns: columns}
	if con.Kind == tree.ConstrPrimary {
		if d.primary != nil {
			return pgerr.New(pgerr.InvalidTableDefinition, "multiple primary keys for table %q are not allowed", d.name).At(int(con.Pos))
		}
		d.primary = k
	}
	d.keys = append(d.keys, k)
	return nil
}

// applyKeys checks the key columns and makes those of the primary key NOT NULL.
func (d *tableDef) applyKeys() error {
	for _, con := range d.notNull {
		for _, name := range con.Columns {
			col := d.find(name)
			if col == nil {
				return pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", name, d.name)
			}
			switch {
			case col.NotNullInherited > 0 && con.NoInherit:
				return inheritedNotNull(name)
			case col.NotNull && col.NotNullInherited == 0 && con.NoInherit != col.NotNullNoInherit:
				return conflictingInherit("declaration for not-null constraint", name)
			}
			if col.NotNullNotLocal { // one of its own now, under its own name
				col.NotNullConstraint, col.NotNullNotLocal = "", false
			}
			if err := nameNotNull(col, con); err != nil {
				err.Code = pgerr.SyntaxError
				return err
			}
			col.NotNull, col.NotNullNoInherit = true, con.NoInherit
		}
	}
	for _, k := range d.keys {
		if err := d.checkKey(k); err != nil {
			return err
		}
	}
	return nil
}

func (d *tableDef) checkKey(k *keyDef) error {
	what := "unique"
	if k == d.primary {
		what = "primary key"
	}
	seen := map[string]bool{}
	for _, name := range append(append([]string{}, k.columns...), k.con.Include...) {
		col := d.find(name)
		if col == nil {
			return pgerr.New(pgerr.UndefinedColumn, "column %q named in key does not exist", name).At(int(k.con.Pos))
		}
		if seen[name] && len(seen) < len(k.columns) {
			return pgerr.New(pgerr.DuplicateColumn, "column %q appears twice in %s constraint", name, what).At(int(k.con.Pos))
		}
		seen[name] = true
	}
	if k == d.primary {
		for _, name := range k.columns {
			col := d.find(name)
			if col.NotNullNoInherit {
				return conflictingInherit("declaration for not-null constraint", name)
			}
			col.NotNull = true
		}
	}
	return nil
}

// write makes the table, then its indexes: the primary key's first.
func (d *tableDef) write() error {
	if err := d.c.analyzeGenerated(d); err != nil {
		return err
	}
	if err := d.analyzeChecks(); err != nil {
		return err
	}
	if err := d.likeExpressions(); err != nil {
		return err
	}
	if err := d.placePartition(); err != nil {
		return err
	}
	if err := d.makeSequences(); err != nil {
		return err
	}
	rel, err := d.c.Access.CreateTable(d.spec)
	if err != nil {
		return err
	}
	d.oid = rel.OID
	d.c.Access.CommandEnd()
	if err := d.ownSequences(rel.OID); err != nil {
		return err
	}
	if err := d.inheritIndexes(rel.OID); err != nil {
		return err
	}
	for _, k := range d.distinctKeys() {
		if err := d.writeKey(rel.OID, k); err != nil {
			return err
		}
	}
	for _, k := range d.foreign {
		if err := d.c.addForeignKey(rel.OID, k, true, nil); err != nil {
			return err
		}
	}
	return d.likeRest(rel.OID)
}

// distinctKeys lists the keys to make, the primary key first. Of several over
// the same columns, in the same order, one is made, under the first name given.
func (d *tableDef) distinctKeys() []*keyDef {
	var out []*keyDef
	if d.primary != nil {
		out = append(out, d.primary)
	}
next:
	for _, k := range d.keys {
		if k == d.primary {
			continue
		}
		for _, o := range out {
			if slices.Equal(o.columns, k.columns) && slices.Equal(o.con.Include, k.con.Include) &&
				o.con.NullsNotDistinct == k.con.NullsNotDistinct {
				if o.con.Name == "" {
					o.con.Name = k.con.Name
				}
				continue next
			}
		}
		out = append(out, k)
	}
	return out
}

func (d *tableDef) writeKey(table types.OID, k *keyDef) error {
	spec := catalog.IndexSpec{
		Table: table, Name: k.con.Name, NKeys: len(k.columns), Unique: true, Primary: k == d.primary,
		NullsNotDistinct: k.con.NullsNotDistinct, Constraint: true, Deferrable: k.con.Deferrable, Deferred: k.con.InitiallyDeferred,
	}
	for _, name := range append(append([]string{}, k.columns...), k.con.Include...) {
		spec.Keys = append(spec.Keys, catalog.IndexKey{Attr: d.find(name).Num})
	}
	_, err := d.c.createIndexes(spec, indexMaking{})
	return err
}
