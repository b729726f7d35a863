package minidb

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"minidb/catalog"
	"minidb/hugepages"
	"minidb/parser"
	"minidb/session"
	"minidb/settings"
)

// DB is one database, in memory.
type DB struct {
	cat      *catalog.Catalog
	settings []Setting
	opened   time.Time
	nextPID  atomic.Int32

	channels session.Channels
	trees    parser.Cache

	mu       sync.Mutex
	sessions map[int32]*Session
	closed   bool
}

// firstPID is where the numbers of sessions start: they stand for process ids.
const firstPID = 1000

// Setting is a setting's value for all sessions of a database, where they do not
// set it themselves: what PostgreSQL takes from its configuration file. So can be
// set, too, what no session may change, as max_locks_per_transaction.
type Setting struct{ Name, Value string }

// Open makes a new, empty database. The first one of a process builds the
// template of the system catalogs; later ones copy it. The errors of values are
// those of SET.
func Open(values ...Setting) (*DB, error) {
	set := settings.Defaults()
	if err := apply(set, values); err != nil {
		return nil, inText(err, "")
	}
	cat, err := catalog.Open()
	if err != nil {
		return nil, err
	}
	return newDB(cat, values, set), nil
}

func apply(set *settings.Values, values []Setting) error {
	for _, v := range values {
		if err := set.Set(v.Name, v.Value, settings.SetOpts{Source: settings.SourceServer}); err != nil {
			return err
		}
	}
	return nil
}

func newDB(cat *catalog.Catalog, values []Setting, set *settings.Values) *DB {
	cat.LockManager().SetMaxLocks(set)
	cat.Store().SetSerialLimits(set.Int(settings.MaxPredLocksPerTransaction), set.Int(settings.MaxPredLocksPerRelation),
		set.Int(settings.MaxPredLocksPerPage))
	db := &DB{cat: cat, settings: slices.Clone(values), opened: time.Now(), sessions: map[int32]*Session{}}
	db.nextPID.Store(firstPID)
	return db
}

// UseHugePages does what the setting huge_pages says, for the whole process and for the
// rest of its life: memory that lasts moves to the kernel's large pages, which makes a
// large database up to a quarter faster. It is for programs that are mainly a database, as
// minidb itself; it takes a goroutine. The error is one only if huge_pages is on, not try.
func (db *DB) UseHugePages() error {
	set := settings.Defaults()
	_ = apply(set, db.settings) // Open had no error of them
	mode := set.Enum(settings.HugePages)
	if mode == "off" {
		return nil
	}
	if err := hugepages.Use(); err != nil && mode == "on" {
		return fmt.Errorf("huge_pages is on: %w", err)
	}
	return nil
}

// Clone returns an independent copy of the database as it is committed now.
// Pages are shared until one side writes them; transactions that run in db
// count as rolled back in the copy, which has no temporary tables.
func (db *DB) Clone() *DB { return db.cloneWith(nil) }

// cloneWith is Clone, but leaves the temporary tables of a session in the copy.
func (db *DB) cloneWith(keep *catalog.Access) *DB {
	set := settings.Defaults()
	_ = apply(set, db.settings) // Open had no error of them
	c := newDB(db.cat.Clone(), db.settings, set)
	if db.cat.TempInUse() {
		s := c.Session()
		defer s.Close()
		s.alone(context.Background(), func() error { return s.access.DropOtherTemp(keep) })
	}
	return c
}

// Close ends all sessions. It does not wait for statements that are running;
// they end with 57P01.
func (db *DB) Close() {
	db.mu.Lock()
	db.closed = true
	var running []*Session
	for _, s := range db.sessions {
		running = append(running, s)
	}
	db.mu.Unlock()
	for _, s := range running { // all at once: who waits for another must not go on
		s.s.End(errShutdown())
	}
	for _, s := range running {
		s.s.End(errShutdown())
	}
	for _, s := range running { // whose locks let no other go on any more
		s.disposeEnded()
	}
}

func (db *DB) add(s *Session) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.sessions[s.s.PID] = s
	if db.closed {
		s.s.End(errShutdown())
	}
}

func (db *DB) remove(s *Session) {
	db.mu.Lock()
	defer db.mu.Unlock()
	delete(db.sessions, s.s.PID)
}
