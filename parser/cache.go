package parser

import (
	"hash/maphash"
	"sync"

	"minidb/parser/lex"
)

// Cache keeps the trees of texts that come again, as they do from a client that does
// not prepare its statements and from a person who tries one under two settings. The
// tree of a row of 1000 constants takes longer to make than to run. A text is kept from
// the second time on. Nothing can spoil what is kept: a tree depends on its text and
// the options alone, and who gets it only reads it.
//
// The zero Cache is empty and ready; sessions may share one.
type Cache struct {
	mu    sync.Mutex
	once  [512]uint64          // hashes of texts that came, each at its hash's low bits
	kept  map[uint64]cacheItem // by hash
	order []uint64             // of kept, from the oldest
	bytes int                  // of the texts kept
}

type cacheItem struct {
	src   string
	o     lex.Options
	stmts []Stmt
}

// A tree takes up to some fifty times the memory of its text.
const (
	cacheText  = 16 << 10  // bytes of the longest text kept
	cacheTexts = 128 << 10 // bytes of all of them
)

var cacheSeed = maphash.MakeSeed()

// Parse is ParseWith.
func (c *Cache) Parse(src string, o lex.Options) ([]Stmt, error) {
	if len(src) > cacheText {
		return ParseWith(src, o)
	}
	h := maphash.String(cacheSeed, src)
	if stmts, ok := c.find(h, src, o); ok {
		return stmts, nil
	}
	stmts, err := ParseWith(src, o)
	if err == nil {
		c.keep(h, cacheItem{src, o, stmts})
	}
	return stmts, err
}

func (c *Cache) find(h uint64, src string, o lex.Options) ([]Stmt, bool) {
	c.mu.Lock()
	item, ok := c.kept[h]
	c.mu.Unlock()
	return item.stmts, ok && item.o == o && item.src == src
}

// keep keeps a text's trees if the text came before.
func (c *Cache) keep(h uint64, item cacheItem) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if once := &c.once[h%uint64(len(c.once))]; *once != h {
		*once = h
		return
	}
	if c.kept == nil {
		c.kept = map[uint64]cacheItem{}
	}
	if old, ok := c.kept[h]; ok { // under another option, or by another session meanwhile
		c.bytes -= len(old.src)
	} else {
		c.order = append(c.order, h)
	}
	c.kept[h] = item
	c.bytes += len(item.src)
	for c.bytes > cacheTexts {
		c.bytes -= len(c.kept[c.order[0]].src)
		delete(c.kept, c.order[0])
		c.order = c.order[1:]
	}
}
