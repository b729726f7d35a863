package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// From conditions to a search for the partitions that may have rows which meet
// them: gen_partprune_steps. The same is done at three times, of which each knows
// more: planning has constants, the start of the executor has parameters and
// stable functions, a scan has the values that joins and initplans hand it.

type pruneTime uint8

const (
	prunePlan pruneTime = iota
	pruneStart
	pruneScan
)

// pruner makes the steps for one partitioned table.
type pruner struct {
	lv   *level
	r    *rel
	when pruneTime
	qual []expr.Expr // the table's own bound, if it has a default partition
	// What it found out: conditions contradict each other; some of them have
	// parameters of the executor; some have values that planning does not know.
	contradictory, execParams, mutable bool
}

// keyClause is a comparison with a column of the key.
type keyClause struct {
	key      int
	strategy int // of expr.Operator.Btree
	notEqual bool
	arg      expr.Expr
	cross    *CrossCompare // nil: arg is of the key's type
}

type clauseMatch uint8

const (
	noMatch     clauseMatch = iota // this column: perhaps another
	unsupported                    // nothing to prune by
	matchClause
	matchNull
	matchNotNull
	matchSteps
	matchNever // the condition is never true
)

// partKeys are the columns of a table's partition key, as the planner sees them.
func (lv *level) partKeys(r *rel) []indexKey {
	cols := r.part.desc.Key.Columns
	keys := make([]indexKey, len(cols))
	for i := range cols {
		c := &cols[i]
		k := indexKey{t: c.Type, pattern: (&catalog.IndexKey{OpClass: c.OpClass}).Pattern(), coll: c.Collation}
		if c.Attr != 0 {
			k.attr = r.column(c.Attr)
			k.e = &expr.Var{Loc: -1, Rel: r.vars, Attr: k.attr, Slot: -1, T: c.Type, Mod: c.Typmod}
		} else {
			k.expr = ecExpr(r.own(lv.g.simplify(r.relation.WithCollations(c.Expr))))
			k.e = k.expr
		}
		keys[i] = k
	}
	return keys
}

// livePartitions finds the members that the conditions on r leave over, ascending;
// all is set instead if that is every one.
func (lv *level) livePartitions(r *rel) (live []int, all bool) {
	if !lv.g.pruning || len(r.restrict) == 0 {
		return nil, true
	}
	p := lv.newPruner(r, prunePlan)
	step := p.all(clauseExprs(r.restrict))
	switch {
	case p.contradictory:
		return nil, false
	case step == nil:
		return nil, true
	}
	prog := pruneProgram{desc: r.part.desc, step: step}
	live, err := prog.members(lv.g.foldCtx())
	if err != nil {
		lv.g.fail(err)
	}
	return live, false
}

func (lv *level) newPruner(r *rel, when pruneTime) *pruner {
	p := &pruner{lv: lv, r: r, when: when}
	if r.part.desc.Default >= 0 {
		p.qual = lv.boundQual(r)
	}
	return p
}

// all makes the search for the conditions of a query.
func (p *pruner) all(list []expr.Expr) *pruneStep {
	return p.steps(append(list[:len(list):len(list)], p.qual...))
}

// steps makes the search for ANDed conditions; nil if they do not help. It is
// gen_partprune_steps_internal.
func (p *pruner) steps(list []expr.Expr) *pruneStep {
	if p.qual != nil && isFalse.refute(list, p.qual) {
		p.contradictory = true
		return nil
	}
	n := len(p.r.part.keys)
	b := keyClauses{clauses: make([][]*keyClause, n), null: make([]bool, n), notNull: make([]bool, n)}
	for _, e := range list {
		if k, ok := e.(*expr.Const); ok && !k.Value.IsTrue() {
			p.contradictory = true
			return nil
		}
		if o, ok := e.(*expr.Bool); ok && o.Op != expr.Not {
			s := p.boolean(o)
			if p.contradictory {
				return nil
			}
			b.add(s)
			continue
		}
		p.match(e, &b)
		if p.contradictory {
			return nil
		}
	}
	switch strategy := p.r.part.desc.Key.Strategy; {
	case b.nulls() > 0 && (strategy != catalog.HashPartitions || b.nulls() == n):
		b.add(&pruneStep{null: b.null})
	case b.usable:
		for _, s := range p.compare(&b) {
			b.add(s)
		}
	case b.notNulls() == n:
		b.add(&pruneStep{null: make([]bool, n)})
	}
	switch len(b.steps) {
	case 0:
		return nil
	case 1:
		return b.steps[0]
	}
	return &pruneStep{kind: stepIntersect, sources: b.steps}
}

// keyClauses collects what conditions say of each column of the key.
type keyClauses struct {
	clauses       [][]*keyClause
	null, notNull []bool
	usable        bool // there are clauses
	steps         []*pruneStep
}

