package planner

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// Which conditions an index can answer, and the index scans that follow.

// indexInfo is an index as the planner sees it.
type indexInfo struct {
	def         *catalog.Index
	rel         *rel
	keys        []indexKey
	pages       float64
	tuples      float64
	height      int
	correlation float64
	pred        []expr.Expr
	predOK      bool
}

// indexKey is a key column: e is a Var or the index expression.
type indexKey struct {
	attr int
	expr expr.Expr // nil for plain columns
	e    expr.Expr
	t    types.OID
	// pattern: only =, ~<~ and its kin follow the key's order.
	pattern bool
	coll    types.OID // 0 for types without
}

// indexCond is a condition as an index scan uses it.
type indexCond struct {
	key      int
	kind     IndexCondKind
	strategy int
	op       *expr.Operator
	arg      expr.Expr
	orig     expr.Expr
	from     *clause
	lossy    bool // from must be tested again
	ids      relids
	columns  []int            // CondRow: key columns of the members
	turned   bool             // CondRow: from has the columns on the right
	ops      []*expr.Operator // CondRow: their operators
}

// indexPath is the part of a path that an index scan has.
type indexPath struct {
	info       *indexInfo
	conds      []*indexCond
	backward   bool
	only       bool
	rest       []*clause // conditions not answered by the index
	indexTotal float64
	sel        float64
	rows       float64 // of the scan
}

func (lv *level) newIndexInfo(r *rel, ix *catalog.Index) *indexInfo {
	info := &indexInfo{def: ix, rel: r, keys: make([]indexKey, len(ix.Keys))}
	for i := range ix.Keys {
		k := &ix.Keys[i]
		ik := indexKey{attr: k.Attr, t: k.Type, pattern: k.Pattern(), coll: k.Collation}
		if k.Attr != 0 {
			c := &r.relation.Columns[k.Attr-1]
			ik.attr = r.column(k.Attr)
			ik.e = &expr.Var{Loc: -1, Rel: r.vars, Attr: ik.attr, Slot: -1, T: c.Type, Mod: c.Typmod, Coll: c.Collation}
		} else {
			ik.expr = ecExpr(r.own(lv.g.simplify(r.relation.WithCollations(k.Expr))))
			ik.e = ik.expr
		}
		if ik.coll == 0 {
			ik.coll = expr.Collation(ik.e)
		}
		info.keys[i] = ik
	}
	info.correlation = lv.indexCorrelation(r, info)
	if ix.Predicate != nil {
		info.pred = andList(r.own(lv.g.simplify(r.relation.WithCollations(ix.Predicate))))
	}
	entries := r.tuples
	if ix.Tree != nil {
		entries = float64(ix.Tree.Len())
	}
	info.pages, info.height = catalog.EstimateIndexSize(lv.g.a, r.relation, ix, entries)
	info.tuples = r.tuples
	if ix.Predicate != nil {
		info.tuples = min(entries, r.tuples)
	}
	return info
}

func (ix *indexInfo) withPredicate(l []expr.Expr) []expr.Expr {
	if len(ix.pred) == 0 {
		return l
	}
	return append(append([]expr.Expr(nil), ix.pred...), l...)
}

func condExprs(conds []*indexCond) []expr.Expr {
	out := make([]expr.Expr, 0, len(conds))
	var last *clause
	for _, c := range conds {
		if c.from != nil && c.from == last && !c.lossy {
			continue
		}
		last = c.from
		if c.from != nil && c.from.or == nil && !c.lossy {
			out = append(out, c.from.e)
		} else {
			out = append(out, c.orig)
		}
	}
	return out
}

// checkPredicates decides which partial indexes of r hold all rows that matter: those that
// conditions of r, written or implied by others, let through, and conditions of joins.
func (lv *level) checkPredicates(r *rel) {
	if !slices.ContainsFunc(r.indexes, func(ix *indexInfo) bool { return len(ix.pred) > 0 }) {
		return
	}
	others := lv.all.minus(r.ids)
	list := slices.Clone(r.restrict)
	for _, c := range r.joins {
		if movable(c, r.ids, others) {
			list = append(list, c)
		}
	}
	list = append(list, lv.joinImplied(others, r.ids)...)
	for _, ix := range r.indexes {
		ix.predOK = !slices.ContainsFunc(ix.pred, func(p expr.Expr) bool { return !impliedBy(p, list) })
	}
}

// usable tells whether the index holds all rows that matter.
func (ix *indexInfo) usable() bool { return len(ix.pred) == 0 || ix.predOK }

