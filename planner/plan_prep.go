package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// Preprocessing of expressions: columns of joins become columns of tables,
// outer references become parameters, sublinks become subplans, constants are
// folded, and conditions become lists that are implicitly ANDed.

// preprocess does all expressions of the level.
func (lv *level) preprocess() {
	q := lv.q
	lv.targets = lv.prepTargets(q.Targets)
	if q.Command != Select {
		q.Returning = lv.prepTargets(q.Returning)
	}
	lv.prepEntries()
	for i, it := range q.From {
		q.From[i] = lv.prepItem(it)
	}
	lv.where = lv.released(lv.prepQual(q.Where))
	having := andList(lv.prepQual(q.Having))
	if lv.holds {
		lv.releaseGroupKeys(having)
	}
	lv.limit, lv.offset = lv.prep(q.Limit), lv.prep(q.Offset)
	if q.Conflict != nil {
		c := *q.Conflict
		c.Set = lv.prepTargets(c.Set)
		c.Where = lv.prepQual(c.Where)
		q.Conflict = &c
	}
	for i, v := range q.Checks {
		c := *v
		c.Qual = lv.prepQual(v.Qual)
		if i == 0 {
			q.Checks = slices.Clone(q.Checks)
		}
		q.Checks[i] = &c
	}
	lv.splitHaving(having)
	lv.reduceOuterJoins()
}

// splitHaving moves HAVING conditions without aggregates to WHERE: a copy of them if there
// is a group that has no rows, which they must still keep out.
func (lv *level) splitHaving(having []expr.Expr) {
	q := lv.q
	empty := len(q.Group) == 0 || slices.ContainsFunc(q.GroupingSets, func(set []int) bool { return len(set) == 0 })
	for _, h := range having {
		if len(q.GroupingSets) > 0 && (hasVar(h) || isHeld(h)) || hasAgg(h) || isVolatile(h) || hasSubPlan(h) {
			lv.having = append(lv.having, h)
			continue
		}
		if empty {
			lv.having = append(lv.having, h)
		}
		lv.where = andWith(lv.where, h)
	}
}

func (lv *level) prepTargets(in []expr.Target) []expr.Target {
	out := in
	for i := range in {
		if e := lv.prep(in[i].Expr); e != in[i].Expr {
			if &out[0] == &in[0] {
				out = append([]expr.Target(nil), in...)
			}
			out[i].Expr = e
		}
	}
	return out
}

// prepEntries does the expressions of functions and VALUES in FROM.
func (lv *level) prepEntries() {
	for i, r := range lv.q.Range {
		switch r.Kind {
		case FunctionEntry:
			c := *r
			c.Functions = append([]*RangeFunc(nil), r.Functions...)
			for k, f := range r.Functions {
				fc := *f
				fc.Call = lv.prep(f.Call)
				c.Functions[k] = &fc
			}
			lv.setEntry(i, &c)
		case ValuesEntry:
			var rows [][]expr.Expr
			for k, row := range r.Values {
				out := lv.prepList(row)
				if rows == nil && len(row) > 0 && &out[0] != &row[0] {
					rows = append(make([][]expr.Expr, 0, len(r.Values)), r.Values[:k]...)
				}
				if rows != nil {
					rows = append(rows, out)
				}
			}
			if rows != nil {
				c := *r
				c.Values = rows
				lv.setEntry(i, &c)
			}
		}
	}
}

func (lv *level) setEntry(i int, r *RangeEntry) {
	if &lv.q.Range[0] == &lv.g.rng[lv.off] {
		lv.q.Range = append([]*RangeEntry(nil), lv.q.Range...)
	}
	lv.g.rng[lv.off+i] = r
}

// rangeEntry returns the entry of a local range index as preprocessed.
func (lv *level) rangeEntry(i int) *RangeEntry { return lv.g.rng[lv.off+i-1] }

