package planner

// Names in scope. A parseState is one query level under analysis; its
// namespace lists what FROM has brought into view so far. The rules are those
// of PostgreSQL's ParseNamespaceItem: an item's name and its columns may be
// visible separately, and an item may be visible to LATERAL references only.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// analyzer is the analysis of one statement, shared by its query levels.
type analyzer struct {
	a      *catalog.Access
	params *ParamTypes
	env    *types.Env
	r      *expr.Resolver
	depth  int // of nested expressions and queries
	// linkNames has the column names of analyzed scalar subqueries.
	linkNames map[*tree.SubLink]string
	multi     int // queries of SET (a, b) = (query), so far
	// later is reported if nothing else is wrong: PostgreSQL's rewriter finds it.
	later error
	// collations: there is a COLLATE clause, or a column with a collation of its own.
	collations bool
	// caseCollation is that of the value which CaseTest stands for; collationOf has the
	// results of pg_collation_for.
	caseCollation collated
	collationOf   map[*expr.FuncCall]types.OID
	consts        []expr.Const // see newConst
	slab          int          // size of the last one
}

// parseState is one query level under analysis: PostgreSQL's ParseState.
type parseState struct {
	*analyzer
	parent        *parseState
	q             *Query
	namespace     []*nsItem
	kind          exprKind
	lateralActive bool
	nullable      map[int]bool // range entries under the nullable side of an outer join
	ctes          []*CTE       // those of the level's own WITH, in order
	futureCTEs    []*tree.CTE  // of a WITH under analysis, not visible yet
	parentCTE     *CTE         // set while a CTE's own query is analyzed
	windowDefs    []*tree.WindowDef
	target        *nsItem     // of UPDATE and DELETE
	view          *targetView // that the statement changes, nil if it is a table
	locking       []*tree.LockingClause
	lockedAbove   bool // an outer FOR UPDATE covers this subquery
	resolveLater  bool // leave unknown literals of the select list unknown
	grouping      bool // there is a GROUPING()
}

func (p *parseState) child() *parseState {
	return &parseState{analyzer: p.analyzer, parent: p, q: newQuery()}
}

// nsColumn is one column of a namespace item: a column of a range entry, or an
// expression for a merged column that is no plain column of either side.
type nsColumn struct {
	rel, attr int
	typ       types.OID
	mod       int32
	merged    expr.Expr
	dropped   bool
	added     bool // by SEARCH or CYCLE: no part of *
}

// nsItem is a range entry as names see it.
type nsItem struct {
	rel         int // index into Query.Range from 1
	rte         *RangeEntry
	name        string
	names       []string   // of cols; "" for dropped
	cols        []nsColumn // see columns; nil if they are the entry's
	relVisible  bool
	colsVisible bool
	lateralOnly bool
	lateralOK   bool
}

// maxDepth bounds the nesting of expressions and queries.
const maxDepth = 10000

// enter counts a level of nesting; leave takes it back.
func (a *analyzer) enter() error {
	if a.depth++; a.depth > maxDepth {
		return pgerr.StackDepth()
	}
	return nil
}

func (a *analyzer) leave() { a.depth-- }

// addEntry appends rte to the range table and returns its namespace item, not
// yet visible.
func (p *parseState) addEntry(rte *RangeEntry) *nsItem {
	p.collations = p.collations || rte.ownCollations()
	p.q.Range = append(p.q.Range, rte)
	n := len(p.q.Range)
	return &nsItem{rel: n, rte: rte, name: rte.Alias, names: rte.Columns, lateralOK: true}
}

// columns describes the item's columns.
func (it *nsItem) columns() []nsColumn {
	if it.cols == nil {
		it.cols = make([]nsColumn, len(it.rte.Columns))
		for i := range it.cols {
			it.cols[i] = it.entryColumn(i)
		}
	}
	return it.cols
}

// column describes one of them.
func (it *nsItem) column(i int) *nsColumn {
	if it.cols != nil {
		return &it.cols[i]
	}
	c := it.entryColumn(i)
	return &c
}

func (it *nsItem) entryColumn(i int) nsColumn {
	rte := it.rte
	return nsColumn{rel: it.rel, attr: i + 1, typ: rte.Types[i], mod: rte.Mods[i],
		dropped: rte.Kind == RelationEntry && rte.Rel != nil && rte.Rel.Columns[i].Dropped}
}

// show adds it to the namespace.
func (p *parseState) show(it *nsItem, rel, cols bool) {
	it.relVisible, it.colsVisible = rel, cols
	it.lateralOnly, it.lateralOK = false, true
	p.namespace = append(p.namespace, it)
}

// applyAlias renames an entry and its columns. what names the kind of entry in
// the error about too many names.
func applyAlias(rte *RangeEntry, alias *tree.Alias, what string) error {
	if alias == nil {
		return nil
	}
	rte.Alias, rte.HasAlias = alias.Name, true
	if len(alias.Columns) == 0 {
		return nil
	}
	names := append([]string(nil), rte.Columns...)
	used, live := 0, 0
	for i := range names {
		if rte.Kind == RelationEntry && rte.Rel != nil && rte.Rel.Columns[i].Dropped {
			continue
		}
		live++
		if used < len(alias.Columns) {
			names[i] = alias.Columns[used]
			used++
		}
	}
	if used < len(alias.Columns) {
		return pgerr.New(pgerr.InvalidColumnReference, "%s %q has %d columns available but %d columns specified",
			what, rte.Alias, live, len(alias.Columns))
	}
	rte.Columns = names
	return nil
}

// relationEntry makes the range entry of an opened relation.
func relationEntry(rel *catalog.Relation, v *tree.RangeVar) *RangeEntry {
	rte := &RangeEntry{Kind: RelationEntry, Alias: rel.Name, Rel: rel, RelOID: rel.OID,
		Inherit: !v.Only, Pos: v.Pos}
	l := rel.ColumnList()
	rte.Columns, rte.Types, rte.Mods, rte.ownNames = l.Names, l.Types, l.Mods, l.Names
	return rte
}

// checkConflicts refuses two visible items of one name, as in FROM t, t.
func checkConflicts(left, right []*nsItem) error {
	for _, a := range left {
		if !a.relVisible {
			continue
		}
		for _, b := range right {
			if !b.relVisible || a.name != b.name {
				continue
			}
			if a.rte.Kind == RelationEntry && b.rte.Kind == RelationEntry &&
				!a.rte.HasAlias && !b.rte.HasAlias && a.rte.RelOID != b.rte.RelOID {
				continue
			}
			return pgerr.New(pgerr.DuplicateAlias, "table name %q specified more than once", a.name)
		}
	}
	return nil
}

func setLateral(items []*nsItem, only, ok bool) {
	for _, it := range items {
		it.lateralOnly, it.lateralOK = only, ok
	}
}
