package planner

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// The search for partitions: get_matching_partitions. Planning, the start of the
// executor and its scans run the same steps. Sets of partitions are kept as ranges
// of bounds, so that a search for a few of very many partitions costs no more.

type stepKind uint8

const (
	stepSearch stepKind = iota
	stepUnion
	stepIntersect
	stepAll
)

// pruneStep is a search by values, or combines others.
type pruneStep struct {
	kind    stepKind
	sources []*pruneStep

	// stepSearch: the comparison with the leading columns of the key; without args,
	// what is NULL or, if nothing is, what is not.
	strategy int
	notEqual bool
	args     []expr.Expr // of hash keys: of the columns that are not null
	values   []expr.Eval // compiled args, nil where they are constants
	null     []bool      // by column: IS NULL; nil for none
	cross    []*CrossCompare
	mixed    bool // there are some in cross
}

// pruneProgram finds the partitions of one table.
type pruneProgram struct {
	desc *catalog.PartitionDesc
	step *pruneStep
}

// span is a range of bounds, both ends included.
type span struct{ lo, hi int }

// pruneResult is a set of PartitionDesc's places, ascending and apart, and
// whether the partitions without bounds are in it.
type pruneResult struct {
	spans []span
	def   bool
	null  bool
}

// members returns the partitions that are found, ascending.
func (p *pruneProgram) members(ctx *expr.Ctx) ([]int, error) {
	r, err := p.find(ctx, p.step)
	if err != nil {
		return nil, err
	}
	d := p.desc
	places := 0
	for _, s := range r.spans {
		places += s.hi - s.lo + 1
	}
	set := memberSet{list: make([]int, 0, min(places+1, len(d.Members)))}
	if d.Key.Strategy != catalog.RangePartitions && places > 8 {
		set.marks = make([]bool, len(d.Members))
	}
	for _, s := range r.spans {
		for i := s.lo; i <= s.hi; i++ {
			if m := d.PartAt(i); m >= 0 {
				set.add(m)
			} else {
				r.def = true // what no partition claims
			}
		}
	}
	if r.null && d.Null >= 0 {
		set.add(d.Null)
	}
	if r.def && d.Default >= 0 {
		set.add(d.Default)
	}
	if set.unsorted {
		slices.Sort(set.list)
	}
	return set.list, nil
}

// memberSet collects partitions: one may have several places.
type memberSet struct {
	list     []int
	marks    []bool // by member; nil while they are few
	unsorted bool
}

func (s *memberSet) add(m int) {
	switch n := len(s.list); {
	case n == 0 || s.list[n-1] < m && !s.unsorted:
	case s.marks != nil:
		if s.marks[m] {
			return
		}
		s.unsorted = true
	default:
		if hasInt(s.list, m) {
			return
		}
		s.unsorted = true
	}
	if s.marks != nil {
		s.marks[m] = true
	}
	s.list = append(s.list, m)
}

func (p *pruneProgram) find(ctx *expr.Ctx, s *pruneStep) (pruneResult, error) {
	switch s.kind {
	case stepAll:
		return p.all(), nil
	case stepUnion, stepIntersect:
		var out pruneResult
		for i, src := range s.sources {
			r, err := p.find(ctx, src)
			if err != nil {
				return out, err
			}
			switch {
			case i == 0:
				out = r
			case s.kind == stepUnion:
				out = pruneResult{unionSpans(out.spans, r.spans), out.def || r.def, out.null || r.null}
			default:
				out = pruneResult{intersectSpans(out.spans, r.spans), out.def && r.def, out.null && r.null}
			}
		}
		return out, nil
	}
	vals, ok, err := s.evaluate(ctx)
	if !ok || err != nil {
		return pruneResult{}, err // comparisons with NULL are never true
	}
	switch p.desc.Key.Strategy {
	case catalog.HashPartitions:
		return p.findHash(s, vals), nil
	}
	look := search{pruneProgram: p, step: s, vals: vals, ctx: ctx}
	var out pruneResult
	if p.desc.Key.Strategy == catalog.ListPartitions {
		out = look.list()
	} else {
		out = look.ranges()
	}
	return out, look.err
}

// evaluate computes the values to search for; ok is false if one is NULL.
func (s *pruneStep) evaluate(ctx *expr.Ctx) (vals []types.Datum, ok bool, err error) {
	if len(s.args) == 0 {
		return nil, true, nil
	}
	vals = make([]types.Datum, len(s.args))
	for i, e := range s.args {
		if c, isConst := e.(*expr.Const); isConst {
			vals[i] = c.Value
		} else if vals[i], err = s.values[i](ctx, nil); err != nil {
			return nil, false, err
		}
		if vals[i].IsNull() {
			return nil, false, nil
		}
	}
	return vals, true, nil
}

func (p *pruneProgram) places(lo, hi int) []span {
	if lo > hi {
		return nil
	}
	return []span{{lo, hi}}
}

func (p *pruneProgram) all() pruneResult {
	return pruneResult{p.places(0, p.desc.Places()-1), p.desc.Default >= 0, p.desc.Null >= 0}
}

func anyTrue(list []bool) bool {
	for _, b := range list {
		if b {
			return true
		}
	}
	return false
}

