package executor

// Strategy S1, beyond the thread: maps outlive the statement.
//
//	attr_map_cache   a statement's work for a partition
//	off              one map built, thrown away if columns are in the same places
//	flag             nothing where a bit says "same places", else as off (Amul
//	                 Sul's suggestion in the thread, never written)
//	on               nothing; of the two directions one is made of the other
//
// The first statement after DDL on either table does the work of off.

import (
	"minidb/catalog"
	"minidb/session"
	"minidb/settings"
)

// attrMaps hands out the conversions of one execution.
type attrMaps struct {
	matcher *matcher
	lookup  func(a *attrMaps, in, out *catalog.Relation, down bool, cache *catalog.LayoutCache) ([]int, error)
	count   *session.AttrMapCounters
}

func newAttrMaps(set *settings.Values, count *session.AttrMapCounters) *attrMaps {
	a := &attrMaps{matcher: newMatcher(set, count), count: count}
	switch set.Enum(settings.AttrMapCache) {
	case "off":
		a.lookup = (*attrMaps).build
	case "flag":
		a.lookup = (*attrMaps).flagged
	default:
		a.lookup = (*attrMaps).kept
	}
	return a
}

// down returns the conversion of rows of a table above to rows of the partition,
// nil if they are the same; up the other way round.
func (a *attrMaps) down(above, part *catalog.Relation, cache *catalog.LayoutCache) (*attrMap, error) {
	from, err := a.lookup(a, above, part, true, cache)
	return a.made(from), err
}

func (a *attrMaps) up(part, above *catalog.Relation, cache *catalog.LayoutCache) (*attrMap, error) {
	from, err := a.lookup(a, part, above, false, cache)
	return a.made(from), err
}

func (a *attrMaps) made(from []int) *attrMap {
	if from == nil {
		return nil
	}
	m := &attrMap{from: from, count: a.count}
	for _, k := range from {
		if k >= 0 {
			m.live++
		}
	}
	return m
}

func (a *attrMaps) build(in, out *catalog.Relation, _ bool, _ *catalog.LayoutCache) ([]int, error) {
	return a.matcher.build(in, out)
}

func (a *attrMaps) flagged(in, out *catalog.Relation, down bool, cache *catalog.LayoutCache) ([]int, error) {
	above, part := ends(in, out, down)
	l := cache.Get(above, part, a.matcher.method)
	if l != nil && l.Same {
		a.count.MapCacheHits++
		return nil, nil
	}
	from, err := a.matcher.build(in, out)
	if l == nil && err == nil {
		cache.Put(&catalog.Layout{Above: above.Version, Part: part.Version, Method: a.matcher.method, Same: from == nil})
	}
	return from, err
}

func (a *attrMaps) kept(in, out *catalog.Relation, down bool, cache *catalog.LayoutCache) ([]int, error) {
	above, part := ends(in, out, down)
	l := cache.Get(above, part, a.matcher.method)
	if l != nil {
		from, other := l.ToPart, l.ToAbove
		if !down {
			from, other = other, from
		}
		if l.Same || from != nil {
			a.count.MapCacheHits++
			return from, nil
		}
		if other != nil {
			a.count.MapCacheHits++
			from = inverse(other, len(out.Columns))
			cache.Put(withMap(l, from, down))
			return from, nil
		}
	}
	from, err := a.matcher.build(in, out)
	if err != nil {
		return nil, err
	}
	cache.Put(withMap(&catalog.Layout{Above: above.Version, Part: part.Version, Method: a.matcher.method, Same: from == nil}, from, down))
	return from, nil
}

func ends(in, out *catalog.Relation, down bool) (above, part *catalog.Relation) {
	if down {
		return in, out
	}
	return out, in
}

func withMap(l *catalog.Layout, from []int, down bool) *catalog.Layout {
	next := *l
	if down {
		next.ToPart = from
	} else {
		next.ToAbove = from
	}
	return &next
}

// inverse turns a map round: n is the number of columns of its source.
func inverse(from []int, n int) []int {
	back := make([]int, n)
	for i := range back {
		back[i] = -1
	}
	for i, k := range from {
		if k >= 0 {
			back[k] = i
		}
	}
	return back
}
