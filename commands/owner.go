package commands

// Who owns what: OWNER TO, and what only owners may do.

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/storage/lmgr"
	"minidb/types"
)

// newOwner checks that the current role, which owns an object, may give it to
// another: it could be that role, and that one may have things in the schema.
func (c *Ctx) newOwner(r *catalog.Role, ns types.OID) error {
	if c.superuser() {
		return nil
	}
	if err := c.Access.GiveTo(r.OID); err != nil {
		return err
	}
	return c.Access.CheckCreateInAs(r.OID, ns)
}

// alterOwner is ALTER ... OWNER TO of what is no relation.
func (c *Ctx) alterOwner(s *tree.AlterOwner) (*Result, error) {
	r, err := c.findRole(s.NewOwner)
	if err != nil {
		return nil, err
	}
	switch s.Kind {
	case tree.KindSchema:
		err = c.giveSchema(s.Name[0], r)
	case tree.KindType:
		err = c.giveType(s.Name, r)
	case tree.KindTSConfig:
		err = c.giveTSConfig(s.Name, r)
	default:
		return nil, unbuilt(s)
	}
	c.Access.CommandEnd()
	return &Result{Tag: "ALTER " + upper(string(s.Kind))}, err
}

func (c *Ctx) giveSchema(name string, r *catalog.Role) error {
	ns, err := c.lockSchema(name, lmgr.ShareUpdateExclusive)
	if err != nil {
		return err
	}
	if err := c.Access.CheckNamespaceOwner(ns); err != nil {
		return err
	}
	if err := c.Access.GiveTo(r.OID); err != nil {
		return err
	}
	if err := c.Access.CheckDatabase(catalog.CreatePrivilege); err != nil {
		return err
	}
	return c.Access.SetNamespaceOwner(ns, r.OID)
}

func (c *Ctx) giveType(names []string, r *catalog.Role) error {
	oid, err := c.findType(names)
	if err != nil {
		return err
	}
	if err := c.alterableType(oid, "alter"); err != nil {
		return err
	}
	if err := c.newOwner(r, c.Access.TypeNamespace(oid)); err != nil {
		return err
	}
	return c.Access.SetTypeOwner(oid, r.OID)
}

// mayDrop lets a relation's owner drop it, and that of its schema.
func (c *Ctx) mayDrop(rel *catalog.Relation) error {
	err := c.Access.CheckOwner(rel)
	if err != nil && c.Access.CheckNamespaceOwner(rel.Namespace) == nil {
		return nil
	}
	return err
}

// mayLock checks LOCK TABLE: reading allows the weakest lock, inserting the next,
// more needs a right to change.
func (c *Ctx) mayLock(rel *catalog.Relation, mode lmgr.Mode) error {
	want := catalog.MaintainPrivilege | catalog.UpdatePrivilege | catalog.DeletePrivilege | catalog.TruncatePrivilege
	if mode == lmgr.AccessShare {
		want |= catalog.SelectPrivilege
	}
	if mode <= lmgr.RowExclusive {
		want |= catalog.InsertPrivilege
	}
	if c.Access.HasAnyPrivilege(c.Sess.CurrentRole, rel, want) {
		return nil
	}
	return catalog.RelationDenied(rel)
}
