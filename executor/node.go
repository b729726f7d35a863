package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/planner"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// Node is one running step of a plan: PostgreSQL's PlanState.
//
// Open is called once, before the first Next. Next returns nil at the end and
// keeps returning nil. The row belongs to the node: it is valid until the next
// call of Next, Rescan or Close, and the caller must not change it. Rescan
// starts again from the first row, with the parameters as they are then. Close
// may be called at any time, also after an error or twice.
type Node interface {
	Open() error
	Next() (types.Row, error)
	Rescan() error
	Close() error
}

// Ctx is one execution of one planned statement. One goroutine uses it.
type Ctx struct {
	Expr     expr.Ctx // what expressions see: parameters, subplans, session
	Sess     *session.Session
	Access   *catalog.Access
	Stmt     *planner.PlannedStmt
	Snapshot *storage.Snapshot
	// Crosscheck is the transaction's own snapshot where Snapshot is a newer one: to
	// change a row that it does not see is a serialization failure. Nil otherwise.
	Crosscheck *storage.Snapshot
	// Triggers takes the events of changed rows; nil if nothing is to be changed.
	Triggers *AfterTriggers
	// Processed counts the rows that the command tag reports for DML.
	Processed int64
	// Touched are the relations that the execution opened to write to.
	Touched []*catalog.Relation
	// Instr has an entry per plan node ID under EXPLAIN ANALYZE; nil otherwise.
	Instr []planner.Instrument

	ctes   []*cteStore // by SubPlanDef.Index; nil where the subplan is no CTE
	tables []*workTable
	pins   pinnedRows // set while a changed row is tested again: recheck.go
	subs   []*subPlan
	// rewinds is set while nodes are built that will be read again with the same
	// parameters: PostgreSQL's EXEC_FLAG_REWIND.
	rewinds bool
	// watched are the nodes that tell a cursor on which rows it stands; nil at first.
	watched map[planner.Plan]Node
	// survivors is what Survivors found at the start.
	survivors [][]int
	lent      []types.Row // see newRow
}

// interruptEvery is how many rows a loop may pass before it looks for a cancel
// request or a timeout: a power of two, and well below 100 ms of work also where
// an expression takes milliseconds.
const interruptEvery = 16

// poll looks for an interrupt once in interruptEvery calls.
type poll uint32

func (p *poll) check(s *session.Session) error {
	*p++
	if *p%interruptEvery == 0 {
		if err := s.Interrupted(); err != nil {
			return err
		}
		return s.Txn.SerialFailure()
	}
	return nil
}

// base is what most nodes share: the node's filter and its projection.
type base struct {
	c      *Ctx
	ec     *expr.Ctx
	filter expr.Filter
	proj   []expr.Eval
	slots  []int     // of proj: see PlanBase.ProjSlots
	out    types.Row // the projection's output, reused for every row
	in     *planner.Instrument
	poll   poll
}

func newBase(c *Ctx, p *planner.PlanBase) base {
	b := base{c: c, ec: &c.Expr, filter: p.Filter, proj: p.Proj, slots: p.ProjSlots}
	if p.Proj != nil {
		b.out = make(types.Row, len(p.Proj))
	}
	if c.Instr != nil {
		b.in = &c.Instr[p.ID]
	}
	return b
}

// passes tells whether row meets the node's condition, and counts those that
// do not.
func (b *base) passes(row types.Row) (bool, error) {
	if b.filter == nil {
		return true, nil
	}
	ok, err := b.filter(b.ec, row)
	if !ok && b.in != nil {
		b.in.RemovedByFilter++
	}
	return ok, err
}

// project makes the output row for an input row.
func (b *base) project(row types.Row) (types.Row, error) {
	if b.proj == nil {
		return row, nil
	}
	for i, f := range b.proj {
		if i < len(b.slots) {
			if s := uint(b.slots[i]); s < uint(len(row)) {
				b.out[i] = row[s]
				continue
			}
		}
		d, err := f(b.ec, row)
		if err != nil {
			return nil, err
		}
		b.out[i] = d
	}
	return b.out, nil
}

// emptyRow is a row without columns: not nil, since nil ends a stream.
var emptyRow = types.Row{}