// impliedBy tells whether the conditions, all of them true, prove p.
func impliedBy(p expr.Expr, list []*clause) bool {
	if slices.ContainsFunc(list, func(c *clause) bool { return proves(c.e, p) }) {
		return true
	}
	if items := itemsOf(p); len(items) > 0 {
		return !slices.ContainsFunc(items, func(e expr.Expr) bool { return !impliedBy(e, list) })
	}
	return slices.ContainsFunc(armsOf(p), func(e expr.Expr) bool { return impliedBy(e, list) })
}

// proves is impliedBy for one condition: one of its parts proves p, or each of its arms does;
// if p has arms, each proves a single one, as in PostgreSQL.
func proves(c, p expr.Expr) bool {
	if implies(c, p) || slices.ContainsFunc(itemsOf(c), func(e expr.Expr) bool { return proves(e, p) }) {
		return true
	}
	arms, goals := armsOf(c), armsOf(p)
	if len(goals) == 0 {
		goals = []expr.Expr{p}
	}
	return len(arms) > 0 && !slices.ContainsFunc(arms, func(arm expr.Expr) bool {
		given := []*clause{{e: arm}}
		return !slices.ContainsFunc(goals, func(e expr.Expr) bool { return impliedBy(e, given) })
	})
}

// implies tells whether condition c proves condition p.
func implies(c, p expr.Expr) bool {
	if equalExpr(c, p) {
		return true
	}
	switch n := p.(type) {
	case *expr.NullTest:
		if !n.Not {
			return false
		}
		v, ok := n.Arg.(*expr.Var)
		found := false
		nonNullVars(c, true, func(x *expr.Var) { found = found || ok && x.Attr == v.Attr && x.Rel == v.Rel })
		return found
	case *expr.OpCall:
		return impliesCompare(c, n) || impliesEach(c, n)
	}
	return false
}

// impliesEach proves x > 0 from x in (1, 2): each element must.
func impliesEach(c expr.Expr, p *expr.OpCall) bool {
	in, ok := c.(*expr.ArrayOp)
	if !ok || in.All {
		return false
	}
	list, ok := in.R.(*expr.Const)
	if !ok || list.Value.IsNull() {
		return false
	}
	elems := list.Value.Array()
	for _, e := range elems.Elems {
		one := &expr.OpCall{Loc: -1, Op: in.Op, Args: []expr.Expr{in.L, &expr.Const{Loc: -1, T: elems.Elem, Value: e, Mod: -1}}, Ret: types.BoolOID}
		if !impliesCompare(one, p) {
			return false
		}
	}
	return len(elems.Elems) > 0
}

// impliesCompare proves x > 5 from x > 10, x = 7 and the like.
func impliesCompare(c expr.Expr, p *expr.OpCall) bool {
	q, ok := constLast(c)
	if !ok || len(q.Args) != 2 || len(p.Args) != 2 || !equalExpr(q.Args[0], p.Args[0]) {
		return false
	}
	differ, differs := isUnequal(p.Op), isUnequal(q.Op)
	if q.Op.Btree == 0 && !differs || p.Op.Btree == 0 && !differ {
		return false
	}
	a, ok1 := q.Args[1].(*expr.Const)
	b, ok2 := p.Args[1].(*expr.Const)
	if ok1 && ok2 && a.Value.IsNull() {
		return true // the condition is never true
	}
	if !ok1 || !ok2 || b.Value.IsNull() || a.Value.Kind() != b.Value.Kind() || a.T == types.BpcharOID {
		return false
	}
	cmp := types.Compare(a.Value, b.Value)
	switch {
	case differs:
		return differ && cmp == 0
	case differ:
		switch q.Op.Btree {
		case -2:
			return cmp <= 0
		case -1:
			return cmp < 0
		case 3:
			return cmp != 0
		case 1:
			return cmp > 0
		}
		return cmp >= 0
	}
	switch q.Op.Btree {
	case 3:
		return compareHolds(cmp, p.Op.Btree)
	case -2, -1:
		return p.Op.Btree < 0 && (cmp < 0 || cmp == 0 && (p.Op.Btree == -1 || q.Op.Btree == -2))
	default:
		return (p.Op.Btree == 1 || p.Op.Btree == 2) && (cmp > 0 || cmp == 0 && (p.Op.Btree == 1 || q.Op.Btree == 2))
	}
}

// isUnequal tells whether op is the <> of a btree's =.
func isUnequal(op *expr.Operator) bool { return op.Negator != nil && op.Negator.Btree == 3 }

