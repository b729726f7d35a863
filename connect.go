package minidb

// What a server needs of a session besides its statements: who it is for, the
// settings that a client is told of, and its end.

import (
	"context"
	"crypto/tls"
	"net"
	"strings"
	"sync"
	"time"

	"minidb/catalog"
	"minidb/commands"
	"minidb/password"
	"minidb/pgerr"
	"minidb/session"
	"minidb/settings"
	"minidb/types"
)

// Login says who connects, to which database, and with which settings of the
// connection.
type Login struct {
	User, Database string
	Settings       []Setting
	Client         net.Addr // where the client is; nil if it is in this process
	Server         net.Addr // where it has connected to
	TLS            *tls.ConnectionState
}

// Connect opens a session for a client. The errors are those of a connection:
// 28000 for a role that does not exist or may not log in, 3D000 for a database, and
// those of SET.
func (db *DB) Connect(l Login) (*Session, error) {
	s := db.Session()
	err := s.admit(l)
	if err == nil {
		s.s.ConvertTexts()
		s.startSettings()
		for _, v := range l.Settings {
			if err = s.s.Set.Set(v.Name, v.Value, settings.SetOpts{Source: settings.SourceClient}); err != nil {
				break
			}
		}
	}
	if err != nil {
		s.Close()
		return nil, inText(err, "")
	}
	s.s.NoteClient(l.Client, l.Server, protection(l.TLS))
	return s, nil
}

// protection says of TLS what pg_stat_ssl shows.
func protection(t *tls.ConnectionState) *session.TLS {
	if t == nil {
		return nil
	}
	out := &session.TLS{Version: strings.Replace(tls.VersionName(t.Version), " ", "v", 1), Cipher: tls.CipherSuiteName(t.CipherSuite), Bits: 256}
	if strings.Contains(out.Cipher, "_128_") {
		out.Bits = 128
	}
	return out
}

// startSettings gives the session the settings that ALTER ROLE keeps for it; what cannot be
// set is a warning.
func (s *Session) startSettings() {
	type kept struct {
		name, value string
		from        settings.Source
	}
	var list []kept
	s.db.roles(func(a *catalog.Access) error {
		commands.StartSettings(a, s.s.LoginRole, func(name, value string, from settings.Source) {
			list = append(list, kept{name, value, from})
		})
		return nil
	})
	for _, k := range list {
		if err := s.s.Set.Set(k.name, k.value, settings.SetOpts{Source: k.from}); err != nil {
			e := *pgerr.From(err)
			e.Severity = "WARNING"
			s.s.Notice(&e)
		}
	}
}

// admit makes the session the role's, if it may log in to that database.
func (s *Session) admit(l Login) error {
	r := s.db.role(l.User)
	switch {
	case r == nil:
		return pgerr.New(pgerr.InvalidAuthorization, "role %q does not exist", l.User)
	case !r.Login:
		return pgerr.New(pgerr.InvalidAuthorization, "role %q is not permitted to log in", l.User)
	}
	if r.OID != s.s.LoginRole {
		if err := s.s.Become(r.Name, r.OID, r.Super); err != nil {
			return err
		}
	}
	if r.ConnLimit >= 0 && !r.Super {
		n := int64(0)
		for _, b := range (backends{s.db}).List() {
			if b.User == r.Name {
				n++
			}
		}
		if n > r.ConnLimit {
			return pgerr.New(pgerr.TooManyConnections, "too many connections for role %q", l.User)
		}
	}
	if l.Database != s.s.Database {
		return pgerr.New(pgerr.InvalidCatalogName, "database %q does not exist", l.Database)
	}
	return s.db.mayConnect(r, l.Database)
}

// roles reads the roles outside of any session's transaction.
func (db *DB) roles(f func(*catalog.Access) error) {
	s := db.hidden()
	defer s.Close()
	s.alone(context.Background(), func() error { return f(s.access) })
}

// mayConnect refuses a role without CONNECT on the database.
func (db *DB) mayConnect(r *catalog.Role, database string) (err error) {
	if r.Super {
		return nil
	}
	db.roles(func(a *catalog.Access) error {
		if !a.MayConnect(r.OID) {
			err = pgerr.New(pgerr.InsufficientPrivilege, "permission denied for database %q", database).
				WithDetail("User does not have CONNECT privilege.")
		}
		return nil
	})
	return err
}

func (db *DB) role(name string) (r *catalog.Role) {
	db.roles(func(a *catalog.Access) error {
		r = a.RoleNamed(name)
		return nil
	})
	return r
}

// Verifier returns what is stored of a role's password, "" if there is nothing or its time
// is over, and scram_iterations where no session sets it.
func (db *DB) Verifier(user string) (verifier string, iterations int) {
	s := db.hidden()
	defer s.Close()
	s.alone(context.Background(), func() error {
		r := s.access.RoleNamed(user)
		if r != nil && (r.ValidUntil.IsNull() || types.Compare(r.ValidUntil, types.NewTimestamptz(types.MicrosFromTime(time.Now()))) > 0) {
			verifier = r.Password
		}
		return nil
	})
	return verifier, int(s.s.Set.Int(settings.ScramIterations))
}

// HasPasswords reports whether some role can prove itself with a password.
func (db *DB) HasPasswords() (has bool) {
	db.roles(func(a *catalog.Access) error {
		a.Roles(func(r *catalog.Role) bool {
			_, scram := password.Parse(r.Password)
			has = scram && r.Login
			return !has
		})
		return nil
	})
	return has
}

// Encoding is that of the client's texts, nil if it is UTF8.
func (s *Session) Encoding() *types.Encoding { return s.s.Env.Client }

// PID is the session's number, which stands for a process id.
func (s *Session) PID() int32 { return s.s.PID }

// OnEnd makes f be called, from any goroutine, when the session is ended from
// outside; at once if it has been. f must not wait.
func (s *Session) OnEnd(f func()) { s.s.WatchEnd(f) }

// Ended returns the error of a session that was ended from outside, else nil.
func (s *Session) Ended() error { return s.s.Terminated() }

// End ends the session from outside, as pg_terminate_backend does. It may be called
// from any goroutine.
func (s *Session) End() { s.terminate(errShutdown()) }

// reported are the settings that clients are told of.
var reported = sync.OnceValue(func() (out []*settings.Def) {
	for _, d := range settings.All() {
		if d.Report {
			out = append(out, d)
		}
	}
	return out
})

// Report calls f with each setting that clients are told of and that has another
// value than at the last call; with all of them the first time.
func (s *Session) Report(f func(name, value string)) {
	if s.told != nil && !s.untold {
		return
	}
	first := s.told == nil
	if first {
		s.told = make([]string, len(reported()))
	}
	for i, d := range reported() {
		if now := s.s.Set.ShowDef(d); first || now != s.told[i] {
			s.told[i] = now
			f(d.Name, now)
		}
	}
	s.untold = false
}

// noteReported notes that a client must be told of changed settings.
func (s *Session) noteReported() {
	next := s.s.Set.Changed
	s.s.Set.Changed = func(d *settings.Def) {
		if next(d); d.Report {
			s.untold = true
		}
	}
}
