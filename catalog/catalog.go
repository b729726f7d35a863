package catalog

// Catalog is one database; Access is one session's view of it.

import (
	"context"
	"sync/atomic"

	"minidb/session"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Catalog is one database: its storage, its lock manager, its relation cache
// and its counter of object numbers. It may be used by many sessions at once.
type Catalog struct {
	store *storage.Store
	locks *lmgr.Manager

	// static has the system catalogs and views, which no command changes.
	static      map[types.OID]*Relation
	staticNames map[nameKey]*Relation
	// staticIndexes are those of the system catalogs.
	staticIndexes map[types.OID]*Index

	shared  relCache
	exprs   storedExprs
	stamps  atomic.Uint64 // source of cache versions, see stamp
	nextOID atomic.Uint32

	tempNumbers tempNumbers
}

// nameKey finds a relation in its schema.
type nameKey struct {
	namespace types.OID
	name      string
}

// Store returns the database's storage.
func (c *Catalog) Store() *storage.Store { return c.store }

// LockManager returns the database's lock manager.
func (c *Catalog) LockManager() *lmgr.Manager { return c.locks }

// Open returns a fresh database. The first call of a process builds the
// template that later ones clone.
func Open() (*Catalog, error) {
	t, err := template()
	if err != nil {
		return nil, err
	}
	return t.Clone(), nil
}

// Clone returns a copy of the database as it is now; transactions that are
// running in the original count as aborted in the copy. The two share pages
// until one of them writes.
func (c *Catalog) Clone() *Catalog {
	locks := lmgr.NewManager()
	n := &Catalog{store: c.store.Clone(locks), locks: locks}
	n.nextOID.Store(c.nextOID.Load())
	n.stamps.Store(c.stamps.Load())
	n.shared.init()
	n.static = make(map[types.OID]*Relation, len(c.static))
	n.staticNames = make(map[nameKey]*Relation, len(c.static))
	n.staticIndexes = make(map[types.OID]*Index, len(c.staticIndexes))
	for _, r := range c.static {
		n.addStatic(r.withStorage(n.store))
	}
	return n
}

// withStorage returns a copy of a static entry over another store.
func (r *Relation) withStorage(s *storage.Store) *Relation {
	c := *r
	if r.Heap == nil {
		return &c
	}
	c.Heap = s.OpenHeap(r.File)
	c.Heap.SetTable(uint32(r.OID))
	c.Indexes = make([]*Index, len(r.Indexes))
	copies := make([]Index, len(r.Indexes))
	for i, ix := range r.Indexes {
		copies[i] = *ix
		copies[i].Tree = s.OpenIndex(ix.File)
		copies[i].Tree.SetTable(uint32(r.OID), uint32(ix.OID))
		c.Indexes[i] = &copies[i]
	}
	return &c
}

// NewOID returns a number that no object of the database has. Numbers of rolled
// back objects are not used again.
func (c *Catalog) NewOID() types.OID { return types.OID(c.nextOID.Add(1) - 1) }

// stamp returns a version that was never given out before.
func (c *Catalog) stamp() uint64 { return c.stamps.Add(1) }

// System returns the entry of a system catalog by its OID: PgClass and so on.
func (c *Catalog) System(oid types.OID) *Relation { return c.static[oid] }

// Access is one session's view of its database: the shared cache and, while
// the session's transaction does DDL, a private overlay over it. One goroutine
// uses it.
type Access struct {
	*Catalog
	S *session.Session
	// Prepared lists the session's prepared statements; who keeps them sets it.
	Prepared func() []PreparedStatement
	// Cursors lists the session's open cursors, likewise.
	Cursors func() []OpenCursor
	// CursorRow finds the row of a table that a cursor stands on; InvalidTID if that
	// is none of this table.
	CursorRow func(cursor string, rel *Relation) (storage.TID, error)
	// InUse is the error of a table or index that the session itself has open work on,
	// so that what (DROP TABLE) cannot be done; who keeps that work sets it. It looks at
	// the OID and the name.
	InUse func(r *Relation, what string) error
	// AfterCatalogWrite, if a test sets it, is called after each step of writing
	// catalog rows, with the catalog's name; its error is the write's.
	AfterCatalogWrite func(catalog string) error
	// Backends are all sessions of the database, likewise.
	Backends Backends

	ov        *overlay // of the running transaction, nil if it changed nothing
	floor     uint64   // stamp of the last rolled back overlay
	path      searchPath
	otherPath searchPath // of the role before
	members   memberCache
	temp      tempState
	// sequences outlives transactions: it is per session.
	sequences sequenceMemory
	uses      map[Use]struct{} // those being recorded, nil if none are
	attNames  map[attName]int
	routing   map[types.OID]*keptRouting
	pins      map[types.OID]int // cache entries of indexes that are open, and how often
	enums     *newEnums         // what the running transaction did to enums, or an older one
}

// Attach makes s's view of the database. It also becomes the source of names for
// the session's text input and output.
func (c *Catalog) Attach(s *session.Session) *Access {
	a := &Access{Catalog: c, S: s}
	if s.Env != nil {
		s.Env.Names = a
	}
	return a
}

// CatalogAccess returns a itself: package catalog's functions find it behind
// expr.Ctx.Catalog, also where a type of an upper layer embeds it.
func (a *Access) CatalogAccess() *Access { return a }

func (a *Access) ctx() context.Context {
	if a.S.Ctx != nil {
		return a.S.Ctx
	}
	return context.Background()
}