// constLast is a comparison as one with its constant, if it has one, on the right.
func constLast(e expr.Expr) (*expr.OpCall, bool) {
	q, ok := e.(*expr.OpCall)
	if !ok || len(q.Args) != 2 || !isConst(q.Args[0]) || q.Op.Commutator == nil {
		return q, ok
	}
	return &expr.OpCall{Loc: q.Loc, Op: q.Op.Commutator, Args: []expr.Expr{q.Args[1], q.Args[0]}, Ret: q.Ret}, true
}

func compareHolds(cmp, btree int) bool {
	switch btree {
	case -2:
		return cmp < 0
	case -1:
		return cmp <= 0
	case 3:
		return cmp == 0
	case 1:
		return cmp >= 0
	}
	return cmp > 0
}

// matchKey returns e, a part of clause c, as conditions on key column i; nil if
// the index cannot answer it.
func (lv *level) matchKey(ix *indexInfo, i int, e expr.Expr, c *clause) []*indexCond {
	k := &ix.keys[i]
	one := func(n *indexCond) []*indexCond {
		n.key, n.from, n.orig = i, c, pick(n.orig, e)
		if n.arg != nil {
			n.ids = lv.relidsOf(n.arg)
			if n.ids.overlaps(ix.rel.ids) || isVolatile(n.arg) {
				return nil
			}
		}
		return []*indexCond{n}
	}
	switch n := e.(type) {
	case *expr.OpCall:
		if len(n.Args) != 2 {
			return nil
		}
		if o := k.comparison(n); o != nil {
			return one(&indexCond{strategy: k.strategyOf(o.Op), op: o.Op, arg: o.Args[1], orig: o})
		}
		if (n.Op.Rest == "likesel" || n.Op.Rest == "regexeqsel") && k.matches(n.Args[0]) && kindOf(k.t) == types.Text && k.t != types.BpcharOID {
			return likeConds(k, i, n, c)
		}
	case *expr.ArrayOp:
		if !n.All && k.btree(n.Op) != 0 && k.matches(n.L) && k.collated(n.L, n.R) && k.accepts(n.Op.Left, n.Op.Right) {
			return one(&indexCond{kind: CondAnyArray, strategy: k.strategyOf(n.Op), op: n.Op, arg: n.R})
		}
	case *expr.RowCompare:
		return lv.rowCond(ix, i, n, c)
	case *expr.NullTest:
		if k.matches(n.Arg) && !n.RowWise {
			kind := CondIsNull
			if n.Not {
				kind = CondNotNull
			}
			return one(&indexCond{kind: kind})
		}
	case *expr.Var, *expr.FuncCall, *expr.BoolTest:
		return boolCond(k, i, e, c)
	case *expr.Bool:
		if n.Op == expr.Not {
			return boolCond(k, i, e, c)
		}
		if n.Op == expr.Or {
			if a := k.orToArray(n); a != nil {
				return one(&indexCond{kind: CondAnyArray, strategy: k.strategyOf(a.Op), op: a.Op, arg: a.R, orig: a})
			}
		}
	}
	return nil
}

func pick(a, b expr.Expr) expr.Expr {
	if a != nil {
		return a
	}
	return b
}

// btree is what op is to the key's order, in the terms of Operator.Btree: 0 if it
// does not follow it.
func (k *indexKey) btree(op *expr.Operator) int {
	if k.pattern && op.Btree != 3 {
		return patternBtree[op.Name]
	}
	return op.Btree
}

// patternBtree has the operators that order texts by their bytes.
var patternBtree = map[string]int{"~<~": -2, "~<=~": -1, "~>=~": 1, "~>~": 2}

func (k *indexKey) strategyOf(op *expr.Operator) int {
	if b := k.btree(op); b != 3 {
		return b
	}
	return 0
}

// matches tells whether e is the key column.
func (k *indexKey) matches(e expr.Expr) bool {
	e = ecExpr(e)
	if v, ok := e.(*expr.Var); ok {
		kv, ok := k.e.(*expr.Var)
		return ok && kv.Attr == v.Attr && kv.Rel == v.Rel
	}
	return k.expr != nil && equalExpr(k.expr, e)
}

// collated tells whether a comparison of args follows the key's collation.
func (k *indexKey) collated(args ...expr.Expr) bool {
	return k.coll == 0 || expr.InputCollation(args...) == k.coll
}

