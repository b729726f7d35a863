package executor

// Strategy S1: which column of a partition is which of the table above it. Their
// order may differ, and either may have dropped columns, so that columns are
// matched by name; a map is made for each partition that a row goes to, or comes
// from, in each statement. Comparisons of names for N columns:
//
//	attr_map        same order   parent's first dropped   reversed         pairs swapped
//	scan            N(N+1)/2     N(N+1)/2                 N(N+1)/2         N(N+1)/2
//	same_position   N            down 2N-1, up N          N(N+1)/2 + N/2   N(N+1)/2 + N/2
//	cursor          N            N                        N^2 - N + 1      N(N+1)/2 + N/2 - 1
//	hash            2N hash operations, whatever the order
//	adaptive        as cursor; a hash once 2N comparisons were in vain
//
//	scan            PostgreSQL until 11, convert_tuples_by_name_map
//	same_position   version 1 of the thread of June 2018: begins at the number of
//	                columns that were matched
//	cursor          PostgreSQL 12 (Alexander Kuzmenkov's idea): begins after the
//	                last match
//	hash, adaptive  ours
//
// All make the map before they see that it is not needed, as PostgreSQL does;
// attr_map_cache.go saves that.

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/session"
	"minidb/settings"
	"minidb/types"
)

// attrMap converts rows: from[i] is the index in the source's row of the
// target's column i, -1 if that is dropped (PostgreSQL's TupleConversionMap).
type attrMap struct {
	from  []int
	live  int64
	count *session.AttrMapCounters
}

// convert fills out, a row of the target's width. It shares values with in.
func (m *attrMap) convert(in, out types.Row) {
	m.count.RowsConverted++
	m.count.ColumnsCopied += m.live
	rearrange(m.from, in, out)
}

// rearrange fills out by a map's from.
func rearrange(from []int, in, out types.Row) {
	for i, k := range from {
		if k < 0 {
			out[i] = types.Datum{}
		} else {
			out[i] = in[k]
		}
	}
}

// matcher finds the columns of in for those of out. It is made once for a
// statement's execution.
type matcher struct {
	method string
	match  func(m *matcher, in, out []catalog.Column, from []int) (missing int)
	count  *session.AttrMapCounters
}

func newMatcher(set *settings.Values, count *session.AttrMapCounters) *matcher {
	m := &matcher{method: set.Enum(settings.AttrMap), count: count}
	switch m.method {
	case "scan":
		m.match = (*matcher).scan
	case "same_position":
		m.match = (*matcher).samePosition
	case "cursor":
		m.match = (*matcher).cursor
	case "hash":
		m.match = (*matcher).hash
	default:
		m.match = (*matcher).adaptive
	}
	return m
}

// build makes the map from rows of in to rows of out, nil if rows can stay as
// they are. Types must agree; that they do not is an error (42804).
func (m *matcher) build(in, out *catalog.Relation) ([]int, error) {
	from := make([]int, len(out.Columns))
	for i := range from {
		from[i] = -1
	}
	m.count.MapsBuilt++
	if i := m.match(m, in.Columns, out.Columns, from); i >= 0 {
		c := &out.Columns[i]
		return nil, pgerr.New(pgerr.DatatypeMismatch, "could not convert row type").
			WithDetail("Attribute %q of type %s does not exist in type %s.", c.Name, out.Name, in.Name)
	}
	for i, k := range from {
		if k < 0 {
			continue
		}
		if a, b := &in.Columns[k], &out.Columns[i]; a.Type != b.Type || a.Typmod != b.Typmod && a.Typmod >= 0 && b.Typmod >= 0 {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "could not convert row type").
				WithDetail("Attribute %q of type %s does not match corresponding attribute of type %s.", b.Name, out.Name, in.Name)
		}
	}
	if samePlaces(in.Columns, out.Columns, from) {
		m.count.MapsDiscarded++
		return nil, nil
	}
	return from, nil
}

// samePlaces tells whether rows need no conversion: as many columns, each where
// it was. A column dropped on both sides is NULL on both.
func samePlaces(in, out []catalog.Column, from []int) bool {
	if len(in) != len(out) {
		return false
	}
	for i, k := range from {
		if k != i && !(k < 0 && in[i].Dropped) {
			return false
		}
	}
	return true
}

// is compares the name of a column of in, unless that is dropped.
func (m *matcher) is(c *catalog.Column, name string) bool {
	if c.Dropped {
		m.count.DroppedSkipped++
		return false
	}
	m.count.NameComparisons++
	return c.Name == name
}

// search looks at the columns of in from start on, and then at those before it,
// each once. It returns -1 if there is none of that name.
func (m *matcher) search(in []catalog.Column, start int, name string) int {
	for k := start; k < len(in); k++ {
		if m.is(&in[k], name) {
			return k
		}
	}
	for k := range min(start, len(in)) {
		if m.is(&in[k], name) {
			return k
		}
	}
	return -1
}

func (m *matcher) scan(in, out []catalog.Column, from []int) int {
	for i := range out {
		if out[i].Dropped {
			continue
		}
		if from[i] = m.search(in, 0, out[i].Name); from[i] < 0 {
			return i
		}
	}
	return -1
}

func (m *matcher) samePosition(in, out []catalog.Column, from []int) int {
	matched := 0
	for i := range out {
		if out[i].Dropped {
			continue
		}
		if from[i] = m.search(in, matched, out[i].Name); from[i] < 0 {
			return i
		}
		matched++
	}
	return -1
}

func (m *matcher) cursor(in, out []catalog.Column, from []int) int {
	next := 0
	for i := range out {
		if out[i].Dropped {
			continue
		}
		if from[i] = m.search(in, next, out[i].Name); from[i] < 0 {
			return i
		}
		next = from[i] + 1
	}
	return -1
}

func (m *matcher) hash(in, out []catalog.Column, from []int) int {
	return m.probe(in, out, from, 0)
}

// probe matches the columns of out from first on by a hash of in's names.
func (m *matcher) probe(in, out []catalog.Column, from []int, first int) int {
	places := make(map[string]int, len(in))
	for k := range in {
		if in[k].Dropped {
			m.count.DroppedSkipped++
			continue
		}
		m.count.HashOperations++
		places[in[k].Name] = k
	}
	for i := first; i < len(out); i++ {
		if out[i].Dropped {
			continue
		}
		m.count.HashOperations++
		k, found := places[out[i].Name]
		if !found {
			return i
		}
		from[i] = k
	}
	return -1
}

// adaptive searches as cursor does until 2N comparisons were in vain: so it costs
// at most that, N matches and the hash's 2N operations.
func (m *matcher) adaptive(in, out []catalog.Column, from []int) int {
	next, left := 0, 2*live(in)
	for i := range out {
		if out[i].Dropped {
			continue
		}
		k := next
		for tried := 0; ; tried++ {
			if tried == len(in) {
				return i
			}
			if k >= len(in) {
				k = 0
			}
			if in[k].Dropped {
				m.count.DroppedSkipped++
			} else {
				if left == 0 {
					return m.probe(in, out, from, i)
				}
				if m.is(&in[k], out[i].Name) {
					break
				}
				left--
			}
			k++
		}
		from[i], next = k, k+1
	}
	return -1
}

// live is the number of columns that are not dropped.
func live(columns []catalog.Column) (n int) {
	for i := range columns {
		if !columns[i].Dropped {
			n++
		}
	}
	return n
}
