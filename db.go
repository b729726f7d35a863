package minidb

import (
	"context"
	"sync"
	"sync/atomic"

	"minidb/catalog"
)

// DB is one database, in memory.
type DB struct {
	cat     *catalog.Catalog
	nextPID atomic.Int32

	mu       sync.Mutex
	sessions map[int32]*Session
	closed   bool
}

// firstPID is where the numbers of sessions start: they stand for process ids.
const firstPID = 1000

// Open makes a new, empty database. The first one of a process builds the
// template of the system catalogs; later ones copy it.
func Open() (*DB, error) {
	cat, err := catalog.Open()
	if err != nil {
		return nil, err
	}
	return newDB(cat), nil
}

func newDB(cat *catalog.Catalog) *DB {
	db := &DB{cat: cat, sessions: map[int32]*Session{}}
	db.nextPID.Store(firstPID)
	return db
}

// Clone returns an independent copy of the database as it is committed now.
// Pages are shared until one side writes them; transactions that run in db
// count as rolled back in the copy, which has no temporary tables.
func (db *DB) Clone() *DB {
	c := newDB(db.cat.Clone())
	if db.cat.TempInUse() {
		s := c.Session()
		defer s.Close()
		s.alone(context.Background(), s.access.DropAllTemp)
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
	for _, s := range running {
		s.s.Terminate()
	}
}

func (db *DB) add(s *Session) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.sessions[s.s.PID] = s
	if db.closed {
		s.s.Terminate()
	}
}

func (db *DB) remove(s *Session) {
	db.mu.Lock()
	defer db.mu.Unlock()
	delete(db.sessions, s.s.PID)
}