// accepts tells whether an operator on these types follows the key's order and
// compares with values of the key's own kind, which is what the tree can seek.
// The operators of enums and arrays compare values of one type.
func (k *indexKey) accepts(l, r types.OID) bool {
	if l == types.AnyEnumOID || l == types.AnyArrayOID {
		return l == r
	}
	return family(l) == family(k.t) && kindOf(l) == kindOf(k.t) && kindOf(r) == kindOf(k.t) &&
		(l == types.BpcharOID) == (k.t == types.BpcharOID)
}

// boolCond turns b, NOT b, b IS TRUE, b IS FALSE into b = true or false.
func boolCond(k *indexKey, i int, e expr.Expr, c *clause) []*indexCond {
	if k.t != types.BoolOID {
		return nil
	}
	val, arg := true, e
	switch n := e.(type) {
	case *expr.Bool:
		if n.Op != expr.Not {
			return nil
		}
		val, arg = false, n.Args[0]
	case *expr.BoolTest:
		if n.Kind != expr.IsTrue && n.Kind != expr.IsFalse {
			return nil
		}
		val, arg = n.Kind == expr.IsTrue, n.Arg
	}
	if !k.matches(arg) {
		return nil
	}
	op := btreeOperator(types.BoolOID, types.BoolOID, 3)
	k2 := &expr.Const{Loc: -1, Value: types.NewBool(val), T: types.BoolOID, Mod: -1}
	return []*indexCond{{key: i, op: op, arg: k2, from: c,
		orig: &expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{arg, k2}, Ret: types.BoolOID}}}
}

// likeConds turns a LIKE pattern's fixed prefix into a range.
func likeConds(k *indexKey, i int, n *expr.OpCall, c *clause) []*indexCond {
	pat, ok := n.Args[1].(*expr.Const)
	if !ok || pat.Value.IsNull() {
		return nil
	}
	prefix, exact := likePrefix(pat.Value.Text())
	if n.Op.Rest == "regexeqsel" {
		prefix, exact = regexPrefix(pat.Value.Text())
	}
	if prefix == "" {
		return nil
	}
	mk := func(btree int, s string) *indexCond {
		op := btreeOperator(types.TextOID, types.TextOID, btree)
		if k.pattern && btree != 3 {
			op = patternOperator(btree)
		}
		arg := &expr.Const{Loc: -1, Value: types.NewText(s), T: types.TextOID, Mod: -1}
		return &indexCond{key: i, strategy: k.strategyOf(op), op: op, arg: arg, from: c, lossy: true,
			orig: &expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{n.Args[0], arg}, Ret: types.BoolOID}}
	}
	if exact {
		if !k.collated(n.Args...) {
			return nil
		}
		return []*indexCond{mk(3, prefix)}
	}
	out := []*indexCond{mk(1, prefix)}
	if up := nextPrefix(prefix); up != "" {
		out = append(out, mk(-2, up))
	}
	return out
}

// patternOperator is ~>=~ or ~<~ of texts.
func patternOperator(btree int) *expr.Operator {
	oid := types.OID(2317)
	if btree < 0 {
		oid = 2314
	}
	op, _ := expr.OperatorByOID(oid)
	return op
}

// nextPrefix is the least string above all that begin with s, in byte order.
func nextPrefix(s string) string {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] < 0x7f { // stay within ASCII: the result must be valid text
			return s[:i] + string(rune(s[i]+1))
		}
	}
	return ""
}

// indexPaths adds all index and bitmap scans of r.
func (lv *level) indexPaths(r *rel) {
	var bitmaps []*bitmapPath
	joinConds := false
	for _, ix := range r.indexes {
		if !ix.usable() {
			continue
		}
		conds := lv.matchAll(ix, r.restrict)
		if b := lv.addIndexPaths(r, ix, conds, relids{}, nil); b != nil {
			bitmaps = append(bitmaps, b)
		}
		joinConds = true
	}
	bitmaps = append(bitmaps, lv.orBitmaps(r, r.restrict, r.restrict, relids{})...)
	if len(bitmaps) > 0 {
		lv.addBitmapPath(r, bitmaps)
	}
	if joinConds && (len(r.joins) > 0 || r.hasEC) {
		lv.addParamBitmaps(r, lv.paramIndexPaths(r), bitmaps)
	}
}

// matchAll matches a list of clauses, sorted by key column.
func (lv *level) matchAll(ix *indexInfo, list []*clause) []*indexCond {
	var out []*indexCond
	for key := range ix.def.NKeys {
		for _, c := range list {
			if c.pseudo {
				continue
			}
			out = append(out, lv.matchKey(ix, key, c.e, c)...)
		}
	}
	return out
}