func (lv *level) prepList(in []expr.Expr) []expr.Expr {
	out := in
	for i, e := range in {
		if r := lv.prep(e); r != e {
			if &out[0] == &in[0] {
				out = append([]expr.Expr(nil), in...)
			}
			out[i] = r
		}
	}
	return out
}

func (lv *level) prepItem(it FromItem) FromItem {
	switch n := it.(type) {
	case *Join:
		c := *n
		c.Left, c.Right, c.Quals = lv.prepItem(n.Left), lv.prepItem(n.Right), lv.released(lv.prepQual(n.Quals))
		return &c
	case *fromList:
		c := &fromList{quals: lv.released(lv.prepQual(n.quals))}
		for _, x := range n.items {
			c.items = append(c.items, lv.prepItem(x))
		}
		return c
	}
	return it
}

// prepQual is prep for a condition: its top-level ANDed sublinks may treat
// unknown as false.
func (lv *level) prepQual(e expr.Expr) expr.Expr {
	if e == nil {
		return nil
	}
	return lv.prepWith(e, lv.canonical, lv.outerQualStep)
}

func (lv *level) prep(e expr.Expr) expr.Expr {
	switch e.(type) {
	case nil:
		return nil
	case *expr.Const:
		return e
	}
	return lv.prepWith(e, func(e expr.Expr) expr.Expr { return e }, lv.outerStep)
}

// prepWith folds constants, and what else fold knows, before it goes into what lies outside
// of the level, by outer: subqueries and references in arms that fold away count for nothing.
func (lv *level) prepWith(e expr.Expr, fold func(expr.Expr) expr.Expr, outer expr.Rewrite) expr.Expr {
	e = fold(lv.g.simplify(expr.Mutate(e, lv.ownStep)))
	if lv.q.HasSubLinks || lv.parent != nil {
		e = expr.Mutate(e, outer)
	}
	return e
}

// ownStep rewrites one node of the level itself.
func (lv *level) ownStep(e expr.Expr) (expr.Expr, bool) {
	switch n := e.(type) {
	case *expr.Var:
		if n.Up > 0 {
			return e, true
		}
		return lv.prepVar(n), true
	case *expr.Param:
		if n.Kind == expr.ExternParam && lv.g.opts.Params != nil && n.ID <= len(lv.g.opts.Params) {
			return &expr.Const{Loc: n.Loc, Value: lv.g.opts.Params[n.ID-1], T: n.T, Mod: n.Mod}, true
		}
	case *expr.SubLink, *expr.SubPlan:
		return e, true
	case *expr.PlaceHolder:
		return e, hasSubLink(n.Arg)
	}
	return e, false
}

// outerStep rewrites one node that ownStep has left.
func (lv *level) outerStep(e expr.Expr) (expr.Expr, bool) {
	switch n := e.(type) {
	case *expr.Var:
		if n.Up > 0 {
			return lv.outerRef(n, n.Up), true
		}
		return e, true
	case *expr.Agg:
		if n.Up > 0 {
			return lv.outerRef(n, n.Up), true
		}
	case *expr.SubLink:
		return lv.makeSubPlan(n, false), true
	case *expr.SubPlan:
		return e, true
	case *expr.PlaceHolder:
		if hasSubLink(n.Arg) {
			return &expr.PlaceHolder{Loc: -1, Arg: lv.planHeld(n.Arg), Input: n.Input}, true
		}
	}
	return e, false
}

func (lv *level) outerQualStep(e expr.Expr) (expr.Expr, bool) {
	switch n := e.(type) {
	case *expr.Bool:
		if n.Op == expr.And {
			args := make([]expr.Expr, len(n.Args))
			for i, a := range n.Args {
				args[i] = expr.Mutate(a, lv.outerQualStep)
			}
			return &expr.Bool{Loc: n.Loc, Op: expr.And, Args: args}, true
		}
	case *expr.SubLink:
		return lv.makeSubPlan(n, true), true
	}
	return expr.Mutate(e, lv.outerStep), true
}

