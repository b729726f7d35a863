package catalog

import (
	"sync"

	"minidb/expr"
)

// The expressions of defaults, constraints and indexes are stored as text. Their trees
// never change, so that one that was read serves all entries of the relation cache: that
// of a table with many indexes is made anew whenever another one is added.

// maxStoredText bounds the bytes of the texts whose trees are kept.
const maxStoredText = 2 << 20

type storedExprs struct {
	mu    sync.RWMutex
	trees map[string]expr.Expr
	bytes int
}

// read is expr.Unmarshal.
func (s *storedExprs) read(text string) (expr.Expr, error) {
	if text == "" {
		return nil, nil
	}
	s.mu.RLock()
	e := s.trees[text]
	s.mu.RUnlock()
	if e != nil {
		return e, nil
	}
	e, err := expr.Unmarshal(text)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes += len(text); s.trees == nil || s.bytes > maxStoredText {
		s.trees, s.bytes = map[string]expr.Expr{}, len(text)
	}
	s.trees[text] = e
	return e, nil
}