// findHash is get_matching_hash_bounds.
func (p *pruneProgram) findHash(s *pruneStep, vals []types.Datum) pruneResult {
	d := p.desc
	n := len(d.Key.Columns)
	if len(vals)+countTrue(s.null) != n || len(d.Parts) == 0 {
		return pruneResult{spans: p.places(0, len(d.Parts)-1)}
	}
	key := vals
	if len(vals) < n {
		key = make([]types.Datum, n)
		for i, next := 0, 0; i < n; i++ {
			if !s.null[i] {
				key[i] = vals[next]
				next++
			}
		}
	}
	i := int(d.Key.Hash(key) % uint64(len(d.Parts)))
	if d.Parts[i] < 0 {
		return pruneResult{}
	}
	return pruneResult{spans: p.places(i, i)}
}

// list is get_matching_list_bounds.
func (p *search) list() pruneResult {
	d, s, vals := p.desc, p.step, p.vals
	def := d.Default >= 0
	last := len(d.Bounds) - 1
	switch {
	case anyTrue(s.null):
		return pruneResult{null: d.Null >= 0, def: d.Null < 0 && def}
	case len(vals) == 0:
		return pruneResult{spans: p.places(0, last), def: def}
	}
	at, equal := p.locate()
	if s.notEqual {
		if !equal {
			return pruneResult{spans: p.places(0, last), def: def}
		}
		return pruneResult{spans: append(p.places(0, at-1), p.places(at+1, last)...), def: def}
	}
	switch s.strategy {
	case 3:
		if !equal {
			return pruneResult{def: def}
		}
		return pruneResult{spans: p.places(at, at)}
	case 1, 2:
		if !equal || s.strategy == 2 {
			at++
		}
		return pruneResult{spans: p.places(at, last), def: def}
	}
	if equal && s.strategy == -2 {
		at--
	}
	return pruneResult{spans: p.places(0, at), def: def}
}

// ranges is get_matching_range_bounds.
func (p *search) ranges() pruneResult {
	d, s, vals := p.desc, p.step, p.vals
	def := d.Default >= 0
	n := len(d.Bounds)
	if n == 0 || anyTrue(s.null) {
		return pruneResult{def: def}
	}
	lo, hi := 0, n
	if len(vals) == 0 {
		// The places before and after all ranges stay, unlike in PostgreSQL 18: an AND with
		// a value that lies there would lose the default partition.
		return pruneResult{spans: p.places(lo, hi), def: def}
	}
	r := pruneResult{def: def && len(vals) < len(d.Key.Columns)}
	at, equal := p.locate()
	prefix := equal && len(vals) < len(d.Key.Columns)
	switch s.strategy {
	case 3:
		if !prefix {
			r.spans = p.places(at+1, at+1)
			return r
		}
		for lo, hi = at, at; lo > 0 && p.compare(lo-1) == 0; {
			lo--
		}
		for hi < n-1 && p.compare(hi+1) == 0 {
			hi++
		}
		hi++
		if d.Bounds[lo][len(vals)].Infinite < 0 {
			lo++
		}
		r.spans = p.places(lo, hi)
		return r
	case 1, 2:
		lo = p.lower(at, prefix, s.strategy == 1)
	default:
		hi = p.upper(at, equal, prefix, s.strategy == -1)
	}
	// What lies beyond an infinite end is nothing, and not the default partition's.
	if lo < n && d.Parts[lo] < 0 && d.Bounds[lo][len(vals)-1].Infinite < 0 {
		lo++
	}
	if hi >= 1 && d.PartAt(hi) < 0 && d.Bounds[hi-1][len(vals)-1].Infinite > 0 {
		hi--
	}
	r.spans = p.places(lo, hi)
	return r
}

// lower is the first place that has values above vals, or equal to them.
func (p *search) lower(at int, prefix, inclusive bool) int {
	if at < 0 || !prefix {
		return at + 1
	}
	d := p.desc
	step := 1
	if inclusive {
		step = -1
	}
	for at >= 1 && at < len(d.Bounds)-1 && p.compare(at+step) == 0 {
		at += step
	}
	if inclusive {
		return at
	}
	return at + 1
}

// upper is the last place that has values below vals, or equal to them.
func (p *search) upper(at int, equal, prefix, inclusive bool) int {
	d := p.desc
	switch {
	case at < 0 || !equal:
		return at + 1
	case prefix:
		step := -1
		if inclusive {
			step = 1
		}
		for at >= 1 && at < len(d.Bounds)-1 && p.compare(at+step) == 0 {
			at += step
		}
	}
	if inclusive {
		return at + 1
	}
	return at
}

// unionSpans merges two sets.
func unionSpans(a, b []span) []span {
	out := make([]span, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		var s span
		if len(b) == 0 || len(a) > 0 && a[0].lo <= b[0].lo {
			s, a = a[0], a[1:]
		} else {
			s, b = b[0], b[1:]
		}
		if n := len(out); n > 0 && s.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, s.hi)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// intersectSpans keeps what both sets have.
func intersectSpans(a, b []span) []span {
	var out []span
	for len(a) > 0 && len(b) > 0 {
		if lo, hi := max(a[0].lo, b[0].lo), min(a[0].hi, b[0].hi); lo <= hi {
			out = append(out, span{lo, hi})
		}
		if a[0].hi < b[0].hi {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return out
}
