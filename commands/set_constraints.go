package commands

import (
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// SET CONSTRAINTS: when the transaction checks its deferrable constraints.

func (c *Ctx) setConstraints(s *tree.ConstraintsSet) (*Result, error) {
	if !c.Sess.InBlock() && !c.Sess.InImplicit() {
		c.warning(pgerr.NoActiveSQLTransaction, "SET CONSTRAINTS can only be used in transaction blocks")
	}
	var oids []types.OID
	for _, n := range s.Constraints {
		if n.Catalog != "" && n.Catalog != c.Sess.Database {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: \"%s.%s.%s\"", n.Catalog, n.Schema, n.Name)
		}
		found, err := c.constraintsNamed(n, s.Deferred)
		if err != nil {
			return nil, err
		}
		oids = append(oids, found...)
	}
	for i := 0; i < len(oids); i++ {
		oids = append(oids, c.Access.ConstraintsBelow(oids[i])...)
	}
	if err := c.Triggers.SetConstraints(oids, len(s.Constraints) == 0, s.Deferred); err != nil {
		return nil, err
	}
	return tag("SET CONSTRAINTS")
}

// constraintsNamed finds the constraints of that name in the first schema that has
// any. To be deferred all of them must be deferrable.
func (c *Ctx) constraintsNamed(n *tree.RangeVar, deferred bool) ([]types.OID, error) {
	path := c.Access.SearchPath()
	if n.Schema != "" {
		ns, ok := c.Access.Namespace(n.Schema)
		if !ok {
			return nil, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", n.Schema)
		}
		path = []types.OID{ns}
	}
	for _, ns := range path {
		found := c.Access.ConstraintsNamed(ns, n.Name)
		var oids []types.OID
		for _, con := range found {
			switch {
			case con.Deferrable:
				oids = append(oids, con.OID)
			case deferred:
				return nil, pgerr.New(pgerr.WrongObjectType, "constraint %q is not deferrable", n.Name)
			}
		}
		if len(found) > 0 {
			return oids, nil
		}
	}
	return nil, pgerr.New(pgerr.UndefinedObject, "constraint %q does not exist", n.Name)
}
