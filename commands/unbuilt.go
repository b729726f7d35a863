package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// Statements that make things minidb has not. What they name is looked up first, so
// that wrong ones get PostgreSQL's errors; right ones are refused.

func (c *Ctx) unbuilt(s *tree.Unbuilt) error {
	if s.Relation != nil {
		rel, err := c.Access.Open(s.Relation.Schema, s.Relation.Name, catalog.NoLock, -1)
		switch {
		case err != nil:
			return err
		case s.What == "ALTER TYPE of a composite type" && rel.Kind != catalog.CompositeKind:
			return pgerr.New(pgerr.WrongObjectType, "%q is not a composite type", rel.Name)
		case s.What == "ALTER TYPE of a composite type":
			err = c.Access.CheckOwner(rel)
		case s.What == "CREATE RULE":
			err = c.Access.CheckOwner(rel)
		default:
			err = c.Access.CheckPrivilege(c.Sess.CurrentRole, rel, catalog.TriggerPrivilege)
		}
		if err != nil {
			return err
		}
	}
	if s.Function != nil {
		return c.noTriggerFunction(s.Function)
	}
	if len(s.Required) > 0 {
		return pgerr.New(pgerr.InvalidFunctionDefinition, "%s must be specified", s.Required[0])
	}
	if s.Source != nil {
		if err := c.binaryCast(s); err != nil {
			return err
		}
	}
	return pgerr.Unsupported(int(s.Pos), s.What, "")
}

// noTriggerFunction is the error of every trigger: there are no functions that it
// could call but those of foreign keys, which none may name.
func (c *Ctx) noTriggerFunction(name []string) error {
	shown := name[len(name)-1]
	if len(name) > 1 {
		if _, err := c.Access.UsableNamespace(name[0]); err != nil {
			return err
		}
		shown = name[0] + "." + shown
	}
	return pgerr.New(pgerr.UndefinedFunction, "function %s() does not exist", shown)
}

// binaryCast checks CREATE CAST ... WITHOUT FUNCTION: the types must be laid out alike.
func (c *Ctx) binaryCast(s *tree.Unbuilt) error {
	source, err := c.typeNamed(s.Source)
	if err != nil {
		return err
	}
	target, err := c.typeNamed(s.Target)
	if err != nil {
		return err
	}
	bad := func(m string) error { return pgerr.New(pgerr.InvalidObjectDefinition, "%s", m) }
	switch {
	case source.Len != target.Len || source.ByVal != target.ByVal || source.Align != target.Align:
		return bad("source and target data types are not physically compatible")
	case source.TypType == 'e' || target.TypType == 'e':
		return bad("enum data types are not binary-compatible")
	case source.Category == 'A' && source.Len == -1 || target.Category == 'A' && target.Len == -1:
		return bad("array data types are not binary-compatible")
	case source.OID == target.OID:
		return bad("source data type and target data type are the same")
	}
	return nil
}

// typeNamed finds a type; PostgreSQL gives no position in such definitions.
func (c *Ctx) typeNamed(n *tree.TypeName) (*types.Type, error) {
	oid, _, err := planner.ResolveTypeName(c.Access, n)
	if err != nil {
		return nil, unplaced(err)
	}
	t, _ := c.Access.TypeInfo(oid)
	return t, nil
}

// createExtension refuses all: none is installed.
func (c *Ctx) createExtension(s *tree.CreateExtension) error {
	return pgerr.New(pgerr.FeatureNotSupported, "extension %q is not available", s.Name).
		WithHint("The extension must first be installed on the system where PostgreSQL is running.")
}

// dropDatabase finds no database but the one that is open.
func (c *Ctx) dropDatabase(s *tree.DropDatabase) (*Result, error) {
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "DROP DATABASE cannot run inside a transaction block")
	}
	switch {
	case s.Name == c.Sess.Database:
		return nil, pgerr.New(pgerr.ObjectInUse, "cannot drop the currently open database")
	case !s.IfExists:
		return nil, pgerr.New(pgerr.InvalidCatalogName, "database %q does not exist", s.Name)
	}
	c.notice(pgerr.SuccessfulCompletion, "database %q does not exist, skipping", s.Name)
	return tag("DROP DATABASE")
}
