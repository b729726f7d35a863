package planner

// INSERT, UPDATE and DELETE on views that PostgreSQL calls automatically
// updatable. A statement is analyzed on the view first; then each view on the way
// to the table gives its place to what it reads (rewriteTargetView in PostgreSQL):
// its columns to the columns behind them, its condition to the statement's.

import (
	"slices"
	"sort"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// targetView is a view that a statement changes, and what it reads.
type targetView struct {
	rel   *catalog.Relation // the view; shown has its columns with the defaults of those behind them
	shown *catalog.Relation
	query *Query
	why   string      // not empty: it cannot be changed
	whose string      // name of the view that why is about
	entry *RangeEntry // what it reads
	base  *targetView // of that, if it is a view
	given []bool      // of an INSERT: the columns that have values
	verb  string      // for messages
	first error       // Analyze's later error before this statement
}

// openTargetView reads the views behind a statement's target and locks what they
// read.
func (p *parseState) openTargetView(rel *catalog.Relation, verb string) (*targetView, error) {
	e := relationEntry(rel, noRangeVar)
	e.LockMode = lmgr.AccessShare
	if err := expandView(p.a, e, rel, nil); err != nil {
		return nil, err
	}
	return p.targetView(e, verb)
}

func (p *parseState) targetView(e *RangeEntry, verb string) (*targetView, error) {
	v := &targetView{rel: e.Rel, query: e.Subquery, verb: verb, first: p.later}
	shown := *e.Rel
	shown.Columns = slices.Clone(e.Rel.Columns)
	v.shown = &shown
	if v.why = notUpdatable(v.query, verb != "delete from"); v.why != "" {
		return v, v.blame(p.a)
	}
	b := *v.query.Range[v.query.From[0].(*RangeRef).Rel-1]
	rel, err := p.a.OpenOID(b.RelOID, lmgr.RowExclusive)
	if err != nil {
		return nil, err
	}
	p.a.Unlock(b.RelOID, lmgr.AccessShare) // nothing is read by way of the view
	b.LockMode, b.Rel = lmgr.RowExclusive, rel
	if b.Kind == SubqueryEntry {
		if v.base, err = p.targetView(&b, verb); err != nil {
			return nil, err
		}
		b.Rel = v.base.shown
	}
	b.Kind, b.Subquery = RelationEntry, nil
	v.entry = &b
	for i := range shown.Columns {
		c := &shown.Columns[i]
		if bc := v.behind(i); bc != nil {
			c.Generated, c.Identity = bc.Generated, bc.Identity
			if c.Default == nil {
				c.Default, c.NextValue = bc.Default, bc.NextValue
			}
		}
	}
	return v, nil
}

// blame notes which view cannot be changed: a system view below, or v itself.
func (v *targetView) blame(a *catalog.Access) error {
	v.whose = v.rel.Name
	if len(v.query.From) != 1 {
		return nil
	}
	ref, ok := v.query.From[0].(*RangeRef)
	if !ok {
		return nil
	}
	b := v.query.Range[ref.Rel-1]
	if b.Kind != FunctionEntry || b.RelOID == 0 {
		return nil
	}
	r, err := a.ByOID(b.RelOID)
	if r != nil {
		v.whose = r.Name
	}
	return err
}

// behind is the column that column i of the view stands for, nil if none.
func (v *targetView) behind(i int) *catalog.Column {
	t := visibleTarget(v.query, i+1)
	if t == nil || columnReason(v.query, t) != "" {
		return nil
	}
	return &v.entry.Rel.Columns[t.Expr.(*expr.Var).Attr-1]
}

// tableColumn is the table's column behind one of the view's.
func (v *targetView) tableColumn(c *catalog.Column) *catalog.Column {
	for ; v != nil && v.why == ""; v = v.base {
		b := v.behind(c.Num - 1)
		if b == nil {
			break
		}
		c = b
	}
	return c
}

// notUpdatable says why a view cannot be changed through, "" if it can:
// view_query_is_auto_updatable.
func notUpdatable(q *Query, columns bool) string {
	for _, c := range []struct {
		has  bool
		what string
	}{
		{len(q.Distinct) > 0, "containing DISTINCT"},
		{len(q.Group) > 0, "containing GROUP BY"},
		{q.Having != nil, "containing HAVING"},
		{q.SetOp != nil, "containing UNION, INTERSECT, or EXCEPT"},
		{len(q.CTEs) > 0, "containing WITH"},
		{q.Limit != nil || q.Offset != nil, "containing LIMIT or OFFSET"},
		{q.HasAggs, "that return aggregate functions"},
		{q.HasWindow, "that return window functions"},
		{q.HasSRF, "that return set-returning functions"},
		{!singleTable(q), "that do not select from a single table or view"},
	} {
		if c.has {
			return "Views " + c.what + " are not automatically updatable."
		}
	}
	if !columns {
		return ""
	}
	for i := range q.Targets {
		if columnReason(q, &q.Targets[i]) == "" {
			return ""
		}
	}
	return "Views that have no updatable columns are not automatically updatable."
}

func singleTable(q *Query) bool {
	if len(q.From) != 1 {
		return false
	}
	ref, ok := q.From[0].(*RangeRef)
	return ok && q.Range[ref.Rel-1].RelOID != 0 && q.Range[ref.Rel-1].Kind != FunctionEntry
}

// columnReason says why a view's column cannot be set, "" if it can:
// view_col_is_auto_updatable.
func columnReason(q *Query, t *expr.Target) string {
	v, ok := t.Expr.(*expr.Var)
	switch {
	case t.Junk:
		return "Junk view columns are not updatable."
	case !ok || v.Up > 0 || v.Rel != q.From[0].(*RangeRef).Rel:
		return "View columns that are not columns of their base relation are not updatable."
	case v.Attr < 0:
		return "View columns that refer to system columns are not updatable."
	case v.Attr == expr.WholeRow:
		return "View columns that return whole-row references are not updatable."
	}
	return ""
}

// viewVerbs is how the hint about views names what was tried.
var viewVerbs = map[string]string{"insert into": "inserting into", "update": "updating", "delete from": "deleting from"}

func cannotChangeView(name, verb, why string) error {
	e := pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot %s view %q", verb, name).
		WithHint("To enable %s the view, provide an INSTEAD OF %[2]s trigger or an unconditional ON %[2]s DO INSTEAD rule.",
			viewVerbs[verb], strings.ToUpper(strings.Fields(verb)[0]))
	e.Detail = why
	return e
}

// CheckOptionRefused says why the view of a query cannot have a check option, "" if
// it can.
func CheckOptionRefused(q *Query) string { return notUpdatable(q, true) }

// CheckOptionRefusedOf is CheckOptionRefused of a view that is there.
func CheckOptionRefusedOf(a *catalog.Access, view *catalog.Relation) (string, error) {
	r := relationEntry(view, noRangeVar)
	if err := expandView(a, r, view, nil); err != nil {
		return "", err
	}
	return CheckOptionRefused(r.Subquery), nil
}

// rewriteTarget puts the table in the place of the view that the statement
// changes. What is wrong with the view comes after all other errors.
func (p *parseState) rewriteTarget() {
	p.notePermissions()
	for v := p.view; v != nil; v = v.base {
		if err := p.rewriteView(v); err != nil {
			p.later = err
			if p.view.first != nil {
				p.later = p.view.first
			}
			return
		}
	}
}

func (p *parseState) rewriteView(v *targetView) error {
	if v.why != "" {
		return cannotChangeView(v.whose, v.verb, v.why)
	}
	for i := range v.given { // a view's default is a value given to what it reads
		v.given[i] = v.given[i] || v.rel.Columns[i].Default != nil
	}
	if err := p.checkViewColumns(v); err != nil {
		return err
	}
	if v.base == nil && v.entry.Rel.System {
		return systemCatalog(v.entry.Rel)
	}
	p.replaceView(v)
	p.addViewQual(v)
	if err := p.mapTargets(v); err != nil {
		return err
	}
	if c := p.q.Conflict; c != nil && c.infer != nil {
		v.mapInference(c.infer)
	}
	return nil
}

// checkViewColumns refuses to set columns that stand for none.
func (p *parseState) checkViewColumns(v *targetView) error {
	q := p.q
	for i := range v.rel.Columns {
		set := q.Command == Insert && v.given[i] || slices.Contains(q.UpdateCols, i+1) ||
			q.Conflict != nil && slices.Contains(q.Conflict.SetCols, i+1)
		if !set {
			continue
		}
		if why := columnReason(v.query, visibleTarget(v.query, i+1)); why != "" {
			verb := v.verb
			return pgerr.New(pgerr.FeatureNotSupported, "cannot %s column %q of view %q", verb, v.rel.Columns[i].Name, v.rel.Name).
				WithDetail("%s", why)
		}
	}
	return nil
}

// replaceView puts what the view reads in the place of the view's range entries,
// and what is behind its columns in the place of these.
func (p *parseState) replaceView(v *targetView) {
	q := p.q
	from := v.query.From[0].(*RangeRef).Rel
	// What the view reads goes to the end of the range table, where PostgreSQL has it;
	// the other entries keep their places.
	places := map[int]int{q.Result: len(q.Range) + 1}
	for i, r := range q.Range {
		if r.Excluded || r.Returned != anyRow {
			places[i+1] = i + 1
		}
	}
	flat := map[int][]expr.Expr{}
	for rel, to := range places {
		for i := range v.query.Targets {
			if t := &v.query.Targets[i]; !t.Junk {
				flat[rel] = append(flat[rel], q.versionOf(rel, rebase(t.Expr, from, to)))
			}
		}
	}
	names := v.rel.Columns
	out := mutateQuery(q, 0, func(e expr.Expr, depth int) (expr.Expr, bool) {
		x, ok := e.(*expr.Var)
		if !ok || x.Up != depth || flat[x.Rel] == nil {
			return e, false
		}
		cols := flat[x.Rel]
		if x.Attr != expr.WholeRow {
			return raise(cols[x.Attr-1], depth, x.Nullable), true
		}
		row := &expr.RowCons{Loc: x.Loc, T: x.T}
		for i, c := range cols {
			row.Args = append(row.Args, raise(c, depth, x.Nullable))
			row.Names = append(row.Names, names[i].Name)
		}
		if q.Range[x.Rel-1].Returned == anyRow {
			return row, true
		}
		return raise(q.versionOf(x.Rel, row), depth, x.Nullable), true
	})
	for rel := range places {
		old := *out.Range[rel-1]
		if rel == q.Result { // it stays, so that changes of the view are seen
			old.Rel, old.replaced = v.rel, true
			out.Range[rel-1] = &old
			continue
		}
		e := *v.entry
		e.Excluded, e.Returned, e.Alias, e.HasAlias = old.Excluded, old.Returned, old.Alias, true
		out.Range[rel-1] = &e
	}
	for i, it := range out.From {
		if r, ok := it.(*RangeRef); ok && r.Rel == q.Result {
			out.From[i] = &RangeRef{Rel: places[q.Result]}
		}
	}
	out.Range, out.Result = append(out.Range, v.entry), places[q.Result]
	out.HasSubLinks = out.HasSubLinks || v.query.HasSubLinks
	*q = *out
}

// versionOf makes an expression over the old or new row of RETURNING NULL where
// there is no such row.
func (q *Query) versionOf(rel int, e expr.Expr) expr.Expr {
	if _, ok := e.(*expr.Var); ok || q.Range[rel-1].Returned == anyRow {
		return e
	}
	table := &expr.Var{Loc: -1, Rel: rel, Attr: expr.AttrTableOID, Slot: -1, T: types.OidOID, Mod: -1, Nullable: true}
	return &expr.Case{Loc: -1, T: e.Type(), Mod: e.Typmod(), Else: e, Whens: []expr.When{
		{Cond: &expr.NullTest{Loc: -1, Arg: table}, Result: &expr.Const{Loc: -1, T: e.Type(), Mod: e.Typmod()}}}}
}

// rebase lets the columns of one range entry be those of another.
func rebase(e expr.Expr, from, to int) expr.Expr {
	if e == nil {
		return nil
	}
	out := mutateQuery(&Query{Where: e}, 0, func(x expr.Expr, depth int) (expr.Expr, bool) {
		v, ok := x.(*expr.Var)
		if !ok || v.Up != depth || v.Rel != from {
			return x, false
		}
		c := *v
		c.Rel = to
		return &c, true
	})
	return out.Where
}

// addViewQual lets the statement see the view's rows only, and new rows be such
// if the view has a check option. Checks of inner views come first.
func (p *parseState) addViewQual(v *targetView) {
	q := p.q
	qual := rebase(v.query.Where, v.query.From[0].(*RangeRef).Rel, q.Result)
	askOwner(qual, v.rel)
	if q.Command != Insert && qual != nil {
		if q.Where == nil {
			q.Where = qual
		} else {
			q.Where = &expr.Bool{Loc: -1, Op: expr.And, Args: []expr.Expr{q.Where, qual}}
		}
	}
	if q.Command == Delete {
		return
	}
	check := v.rel.CheckOption
	if len(q.Checks) > 0 && q.Checks[0].Cascaded {
		check = "cascaded"
	}
	if cascaded := check == "cascaded"; cascaded || check == "local" && qual != nil {
		c := &ViewCheck{View: v.rel.Name, Qual: qual, Cascaded: cascaded}
		q.Checks = append([]*ViewCheck{c}, q.Checks...)
	}
}

// mapTargets lets the statement set the columns behind the view's.
func (p *parseState) mapTargets(v *targetView) (err error) {
	q := p.q
	if q.Command == Insert {
		if err := p.mapInsert(v); err != nil {
			return err
		}
	}
	if q.UpdateCols, q.Targets, err = v.mapSet(q.UpdateCols, q.Targets); err != nil || q.Conflict == nil {
		return err
	}
	c := *q.Conflict
	c.SetCols, c.Set, err = v.mapSet(c.SetCols, c.Set)
	q.Conflict = &c
	return err
}

func multipleAssignments(name string) error {
	return pgerr.New(pgerr.SyntaxError, "multiple assignments to same column %q", name)
}

// mapSet maps assignments, in column order.
func (v *targetView) mapSet(cols []int, ts []expr.Target) ([]int, []expr.Target, error) {
	if len(cols) == 0 {
		return cols, ts, nil
	}
	type set struct {
		attr int
		t    expr.Target
	}
	var l []set
	for i, attr := range cols {
		b := v.behind(attr - 1)
		for _, o := range l {
			if o.attr == b.Num {
				return nil, nil, multipleAssignments(b.Name)
			}
		}
		t := ts[i]
		t.Name = b.Name
		l = append(l, set{b.Num, t})
	}
	sort.SliceStable(l, func(i, j int) bool { return l[i].attr < l[j].attr })
	cols, ts = make([]int, len(l)), make([]expr.Target, len(l))
	for i, s := range l {
		cols[i], ts[i] = s.attr, s.t
	}
	return cols, ts, nil
}

// mapInsert makes the row of what the view reads: values that were given, else the
// view's defaults, else those of the columns themselves.
func (p *parseState) mapInsert(v *targetView) error {
	q, rel := p.q, v.entry.Rel
	vals := make([]expr.Expr, len(rel.Columns))
	given := make([]bool, len(rel.Columns))
	for i := range v.rel.Columns {
		b := v.behind(i)
		if b == nil {
			continue
		}
		n := b.Num - 1
		switch {
		case v.given[i] && given[n]:
			return multipleAssignments(b.Name)
		case v.given[i], !given[n] && vals[n] == nil:
			vals[n], given[n] = q.Targets[i].Expr, v.given[i]
		}
	}
	q.Targets = nil
	for i := range rel.Columns {
		c := &rel.Columns[i]
		if c.Dropped {
			continue
		}
		e := vals[i]
		if e == nil {
			e = columnDefault(c)
		}
		q.Targets = append(q.Targets, expr.Target{Expr: e, Name: c.Name})
	}
	if v.base != nil {
		v.base.given = given
	}
	return nil
}

// mapInference lets ON CONFLICT (...) mean what is behind the view's columns.
func (v *targetView) mapInference(w *inferred) {
	from := v.query.From[0].(*RangeRef).Rel
	subst := func(e expr.Expr) expr.Expr {
		return expr.Mutate(e, func(x expr.Expr) (expr.Expr, bool) {
			if c, ok := x.(*expr.Var); ok && c.Attr > 0 {
				return rebase(visibleTarget(v.query, c.Attr).Expr, from, 1), true // as in the expressions of indexes
			}
			return x, false
		})
	}
	for i := range w.elems {
		w.elems[i].expr = subst(w.elems[i].expr)
	}
	if w.where != nil {
		w.where = subst(w.where)
	}
}

// askOwner makes the queries in a view's condition be asked of the view's owner.
func askOwner(e expr.Expr, view *catalog.Relation) {
	role := viewRole(view)
	walkExpr(e, 0, func(e expr.Expr, depth int) bool {
		if s, ok := e.(*expr.SubLink); ok {
			s.Query.(*Query).as = &role
		}
		return depth == 0
	})
}
