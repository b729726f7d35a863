package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// Equivalence classes: expressions that conditions a = b make equal. From them
// come conditions nobody wrote (a = b AND b = 5 gives a = 5), the join clauses
// between any two members, and the insight that rows sorted by a are sorted by
// b. PostgreSQL's equivclass.c.

// eqClass is one class.
type eqClass struct {
	members  []ecMember
	family   types.OID
	coll     types.OID // by which members are compared, 0 for types without
	sources  []*clause
	derived  []*clause
	hasConst bool
	domain   *joinDomain // where it holds
	volatile bool
	sortRef  int
	broken   bool // an operator is missing: the sources are used as written
	ids      relids
	merged   *eqClass // this class went into that one
}

// ecMember is one expression of a class.
type ecMember struct {
	e       expr.Expr
	ids     relids
	t       types.OID
	isConst bool
}

// ecType is the type an operator sees of a member.
func (lv *level) ecType(e expr.Expr) types.OID {
	t := e.Type()
	if t == types.VarcharOID {
		return types.TextOID
	}
	if _, builtin := types.ByOID(t); builtin {
		return t
	}
	if ty, ok := lv.g.a.TypeByOID(t); ok && ty.TypType == 'c' {
		return types.RecordOID
	}
	return t
}

// ecExpr takes off casts that do not matter to the family.
func ecExpr(e expr.Expr) expr.Expr {
	if r, ok := e.(*expr.Relabel); ok && family(r.T) == family(r.Arg.Type()) {
		return ecExpr(r.Arg)
	}
	return e
}

func (ec *eqClass) find(e expr.Expr) int {
	for i := range ec.members {
		if equalExpr(ec.members[i].e, e) {
			return i
		}
	}
	return -1
}

// add makes e, which operators see as type t, a member.
func (ec *eqClass) add(e expr.Expr, t types.OID, ids relids) {
	m := ecMember{e: e, ids: ids, t: t, isConst: ids.empty() && !varies(e)}
	ec.hasConst = ec.hasConst || m.isConst
	ec.members = append(ec.members, m)
	ec.ids = ec.ids.or(ids)
}

// varies tells whether e can differ between rows although it reads no base
// relation: an aggregate, a column of a set operation, a volatile value.
func varies(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		switch n := n.(type) {
		case *expr.Var, *expr.Agg, *expr.WindowCall, *expr.PlaceHolder:
			return true
		case *expr.FuncCall:
			return n.Fn.RetSet || n.Fn.Vol == expr.Volatile
		}
		return false
	})
}

func (ec *eqClass) root() *eqClass {
	for ec.merged != nil {
		ec = ec.merged
	}
	return ec
}

// addEquivalence takes an equality condition into the classes; false if it has
// to be kept as a condition.
func (lv *level) addEquivalence(c *clause, domain *joinDomain) bool {
	l, r := ecExpr(c.l), ecExpr(c.r)
	if equalExpr(l, r) {
		n := lv.newClause(&expr.NullTest{Loc: -1, Arg: l, Not: true})
		n.pushed, n.delayed, n.required = c.pushed, c.delayed, c.required
		lv.placeClause(n)
		return true
	}
	fam, coll := family(lv.ecType(l)), expr.InputCollation(c.l, c.r)
	if fam != family(lv.ecType(r)) {
		return false
	}
	var e1, e2 *eqClass
	for _, ec := range lv.ecs {
		if ec.family != fam || ec.coll != coll || ec.volatile || ec.domain != domain {
			continue
		}
		if e1 == nil && ec.find(l) >= 0 {
			e1 = ec
		}
		if e2 == nil && ec.find(r) >= 0 {
			e2 = ec
		}
	}
	switch {
	case e1 != nil && e2 == nil:
		e1.add(r, lv.ecType(r), c.right)
	case e1 == nil && e2 != nil:
		e2.add(l, lv.ecType(l), c.left)
		e1 = e2
	case e1 == nil:
		e1 = &eqClass{family: fam, coll: coll, domain: domain}
		e1.add(l, lv.ecType(l), c.left)
		e1.add(r, lv.ecType(r), c.right)
		lv.ecs = append(lv.ecs, e1)
	case e1 != e2:
		lv.mergeECs(e1, e2)
	}
	e1.sources = append(e1.sources, c)
	c.leftEC, c.rightEC = e1, e1
	return true
}