func (b *keyClauses) add(s *pruneStep) {
	if s != nil {
		b.steps = append(b.steps, s)
	}
}

func (b *keyClauses) nulls() int    { return countTrue(b.null) }
func (b *keyClauses) notNulls() int { return countTrue(b.notNull) }

func countTrue(list []bool) (n int) {
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}

// boolean makes the search for AND or OR.
func (p *pruner) boolean(o *expr.Bool) *pruneStep {
	if o.Op == expr.And {
		return p.steps(o.Args)
	}
	or := &pruneStep{kind: stepUnion}
	never := true
	for _, a := range o.Args {
		s := p.steps([]expr.Expr{a})
		if p.contradictory {
			p.contradictory = false
			continue
		}
		never = false
		if s == nil {
			s = &pruneStep{kind: stepAll}
		}
		or.sources = append(or.sources, s)
	}
	if never {
		p.contradictory = true
		return nil
	}
	return or
}

// match tries a condition on the columns of the key, one after the other.
func (p *pruner) match(e expr.Expr, b *keyClauses) {
	for i := range p.r.part.keys {
		c, steps, res := p.matchKey(i, e)
		switch res {
		case noMatch:
			continue
		case matchClause:
			if b.null[i] {
				p.contradictory = true
				return
			}
			b.usable = true
			b.clauses[i] = append(b.clauses[i], c)
		case matchNull:
			if b.notNull[i] || b.clauses[i] != nil {
				p.contradictory = true
				return
			}
			b.null[i] = true
		case matchNotNull:
			if b.null[i] {
				p.contradictory = true
				return
			}
			b.notNull[i] = true
		case matchSteps:
			b.add(steps)
		case matchNever:
			p.contradictory = true
		}
		return
	}
}

// matchKey is match_clause_to_partition_key.
func (p *pruner) matchKey(i int, e expr.Expr) (*keyClause, *pruneStep, clauseMatch) {
	k := &p.r.part.keys[i]
	c, steps, res := p.matchBoolean(i, k, e)
	if res != noMatch && res != unsupported {
		return c, steps, res
	}
	switch n := e.(type) {
	case *expr.OpCall:
		if len(n.Args) == 2 {
			c, res = p.matchOperator(i, k, n)
		}
	case *expr.ArrayOp:
		steps, res = p.matchArray(k, n)
	case *expr.NullTest:
		switch {
		case n.RowWise || !k.matches(n.Arg):
			res = noMatch
		case n.Not:
			res = matchNotNull
		default:
			res = matchNull
		}
	}
	return c, steps, res
}

// matchBoolean recognizes conditions on a boolean column of the key: b, NOT b, b IS
// [NOT] TRUE and its kin.
func (p *pruner) matchBoolean(i int, k *indexKey, e expr.Expr) (*keyClause, *pruneStep, clauseMatch) {
	if k.t != types.BoolOID {
		return nil, nil, unsupported
	}
	is := func(v bool) *keyClause {
		return &keyClause{key: i, strategy: 3, arg: &expr.Const{Loc: -1, Value: types.NewBool(v), T: types.BoolOID, Mod: -1}}
	}
	arg, not := e, false
	switch n := e.(type) {
	case *expr.BoolTest:
		if !k.matches(n.Arg) {
			return nil, nil, noMatch
		}
		switch n.Kind {
		case expr.IsTrue, expr.IsFalse:
			return is(n.Kind == expr.IsTrue), nil, matchClause
		case expr.IsUnknown:
			return nil, nil, matchNull
		case expr.IsNotUnknown:
			return nil, nil, matchNotNull
		}
		other := expr.IsTrue
		if n.Kind == expr.IsNotTrue {
			other = expr.IsFalse
		}
		s := p.steps([]expr.Expr{orOf([]expr.Expr{&expr.BoolTest{Loc: -1, Arg: n.Arg, Kind: other}, &expr.NullTest{Loc: -1, Arg: n.Arg}})})
		switch {
		case p.contradictory:
			return nil, nil, matchNever
		case s == nil:
			return nil, nil, unsupported
		}
		return nil, s, matchSteps
	case *expr.Bool:
		if n.Op != expr.Not {
			return nil, nil, noMatch
		}
		arg, not = n.Args[0], true
	}
	switch {
	case k.matches(arg):
		return is(!not), nil, matchClause
	case k.expr != nil && equalExpr(expr.Negate(&expr.Bool{Loc: -1, Op: expr.Not, Args: []expr.Expr{arg}}), k.expr):
		return is(not), nil, matchClause
	}
	return nil, nil, noMatch
}

