package planner

// What to say when a name is not found: whether it exists out of reach, and
// which name may have been meant.

import (
	"minidb/pgerr"
)

// missingTable reports a qualified reference to a table that is not in scope.
func (p *parseState) missingTable(schema, name string, pos int32) error {
	if p.returning && schema == "" && (name == "old" || name == "new") {
		return pgerr.Unsupported(int(pos), "the "+name+" row in RETURNING", "")
	}
	rte, alias := p.searchTable(schema, name)
	if rte == nil {
		return pgerr.New(pgerr.UndefinedTable, "missing FROM-clause entry for table %q", name).At(int(pos))
	}
	e := pgerr.New(pgerr.UndefinedTable, "invalid reference to FROM-clause entry for table %q", name).At(int(pos))
	if alias != "" {
		return e.WithHint("Perhaps you meant to reference the table alias %q.", alias)
	}
	e = e.WithDetail("There is an entry for table %q, but it cannot be referenced from this part of the query.", rte.Alias)
	if p.visibleIfLateral(rte) {
		e = e.WithHint("To reference that table, you must mark this subquery with LATERAL.")
	}
	return e
}

// searchTable looks for a table of that name in all range tables, visible or
// not. alias is set if it is in scope under another name.
func (p *parseState) searchTable(schema, name string) (rte *RangeEntry, alias string) {
	rel, err := p.a.Lookup(schema, name)
	if err != nil {
		rel = nil
	}
	if _, ok := p.a.Namespace(schema); !ok {
		schema = "" // PostgreSQL then looks for the bare name
	}
	for l := p; l != nil; l = l.parent {
		for _, r := range l.q.Range {
			switch {
			case r.Kind == RelationEntry && rel != nil && r.RelOID == rel.OID,
				r.Kind == CTEEntry && schema == "" && r.CTE == name,
				schema == "" && r.Kind != JoinEntry && r.Alias == name,
				schema == "" && r.Kind == JoinEntry && r.HasAlias && r.Alias == name:
				if r.HasAlias && r.Alias != name {
					if it, _, err := p.table("", r.Alias, -1); err == nil && it != nil && it.rte == r {
						return r, r.Alias
					}
				}
				return r, ""
			}
		}
	}
	return nil, ""
}

func (p *parseState) itemOf(rte *RangeEntry) *nsItem {
	for l := p; l != nil; l = l.parent {
		for _, it := range l.namespace {
			if it.rte == rte {
				return it
			}
		}
	}
	return nil
}

func (p *parseState) visibleIfLateral(rte *RangeEntry) bool {
	for l := p; l != nil; l = l.parent {
		if l.lateralActive {
			continue
		}
		for _, it := range l.namespace {
			if it.rte == rte {
				return it.lateralOnly && it.lateralOK
			}
		}
	}
	return false
}

func (p *parseState) visibleIfQualified(rte *RangeEntry) bool {
	it := p.itemOf(rte)
	return it != nil && it.relVisible && !it.lateralOnly
}

// maxFuzzy is the largest distance at which a name is offered instead
// (PostgreSQL's MAX_FUZZY_DISTANCE).
const maxFuzzy = 3

// fuzzy collects the nearest columns to a misspelled name, and those of exactly
// that name which are out of reach.
type fuzzy struct {
	distance       int
	first, second  *RangeEntry
	firstN, secndN string
	exact          []*RangeEntry
}

func (f *fuzzy) offer(rte *RangeEntry, actual, match string, penalty int) {
	if actual == "" || penalty > f.distance {
		return
	}
	d := editDistance(actual, match)
	if d > len(match)/2 {
		return
	}
	d += penalty
	switch {
	case d < f.distance:
		f.distance, f.first, f.firstN, f.second = d, rte, actual, nil
	case d > f.distance:
	case f.second != nil:
		f.first, f.second = nil, nil
	case f.first != nil:
		f.second, f.secndN = rte, actual
	}
}

// missingColumn reports a column that is not found; table is "" for a bare name.
func (p *parseState) missingColumn(table, name string, pos int32) error {
	f := p.searchColumn(table, name)
	e := pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", name).At(int(pos))
	if table != "" {
		e.Message = "column " + table + "." + name + " does not exist"
	}
	switch {
	case len(f.exact) > 1:
		e = e.WithDetail("There are columns named %q, but they are in tables that cannot be referenced from this part of the query.", name)
		if table == "" {
			e = e.WithHint("Try using a table-qualified name.")
		}
	case len(f.exact) == 1:
		rte := f.exact[0]
		e = e.WithDetail("There is a column named %q in table %q, but it cannot be referenced from this part of the query.", name, rte.Alias)
		if p.visibleIfLateral(rte) {
			e = e.WithHint("To reference that column, you must mark this subquery with LATERAL.")
		} else if table == "" && p.visibleIfQualified(rte) {
			e = e.WithHint("To reference that column, you must use a table-qualified name.")
		}
	case f.second != nil:
		e = e.WithHint("Perhaps you meant to reference the column \"%s.%s\" or the column \"%s.%s\".",
			f.first.Alias, f.firstN, f.second.Alias, f.secndN)
	case f.first != nil:
		e = e.WithHint("Perhaps you meant to reference the column \"%s.%s\".", f.first.Alias, f.firstN)
	}
	return e
}

func (p *parseState) searchColumn(table, name string) *fuzzy {
	f := &fuzzy{distance: maxFuzzy + 1}
	for l := p; l != nil; l = l.parent {
		for _, rte := range l.q.Range {
			if rte.Kind == JoinEntry {
				continue
			}
			penalty := 0
			if table != "" {
				penalty = editDistance(table, rte.Alias)
			}
			exact := false
			for _, c := range rte.Columns {
				if c == name {
					exact = true
				}
				f.offer(rte, c, name, penalty)
			}
			if attr, _ := systemColumn(name); attr != 0 && rte.Kind == RelationEntry && !rte.Excluded {
				exact = true
			}
			if exact && penalty == 0 {
				f.exact = append(f.exact, rte)
			}
		}
	}
	return f
}

// editDistance is Levenshtein's distance with all costs 1, in characters.
func editDistance(s, t string) int {
	a, b := []rune(s), []rune(t)
	prev, cur := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i, c := range a {
		cur[0] = i + 1
		for j, d := range b {
			cost := prev[j]
			if c != d {
				cost++
			}
			cur[j+1] = min(cost, prev[j+1]+1, cur[j]+1)
		}
		prev, cur = cur, prev
	}
	return prev[len(b)]
}