// addIndexPaths makes the plain scans of one index with conds and returns the
// bitmap scan, nil if there are no conditions.
func (lv *level) addIndexPaths(r *rel, ix *indexInfo, conds []*indexCond, req relids, extra []*clause) *bitmapPath {
	only := lv.indexOnly(r, ix)
	keys := lv.usefulKeys(r, lv.indexKeys(ix, false))
	rows := r.rows
	loops := 1.0
	if !req.empty() {
		rows = lv.paramFor(r, req).rows
		loops = lv.loopCount(r, req)
		keys = nil
	}
	mk := func(keys []*pathKey, backward bool) *path {
		p := &path{kind: pathIndexScan, rel: r, rows: rows, keys: keys, req: req, paramCl: extra,
			idx: &indexPath{info: ix, conds: conds, backward: backward, only: only}}
		p.idx.rest = restOf(append(r.restrict[:len(r.restrict):len(r.restrict)], extra...), conds)
		p.idx.rest = lv.dropImplied(p.idx.rest, ix)
		p.idx.rows = rows
		lv.costIndexScan(p, loops)
		return p
	}
	var first *path
	if len(conds) > 0 || len(keys) > 0 || only || len(ix.pred) > 0 {
		first = mk(keys, false)
		r.addPath(first)
	}
	if req.empty() {
		if back := lv.usefulKeys(r, lv.indexKeys(ix, true)); len(back) > 0 {
			r.addPath(mk(back, true))
		}
	}
	if first == nil || len(conds) == 0 && len(ix.pred) == 0 {
		return nil
	}
	return &bitmapPath{idx: first.idx, clauses: condClauses(conds), req: req}
}

// dropImplied leaves out conditions that a partial index guarantees. Where rows are changed
// or locked they stay: a newer version of a row is tested by them.
func (lv *level) dropImplied(list []*clause, ix *indexInfo) []*clause {
	if len(ix.pred) == 0 || lv.q.Command == Update || lv.q.Command == Delete || len(lv.q.RowMarks) > 0 {
		return list
	}
	out := list[:0:0]
	for _, c := range list {
		implied := false
		for _, p := range ix.pred {
			implied = implied || implies(p, c.e)
		}
		if !implied {
			out = append(out, c)
		}
	}
	return out
}

func condClauses(conds []*indexCond) []*clause {
	var out []*clause
	for _, c := range conds {
		if c.from != nil {
			out = append(out, c.from)
		}
	}
	return out
}

// restOf leaves out the clauses that index conditions answer exactly.
func restOf(list []*clause, conds []*indexCond) []*clause {
	var out []*clause
	for _, c := range list {
		used := false
		for _, k := range conds {
			used = used || k.from == c && !k.lossy
		}
		if !used {
			out = append(out, c)
		}
	}
	return out
}

// indexOnly tells whether the index has every column that is needed.
func (lv *level) indexOnly(r *rel, ix *indexInfo) bool {
	if !lv.g.cost.indexOnly {
		return false
	}
	has := func(attr int) bool {
		for i := range ix.keys {
			if ix.keys[i].attr == attr && attr > 0 {
				return true
			}
		}
		return false
	}
	for i := range r.attrs {
		if a := &r.attrs[i]; (a.top || !a.where.subsetOf(r.ids)) && !has(a.v.Attr) {
			return false
		}
	}
	ok := true
	for _, c := range lv.dropImplied(r.restrict, ix) {
		expr.Walk(c.e, func(e expr.Expr) bool {
			if v, isVar := e.(*expr.Var); isVar && v.Rel == r.vars {
				ok = ok && has(v.Attr)
			}
			return ok
		})
	}
	return ok
}

// loopCount estimates how often a scan with parameters from req will run.
func (lv *level) loopCount(r *rel, req relids) float64 {
	n := 0.0
	req.each(func(i int) {
		if rows := lv.uniqueRows(r, lv.rels[i]); n == 0 || rows < n {
			n = rows
		}
	})
	return max(n, 1)
}

// uniqueRows is how many rows of o would drive a nested loop into r: if o is the
// inner side of a semijoin, it would be made unique before. PostgreSQL does not see
// that for partitions, whose numbers are in no join.
func (lv *level) uniqueRows(r, o *rel) float64 {
	rows := o.rows
	if r.of != nil {
		return rows
	}
	for _, sj := range lv.special {
		if sj.kind != SemiJoin || !r.ids.subsetOf(sj.synLeft) || !o.ids.subsetOf(sj.synRight) || len(sj.semiExprs) == 0 {
			continue
		}
		raw := 1.0
		sj.synRight.each(func(i int) { raw *= lv.rels[i].rows })
		rows = min(rows, lv.numGroups(sj.semiExprs, raw))
	}
	return rows
}

