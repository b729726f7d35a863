package commands

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// DROP of functions, triggers and what else users cannot make here: it finds none, or one
// that the system has. After PostgreSQL 18, commands/dropcmds.c (does_not_exist_skipping).

// missingNouns name the kinds that messages name otherwise than the statement.
var missingNouns = map[tree.ObjectKind]string{"statistics": "statistics object", "foreign data wrapper": "foreign-data wrapper"}

func (c *Ctx) dropMissing(s *tree.DropMissing) (*Result, error) {
	for _, o := range s.Objects {
		var err error
		switch {
		case o.On != nil:
			err = c.missingOnRelation(s, o)
		case s.Kind == "function" || s.Kind == "procedure" || s.Kind == "routine" || s.Kind == "aggregate":
			err = c.missingFunction(s, o)
		default:
			err = c.missingNamed(s, o)
		}
		if err != nil {
			return nil, err
		}
	}
	return tag("DROP " + upper(string(s.Kind)))
}

// absent is the error, or with IF EXISTS the notice, of an object that is not there.
func (c *Ctx) absent(s *tree.DropMissing, e *pgerr.Error) error {
	if !s.IfExists {
		return e
	}
	c.notice(pgerr.SuccessfulCompletion, "%s, skipping", e.Message)
	return nil
}

func (c *Ctx) missingNamed(s *tree.DropMissing, o *tree.MissingObject) error {
	noun := string(s.Kind)
	if n, ok := missingNouns[s.Kind]; ok {
		noun = n
	}
	if err := c.namedSchema(o.Names); err != nil {
		return c.absent(s, err)
	}
	return c.absent(s, pgerr.New(pgerr.UndefinedObject, "%s %q does not exist", noun, strings.Join(o.Names, ".")))
}

// namedSchema is the error of a name whose schema does not exist.
func (c *Ctx) namedSchema(names []string) *pgerr.Error {
	if schema, _ := splitName(&tree.ObjectName{Names: names}); schema != "" {
		if _, ok := c.Access.ExplicitNamespace(schema); !ok {
			return pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", schema)
		}
	}
	return nil
}

func (c *Ctx) missingOnRelation(s *tree.DropMissing, o *tree.MissingObject) error {
	on := o.On
	if err := c.sameDatabase(on.Catalog, on.Schema, on.Name); err != nil {
		return err
	}
	rel, err := c.Access.Lookup(on.Schema, on.Name)
	if err != nil {
		return err
	}
	if rel == nil && s.IfExists {
		if on.Schema != "" {
			if err := c.namedSchema([]string{on.Schema, on.Name}); err != nil {
				return c.absent(s, err)
			}
			return c.absent(s, pgerr.New(pgerr.UndefinedTable, "relation \"%s.%s\" does not exist", on.Schema, on.Name))
		}
		return c.absent(s, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", on.Name))
	}
	if rel, err = c.Access.Open(on.Schema, on.Name, lmgr.AccessExclusive, -1); err != nil {
		return err
	}
	name := o.Names[0]
	switch {
	case s.Kind == "rule" && rel.Kind == catalog.ViewKind && name == "_RETURN":
		view := c.Access.Describe(catalog.RelationObject(rel.OID))
		return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop rule %s on %s because %[2]s requires it", name, view).
			WithHint("You can drop %s instead.", view)
	case s.Kind == "trigger" && strings.HasPrefix(name, "RI_ConstraintTrigger_"):
		return pgerr.Unsupported(int(s.Pos), "DROP TRIGGER of a foreign key's trigger", "Drop the constraint.")
	case s.Kind == "rule" || s.IfExists:
		return c.absent(s, pgerr.New(pgerr.UndefinedObject, "%s %q for relation %q does not exist", string(s.Kind), name, rel.Name))
	}
	return pgerr.New(pgerr.UndefinedObject, "%s %q for table %q does not exist", string(s.Kind), name, rel.Name)
}

// missingFunction looks a function up among those of the system.
func (c *Ctx) missingFunction(s *tree.DropMissing, o *tree.MissingObject) error {
	schemaErr := c.namedSchema(o.Names)
	if schemaErr != nil && s.IfExists {
		return c.absent(s, schemaErr)
	}
	args := make([]types.OID, len(o.Args))
	shown, written := make([]string, len(o.Args)), make([]string, len(o.Args))
	for i, t := range o.Args {
		oid, _, err := planner.ResolveTypeName(c.Access, t)
		if err != nil {
			if e := pgerr.From(unplaced(err)); missingType(err) {
				return c.absent(s, e)
			}
			return unplaced(err)
		}
		args[i], shown[i] = oid, c.Access.FormatType(oid, -1)
		if written[i] = strings.Join(t.Names, "."); len(t.ArrayBounds) > 0 {
			written[i] += "[]"
		}
	}
	if schemaErr != nil {
		return schemaErr
	}
	found := c.systemFunctions(o, args)
	name, noun := strings.Join(o.Names, "."), string(s.Kind)
	switch {
	case len(found) == 1:
		return c.systemFunction(s, found[0])
	case len(found) > 1:
		return pgerr.New(pgerr.AmbiguousFunction, "%s name %q is not unique", noun, name).
			WithHint("Specify the argument list to select the %s unambiguously.", noun)
	case s.IfExists:
		return c.absent(s, pgerr.New(pgerr.UndefinedFunction, "%s %s(%s) does not exist", noun, name, strings.Join(written, ",")))
	}
	if noun == "routine" {
		noun = "function"
	}
	switch {
	case !o.HasArgs:
		return pgerr.New(pgerr.UndefinedFunction, "could not find a %s named %q", noun, name)
	case noun == "aggregate" && len(args) == 0:
		return pgerr.New(pgerr.UndefinedFunction, "aggregate %s(*) does not exist", name)
	}
	return pgerr.New(pgerr.UndefinedFunction, "%s %s(%s) does not exist", noun, name, strings.Join(shown, ", "))
}

// systemFunctions finds the functions of a name, with just these arguments if some were
// given. All are in pg_catalog.
func (c *Ctx) systemFunctions(o *tree.MissingObject, args []types.OID) (found []*expr.Func) {
	schema, name := splitName(&tree.ObjectName{Names: o.Names})
	if schema != "" && schema != "pg_catalog" {
		return nil
	}
	for _, f := range expr.FuncsByName(name) {
		if !o.HasArgs || slices.Equal(f.Args, args) {
			found = append(found, f)
		}
	}
	return found
}

// systemFunction is why a function of the system cannot be dropped.
func (c *Ctx) systemFunction(s *tree.DropMissing, f *expr.Func) error {
	described := c.Access.Describe(catalog.Object{Class: catalog.PgProc, OID: f.OID})
	_, signature, _ := strings.Cut(described, " ")
	switch aggregate := f.Kind == expr.AggFunc; {
	case s.Kind == "procedure":
		return pgerr.New(pgerr.WrongObjectType, "%s is not a procedure", signature)
	case s.Kind == "aggregate" && !aggregate:
		return pgerr.New(pgerr.WrongObjectType, "function %s is not an aggregate", signature)
	case s.Kind == "function" && aggregate:
		return pgerr.New(pgerr.WrongObjectType, "%q is an aggregate function", f.Name).
			WithHint("Use DROP AGGREGATE to drop aggregate functions.")
	}
	return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop %s because it is required by the database system", described)
}
