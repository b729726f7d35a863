package executor

// The pass over a table that ends an ALTER TABLE: rows are tested against new
// constraints and, if columns are to be computed, stored anew in another heap
// (PostgreSQL's ATRewriteTable).

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// AlterValue is a column that ALTER TABLE computes: from the old row, or if it is
// a generated one from the new row.
type AlterValue struct {
	Attr      int
	Expr      expr.Expr
	Generated bool
}

// AlterScan is one pass over a table. Old is its entry before the command, New
// the one after; Into is the heap that rows are copied to, nil if they stay.
type AlterScan struct {
	Old, New *catalog.Relation
	Into     *storage.Heap
	Values   []AlterValue
	NotNull  []int // attnums that must not be NULL
	Checks   []catalog.Check
	// Partition is what rows of a partition must fulfil, nil if nothing. Default is what
	// an error names if they are those of a default partition that loses some of what it
	// may hold, nil if they are not.
	Partition expr.Expr
	Default   *catalog.Relation
	virtual   []catalog.RowColumn
}

// alterStep is a compiled value or check.
type alterStep struct {
	AlterValue
	check *catalog.Check
	bound bool // the condition of the partition
	eval  expr.Eval
}

// Run makes the pass: 23502 or 23514 if a row violates a constraint.
func (s *AlterScan) Run(c *Ctx) error {
	steps, err := s.compile()
	if err != nil {
		return err
	}
	from := s.New
	if s.Into != nil {
		from = s.Old
	}
	shape := newRowShape(nil, from, nil)
	scan := from.Heap.Scan(c.Snapshot)
	defer scan.Done(c.Sess.StmtStart)
	if s.Into != nil {
		defer c.Sess.Txn.ForgetWrites(s.Into)
	}
	out := make(types.Row, len(s.New.Columns))
	c.Sess.Progress.Start(session.Scanning, from.Heap.LiveEstimate())
	var poll poll
	for {
		row := scan.Next()
		if row == nil {
			return nil
		}
		if err := poll.check(c.Sess); err != nil {
			return err
		}
		row = shape.complete(row, scan.TID())
		c.Sess.Progress.Add(session.Scanning)
		s.fill(out, row)
		if err := s.row(c, steps, row, out); err != nil {
			return err
		}
		if s.Into == nil {
			continue
		}
		if _, err := s.Into.Insert(c.Sess.Txn, out); err != nil {
			return err
		}
	}
}

// compile puts plain values first, then generated columns, then checks.
func (s *AlterScan) compile() ([]alterStep, error) {
	var steps []alterStep
	add := func(st alterStep, e expr.Expr) error {
		f, err := s.New.CompileRow(e)
		st.eval = f
		steps = append(steps, st)
		return err
	}
	for _, generated := range []bool{false, true} {
		for _, v := range s.Values {
			if v.Generated != generated {
				continue
			}
			if err := add(alterStep{AlterValue: v}, v.Expr); err != nil {
				return nil, err
			}
		}
	}
	for _, num := range s.NotNull {
		if s.New.Columns[num-1].Virtual {
			f, err := s.New.CompileRow(s.New.Columns[num-1].Default)
			if err != nil {
				return nil, err
			}
			s.virtual = append(s.virtual, catalog.RowColumn{Column: &s.New.Columns[num-1], Eval: f})
		}
	}
	for i := range s.Checks {
		if err := add(alterStep{check: &s.Checks[i]}, s.Checks[i].Expr); err != nil {
			return nil, err
		}
	}
	if s.Partition != nil {
		return steps, add(alterStep{bound: true}, s.Partition)
	}
	return steps, nil
}

// fill begins the new row: what the old one has, and NULL in dropped columns.
func (s *AlterScan) fill(out, row types.Row) {
	n := copy(out, row)
	for i := range out {
		if c := &s.New.Columns[i]; c.Dropped {
			out[i] = types.NullDatum
		} else if i >= n {
			out[i] = c.Missing
		}
	}
}

func (s *AlterScan) row(c *Ctx, steps []alterStep, row, out types.Row) error {
	tested := false
	for i := range steps {
		st := &steps[i]
		from := row
		if (st.check != nil || st.bound) && !tested {
			if err := s.testNulls(c, out); err != nil {
				return err
			}
			tested = true
		}
		if st.check != nil || st.bound || st.Generated {
			from = out
		}
		d, err := st.eval(&c.Expr, from)
		switch {
		case err != nil:
			return err
		case st.bound:
			if !d.IsNull() && !d.Bool() {
				return s.outOfBound()
			}
		case st.check == nil:
			out[st.Attr-1] = d
		case !d.IsNull() && !d.Bool():
			return pgerr.New(pgerr.CheckViolation, "check constraint %q of relation %q is violated by some row", st.check.Name, s.New.Name).
				On(s.New.Schema, s.New.Name, st.check.Name)
		}
	}
	if tested {
		return nil
	}
	return s.testNulls(c, out)
}

func (s *AlterScan) outOfBound() error {
	format, rel := "partition constraint of relation %q is violated by some row", s.New
	if s.Default != nil {
		format, rel = "updated partition constraint for default partition %q would be violated by some row", s.Default
	}
	return pgerr.New(pgerr.CheckViolation, format, rel.Name).On(rel.Schema, rel.Name, "")
}

func (s *AlterScan) testNulls(c *Ctx, out types.Row) error {
	for _, num := range s.NotNull {
		if out[num-1].IsNull() && !s.New.Columns[num-1].Virtual {
			return s.nullsIn(num)
		}
	}
	for _, v := range s.virtual {
		d, err := v.Eval(&c.Expr, out)
		if err != nil {
			return err
		}
		if d.IsNull() {
			return s.nullsIn(v.Num)
		}
	}
	return nil
}

func (s *AlterScan) nullsIn(num int) error {
	e := pgerr.New(pgerr.NotNullViolation, "column %q of relation %q contains null values", s.New.Columns[num-1].Name, s.New.Name).
		On(s.New.Schema, s.New.Name, "")
	e.Column = s.New.Columns[num-1].Name
	return e
}
