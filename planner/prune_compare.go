package planner

import "minidb/catalog"

// Comparisons with several columns of a key become searches for tuples of values:
// gen_prune_steps_from_opexps.

// compare makes the searches for the clauses on the columns.
func (p *pruner) compare(b *keyClauses) []*pruneStep {
	strategy := p.r.part.desc.Key.Strategy
	if strategy == catalog.HashPartitions {
		return p.compareHash(b)
	}
	by := map[int][]*keyClause{} // by strategy
	for _, list := range b.clauses {
		if strategy == catalog.RangePartitions && len(list) == 0 {
			break
		}
		next := true
		for _, c := range list {
			by[c.strategy] = append(by[c.strategy], c)
			next = next && c.strategy != -2 && c.strategy != 2
		}
		if !next {
			break // what follows an exclusive bound does not narrow it
		}
	}
	var out []*pruneStep
	for _, st := range [...]int{-2, -1, 3, 1, 2} {
		for _, c := range by[st] {
			prefix, ok := prefixOf(c, st, by)
			if !ok {
				break
			}
			out = append(out, combinations(prefix, c, nil)...)
		}
	}
	return out
}

// prefixOf finds, by column, what the columns before c's may be compared with; ok is
// false if there is one without.
func prefixOf(c *keyClause, strategy int, by map[int][]*keyClause) (prefix [][]*keyClause, ok bool) {
	for key := range c.key {
		var list []*keyClause
		add := func(from []*keyClause) {
			for _, o := range from {
				if o.key == key {
					list = append(list, o)
				}
			}
		}
		add(by[3])
		switch {
		case strategy < 0:
			add(by[-1])
		case strategy == 1 || strategy == 2:
			add(by[1])
		}
		if len(list) == 0 {
			return nil, false
		}
		prefix = append(prefix, list)
	}
	return prefix, true
}

// compareHash needs a value or IS NULL for every column.
func (p *pruner) compareHash(b *keyClauses) []*pruneStep {
	var columns [][]*keyClause
	for i, list := range b.clauses {
		switch {
		case len(list) > 0:
			columns = append(columns, list)
		case !b.null[i]:
			return nil
		}
	}
	last := columns[len(columns)-1]
	var out []*pruneStep
	for _, c := range last {
		out = append(out, combinations(columns[:len(columns)-1], c, b.null)...)
	}
	return out
}

// maxCombinations bounds how many tuples repeated conditions on columns make.
const maxCombinations = 1 << 10

func (s *pruneStep) add(c *keyClause) {
	s.args, s.cross = append(s.args, c.arg), append(s.cross, c.cross)
	s.mixed = s.mixed || c.cross != nil
}

// combinations makes a step for each way to take one clause a column, ending in c.
func combinations(prefix [][]*keyClause, c *keyClause, null []bool) []*pruneStep {
	total := 1
	for _, list := range prefix {
		if total *= len(list); total > maxCombinations {
			return nil
		}
	}
	out := make([]*pruneStep, 0, total)
	for n := range total {
		s := &pruneStep{strategy: c.strategy, notEqual: c.notEqual, null: null}
		for _, list := range prefix {
			s.add(list[n%len(list)])
			n /= len(list)
		}
		s.add(c)
		out = append(out, s)
	}
	return out
}
