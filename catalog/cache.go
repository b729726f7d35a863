package catalog

// The shared cache of relations and types. It holds committed state only. An
// entry never changes: DDL removes it at commit and the next reader builds a new
// one from the catalogs.
//
// The danger is a reader that builds an entry from the catalogs as they were
// before a commit and puts it into the cache after that commit removed the old
// one. So a builder notes the cache's generation before it takes its snapshot,
// and its entry is kept only if the generation is still the same:
//
//	commit      rows visible ........ remove ........ locks given up
//	builder A   generation, snapshot, add             removed again
//	builder B   generation, snapshot ......... add    refused
//	builder C                                generation, snapshot, add: new rows

import (
	"sync"
	"sync/atomic"

	"minidb/types"
)

type relCache struct {
	mu    sync.RWMutex
	gen   atomic.Uint64 // stamp of the last removal; mu guards its changes
	rels  map[types.OID]*Relation
	names map[nameKey]*Relation
	types map[types.OID]*typeEntry
	parts map[types.OID]*PartitionDesc // see partition_cache.go
}

func (c *relCache) init() {
	c.rels = make(map[types.OID]*Relation)
	c.names = make(map[nameKey]*Relation)
	c.types = make(map[types.OID]*typeEntry)
	c.parts = make(map[types.OID]*PartitionDesc)
}

func (c *relCache) generation() uint64 { return c.gen.Load() }

func (c *relCache) byOID(oid types.OID) *Relation {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.rels[oid]
}

func (c *relCache) byName(k nameKey) *Relation {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.names[k]
}

func (c *relCache) typeByOID(oid types.OID) *typeEntry {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.types[oid]
}

// add keeps r if nothing was removed since generation gen. Of two builders the
// first wins, so that all have the same entry: add returns the one to use.
func (c *relCache) add(r *Relation, gen uint64) *Relation {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gen.Load() != gen {
		return r
	}
	if first := c.rels[r.OID]; first != nil {
		return first
	}
	c.rels[r.OID] = r
	c.names[nameKey{r.Namespace, r.Name}] = r
	return r
}

// drop forgets one relation; the mutex is held.
func (c *relCache) drop(oid types.OID) {
	r := c.rels[oid]
	if r == nil {
		return
	}
	delete(c.rels, oid)
	if k := (nameKey{r.Namespace, r.Name}); c.names[k] == r {
		delete(c.names, k)
	}
}

// addType is add for a type.
func (c *relCache) addType(t *typeEntry, gen uint64) *typeEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gen.Load() != gen {
		return t
	}
	if first := c.types[t.typ.OID]; first != nil {
		return first
	}
	c.types[t.typ.OID] = t
	return t
}

// remove forgets what a committed transaction changed and starts a generation, whose
// stamp is taken when all is forgotten: who has an earlier one may have seen old entries.
func (c *relCache) remove(ov *overlay, stamp func() uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ov.schemas {
		clear(c.rels)
		clear(c.names)
		clear(c.types)
	}
	for oid := range ov.rels {
		c.drop(oid)
	}
	for oid := range ov.types {
		delete(c.types, oid)
	}
	c.publish(ov)
	c.gen.Store(max(c.gen.Load(), stamp()))
}

// removeRelations forgets relations, as remove does.
func (c *relCache) removeRelations(oids []types.OID, stamp func() uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, oid := range oids {
		c.drop(oid)
	}
	c.gen.Store(max(c.gen.Load(), stamp()))
}
