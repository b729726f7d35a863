package commands

import (
	"strings"
	"time"

	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/types"
)

// EXPLAIN [ANALYZE]: plans a statement, runs it if asked to, and prints the plan.

func (c *Ctx) explain(s *tree.Explain) (*Result, error) {
	query, create := s.Query, asTable(s.Query)
	opts, err := planner.ParseExplainOptions(s.Options, c.Sess.Set)
	if err != nil {
		return nil, c.beforeOptions(query, create, opts.Generic, err)
	}
	var to creation
	if create != nil {
		var exists bool
		if to, exists, err = c.explainInto(create); exists || err != nil {
			return &Result{Tag: "EXPLAIN", Columns: explainColumns(opts.Format)}, err
		}
		query = create.Query
	}
	before := *c.Sess.Counters
	p, err := c.planForExplain(query, opts.Generic)
	if err != nil {
		return nil, err
	}
	x := &planner.Explain{Options: opts, Stmt: p.stmt, Access: c.Access, Planning: p.time, PlanningBuffers: p.buffers,
		PlanningCounters: c.countersSince(&before)}
	if err := planner.CheckPermissions(c.Access, p.stmt); err != nil {
		return nil, err
	}
	if !opts.Generic {
		ec := &executor.Ctx{Sess: c.Sess, Access: c.Access, Stmt: p.stmt}
		ec.Expr.Params = p.params
		if x.Survivors, err = ec.Survivors(); err != nil {
			return nil, err
		}
	}
	if opts.Analyze {
		if err := CheckReadOnly(c.Sess, p.stmt, c.explained(query)); err != nil {
			return nil, err
		}
		if err := c.runForExplain(x, p.params, create, to); err != nil {
			return nil, err
		}
	}
	text, err := x.Text()
	if err != nil {
		return nil, err
	}
	r := &Result{Tag: "EXPLAIN", Columns: explainColumns(opts.Format)}
	if opts.Format != planner.FormatText {
		r.Rows = []types.Row{{types.NewText(text)}}
		return r, nil
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		r.Rows = append(r.Rows, types.Row{types.NewText(line)})
	}
	return r, nil
}

// beforeOptions is the error of options, or of the statement, which is analyzed first.
func (c *Ctx) beforeOptions(query tree.Statement, create *tree.CreateTableAs, generic bool, err error) error {
	if create != nil {
		query = create.Query
	}
	if _, ok := query.(*tree.Execute); !ok {
		if _, wrong := c.planForExplain(query, generic); wrong != nil {
			return wrong
		}
	}
	return err
}

// countersSince are what was added to the counters, under EXPLAIN's names.
func (c *Ctx) countersSince(before *session.Counters) []planner.Counter {
	var out []planner.Counter
	for _, s := range c.Sess.Counters.Since(before) {
		words := strings.Split(s.Counter, "_")
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		out = append(out, planner.Counter{Name: strings.Join(words, " "), Value: s.Value})
	}
	return out
}

func explainColumns(f planner.ExplainFormat) []planner.ResultColumn {
	c := textColumn("QUERY PLAN")
	if f == planner.FormatJSON {
		c.Type = types.JSONOID
	}
	return []planner.ResultColumn{c}
}

// explained is the query behind an EXECUTE or a cursor, or q itself.
func (c *Ctx) explained(q tree.Statement) tree.Statement {
	if e, ok := q.(*tree.Execute); ok {
		if st, err := c.Prepared.Get(e.Name); err == nil {
			return st.Tree
		}
	}
	if d, ok := q.(*tree.DeclareCursor); ok {
		return d.Query
	}
	return q
}

// explainPlan is a plan to be explained, and what it took to make it.
type explainPlan struct {
	stmt    *planner.PlannedStmt
	params  []types.Datum
	time    time.Duration
	buffers session.BufferUsage
}

// plan calls f, which plans, and measures it.
func (p *explainPlan) plan(sess *session.Session, f func() error) error {
	before, start := sess.BufferUsage(), time.Now()
	err := f()
	p.time = time.Since(start)
	p.buffers.Add(before, sess.BufferUsage())
	return err
}

