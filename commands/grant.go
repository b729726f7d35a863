package commands

// GRANT and REVOKE of privileges: names and words; what becomes of the lists is the
// catalog's affair. After PostgreSQL 18, catalog/aclchk.c.

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// grantKinds are the kinds of objects that privileges can be granted on: what there
// is to grant, and how the kind is called.
var grantKinds = map[tree.ObjectKind]struct {
	kind catalog.AclKind
	all  catalog.Privilege
	word string
}{
	tree.KindTable:      {catalog.TableAcl, catalog.TablePrivileges | catalog.SequencePrivileges, "relation"},
	tree.KindSequence:   {catalog.SequenceAcl, catalog.SequencePrivileges, "sequence"},
	tree.KindSchema:     {catalog.SchemaAcl, catalog.SchemaPrivileges, "schema"},
	tree.KindDatabase:   {catalog.DatabaseAcl, catalog.DatabasePrivileges, "database"},
	tree.KindType:       {catalog.TypeAcl, catalog.TypePrivileges, "type"},
	tree.KindDomain:     {catalog.TypeAcl, catalog.TypePrivileges, "domain"},
	tree.KindTablespace: {catalog.TablespaceAcl, catalog.TablespacePrivileges, "tablespace"},
}

func (c *Ctx) grant(s *tree.Grant) (*Result, error) {
	if s.Grantor != nil {
		r, err := c.findRole(s.Grantor)
		if err != nil {
			return nil, err
		}
		if r.OID != c.Sess.CurrentRole {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "grantor must be current user")
		}
	}
	k, ok := grantKinds[s.Kind]
	if !ok {
		return nil, pgerr.Unsupported(int(s.Pos), "GRANT ON "+upper(string(s.Kind)), "")
	}
	objects, err := c.grantedObjects(s)
	if err != nil {
		return nil, err
	}
	g := &catalog.Grant{Revoke: s.Revoke, Option: s.GrantOption, Cascade: s.Behavior == tree.Cascade,
		Sequence: s.Kind == tree.KindSequence, All: len(s.Privileges) == 0 && s.AllColumns == nil}
	if g.Grantees, err = c.grantees(s.Grantees); err != nil {
		return nil, err
	}
	if err := grantedPrivileges(g, s, k.all, k.word); err != nil {
		return nil, err
	}
	for _, oid := range objects {
		if k.kind != catalog.TableAcl && k.kind != catalog.SequenceAcl {
			err = c.Access.GrantOnObject(k.kind, oid, g)
		} else {
			var rel *catalog.Relation
			if rel, err = c.Access.ByOID(oid); err == nil && rel != nil {
				err = c.Access.GrantOnRelation(rel, g)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return tag(oneOf(s.Revoke, "REVOKE", "GRANT"))
}

// grantees finds roles, 0 for PUBLIC.
func (c *Ctx) grantees(l []*tree.RoleSpec) ([]types.OID, error) {
	out := make([]types.OID, len(l))
	for i, s := range l {
		if s.Kind == tree.RolePublic {
			continue
		}
		r, err := c.findRole(s)
		if err != nil {
			return nil, err
		}
		out[i] = r.OID
	}
	return out, nil
}

// grantedPrivileges reads the words for privileges.
func grantedPrivileges(g *catalog.Grant, s *tree.Grant, all catalog.Privilege, word string) error {
	relation := s.Kind == tree.KindTable
	noColumns := pgerr.New(pgerr.InvalidGrantOperation, "column privileges are only valid for relations")
	if s.AllColumns != nil {
		if !relation {
			return noColumns
		}
		g.Columns = append(g.Columns, catalog.ColumnGrant{Names: s.AllColumns})
	}
	for _, v := range s.Privileges {
		p, ok := catalog.PrivilegeNamed(v.Name)
		switch {
		case v.Columns != nil && !relation:
			return noColumns
		case !ok:
			return pgerr.New(pgerr.SyntaxError, "unrecognized privilege type %q", v.Name)
		case v.Columns != nil:
			if p == 0 {
				continue // RULE
			}
			g.Columns = append(g.Columns, catalog.ColumnGrant{Privs: p, Names: v.Columns})
			continue
		case p&^all != 0:
			return pgerr.New(pgerr.InvalidGrantOperation, "invalid privilege type %s for %s", p, word)
		}
		g.Privs |= p
	}
	return nil
}

// grantedObjects finds the objects of a GRANT and locks those that it names: nobody may
// write their rows meanwhile but others who grant.
func (c *Ctx) grantedObjects(s *tree.Grant) (out []types.OID, err error) {
	for _, n := range s.Objects {
		var oid types.OID
		if s.AllInSchema {
			all, err := c.relationsIn(n.Names[0], s.Kind == tree.KindSequence)
			if err != nil {
				return nil, err
			}
			out = append(out, all...)
			continue
		}
		switch s.Kind {
		case tree.KindTable, tree.KindSequence:
			if err = c.dottedName(n.Names); err != nil {
				return nil, err
			}
			schema, name := splitName(n)
			var rel *catalog.Relation
			if rel, err = c.Access.Open(schema, name, lmgr.AccessShare, -1); err == nil {
				oid = rel.OID
			}
		case tree.KindType, tree.KindDomain:
			if oid, err = c.lockObject(catalog.PgType, lmgr.AccessShare, func() (types.OID, error) {
				oid, _, err := planner.ResolveTypeName(c.Access, &tree.TypeName{Pos: -1, Names: n.Names})
				return oid, err
			}); err == nil && s.Kind == tree.KindDomain {
				if t, ok := c.Access.TypeInfo(oid); ok && t.TypType != 'd' {
					err = pgerr.New(pgerr.WrongObjectType, "%q is not a domain", n.Names[len(n.Names)-1])
				}
			}
		default:
			kind := grantKinds[s.Kind].kind
			oid, err = c.lockObject(catalog.AclClass(kind), lmgr.AccessShare, func() (types.OID, error) {
				return c.Access.NamedObject(kind, strings.Join(n.Names, "."))
			})
		}
		if err != nil {
			return nil, err
		}
		out = append(out, oid)
	}
	return out, nil
}

// relationsIn lists the sequences of a schema, or its tables and views.
func (c *Ctx) relationsIn(schema string, sequences bool) ([]types.OID, error) {
	ns, err := c.Access.UsableNamespace(schema)
	if err != nil {
		return nil, err
	}
	if sequences {
		return c.Access.RelationsIn(ns, catalog.SequenceKind), nil
	}
	return c.Access.RelationsIn(ns, catalog.TableKind, catalog.ViewKind, catalog.PartitionedTableKind), nil
}
