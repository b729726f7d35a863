package minidb

import (
	"minidb/pgerr"
	"minidb/settings"
)

// SET ROLE and SET SESSION AUTHORIZATION.

// checkRoles makes the session refuse roles that do not exist or that it may not
// be.
func (s *Session) checkRoles() {
	next := s.s.Set.Check
	s.s.Set.Check = func(d *settings.Def, to string) error {
		if d == settings.Role && to != "none" || d == settings.SessionAuthorization {
			if err := s.checkRole(d, to); err != nil {
				return err
			}
		}
		return next(d, to)
	}
}

func (s *Session) checkRole(d *settings.Def, name string) error {
	r := s.access.RoleNamed(name)
	if r == nil {
		return pgerr.New(pgerr.InvalidParameterValue, "role \"%s\" does not exist", name)
	}
	switch {
	case d == settings.Role && !s.access.MaySetRole(s.s.SessionRole, r.OID):
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to set role %q", name)
	case d == settings.SessionAuthorization && r.OID != s.s.LoginRole && !s.access.IsSuperuser(s.s.LoginRole):
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to set session authorization %q", name)
	}
	s.s.KnowRole(name, r.OID, r.Super)
	return nil
}
