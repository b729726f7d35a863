package minidb

import (
	"context"
	"slices"

	"minidb/commands"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/settings"
)

// Experiments: a session that goes on in a copy of its database, what it costs
// there, and what it writes.

// DB is the session's database.
func (s *Session) DB() *DB { return s.db }

// Clone opens a session on a copy of its database as it is committed now, with the
// settings, the roles, the temporary tables and the prepared statements of s; those that
// no longer can be prepared are left out. It has none of the cursors and locks.
// Nobody else has the copy: close its DB when done. In a transaction block the
// error is 25001.
func (s *Session) Clone() (*Session, error) {
	if err := s.busy(); err != nil {
		return nil, err
	}
	if s.Status() != 'I' {
		return nil, inText(pgerr.New(pgerr.ActiveSQLTransaction, "a session cannot be cloned inside a transaction block"), "")
	}
	c := s.CloneDB().Session()
	c.access.AdoptTemp(s.access)
	var err error
	c.alone(context.Background(), func() error {
		err = c.become(s)
		return err
	})
	if err != nil {
		c.db.Close()
		return nil, inText(err, "")
	}
	for _, p := range s.prepared.All() {
		c.alone(context.Background(), func() error { return c.prepareAgain(p) })
	}
	return c, nil
}

// CloneDB is DB.Clone, but the copy has the temporary tables of s. They belong to no
// session of it.
func (s *Session) CloneDB() *DB { return s.db.cloneWith(s.access) }

// become takes over the roles and the settings of a session.
func (s *Session) become(from *Session) error {
	if r := s.access.RoleNamed(from.s.User); r != nil && r.OID != s.s.LoginRole {
		if err := s.s.Become(r.Name, r.OID, r.Super); err != nil {
			return err
		}
	}
	return from.s.Set.CopyTo(s.s.Set)
}

// prepareAgain prepares a statement of another session.
func (s *Session) prepareAgain(p *commands.Statement) error {
	c := *p
	c.KeptCtx, c.KeptRoot = nil, nil
	if p.Plan != nil {
		if err := s.s.TakesSnapshot(); err != nil {
			return err
		}
		plan, err := planner.NewCachedPlan(s.access, p.Tree, slices.Clone(p.ParamTypes()))
		if err != nil {
			return err
		}
		c.Plan = plan
	}
	return s.prepared.Add(&c)
}

// Counter is one count of work: a row of minidb_stat_session. Relation is empty for
// what belongs to no single relation.
type Counter = session.Stat

// Counters lists what the session's statements have counted since it began, or
// since ResetCounters.
func (s *Session) Counters() []Counter { return s.s.SessionStats() }

// ResetCounters begins the session's counts anew. It does nothing in a transaction.
func (s *Session) ResetCounters() { s.s.ResetStats() }

// ChangedFiles compares db with the database that it was cloned from, or with another
// clone of that, and returns the file numbers (pg_relation_filenode) of the tables and
// sequences that either has written to since. Rows that are the same in the end count too.
func (db *DB) ChangedFiles(base *DB) []uint32 {
	var out []uint32
	for _, f := range db.cat.Store().Changed(base.cat.Store()) {
		out = append(out, uint32(f))
	}
	return out
}

// Strategy is one of the five optimizations with the settings that choose between its
// old and its new way.
type Strategy struct {
	Name     string // S1 to S5
	Short    string // what it is about
	Settings []StrategySetting
}

// StrategySetting has the value of the oldest profile and the default.
type StrategySetting struct{ Name, Old, New string }

// Strategies lists the five.
func Strategies() []Strategy {
	var out []Strategy
	for _, g := range settings.Groups() {
		s := Strategy{Name: g.Name, Short: g.Short}
		for _, d := range g.Settings {
			s.Settings = append(s.Settings, StrategySetting{d.Name, d.Old(), d.Boot})
		}
		out = append(out, s)
	}
	return out
}