func (lv *level) mergeECs(a, b *eqClass) {
	a.members = append(a.members, b.members...)
	a.sources = append(a.sources, b.sources...)
	a.hasConst = a.hasConst || b.hasConst
	a.ids = a.ids.or(b.ids)
	b.merged = a
	for i, ec := range lv.ecs {
		if ec == b {
			lv.ecs = append(lv.ecs[:i], lv.ecs[i+1:]...)
			break
		}
	}
}

// deriveBase emits the conditions on single relations that the classes imply.
func (lv *level) deriveBase() {
	for _, ec := range lv.ecs {
		switch {
		case len(ec.members) < 2:
		case ec.hasConst:
			lv.deriveConst(ec)
		default:
			lv.deriveSame(ec)
		}
		ec.ids.each(func(i int) {
			if ec.ids.count() > 1 {
				lv.rels[i].hasEC = true
			}
		})
	}
}

func (lv *level) deriveConst(ec *eqClass) {
	if len(ec.members) == 2 && len(ec.sources) == 1 {
		lv.placeClause(ec.sources[0])
		return
	}
	var k *ecMember
	for i := range ec.members {
		m := &ec.members[i]
		if m.isConst && (k == nil || !isConst(k.e) && isConst(m.e)) {
			k = m
		}
	}
	for i := range ec.members {
		m := &ec.members[i]
		if m == k {
			continue
		}
		if m.isConst {
			lv.deriveGate(ec, m, k)
			continue
		}
		c := lv.deriveClause(ec, m, k)
		if c == nil {
			lv.breakEC(ec)
			return
		}
		lv.placeClause(c)
	}
}

// deriveGate tests two constants of a class against each other, once.
func (lv *level) deriveGate(ec *eqClass, a, b *ecMember) {
	op := lv.btreeOperator(a.t, b.t, 3)
	if op == nil {
		return
	}
	e := lv.g.simplify(&expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{a.e, b.e}, Ret: types.BoolOID})
	if v, ok := boolConst(e); ok && v {
		return
	}
	if ec.domain != nil {
		c := lv.newClause(e)
		c.required = ec.ids // not all of the domain: its joins may be done in another order
		lv.placeClause(c)
		return
	}
	lv.gating = append(lv.gating, e)
}

func isConst(e expr.Expr) bool { _, ok := e.(*expr.Const); return ok }

func (lv *level) breakEC(ec *eqClass) {
	ec.broken = true
	for _, s := range ec.sources {
		lv.placeClause(s)
	}
}

// deriveSame equates members of one relation with each other.
func (lv *level) deriveSame(ec *eqClass) {
	prev := map[int]*ecMember{}
	for i := range ec.members {
		m := &ec.members[i]
		r, ok := m.ids.singleton()
		if !ok {
			continue
		}
		if p := prev[r]; p != nil {
			if c := lv.deriveClause(ec, p, m); c != nil {
				lv.placeClause(c)
			} else {
				lv.breakEC(ec)
				return
			}
		}
		prev[r] = m
	}
}

// deriveClause makes (or finds) the condition a = b, one of those of which the class
// needs one.
func (lv *level) deriveClause(ec *eqClass, a, b *ecMember) *clause {
	return lv.deriveFor(ec, ec, a, b)
}

// deriveFor does so with the class that makes the condition redundant with others.
func (lv *level) deriveFor(parent, ec *eqClass, a, b *ecMember) *clause {
	list := ec.derived
	if parent == nil { // one that was written will do
		list = slices.Concat(ec.sources, list)
	}
	for _, c := range list {
		if c.op == nil {
			continue
		}
		l, r := ecExpr(c.l), ecExpr(c.r)
		if c.ec == parent && (equalExpr(l, a.e) && equalExpr(r, b.e) || equalExpr(l, b.e) && equalExpr(r, a.e)) {
			return c
		}
	}
	op := lv.btreeOperator(a.t, b.t, 3)
	if op == nil {
		return nil
	}
	c := lv.newClause(&expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{ec.operand(a.e), ec.operand(b.e)}, Ret: types.BoolOID})
	c.ec, c.leftEC, c.rightEC = parent, ec, ec
	ec.derived = append(ec.derived, c)
	return c
}

