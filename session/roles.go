package session

// Who a session is: three roles that begin as one. What their names mean and who
// may be whom is the catalog's affair; a rollback brings back a name, and here is
// known which role it was.

import (
	"minidb/settings"
	"minidb/types"
)

// BootstrapRole is the superuser that every database begins with.
const BootstrapRole types.OID = 10

// Roles are the session's roles.
type Roles struct {
	LoginRole   types.OID // who logged in
	SessionRole types.OID // SET SESSION AUTHORIZATION
	CurrentRole types.OID // SET ROLE; privileges are those of this one

	known map[string]knownRole
}

type knownRole struct {
	oid   types.OID
	super bool
}

func superuserRoles(name string) Roles {
	return Roles{BootstrapRole, BootstrapRole, BootstrapRole, map[string]knownRole{name: {BootstrapRole, true}}}
}

// KnowRole notes what a name means that session_authorization or role is about to
// be set to.
func (r *Roles) KnowRole(name string, oid types.OID, super bool) {
	r.known[name] = knownRole{oid, super}
}

// Become makes the session one of another role, as which it began.
func (s *Session) Become(name string, oid types.OID, super bool) error {
	s.User, s.LoginRole = name, oid
	s.KnowRole(name, oid, super)
	s.mu.Lock()
	s.activity.User = name
	s.mu.Unlock()
	return s.Set.Set(settings.SessionAuthorization.Name, name, settings.SetOpts{Source: settings.SourceOverride})
}

// SwitchRole makes another role the current one, for what runs in its name, and returns
// the one before.
func (r *Roles) SwitchRole(role types.OID) (before types.OID) {
	before, r.CurrentRole = r.CurrentRole, role
	return before
}

// roleChanged follows the settings.
func (s *Session) roleChanged() {
	of := s.known[s.Set.Str(settings.SessionAuthorization)]
	s.SessionRole = of.oid
	if name := s.Set.Str(settings.Role); name != "none" {
		of = s.known[name]
	}
	s.CurrentRole = of.oid
	super := "off"
	if of.super {
		super = "on"
	}
	s.Set.Force(settings.IsSuperuser, super)
}
