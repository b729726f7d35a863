package planner

// Strategy S1, the planner's half: how the columns of a partition are matched to
// those of its parent, by name (make_inh_translation_list). One list is made for
// each partition that a plan reads. Comparisons of names (C) and lookups in the
// syscache (L) for N columns:
//
//	inherit_translation   same order   shifted by one column     reversed
//	scan                  N            (N-1) + N(N+1)/2          N + N(N+1)/2
//	syscache              N            (N-1) + N L               N + N L
//	cursor                N            N, or (N-1) + 1 L         (N-1) + N L
//
//	scan      PostgreSQL until 11: the same place first, then from the first column
//	syscache  version 2 of the thread: the same place first, then the syscache
//	cursor    PostgreSQL 12: the place after the last match, then the syscache

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/session"
	"minidb/settings"
)

// AppendRelInfo says what the columns of a partitioned table are in one of the
// partitions below it.
type AppendRelInfo struct {
	Parent, Child int     // range-table indexes
	Attrs         []int16 // by the parent's column: the partition's, 0 where that is dropped
	back          []int16 // by the partition's column: the parent's, 0 for none
}

// translated is the partition's column for one of the parent's.
func (a *AppendRelInfo) translated(v *expr.Var) *expr.Var {
	c := *v
	c.Rel = a.Child
	if v.Attr >= 1 && v.Attr <= len(a.Attrs) {
		c.Attr = int(a.Attrs[v.Attr-1])
	}
	return &c
}

// translator matches columns in the way that the setting chose.
type translator struct {
	count  *session.AttrMapCounters
	number func(r *catalog.Relation, name string) int // the syscache
	match  func(t *translator, parent, child *catalog.Relation, to []int16) error
}

func newTranslator(a *catalog.Access) *translator {
	t := &translator{count: &a.S.Counters.AttrMap, number: a.AttributeNumber}
	switch a.S.Set.Enum(settings.InheritTranslation) {
	case "scan":
		t.match = (*translator).scan
	case "syscache":
		t.match = (*translator).samePlace
	default:
		t.match = (*translator).cursor
	}
	return t
}

// columns returns, by the parent's column, the partition's; 0 for dropped ones.
func (t *translator) columns(parent, child *catalog.Relation) ([]int16, error) {
	t.count.TranslationLists++
	to := make([]int16, len(parent.Columns))
	if err := t.match(t, parent, child, to); err != nil {
		return nil, err
	}
	for i, n := range to {
		if n == 0 {
			continue
		}
		p, c := &parent.Columns[i], &child.Columns[n-1]
		switch {
		case p.Type != c.Type || p.Typmod != c.Typmod:
			return nil, pgerr.New(pgerr.InvalidColumnDefinition, "attribute %q of relation %q does not match parent's type", p.Name, child.Name)
		case p.Collation != c.Collation:
			return nil, pgerr.New(pgerr.InvalidColumnDefinition, "attribute %q of relation %q does not match parent's collation", p.Name, child.Name)
		}
	}
	return to, nil
}

// named compares the name of the child's column at i, unless that is dropped.
func (t *translator) named(child *catalog.Relation, i int, name string) bool {
	c := &child.Columns[i]
	if c.Dropped {
		return false
	}
	t.count.TranslationComparisons++
	return c.Name == name
}

func (t *translator) lookup(child *catalog.Relation, name string) (int16, error) {
	t.count.SyscacheLookups++
	if n := t.number(child, name); n > 0 {
		return int16(n), nil
	}
	return 0, noInherited(child, name)
}

func noInherited(child *catalog.Relation, name string) error {
	return pgerr.New(pgerr.Internal, "could not find inherited attribute %q of relation %q", name, child.Name)
}

func (t *translator) scan(parent, child *catalog.Relation, to []int16) error {
	for i := range parent.Columns {
		if parent.Columns[i].Dropped {
			continue
		}
		name := parent.Columns[i].Name
		if i < len(child.Columns) && t.named(child, i, name) {
			to[i] = int16(i + 1)
			continue
		}
		for k := range child.Columns {
			if t.named(child, k, name) {
				to[i] = int16(k + 1)
				break
			}
		}
		if to[i] == 0 {
			return noInherited(child, name)
		}
	}
	return nil
}

func (t *translator) samePlace(parent, child *catalog.Relation, to []int16) (err error) {
	for i := range parent.Columns {
		if parent.Columns[i].Dropped {
			continue
		}
		name := parent.Columns[i].Name
		if to[i] = int16(i + 1); i >= len(child.Columns) || !t.named(child, i, name) {
			if to[i], err = t.lookup(child, name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *translator) cursor(parent, child *catalog.Relation, to []int16) (err error) {
	next := 0
	for i := range parent.Columns {
		if parent.Columns[i].Dropped {
			continue
		}
		name := parent.Columns[i].Name
		if to[i] = int16(next + 1); next >= len(child.Columns) || !t.named(child, next, name) {
			if to[i], err = t.lookup(child, name); err != nil {
				return err
			}
		}
		next = int(to[i])
	}
	return nil
}

// newAppendRelInfo describes a partition by the column numbers that it has for
// those of the table at the top.
func newAppendRelInfo(parent, child int, rel *catalog.Relation, to []int16) *AppendRelInfo {
	a := &AppendRelInfo{Parent: parent, Child: child, Attrs: to, back: make([]int16, len(rel.Columns))}
	for i, n := range to {
		if n > 0 {
			a.back[n-1] = int16(i + 1)
		}
	}
	return a
}