// prepVar resolves a column of a join and gives the column its flat range index.
func (lv *level) prepVar(v *expr.Var) expr.Expr {
	if v.Rel < 1 || v.Rel > len(lv.q.Range) {
		return v
	}
	r := lv.q.Range[v.Rel-1]
	if r.Kind == JoinEntry {
		if v.Attr == expr.WholeRow {
			row := &expr.RowCons{Loc: v.Loc, Names: r.Columns, T: types.RecordOID}
			for _, jv := range r.JoinVars {
				row.Args = append(row.Args, expr.Mutate(jv, lv.ownStep))
			}
			return row
		}
		if v.Attr >= 1 && v.Attr <= len(r.JoinVars) {
			return expr.Mutate(r.JoinVars[v.Attr-1], lv.ownStep)
		}
	}
	if v.Attr == expr.WholeRow {
		return lv.wholeRow(v, r)
	}
	if c := virtualColumn(r, v.Attr); c != nil {
		return lv.virtualValue(v, c)
	}
	coll, ok := r.collation(v.Attr)
	if lv.q.SetOp != nil && v.Attr >= 1 && v.Attr <= len(lv.q.collations) {
		coll, ok = lv.q.collations[v.Attr-1], true
	}
	if !ok || coll == expr.TypeCollation(v.T) {
		coll = 0
	}
	if lv.off == 0 && coll == 0 {
		return v
	}
	c := *v
	c.Rel += lv.off
	c.Coll = coll
	return &c
}

// wholeRow builds a row value of an entry's live columns. That a row of NULLs
// from an outer join should be NULL itself is left to a test of the columns.
func (lv *level) wholeRow(v *expr.Var, r *RangeEntry) expr.Expr {
	shown := *v
	shown.Rel += lv.off
	row := &expr.RowCons{Loc: v.Loc, T: v.T, Whole: &shown}
	for i, name := range r.Columns {
		if r.Kind == RelationEntry && r.Rel != nil && i < len(r.Rel.Columns) && r.Rel.Columns[i].Dropped {
			row.Args = append(row.Args, &expr.Const{Loc: -1, Mod: -1})
		} else {
			row.Args = append(row.Args, lv.prepVar(&expr.Var{Loc: v.Loc, Rel: v.Rel, Attr: i + 1, Slot: -1, T: r.Types[i], Mod: r.Mods[i], Nullable: v.Nullable}))
		}
		row.Names = append(row.Names, name)
	}
	if !v.Nullable {
		return row
	}
	var nulls []expr.Expr
	if r.Returned != anyRow { // there is no row, or it is one of the table
		table := &expr.Var{Loc: -1, Rel: v.Rel + lv.off, Attr: expr.AttrTableOID, Slot: -1, T: types.OidOID, Mod: -1, Nullable: true}
		nulls = []expr.Expr{&expr.NullTest{Loc: -1, Arg: table}}
	} else {
		for i, a := range row.Args {
			if virtualColumn(r, i+1) == nil {
				nulls = append(nulls, &expr.NullTest{Loc: -1, Arg: a})
			}
		}
	}
	return &expr.Case{Loc: v.Loc, T: v.T, Mod: -1, Else: row,
		Whens: []expr.When{{Cond: andOf(nulls), Result: &expr.Const{Loc: -1, T: v.T, Mod: -1}}}}
}

// outerRef makes the parameter for a column or aggregate of a level further out.
func (lv *level) outerRef(e expr.Expr, up int) expr.Expr {
	anc := lv
	for range up {
		if anc.parent == nil {
			return e
		}
		anc = anc.parent
	}
	var at expr.Expr
	switch n := e.(type) {
	case *expr.Var:
		c := *n
		c.Up = 0
		at = anc.prep(&c)
	case *expr.Agg:
		c := *n
		c.Up = 0
		at = anc.prep(expr.MutateChildren(&c, func(a expr.Expr) (expr.Expr, bool) { return raise(a, -up, false), true }))
	}
	for _, p := range anc.planParams {
		if equalExpr(p.e, at) {
			return &expr.Param{Loc: -1, Kind: expr.ExecParam, ID: p.id, T: e.Type(), Mod: e.Typmod()}
		}
	}
	id := lv.g.newParam(at)
	anc.planParams = append(anc.planParams, planParam{id, at})
	return &expr.Param{Loc: -1, Kind: expr.ExecParam, ID: id, T: e.Type(), Mod: e.Typmod()}
}