// operand is a member as analysis would have written it: varchar as text, with the
// collation of the class.
func (ec *eqClass) operand(e expr.Expr) expr.Expr {
	same := expr.Collation(e) == ec.coll
	if same && e.Type() != types.VarcharOID {
		return e
	}
	r := &expr.Relabel{Loc: -1, Arg: e, T: e.Type(), Mod: e.Typmod(), Form: expr.CastImplicit}
	if r.T == types.VarcharOID {
		r.T, r.Mod = types.TextOID, -1
	}
	if !same {
		r.Collation = ec.coll
	}
	if k, ok := e.(*expr.Const); ok {
		c := *k
		c.T, c.Mod, c.Coll = r.T, r.Mod, r.Collation
		return &c
	}
	return r
}

// joinImplied returns the conditions that classes imply for joining outer and
// inner.
func (lv *level) joinImplied(outer, inner relids) []*clause {
	var out []*clause
	join := outer.or(inner)
	for _, ec := range lv.ecs {
		if ec.hasConst || len(ec.members) < 2 || ec.volatile || !ec.ids.overlaps(outer) || !ec.ids.overlaps(inner) {
			continue
		}
		if ec.broken {
			continue // its sources are placed as ordinary join clauses
		}
		out = lv.joinImpliedBy(ec, outer, inner, join, out)
	}
	return out
}

func (lv *level) joinImpliedBy(ec *eqClass, outer, inner, join relids, out []*clause) []*clause {
	var os, is, ns []*ecMember
	for i := range ec.members {
		m := &ec.members[i]
		switch {
		case m.ids.empty():
		case m.ids.subsetOf(outer):
			os = append(os, m)
		case m.ids.subsetOf(inner):
			is = append(is, m)
		case m.ids.subsetOf(join):
			ns = append(ns, m)
		}
	}
	score := func(a, b *ecMember) int {
		s := 0
		if _, ok := a.e.(*expr.Var); ok {
			s++
		}
		if _, ok := b.e.(*expr.Var); ok {
			s++
		}
		if lv.btreeOperator(a.t, b.t, 3) == nil {
			s = -1
		}
		return s
	}
	if len(os) > 0 && len(is) > 0 {
		best := -1
		var bo, bi *ecMember
		for _, o := range os {
			for _, i := range is {
				if s := score(o, i); s > best {
					best, bo, bi = s, o, i
				}
			}
		}
		if best >= 0 {
			if c := lv.deriveClause(ec, bo, bi); c != nil {
				out = append(out, c)
			}
		}
	}
	if len(ns) > 0 {
		if old := append(os, is...); len(old) > 0 {
			ns = append(ns, old[0])
		}
		for i, m := range ns[1:] {
			// it follows from no other condition of the class
			if c := lv.deriveFor(nil, ec, ns[i], m); c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// clauseECs finds or makes the classes of an outer join clause's two sides, for
// merge joins.
func (lv *level) clauseECs(c *clause) {
	if c.leftEC == nil {
		coll := expr.InputCollation(c.l, c.r)
		c.leftEC = lv.collatedClass(c.l, c.left, coll)
		c.rightEC = lv.collatedClass(c.r, c.right, coll)
	}
}

// classFor finds the class of an expression and makes one if there is none.
func (lv *level) classFor(e expr.Expr, ids relids) *eqClass {
	return lv.collatedClass(e, ids, expr.Collation(e))
}

// collatedClass is classFor where the expression is compared by collation coll.
func (lv *level) collatedClass(e expr.Expr, ids relids, coll types.OID) *eqClass {
	e = ecExpr(e)
	fam := family(lv.ecType(e))
	for _, ec := range lv.ecs {
		if ec.family == fam && ec.coll == coll && !ec.volatile && (ec.domain == nil || !ids.empty()) && ec.find(e) >= 0 {
			return ec
		}
	}
	ec := &eqClass{family: fam, coll: coll}
	ec.add(e, lv.ecType(e), ids)
	lv.ecs = append(lv.ecs, ec)
	return ec
}

// sameClass tells whether conditions make a and b equal.
func (lv *level) sameClass(a, b expr.Expr) bool {
	for _, ec := range lv.ecs {
		if len(ec.members) > 1 && ec.find(a) >= 0 && ec.find(b) >= 0 {
			return true
		}
	}
	return false
}
