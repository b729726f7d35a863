//go:build invariants

package executor

import (
	"testing"

	"minidb/types"
)

// counting gives n rows in one buffer.
type counting struct {
	row  types.Row
	i, n int64
}

func (c *counting) Open() error   { return nil }
func (c *counting) Rescan() error { c.i = 0; return nil }
func (c *counting) Close() error  { return nil }

func (c *counting) Next() (types.Row, error) {
	if c.i == c.n {
		return nil, nil
	}
	c.i++
	c.row[0] = types.NewInt(c.i)
	return c.row, nil
}

// TestWatched: the watch that the build tag puts around nodes does see a row kept
// too long, a row changed, and a node that goes on after its end.
func TestWatched(t *testing.T) {
	panics := func(f func()) (p any) {
		defer func() { p = recover() }()
		f()
		return nil
	}
	n := checked(&counting{row: make(types.Row, 1), n: 3})
	first, err := n.Next()
	if err != nil || first[0].Int() != 1 {
		t.Fatal(first, err)
	}
	for what, f := range map[string]func(){"Next": func() { n.Next() }, "Rescan": func() { n.Rescan() }, "Close": func() { n.Close() }} {
		row, _ := n.Next()
		f()
		if row[0].Kind() == types.Int {
			t.Errorf("a row kept past %s still has its value", what)
		}
		n.Rescan()
	}
	row, _ := n.Next()
	row[0] = types.NewInt(99)
	if panics(func() { n.Next() }) == nil {
		t.Error("a changed row was not noticed")
	}
	undead := &counting{row: make(types.Row, 1)}
	n = checked(undead)
	n.Next()
	undead.n = 1
	if panics(func() { n.Next() }) == nil {
		t.Error("a row after the end was not noticed")
	}
}