// liveArms takes the arms out of an OR that are never true, false if none is left.
func (lv *level) liveArms(b *expr.Bool) (*expr.Bool, bool) {
	c := *b
	c.Args = nil
	for _, a := range b.Args {
		a = lv.canonical(a)
		if k, ok := a.(*expr.Const); !ok || !k.Value.IsNull() && k.Value.Bool() {
			c.Args = append(c.Args, a)
		}
	}
	return &c, len(c.Args) > 0
}

// canonical flattens ANDs and takes conditions common to all arms out of ORs.
func (lv *level) canonical(e expr.Expr) expr.Expr {
	l := andList(e)
	var out []expr.Expr
	for _, c := range l {
		if k, ok := c.(*expr.Const); ok && len(l) > 1 && k.Value.IsNull() {
			return falseConst() // unknown is as good as false
		}
		if b, ok := c.(*expr.Bool); ok && b.Op == expr.Or {
			if b, ok = lv.liveArms(b); !ok {
				return falseConst()
			}
			out = append(out, factorOr(b)...)
			continue
		}
		out = append(out, c)
	}
	return andOf(out)
}

// factorOr turns (a AND b) OR (a AND c) into a AND (b OR c).
func factorOr(b *expr.Bool) []expr.Expr {
	arms := make([][]expr.Expr, len(b.Args))
	short := 0
	for i, a := range b.Args {
		arms[i] = andList(a)
		if len(arms[i]) < len(arms[short]) {
			short = i
		}
	}
	var common []expr.Expr
	for _, c := range arms[short] {
		inAll := !hasExpr(common, c)
		for _, arm := range arms {
			inAll = inAll && hasExpr(arm, c)
		}
		if inAll {
			common = append(common, c)
		}
	}
	if len(common) == 0 {
		return []expr.Expr{b}
	}
	var rest []expr.Expr
	for _, arm := range arms {
		var left []expr.Expr
		for _, c := range arm {
			if !hasExpr(common, c) {
				left = append(left, c)
			}
		}
		if len(left) == 0 {
			return common
		}
		rest = append(rest, andOf(left))
	}
	return append(common, orOf(rest))
}

func hasExpr(l []expr.Expr, e expr.Expr) bool {
	for _, x := range l {
		if equalExpr(x, e) {
			return true
		}
	}
	return false
}

// andList splits a condition at its top-level ANDs; constants TRUE vanish.
func andList(e expr.Expr) []expr.Expr {
	if e == nil {
		return nil
	}
	switch n := e.(type) {
	case *expr.Bool:
		if n.Op == expr.And {
			var out []expr.Expr
			for _, a := range n.Args {
				out = append(out, andList(a)...)
			}
			return out
		}
	case *expr.Const:
		if n.Value.IsTrue() {
			return nil
		}
	}
	return []expr.Expr{e}
}

func andOf(l []expr.Expr) expr.Expr {
	switch len(l) {
	case 0:
		return nil
	case 1:
		return l[0]
	}
	return &expr.Bool{Loc: -1, Op: expr.And, Args: l}
}

func orOf(l []expr.Expr) expr.Expr {
	if len(l) == 1 {
		return l[0]
	}
	var flat []expr.Expr
	for _, e := range l {
		if b, ok := e.(*expr.Bool); ok && b.Op == expr.Or {
			flat = append(flat, b.Args...)
		} else {
			flat = append(flat, e)
		}
	}
	return &expr.Bool{Loc: -1, Op: expr.Or, Args: flat}
}

func andWith(a, b expr.Expr) expr.Expr {
	if a == nil {
		return b
	}
	return andOf(append(append([]expr.Expr(nil), andList(a)...), b))
}