// paramIndexPaths adds index scans whose conditions use columns of other
// relations: the inner sides of nested loops. It returns the bitmap scans of that kind.
func (lv *level) paramIndexPaths(r *rel) (bitmaps []*bitmapPath) {
	joinClauses := lv.indexableJoins(r)
	for _, ix := range r.indexes {
		if !ix.usable() {
			continue
		}
		base := lv.matchAll(ix, r.restrict)
		jconds := lv.matchAll(ix, joinClauses)
		for _, req := range outerSets(jconds, r) {
			if b := lv.paramIndexPath(r, ix, base, jconds, req); b != nil {
				bitmaps = append(bitmaps, b)
			}
		}
	}
	return append(bitmaps, lv.paramOrBitmaps(r)...)
}

func (lv *level) paramIndexPath(r *rel, ix *indexInfo, base, jconds []*indexCond, req relids) *bitmapPath {
	info := lv.paramFor(r, req)
	var conds []*indexCond
	for key := range ix.def.NKeys {
		for _, k := range base {
			if k.key == key {
				conds = append(conds, k)
			}
		}
		for _, k := range jconds {
			if k.key == key && k.ids.subsetOf(req) && movable(k.from, r.ids, req) && !redundantCond(conds, k) {
				conds = append(conds, k)
			}
		}
	}
	var extra []*clause
	for _, c := range info.clauses {
		if c.ec == nil || !classUsed(conds, c.ec) {
			extra = append(extra, c)
		}
	}
	for _, k := range conds {
		if !k.ids.empty() && !hasClause(extra, k.from) {
			extra = append(extra, k.from)
		}
	}
	return lv.addIndexPaths(r, ix, conds, req, extra)
}

// classUsed tells whether a join condition of the class is an index condition.
func classUsed(conds []*indexCond, ec *eqClass) bool {
	for _, k := range conds {
		if k.from != nil && k.from.ec == ec && !k.ids.empty() {
			return true
		}
	}
	return false
}

// redundantCond tells whether a condition from the same class is there already.
func redundantCond(conds []*indexCond, k *indexCond) bool {
	for _, c := range conds {
		if c.key == k.key && c.from != nil && c.from.ec != nil && c.from.ec == k.from.ec {
			return true
		}
	}
	return false
}

func hasClause(l []*clause, c *clause) bool {
	for _, x := range l {
		if x == c {
			return true
		}
	}
	return false
}

// indexed tells whether e is a key of an index. Only for these conditions are derived
// early: who derives one first decides how EXPLAIN writes it.
func (r *rel) indexed(e expr.Expr) bool {
	return slices.ContainsFunc(r.indexes, func(ix *indexInfo) bool {
		return slices.ContainsFunc(ix.keys, func(k indexKey) bool { return k.matches(e) })
	})
}

// indexableJoins are the join clauses that mention r, written or implied.
func (lv *level) indexableJoins(r *rel) []*clause {
	out := append([]*clause(nil), r.joins...)
	for _, ec := range lv.ecs {
		if ec.hasConst || len(ec.members) < 2 || ec.volatile || ec.broken || !ec.ids.overlaps(r.ids) {
			continue
		}
		for i := range ec.members {
			m := &ec.members[i]
			if m.ids != r.ids || !r.indexed(m.e) {
				continue
			}
			for k := range ec.members {
				if o := &ec.members[k]; !o.ids.overlaps(r.ids) && !o.isConst {
					if c := lv.deriveClause(ec, m, o); c != nil && !hasClause(out, c) {
						out = append(out, c)
					}
				}
			}
		}
	}
	return out
}

// outerSets are the sets of relations worth parameterizing by.
func outerSets(conds []*indexCond, r *rel) []relids {
	var out []relids
	add := func(s relids) {
		for _, o := range out {
			if o == s {
				return
			}
		}
		if !s.empty() && !s.overlaps(r.ids) && len(out) < 16 {
			out = append(out, s)
		}
	}
	for _, c := range conds {
		add(c.ids)
	}
	for _, a := range append([]relids(nil), out...) {
		for _, c := range conds {
			if !c.ids.subsetOf(a) {
				add(a.or(c.ids))
			}
		}
	}
	return out
}
