package commands

// Enum types: CREATE TYPE AS ENUM, ALTER TYPE and DROP TYPE.

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

func (c *Ctx) createEnum(s *tree.CreateEnum) (*Result, error) {
	schema, name := splitName(&tree.ObjectName{Names: s.Name})
	ns, err := c.namespaceFor(schema, tree.Permanent)
	if err != nil {
		return nil, err
	}
	if _, err := c.Access.CreateType(catalog.TypeSpec{Schema: ns, Name: name, Labels: s.Labels}); err != nil {
		return nil, err
	}
	return tag("CREATE TYPE")
}

func noSchema(name string) error {
	return pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", name)
}

// lockObject finds an object by name and locks it, until the name means it still.
func (c *Ctx) lockObject(class types.OID, mode lmgr.Mode, find func() (types.OID, error)) (types.OID, error) {
	oid, err := find()
	for err == nil {
		o := catalog.Object{Class: class, OID: oid}
		if err = c.Access.LockObject(o, mode); err != nil {
			break
		}
		var again types.OID
		if again, err = find(); again == oid {
			break
		}
		c.Sess.Locks.Release(lmgr.ObjectTag(uint32(class), uint32(oid)), mode)
		oid = again
	}
	return oid, err
}

// lockSchema finds a schema by name and locks it.
func (c *Ctx) lockSchema(name string, mode lmgr.Mode) (types.OID, error) {
	return c.lockObject(catalog.PgNamespace, mode, func() (types.OID, error) {
		ns, ok := c.Access.Namespace(name)
		if !ok {
			return 0, noSchema(name)
		}
		return ns, nil
	})
}

// findType looks a type up by its possibly qualified name.
func (c *Ctx) findType(names []string) (types.OID, error) {
	return c.findTypeNamed(&tree.ObjectName{Names: names})
}

func (c *Ctx) findTypeNamed(n *tree.ObjectName) (types.OID, error) {
	schema, name := splitName(n)
	if schema != "" {
		if _, err := c.Access.UsableNamespace(schema); err != nil {
			return 0, err
		}
	}
	if oid, ok := c.Access.Type(schema, name); ok {
		if t, ok := c.Access.TypeInfo(oid); ok && n.Array {
			oid = t.Array
		}
		return oid, nil
	}
	if schema != "" {
		name = schema + "." + name
	}
	if n.Array {
		name += "[]"
	}
	return 0, pgerr.New(pgerr.UndefinedObject, "type %q does not exist", name)
}

func (c *Ctx) alterEnum(s *tree.AlterEnum) (*Result, error) {
	oid, err := c.findType(s.Name)
	if err != nil {
		return nil, err
	}
	if t, ok := c.Access.TypeInfo(oid); !ok || t.TypType != 'e' {
		return nil, pgerr.New(pgerr.WrongObjectType, "%s is not an enum", c.Access.FormatType(oid, -1))
	}
	if err := c.Access.CheckTypeOwner(oid); err != nil {
		return nil, err
	}
	if err := catalog.CheckEnumLabel(s.NewValue); err != nil {
		return nil, err
	}
	if err := c.Access.LockObject(catalog.Object{Class: catalog.PgType, OID: oid}, lmgr.Exclusive); err != nil {
		return nil, err
	}
	if s.Rename {
		err = c.Access.RenameEnumLabel(oid, s.OldValue, s.NewValue)
	} else {
		err = c.addLabel(oid, s)
	}
	if err != nil {
		return nil, err
	}
	return tag("ALTER TYPE")
}

func (c *Ctx) addLabel(oid types.OID, s *tree.AlterEnum) error {
	if c.Access.HasEnumLabel(oid, s.NewValue) {
		if !s.IfNotExists {
			return pgerr.New(pgerr.DuplicateObject, "enum label %q already exists", s.NewValue)
		}
		c.notice(pgerr.DuplicateObject, "enum label %q already exists, skipping", s.NewValue)
		return nil
	}
	return c.Access.AddEnumLabel(oid, s.NewValue, catalog.EnumPlace{Has: s.HasNeighbor, Neighbor: s.Neighbor, After: s.After})
}

// renameType is ALTER TYPE ... RENAME TO.
func (c *Ctx) renameType(s *tree.Rename) (*Result, error) {
	if s.Sub != "" {
		return nil, unbuilt(s)
	}
	oid, err := c.findType(s.Name)
	if err != nil {
		return nil, err
	}
	if err := c.alterableType(oid, "ALTER TABLE"); err != nil {
		return nil, err
	}
	if err := c.Access.RenameType(oid, s.NewName); err != nil {
		return nil, err
	}
	return tag("ALTER TYPE")
}

// alterableType refuses types without a name, an owner and a schema of its own.
func (c *Ctx) alterableType(oid types.OID, instead string) error {
	t, ok := c.Access.TypeInfo(oid)
	shown := c.Access.FormatType(oid, -1)
	switch {
	case !ok || oid < types.FirstNormalOID:
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: type %s is built in", shown)
	case t.Relid != 0:
		return pgerr.New(pgerr.WrongObjectType, "%s is a table's row type", shown).
			WithHint("Use %s instead.", instead)
	case t.Elem != 0:
		el := c.Access.FormatType(t.Elem, -1)
		return pgerr.New(pgerr.WrongObjectType, "cannot alter array type %s", shown).
			WithHint("You can alter type %s, which will alter the array type as well.", el)
	}
	return c.Access.CheckTypeOwner(oid)
}

func missingType(err error) bool {
	code := pgerr.CodeOf(err)
	return code == pgerr.UndefinedObject || code == pgerr.InvalidSchemaName
}

func (c *Ctx) dropTypes(s *tree.Drop) (*Result, error) {
	var objs []catalog.Object
	for _, n := range s.Names {
		oid, err := c.lockObject(catalog.PgType, lmgr.AccessExclusive, func() (types.OID, error) {
			return c.findTypeNamed(n)
		})
		switch {
		case err != nil && s.IfExists && missingType(err):
			c.notice(pgerr.SuccessfulCompletion, "%s, skipping", pgerr.From(err).Message)
			continue
		case err != nil:
			return nil, err
		case s.Kind == tree.KindDomain:
			return nil, pgerr.New(pgerr.WrongObjectType, "\"%s\" is not a domain", c.Access.FormatType(oid, -1))
		case oid < types.FirstNormalOID:
			return nil, pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop type %s because it is required by the database system",
				c.Access.FormatType(oid, -1))
		}
		if err := c.Access.CheckTypeOwner(oid); err != nil {
			return nil, err
		}
		objs = append(objs, catalog.Object{Class: catalog.PgType, OID: oid})
	}
	if err := c.Access.DropAll(objs, s.Behavior == tree.Cascade); err != nil {
		return nil, err
	}
	return tag("DROP " + upper(string(s.Kind)))
}
