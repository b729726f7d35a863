package planner

// FROM: tables, subqueries and what LATERAL makes visible to them.

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// from analyzes a FROM list and brings its names into scope. While one item is
// analyzed, those before it are visible to LATERAL references only.
func (p *parseState) from(l []tree.TableRef) error {
	for _, t := range l {
		f, err := p.fromItem(t)
		if err != nil {
			return err
		}
		if err := checkConflicts(p.namespace, f.names); err != nil {
			return err
		}
		setLateral(f.names, true, true)
		p.q.From = append(p.q.From, f.item)
		p.namespace = append(p.namespace, f.names...)
	}
	setLateral(p.namespace, false, true)
	return nil
}

// fromResult is an analyzed FROM item: its place in the join tree, the range
// entry that has its columns, and the names it brings.
type fromResult struct {
	item  FromItem
	top   *nsItem
	names []*nsItem
}

func leaf(it *nsItem) *fromResult {
	it.relVisible, it.colsVisible, it.lateralOK = true, true, true
	return &fromResult{item: &RangeRef{Rel: it.rel}, top: it, names: []*nsItem{it}}
}

func (p *parseState) fromItem(t tree.TableRef) (*fromResult, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	switch t := t.(type) {
	case *tree.RangeVar:
		return p.fromTable(t)
	case *tree.RangeSubselect:
		return p.fromSubselect(t)
	case *tree.RangeFunction:
		return p.fromFunction(t)
	case *tree.JoinExpr:
		return p.join(t)
	}
	return nil, pgerr.Unsupported(int(t.Position()), "this FROM item", "")
}

func (p *parseState) fromTable(t *tree.RangeVar) (*fromResult, error) {
	if t.Schema == "" && t.Catalog == "" {
		if cte, up := p.findCTE(t.Name); cte != nil {
			return p.fromCTE(t, cte, up)
		}
	}
	mode := lmgr.AccessShare
	name := t.Name
	if t.Alias != nil {
		name = t.Alias.Name
	}
	if p.lockedName(name) {
		mode = lmgr.RowShare
	}
	rel, err := p.open(t, mode)
	if err != nil {
		return nil, err
	}
	if t.Sample != nil {
		return nil, p.sample(t, rel)
	}
	if rel.Virtual != nil {
		return p.fromVirtual(t, rel, mode)
	}
	if rel.Kind == catalog.ViewKind {
		return p.fromView(t, rel, mode)
	}
	rte := relationEntry(rel, t)
	rte.LockMode = mode
	if err := applyAlias(rte, t.Alias, "table"); err != nil {
		return nil, err
	}
	return leaf(p.addEntry(rte)), nil
}

// sample refuses TABLESAMPLE, after PostgreSQL's checks.
func (p *parseState) sample(t *tree.RangeVar, rel *catalog.Relation) error {
	s := t.Sample
	name := s.Method[len(s.Method)-1]
	at := int(s.Pos) + len("tablesample ")
	switch {
	case rel.Kind == catalog.ViewKind:
		return pgerr.New(pgerr.FeatureNotSupported, "TABLESAMPLE clause can only be applied to tables and materialized views").At(int(t.Pos))
	case name != "system" && name != "bernoulli":
		return pgerr.New(pgerr.UndefinedObject, "tablesample method %s does not exist", name).At(at)
	case len(s.Args) != 1:
		return pgerr.New(pgerr.InvalidTablesampleArgument, "tablesample method %s requires 1 argument, not %d", name, len(s.Args)).At(at)
	}
	return pgerr.Unsupported(int(s.Pos), "TABLESAMPLE", "Use WHERE random() < fraction.")
}

// open opens and locks a table by name.
func (p *parseState) open(t *tree.RangeVar, mode lmgr.Mode) (*catalog.Relation, error) {
	if t.Catalog != "" && t.Catalog != p.a.S.Database {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: \"%s.%s.%s\"",
			t.Catalog, t.Schema, t.Name).At(int(t.Pos))
	}
	rel, err := p.a.Open(t.Schema, t.Name, mode, t.Pos)
	if err != nil {
		if t.Schema == "" && p.isFutureCTE(t.Name) && pgerr.CodeOf(err) == pgerr.UndefinedTable {
			return nil, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", t.Name).At(int(t.Pos)).
				WithDetail("There is a WITH item named %q, but it cannot be referenced from this part of the query.", t.Name).
				WithHint("Use WITH RECURSIVE, or re-order the WITH items to remove forward references.")
		}
		if catalog.UnbuiltView(t.Schema, t.Name) && pgerr.CodeOf(err) == pgerr.UndefinedTable {
			return nil, pgerr.Unsupported(int(t.Pos), "the system view "+t.Name, "")
		}
		return nil, err
	}
	switch rel.Kind {
	case catalog.IndexKind, catalog.PartitionedIndexKind:
		kind := "indexes"
		if rel.Kind == catalog.PartitionedIndexKind {
			kind = "partitioned indexes"
		}
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot open relation %q", rel.Name).
			WithDetail("This operation is not supported for %s.", kind).At(int(t.Pos))
	case catalog.CompositeKind:
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot open relation %q", rel.Name).
			WithDetail("This operation is not supported for composite types.").At(int(t.Pos))
	}
	return rel, nil
}

// fromVirtual reads a system view, which is a set-returning function under a
// table's name.
func (p *parseState) fromVirtual(t *tree.RangeVar, rel *catalog.Relation, mode lmgr.Mode) (*fromResult, error) {
	rte := relationEntry(rel, t)
	rte.Kind, rte.Rel, rte.LockMode, rte.Inherit = FunctionEntry, nil, mode, false
	rte.Functions = []*RangeFunc{virtualFunc(rel, rte, t.Pos)}
	if err := applyAlias(rte, t.Alias, "table"); err != nil {
		return nil, err
	}
	return leaf(p.addEntry(rte)), nil
}

// subselectName is what a subquery without an alias is called.
const subselectName = "unnamed_subquery"

func (p *parseState) fromSubselect(t *tree.RangeSubselect) (*fromResult, error) {
	c := p.child()
	savedKind, savedLateral := p.kind, p.lateralActive
	p.kind, p.lateralActive = kindFromSubselect, t.Lateral
	if t.Alias != nil {
		c.lockedAbove = p.lockedName(t.Alias.Name)
	} else {
		c.lockedAbove = p.lockedName("")
	}
	q, err := c.selectStmt(t.Query)
	p.kind, p.lateralActive = savedKind, savedLateral
	if err != nil {
		return nil, err
	}
	rte := &RangeEntry{Kind: SubqueryEntry, Alias: subselectName, Subquery: q, Lateral: t.Lateral, Pos: t.Pos}
	rte.Columns, rte.Types, rte.Mods = columnsOf(q)
	if err := applyAlias(rte, t.Alias, "table"); err != nil {
		return nil, err
	}
	f := leaf(p.addEntry(rte))
	f.top.relVisible = t.Alias != nil
	return f, nil
}