func (p *pruner) matchOperator(i int, k *indexKey, n *expr.OpCall) (*keyClause, clauseMatch) {
	op, arg := n.Op, n.Args[1]
	switch {
	case k.matches(n.Args[0]):
	case k.matches(n.Args[1]):
		if op, arg = op.Commutator, n.Args[0]; op == nil {
			return nil, unsupported
		}
	default:
		return nil, noMatch
	}
	if !k.collated(n.Args...) {
		return nil, noMatch
	}
	strategy, notEqual := p.strategy(k, op)
	if strategy == 0 {
		return nil, noMatch
	}
	c := &keyClause{key: i, strategy: strategy, notEqual: notEqual, arg: arg}
	if !k.accepts(op.Left, op.Right) && !p.crossTypes(c, k, op) {
		return nil, noMatch
	}
	if !p.known(arg) {
		return nil, unsupported
	}
	if op.Fn.Vol != expr.Immutable {
		if p.mutable = true; p.when == prunePlan {
			return nil, unsupported
		}
	}
	return c, matchClause
}

// crossTypes lets a date or timestamp be compared with values of another of these
// types, as the operator does.
func (p *pruner) crossTypes(c *keyClause, k *indexKey, op *expr.Operator) bool {
	if k.pattern || family(op.Left) != family(k.t) || family(op.Right) != family(k.t) || family(k.t) != family(types.TimestampOID) ||
		p.r.part.desc.Key.Strategy == catalog.HashPartitions {
		return false
	}
	var err error
	if c.cross, err = newCrossCompare(p.lv, op.Left, op.Right); err != nil {
		p.lv.g.fail(err)
	}
	return c.cross != nil
}

// strategy is an operator's place in the key's order, 0 if it has none. Lists can be
// searched by <> too.
func (p *pruner) strategy(k *indexKey, op *expr.Operator) (strategy int, notEqual bool) {
	strategy = k.btree(op)
	if strategy == 0 && op.Negator != nil && p.r.part.desc.Key.Strategy == catalog.ListPartitions && k.btree(op.Negator) == 3 {
		return 3, true
	}
	if p.r.part.desc.Key.Strategy == catalog.HashPartitions && strategy == 0 && op.CanHash {
		return 3, false // of a type without an order
	}
	if p.r.part.desc.Key.Strategy == catalog.HashPartitions && strategy != 3 {
		return 0, false
	}
	return strategy, false
}

// known tells whether the other side of a comparison has a value at the time of
// pruning, and notes when it will have one.
func (p *pruner) known(arg expr.Expr) bool {
	if isConst(arg) {
		return true
	}
	if p.when == prunePlan || isVolatile(arg) || hasSubPlan(arg) {
		return false
	}
	exec, ok := p.lv.g.pruneParams(arg)
	switch {
	case !ok:
		return false
	case exec:
		p.execParams = true
		return p.when == pruneScan
	}
	p.mutable = true
	return true
}

// pruneParams tells whether e reads parameters of the executor, those that columns
// of a nested loop's outer side become among them; ok is false if it reads other
// columns.
func (g *global) pruneParams(e expr.Expr) (exec, ok bool) {
	ok = true
	expr.Walk(e, func(n expr.Expr) bool {
		switch x := n.(type) {
		case *expr.Param:
			exec = exec || x.Kind == expr.ExecParam
		case *expr.Var:
			exec = true
			ok = ok && g.fromOuter(x)
		}
		return true
	})
	return exec, ok
}

// matchArray turns k = ANY (array) into comparisons with its elements.
func (p *pruner) matchArray(k *indexKey, n *expr.ArrayOp) (*pruneStep, clauseMatch) {
	if !k.matches(n.L) {
		return nil, noMatch
	}
	strategy, _ := p.strategy(k, n.Op)
	if strategy == 0 || !k.accepts(n.Op.Left, n.Op.Right) {
		return nil, noMatch
	}
	if !p.known(n.R) {
		return nil, unsupported
	}
	var list []expr.Expr
	compare := func(e expr.Expr) {
		list = append(list, &expr.OpCall{Loc: -1, Op: n.Op, Args: []expr.Expr{n.L, e}, Ret: types.BoolOID})
	}
	switch a := n.R.(type) {
	case *expr.Const:
		if a.Value.IsNull() {
			return nil, matchNever
		}
		arr := a.Value.Array()
		for _, d := range arr.Elems {
			switch {
			case !d.IsNull():
				compare(&expr.Const{Loc: -1, Value: d, T: n.Op.Right, Mod: -1})
			case n.All:
				return nil, matchNever
			}
		}
	case *expr.Array:
		if a.Multi {
			return nil, unsupported
		}
		for _, e := range a.Elems {
			compare(e)
		}
	default:
		return nil, unsupported
	}
	switch {
	case !n.All && len(list) == 0:
		return nil, matchNever
	case !n.All && len(list) > 1:
		list = []expr.Expr{orOf(list)}
	}
	s := p.steps(list)
	switch {
	case p.contradictory:
		return nil, matchNever
	case s == nil:
		return nil, unsupported
	}
	return s, matchSteps
}