// planForExplain plans a query, or finds the plan that EXECUTE would use. A
// generic plan needs no values for parameters.
func (c *Ctx) planForExplain(q tree.Statement, generic bool) (p explainPlan, err error) {
	if e, ok := q.(*tree.Execute); ok {
		return p, p.plan(c.Sess, func() error {
			st, err := c.Prepared.Get(e.Name)
			if err != nil {
				return err
			}
			if p.params, err = ExecuteParams(c, st, e); err != nil {
				return err
			}
			p.stmt, err = st.Planned(c.Access, p.params)
			return err
		})
	}
	opts := planner.Options{Params: c.Params, Generic: generic}
	d, cursor := q.(*tree.DeclareCursor)
	if cursor {
		if err := checkDeclare(d); err != nil {
			return p, err
		}
		q, opts.Fraction = d.Query, c.fraction()
	}
	if !IsQuery(q) {
		return p, pgerr.Unsupported(int(q.Position()), "EXPLAIN of "+StatementName(q), "")
	}
	query, err := planner.Analyze(c.Access, q, &planner.ParamTypes{Types: c.ParamTypes, Variable: generic})
	if err != nil {
		return p, err
	}
	if cursor {
		if err := checkCursorQuery(d, query); err != nil {
			return p, err
		}
	}
	p.params = c.Params
	err = p.plan(c.Sess, func() (err error) {
		p.stmt, err = planner.PlanQuery(c.Access, query, opts)
		return err
	})
	return p, err
}

// explainInto analyzes CREATE TABLE AS and tells where its table goes, and whether
// it is there.
func (c *Ctx) explainInto(s *tree.CreateTableAs) (to creation, exists bool, err error) {
	if _, err := c.analyzeSource(s); err != nil {
		return to, false, err
	}
	return c.intoExists(s)
}

// runForExplain executes the plan and throws its rows away, or makes the table
// of CREATE TABLE AS of them.
func (c *Ctx) runForExplain(x *planner.Explain, params []types.Datum, create *tree.CreateTableAs, to creation) error {
	x.Instr = make([]planner.Instrument, x.Stmt.NumNodes)
	start := time.Now()
	var sink func(types.Row) error
	if create != nil {
		rel, err := c.createInto(create, to, x.Stmt.Columns)
		if err != nil {
			return err
		}
		if sink = c.insertInto(rel, len(x.Stmt.Columns), new(int)); create.WithNoData {
			sink = nil
		}
	}
	if x.Options.Serialize && sink == nil && len(x.Stmt.Columns) > 0 {
		sink = c.serialize(x)
	}
	before := *c.Sess.Counters
	err := c.RunPlan(x.Stmt, params, x.Instr, sink)
	x.Execution = time.Since(start)
	if _, ok := x.Stmt.Root.(*planner.ModifyTable); ok {
		in := &x.Instr[x.Stmt.Root.Base().ID]
		in.Counters = append(in.Counters, c.countersSince(&before)...)
	}
	var own []types.OID
	for _, p := range planner.ResultRelations(x.Stmt) {
		own = append(own, p.OID)
	}
	calls, others := c.Triggers.TakeCalls(own)
	x.Triggers, x.TriggerRelations = calls, others || len(own) > 1
	return err
}

// serialize turns rows to text as a client would get them, and measures that:
// bytes are those of DataRow messages without their heads.
func (c *Ctx) serialize(x *planner.Explain) func(types.Row) error {
	var buf []byte
	return func(row types.Row) error {
		start := time.Now()
		x.Output.Bytes += 2
		for i := range x.Stmt.Columns {
			x.Output.Bytes += 4
			if d := row[i]; !d.IsNull() {
				buf = types.AppendText(buf[:0], d, x.Stmt.Columns[i].Type, c.Sess.Env)
				x.Output.Bytes += int64(len(buf))
			}
		}
		x.Output.Time += time.Since(start)
		return nil
	}
}
