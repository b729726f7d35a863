package commands

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// DROP of relations and schemas; what depends on them is catalog.DropAll's affair.

// dropKind is how a kind of relation is named and found missing.
type dropKind struct {
	kinds   []catalog.RelKind
	noun    string     // table "x" does not exist
	article string     // "x" is not a table
	missing pgerr.Code // if there is no such object
	hint    string     // Use DROP TABLE to remove a table.
}

var dropKinds = map[tree.ObjectKind]dropKind{
	tree.KindTable:    {[]catalog.RelKind{catalog.TableKind, catalog.PartitionedTableKind}, "table", "a table", pgerr.UndefinedTable, "Use DROP TABLE to remove a table."},
	tree.KindIndex:    {[]catalog.RelKind{catalog.IndexKind, catalog.PartitionedIndexKind}, "index", "an index", pgerr.UndefinedObject, "Use DROP INDEX to remove an index."},
	tree.KindView:     {[]catalog.RelKind{catalog.ViewKind}, "view", "a view", pgerr.UndefinedTable, "Use DROP VIEW to remove a view."},
	tree.KindMatView:  {nil, "materialized view", "a materialized view", pgerr.UndefinedTable, ""},
	tree.KindForeign:  {nil, "foreign table", "a foreign table", pgerr.UndefinedObject, ""},
	tree.KindSequence: {[]catalog.RelKind{catalog.SequenceKind}, "sequence", "a sequence", pgerr.UndefinedTable, "Use DROP SEQUENCE to remove a sequence."},
}

func (k dropKind) has(r catalog.RelKind) bool {
	for _, x := range k.kinds {
		if x == r {
			return true
		}
	}
	return false
}

func (c *Ctx) drop(s *tree.Drop) (*Result, error) {
	switch s.Kind {
	case tree.KindSchema:
		return c.dropSchemas(s)
	case tree.KindType, tree.KindDomain:
		return c.dropTypes(s)
	case tree.KindTSConfig:
		return c.dropTSConfigs(s)
	}
	kind, ok := dropKinds[s.Kind]
	if !ok {
		return nil, pgerr.Unsupported(int(s.Pos), "DROP "+upper(string(s.Kind)), "")
	}
	var objs []catalog.Object
	for _, n := range s.Names {
		obj, found, err := c.findRelation(n, kind, s.IfExists, lmgr.AccessExclusive)
		if err != nil {
			return nil, err
		}
		if found {
			objs = append(objs, obj)
		}
	}
	if err := c.Access.DropAll(objs, s.Behavior == tree.Cascade); err != nil {
		return nil, err
	}
	return tag("DROP " + upper(string(s.Kind)))
}

// splitName returns the schema and the name of an object.
func splitName(n *tree.ObjectName) (schema, name string) {
	if k := len(n.Names); k > 1 {
		return n.Names[k-2], n.Names[k-1]
	}
	return "", n.Names[0]
}

// dottedName refuses names of more parts than a relation's can have.
func (c *Ctx) dottedName(n []string) error {
	switch {
	case len(n) > 3:
		return pgerr.New(pgerr.SyntaxError, "improper relation name (too many dotted names): %s", strings.Join(n, "."))
	case len(n) == 3:
		return c.sameDatabase(n[0], n[1], n[2])
	}
	return nil
}

// findRelation looks a relation up and locks it for dropping.
func (c *Ctx) findRelation(n *tree.ObjectName, kind dropKind, ifExists bool, mode lmgr.Mode) (catalog.Object, bool, error) {
	schema, name := splitName(n)
	if err := c.dottedName(n.Names); err != nil {
		return catalog.Object{}, false, err
	}
	for {
		rel, err := c.Access.Lookup(schema, name)
		if err != nil {
			return catalog.Object{}, false, err
		}
		if rel == nil {
			return catalog.Object{}, false, c.missing(schema, name, kind, ifExists)
		}
		if !kind.has(rel.Kind) {
			return catalog.Object{}, false, wrongKind(rel, kind)
		}
		if rel.System {
			return catalog.Object{}, false, pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", rel.Name)
		}
		if err := c.mayDrop(rel); err != nil {
			return catalog.Object{}, false, err
		}
		if err := c.lockForDrop(rel, mode); err != nil {
			return catalog.Object{}, false, err
		}
		// The name may mean another relation, or none, by the time the lock is granted.
		if again, err := c.Access.Lookup(schema, name); err != nil || again != nil && again.OID == rel.OID {
			return catalog.Object{Class: catalog.PgClass, OID: rel.OID}, true, err
		}
	}
}

// lockForDrop locks a relation, an index's table and its partitions before the index.
// Either may be gone by then.
func (c *Ctx) lockForDrop(rel *catalog.Relation, mode lmgr.Mode) error {
	if rel.Parent != 0 {
		if _, err := c.Access.TryOpenOID(rel.Parent, mode); err != nil {
			return err
		}
	}
	if rel.Kind == catalog.IndexKind || rel.Kind == catalog.PartitionedIndexKind {
		if table := c.Access.IndexTable(rel.OID); table != 0 {
			on, err := c.Access.TryOpenOID(table, mode)
			if err != nil {
				return err
			}
			if on != nil && on.PartKey != nil {
				if _, err := c.withPartitions(on, mode, false); err != nil {
					return err
				}
			}
		}
	}
	_, err := c.Access.TryOpenOID(rel.OID, mode)
	return err
}

// missing is the error for an object that is not there, or with IF EXISTS the
// notice.
func (c *Ctx) missing(schema, name string, kind dropKind, ifExists bool) error {
	if schema != "" {
		if _, ok := c.Access.ExplicitNamespace(schema); !ok {
			if ifExists {
				c.notice(pgerr.SuccessfulCompletion, "schema %q does not exist, skipping", schema)
				return nil
			}
			return pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", schema)
		}
	}
	if ifExists {
		c.notice(pgerr.SuccessfulCompletion, "%s %q does not exist, skipping", kind.noun, name)
		return nil
	}
	return pgerr.New(kind.missing, "%s %q does not exist", kind.noun, name)
}

func wrongKind(rel *catalog.Relation, kind dropKind) error {
	e := pgerr.New(pgerr.WrongObjectType, "%q is not %s", rel.Name, kind.article)
	for _, k := range dropKinds {
		if k.has(rel.Kind) {
			e.Hint = k.hint
		}
	}
	return e
}

func (c *Ctx) dropSchemas(s *tree.Drop) (*Result, error) {
	var objs []catalog.Object
	for _, n := range s.Names {
		_, name := splitName(n)
		ns, err := c.lockSchema(name, lmgr.AccessExclusive)
		switch {
		case err != nil && s.IfExists && pgerr.CodeOf(err) == pgerr.InvalidSchemaName:
			c.notice(pgerr.SuccessfulCompletion, "schema %q does not exist, skipping", name)
			continue
		case err != nil:
			return nil, err
		}
		if ns < types.FirstNormalOID && ns != catalog.PublicNamespace {
			return nil, pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop schema %s because it is required by the database system", name)
		}
		if err := c.Access.CheckNamespaceOwner(ns); err != nil {
			return nil, err
		}
		objs = append(objs, catalog.Object{Class: catalog.PgNamespace, OID: ns})
	}
	if err := c.Access.DropAll(objs, s.Behavior == tree.Cascade); err != nil {
		return nil, err
	}
	return tag("DROP SCHEMA")
}
