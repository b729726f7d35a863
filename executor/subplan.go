package executor

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/types"
)

// Subqueries inside expressions. An initplan runs once, when its output
// parameter is first read; a subplan runs for each row, or is read into a hash
// table once (hashed_subplan.go).

func makeExecSlots(n int) []expr.ExecSlot { return make([]expr.ExecSlot, n) }

// subPlan is one planned subquery of the statement: it implements
// expr.SubPlanRunner.
type subPlan struct {
	c      *Ctx
	def    *planner.SubPlanDef
	node   Node // nil until first run
	hashed *hashedSubPlan
	watch  paramWatch // what the last run depended on
	armed  bool       // an initplan that is to run when next read
	poll   poll
	multi  multiRow
}

// prepareSubPlans makes a runner for each subquery; nothing runs yet.
func (c *Ctx) prepareSubPlans() error {
	defs := c.Stmt.SubPlans
	c.subs = make([]*subPlan, len(defs))
	c.ctes = make([]*cteStore, len(defs))
	c.Expr.SubPlans = make([]expr.SubPlanRunner, len(defs))
	for i, d := range defs {
		s := &subPlan{c: c, def: d, watch: watchParams(d.Plan.Base().ExtParams)}
		c.subs[i], c.Expr.SubPlans[i] = s, s
		if d.CTE {
			c.ctes[i] = &cteStore{sub: s}
		}
		if d.Init {
			s.arm()
		}
	}
	return nil
}

// arm makes the initplan run when one of its output parameters is next read, or
// when a scan of the WITH query wants its first row.
func (s *subPlan) arm() {
	s.armed = true
	if st := s.c.ctes[s.def.Index]; st != nil {
		st.forget()
	}
	for _, id := range s.def.OutIDs {
		s.c.Expr.DeferExec(id, s.runInit)
	}
}

func (s *subPlan) runInit(*expr.Ctx) error {
	for _, id := range s.def.OutIDs {
		s.c.Expr.Exec[id].Pending = nil
	}
	if err := s.start(); err != nil {
		return err
	}
	ec := &s.c.Expr
	switch s.def.Kind {
	case expr.ExistsLink:
		row, err := s.node.Next()
		ec.Exec[s.def.OutIDs[0]].Value = types.NewBool(row != nil)
		return err
	case expr.ArrayLink:
		d, err := s.array()
		ec.Exec[s.def.OutIDs[0]].Value = d
		return err
	}
	row, err := s.onlyRow()
	if err != nil {
		return err
	}
	for i, id := range s.def.OutIDs {
		if row == nil {
			ec.Exec[id].Value = types.NullDatum
		} else {
			ec.Exec[id].Value = row[i]
		}
	}
	return nil
}

// start brings the subquery to its first row with the current parameters.
func (s *subPlan) start() error {
	s.armed = false
	s.watch.mark(&s.c.Expr)
	if s.node != nil {
		return s.node.Rescan()
	}
	was := s.c.rewinds
	s.c.rewinds = !s.def.Init && !s.def.Hashed && len(s.def.ParamIDs) == 0
	n, err := build(s.c, s.def.Plan)
	s.c.rewinds = was
	if err != nil {
		return err
	}
	s.node = n
	return n.Open()
}

// onlyRow returns a copy of the subquery's row, nil if it has none.
func (s *subPlan) onlyRow() (types.Row, error) {
	row, err := s.node.Next()
	if row == nil || err != nil {
		return nil, err
	}
	kept := append(types.Row{}, row...)
	more, err := s.node.Next()
	if err != nil {
		return nil, err
	}
	if more != nil {
		return nil, pgerr.New(pgerr.CardinalityViolation, "more than one row returned by a subquery used as an expression")
	}
	return kept, nil
}

// array collects the first column into an array.
func (s *subPlan) array() (types.Datum, error) {
	out := types.ElemBuilder{Env: s.c.Sess.Env}
	mem := account{sess: s.c.Sess}
	defer mem.release()
	for {
		row, err := s.node.Next()
		if err != nil {
			return types.NullDatum, err
		}
		if row == nil {
			break
		}
		if err := s.c.Sess.Interrupted(); err != nil {
			return types.NullDatum, err
		}
		if err := out.Add(row[0]); err != nil {
			return types.NullDatum, err
		}
		if err := mem.add(types.RowBytes(row[:1])); err != nil {
			return types.NullDatum, err
		}
	}
	t, elems := s.def.Plan.Base().Targets[0].Expr.Type(), out.Elems
	if len(elems) > 0 && s.def.Stack {
		d, err := stackArrays(s.c.Sess, elems)
		return s.keep(d, err)
	}
	a := &types.ArrayVal{Elem: t, Elems: elems}
	if len(elems) > 0 {
		a.Dims, a.Lower = []int32{int32(len(elems))}, []int32{1}
	}
	mem.release()
	return s.keep(types.NewArray(a), nil)
}

// keep counts a large array against the statement's memory limit.
func (s *subPlan) keep(d types.Datum, err error) (types.Datum, error) {
	if err == nil && d.Large() {
		err = s.c.Sess.Keep(d.Extent())
	}
	return d, err
}

