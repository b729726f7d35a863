package planner

// Joins: their conditions, the columns that USING and NATURAL merge, and which
// names remain visible outside.

import (
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// joinState is one join under analysis.
type joinState struct {
	left, right *fromResult
	using       []string
	lcols       []int // of the merged columns in left.top
	rcols       []int
	quals       expr.Expr
}

func (p *parseState) join(j *tree.JoinExpr) (*fromResult, error) {
	s := &joinState{}
	var err error
	if s.left, err = p.fromItem(j.Left); err != nil {
		return nil, err
	}
	setLateral(s.left.names, true, j.Kind == tree.JoinInner || j.Kind == tree.JoinLeft)
	mark := len(p.namespace)
	p.namespace = append(p.namespace, s.left.names...)
	s.right, err = p.fromItem(j.Right)
	p.namespace = p.namespace[:mark]
	if err != nil {
		return nil, err
	}
	if err := checkConflicts(s.left.names, s.right.names); err != nil {
		return nil, err
	}
	inner := append(slices.Clone(s.left.names), s.right.names...)
	s.using = j.Using
	if j.Natural {
		s.using = commonNames(s.left.top, s.right.top)
	}
	if err := p.joinUsing(s); err != nil {
		return nil, err
	}
	if j.On != nil {
		if s.quals, err = p.joinOn(j.On, inner); err != nil {
			return nil, err
		}
	}
	p.markNullable(j.Kind, s)
	return p.joinEntry(j, s, inner)
}

func commonNames(l, r *nsItem) []string {
	var out []string
	for i, n := range l.names {
		if n == "" || l.column(i).dropped {
			continue
		}
		for k, m := range r.names {
			if m == n && !r.column(k).dropped {
				out = append(out, n)
				break
			}
		}
	}
	return out
}

// joinOn analyzes ON, which sees the two sides and nothing else of FROM.
func (p *parseState) joinOn(on tree.Expr, inner []*nsItem) (expr.Expr, error) {
	setLateral(inner, false, true)
	saved := p.namespace
	p.namespace = inner
	e, err := p.where(on, kindJoinOn, "JOIN/ON")
	p.namespace = saved
	return e, err
}

// joinUsing finds the columns to merge and makes the condition that they are
// equal.
func (p *parseState) joinUsing(s *joinState) error {
	for i, name := range s.using {
		if slices.Contains(s.using[:i], name) {
			return pgerr.New(pgerr.DuplicateColumn, "column name %q appears more than once in USING clause", name)
		}
		l, err := usingColumn(s.left.top, name, "left")
		if err != nil {
			return err
		}
		r, err := usingColumn(s.right.top, name, "right")
		if err != nil {
			return err
		}
		s.lcols, s.rcols = append(s.lcols, l), append(s.rcols, r)
	}
	var conds []expr.Expr
	for i, l := range s.lcols {
		c, err := p.makeOp("", "=", p.columnVar(s.left.top.column(l), 0, -1), p.columnVar(s.right.top.column(s.rcols[i]), 0, -1), -1)
		if err == nil {
			c, err = p.boolean(c, "JOIN/USING")
		}
		if err != nil {
			return err
		}
		conds = append(conds, c)
	}
	switch len(conds) {
	case 0:
	case 1:
		s.quals = conds[0]
	default:
		s.quals = &expr.Bool{Loc: -1, Op: expr.And, Args: conds}
	}
	return nil
}

func usingColumn(it *nsItem, name, side string) (int, error) {
	found := -1
	for i, n := range it.names {
		if n != name || it.column(i).dropped {
			continue
		}
		if found >= 0 {
			return 0, pgerr.New(pgerr.AmbiguousColumn, "common column name %q appears more than once in %s table", name, side)
		}
		found = i
	}
	if found < 0 {
		return 0, pgerr.New(pgerr.UndefinedColumn, "column %q specified in USING clause does not exist in %s table", name, side)
	}
	return found, nil
}

// markNullable notes which range entries the join may have nulled.
func (p *parseState) markNullable(kind tree.JoinKind, s *joinState) {
	if p.nullable == nil {
		p.nullable = make(map[int]bool)
	}
	var mark func(f FromItem)
	mark = func(f FromItem) {
		switch f := f.(type) {
		case *RangeRef:
			p.nullable[f.Rel] = true
		case *Join:
			mark(f.Left)
			mark(f.Right)
		}
	}
	if kind == tree.JoinLeft || kind == tree.JoinFull {
		mark(s.right.item)
	}
	if kind == tree.JoinRight || kind == tree.JoinFull {
		mark(s.left.item)
	}
}

// joinEntry makes the join's range entry: merged columns first, then the rest
// of both sides.
func (p *parseState) joinEntry(j *tree.JoinExpr, s *joinState, inner []*nsItem) (*fromResult, error) {
	rte := &RangeEntry{Kind: JoinEntry, Alias: "unnamed_join", JoinKind: JoinKind(j.Kind), JoinMerged: len(s.using), Pos: j.Pos}
	var cols []nsColumn
	add := func(name string, c nsColumn) {
		rte.Columns, rte.Types, rte.Mods = append(rte.Columns, name), append(rte.Types, c.typ), append(rte.Mods, c.mod)
		rte.JoinVars = append(rte.JoinVars, p.columnVar(&c, 0, -1))
		cols = append(cols, c)
	}
	for i, name := range s.using {
		c, err := p.mergedColumn(j.Kind, s.left.top.column(s.lcols[i]), s.right.top.column(s.rcols[i]))
		if err != nil {
			return nil, err
		}
		add(name, c)
	}
	side := func(it *nsItem, merged []int) {
		for i, c := range it.columns() {
			if !c.dropped && !slices.Contains(merged, i) {
				add(it.names[i], c)
			}
		}
	}
	side(s.left.top, s.lcols)
	side(s.right.top, s.rcols)
	written := slices.Clone(rte.Columns)
	if err := applyAlias(rte, j.Alias, "join expression"); err != nil {
		return nil, err
	}
	it := p.addEntry(rte)
	it.cols = cols
	for _, n := range inner {
		n.colsVisible = false
	}
	names := inner
	if j.Alias != nil {
		names = nil
	}
	if j.UsingAlias != nil {
		rte.UsingAlias = j.UsingAlias.Name
	}
	if j.UsingAlias != nil && j.Alias == nil {
		u := &nsItem{rel: it.rel, rte: &RangeEntry{Kind: JoinEntry, Alias: j.UsingAlias.Name, HasAlias: true},
			name: j.UsingAlias.Name, names: written[:len(s.using)], cols: cols[:len(s.using)], relVisible: true, lateralOK: true}
		if err := checkConflicts(names, []*nsItem{u}); err != nil {
			return nil, err
		}
		names = append(names, u)
	}
	it.relVisible, it.colsVisible = j.Alias != nil, true
	names = append(names, it)
	return &fromResult{item: &Join{Kind: JoinKind(j.Kind), Left: s.left.item, Right: s.right.item, Quals: s.quals, Rel: it.rel},
		top: it, names: names}, nil
}

// mergedColumn is one column of USING: the side that is never nulled, or the
// one that is not null.
func (p *parseState) mergedColumn(kind tree.JoinKind, l, r *nsColumn) (nsColumn, error) {
	lv, rv := p.columnVar(l, 0, -1), p.columnVar(r, 0, -1)
	lt, rt := l.typ, r.typ
	t := lt
	var err error
	if lt != rt {
		if t, err = p.common([]expr.Expr{lv, rv}, "JOIN/USING"); err != nil {
			return nsColumn{}, err
		}
	}
	ln, err := p.toCommon(lv, t, "JOIN/USING")
	if err != nil {
		return nsColumn{}, err
	}
	rn, err := p.toCommon(rv, t, "JOIN/USING")
	if err != nil {
		return nsColumn{}, err
	}
	mod := expr.CommonTypmod([]expr.Expr{lv, rv}, t)
	merged := func(e expr.Expr) nsColumn { return nsColumn{typ: t, mod: mod, merged: e} }
	pick := ln
	switch kind {
	case tree.JoinFull:
		return merged(&expr.Coalesce{Loc: -1, Args: []expr.Expr{ln, rn}, T: t, Mod: mod}), nil
	case tree.JoinRight:
		pick = rn
	case tree.JoinInner:
		if lt != t && rt == t {
			pick = rn
		}
	}
	switch {
	case pick == lv && l.merged == nil && l.mod == mod:
		return *l, nil
	case pick == rv && r.merged == nil && r.mod == mod:
		return *r, nil
	case pick.Typmod() != mod && t != types.UnknownOID:
		return merged(&expr.Relabel{Loc: -1, Arg: pick, T: t, Mod: mod, Form: expr.CastImplicit}), nil
	}
	return merged(pick), nil
}
