package minidb

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

// SET ROLE and SET SESSION AUTHORIZATION: there is one role to be, until roles
// and privileges are built.

// checkRoles makes the session refuse roles that do not exist, and others than
// its own.
func (s *Session) checkRoles() {
	next := s.s.Set.Check
	s.s.Set.Check = func(d *settings.Def, to string) error {
		if d == settings.Role && to != "none" || d == settings.SessionAuthorization {
			if err := s.checkRole(to); err != nil {
				return err
			}
		}
		return next(d, to)
	}
}

func (s *Session) checkRole(name string) error {
	if name == s.s.User {
		return nil
	}
	authid := s.access.System(catalog.PgAuthid)
	if s.s.Txn != nil {
		for range s.access.Scan(authid, "pg_authid_rolname_index", types.NewText(name)) {
			return pgerr.Unsupported(-1, "another role than "+s.s.User, "")
		}
	}
	return pgerr.New(pgerr.InvalidParameterValue, "role \"%s\" does not exist", name)
}