// stackArrays makes one array of arrays of the same lengths.
func stackArrays(sess *session.Session, subs []types.Datum) (types.Datum, error) {
	out := types.ElemBuilder{Env: sess.Env}
	whole := &types.ArrayVal{}
	for i, d := range subs {
		if d.IsNull() {
			return types.NullDatum, pgerr.New(pgerr.NullValueNotAllowed, "cannot accumulate null arrays")
		}
		a := d.Array()
		switch {
		case len(a.Elems) == 0:
			return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "cannot accumulate empty arrays")
		case i == 0:
			whole.Elem = a.Elem
			whole.Dims = append([]int32{int32(len(subs))}, a.Dims...)
			whole.Lower = append([]int32{1}, a.Lower...)
		case !slices.Equal(whole.Dims[1:], a.Dims):
			return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "cannot accumulate arrays of different dimensionality")
		}
		for _, x := range a.Elems {
			if err := out.Add(x); err != nil {
				return types.NullDatum, err
			}
		}
	}
	if len(whole.Dims) > 6 {
		return types.NullDatum, pgerr.New(pgerr.ProgramLimitExceeded, "number of array dimensions (%d) exceeds the maximum allowed (%d)", len(whole.Dims), 6)
	}
	whole.Elems = out.Elems
	return types.NewArray(whole), nil
}

// Eval runs the subplan for the current row.
func (s *subPlan) Eval(c *expr.Ctx, call *expr.SubPlanCall, row types.Row) (types.Datum, error) {
	if s.def.Hashed {
		return s.evalHashed(c, call, row)
	}
	if call.Plan.Kind == expr.MultiLink {
		return s.column(call.Plan.Col)
	}
	if err := s.start(); err != nil {
		return types.NullDatum, err
	}
	switch call.Plan.Kind {
	case expr.ExistsLink:
		r, err := s.node.Next()
		return types.NewBool(r != nil), err
	case expr.ArrayLink:
		return s.array()
	case expr.AnyLink, expr.AllLink:
		return s.quantified(c, call, row)
	}
	r, err := s.onlyRow()
	if r == nil || err != nil {
		return types.NullDatum, err
	}
	if call.Plan.Kind == expr.RowCompareLink {
		setParams(c, call.Plan.TestIDs, r)
		return call.Test(c, row)
	}
	return r[0], nil
}

// multiRow is the row that the query of a SET (a, b) = (query) gave. Each column is
// read once for a row that is updated: one that was read before begins the next row.
type multiRow struct {
	row  types.Row // nil if the query had none
	read []bool    // by column; nil before the first run
}

// column runs the query if it has not run for the current row, and gives its column i.
func (s *subPlan) column(i int) (types.Datum, error) {
	m := &s.multi
	if m.read == nil || m.read[i] {
		if err := s.start(); err != nil {
			return types.NullDatum, err
		}
		row, err := s.onlyRow()
		if err != nil {
			return types.NullDatum, err
		}
		m.row = row
		if m.read == nil {
			m.read = make([]bool, len(s.def.Plan.Base().Targets))
		}
		clear(m.read)
	}
	m.read[i] = true
	if m.row == nil {
		return types.NullDatum, nil
	}
	return m.row[i], nil
}

func setParams(c *expr.Ctx, ids []int, row types.Row) {
	for i, id := range ids {
		c.SetExec(id, row[i])
	}
}

// quantified is op ANY and op ALL: true or false as soon as one row decides,
// NULL if none does and one was NULL.
func (s *subPlan) quantified(c *expr.Ctx, call *expr.SubPlanCall, row types.Row) (types.Datum, error) {
	all := call.Plan.Kind == expr.AllLink
	null := false
	for {
		r, err := s.node.Next()
		if err != nil {
			return types.NullDatum, err
		}
		if r == nil {
			break
		}
		if err := s.poll.check(s.c.Sess); err != nil {
			return types.NullDatum, err
		}
		setParams(c, call.Plan.TestIDs, r)
		d, err := call.Test(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		if d.IsNull() {
			null = true
		} else if d.Bool() != all {
			return d, nil
		}
	}
	if null {
		return types.NullDatum, nil
	}
	return types.NewBool(all), nil
}

func (c *Ctx) closeSubPlans() {
	for _, s := range c.subs {
		if s.node != nil {
			s.node.Close()
		}
		s.hashed.release()
	}
	for _, s := range c.ctes {
		if s != nil {
			s.close()
		}
	}
}

// initPlanReset re-arms the initplans of a node whose parameters from outside
// have changed, whenever the node is scanned again.
type initPlanReset struct {
	Node
	c     *Ctx
	plans []*planner.SubPlanDef
}

func hasExternalInitPlan(b *planner.PlanBase) bool {
	for _, d := range b.InitPlans {
		if len(d.Plan.Base().ExtParams) > 0 {
			return true
		}
	}
	return false
}

// Rescan arms the initplans again before the node starts over.
func (n *initPlanReset) Rescan() error {
	for _, d := range n.plans {
		if s := n.c.subs[d.Index]; !s.armed && s.watch.changed(&n.c.Expr) {
			s.arm()
		}
	}
	return n.Node.Rescan()
}
