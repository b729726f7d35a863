package executor

import (
	"fmt"

	"minidb/pgerr"
	"minidb/planner"
)

// Start builds the running nodes of a planned statement and opens the root.
// The caller reads the root until nil and closes it with Finish, also after an
// error.
func Start(c *Ctx) (Node, error) {
	ps := c.Stmt
	if n := ps.NumExec; len(c.Expr.Exec) < n {
		c.Expr.Exec = makeExecSlots(n)
	}
	c.Expr.Sess = c.Sess
	c.Expr.Catalog = c.Access
	if err := c.prepareSubPlans(); err != nil {
		return nil, err
	}
	if err := c.pruneAtStart(); err != nil {
		return nil, err
	}
	root, err := build(c, ps.Root)
	if err != nil {
		return nil, err
	}
	if err := root.Open(); err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// Finish runs data-modifying WITH queries to their end and fires the after-row
// triggers of what was changed, if run is set, and closes the root and all
// subplans. It may be called twice.
func Finish(c *Ctx, root Node, run bool) error {
	var err error
	if run {
		if err = c.drainModifyingCTEs(); err == nil {
			err = c.Triggers.endQuery(c)
		}
	}
	if !run || err != nil {
		c.Triggers.abortQuery()
	}
	if e := c.finish(root, false); err == nil {
		err = e
	}
	return err
}

// finish is Finish of a statement whose events are left to the statement around it.
func (c *Ctx) finish(root Node, run bool) error {
	var err error
	if run {
		err = c.drainModifyingCTEs()
	}
	if root != nil {
		if e := root.Close(); err == nil {
			err = e
		}
	}
	c.closeSubPlans()
	return err
}

// build makes the running node of a plan node. To add a node: the plan struct
// and its EXPLAIN line in planner, a case here, a file node_x.go, a golden.
func build(c *Ctx, p planner.Plan) (Node, error) {
	n, err := buildNode(c, p)
	if err != nil {
		return nil, err
	}
	if _, ok := c.watched[p]; ok {
		c.watched[p] = n
	}
	b := p.Base()
	n = checked(n)
	if hasExternalInitPlan(b) {
		n = &initPlanReset{Node: n, c: c, plans: b.InitPlans}
	}
	if c.Instr != nil {
		n = &instrumented{Node: n, in: &c.Instr[b.ID], sess: c.Sess}
	}
	return n, nil
}

func buildNode(c *Ctx, p planner.Plan) (Node, error) {
	if c.pins != nil {
		if n, ok, err := buildRecheck(c, p); ok || err != nil {
			return n, err
		}
	}
	switch p := p.(type) {
	case *planner.Result:
		return newResult(c, p)
	case *planner.ProjectSet:
		return newProjectSet(c, p)
	case *planner.SeqScan:
		return newSeqScan(c, p), nil
	case *planner.IndexScan:
		return newIndexScan(c, p)
	case *planner.BitmapHeapScan:
		return newBitmapHeapScan(c, p)
	case *planner.TidScan:
		return newTidScan(c, p), nil
	case *planner.SubqueryScan:
		return newSubqueryScan(c, p)
	case *planner.FunctionScan:
		return newFunctionScan(c, p), nil
	case *planner.ValuesScan:
		return newValuesScan(c, p), nil
	case *planner.CTEScan:
		return newCTEScan(c, p), nil
	case *planner.WorkTableScan:
		return newWorkTableScan(c, p), nil
	case *planner.RecursiveUnion:
		return newRecursiveUnion(c, p)
	case *planner.ModifyTable:
		return newModifyTable(c, p)
	case *planner.LockRows:
		return newLockRows(c, p)
	}
	return buildInner(c, p)
}

// buildInner makes the nodes that only combine and reorder their children's rows.
func buildInner(c *Ctx, p planner.Plan) (Node, error) {
	switch p := p.(type) {
	case *planner.NestLoop:
		return newNestLoop(c, p)
	case *planner.HashJoin:
		return newHashJoin(c, p)
	case *planner.MergeJoin:
		return newMergeJoin(c, p)
	case *planner.Hash:
		return build(c, p.Child)
	case *planner.Materialize:
		return newMaterialize(c, p)
	case *planner.Memoize:
		return newMemoize(c, p)
	case *planner.Sort:
		return newSort(c, p)
	case *planner.IncrementalSort:
		return newIncrementalSort(c, p)
	case *planner.Agg:
		return newAgg(c, p)
	case *planner.WindowAgg:
		return newWindowAgg(c, p)
	case *planner.Unique:
		return newUnique(c, p)
	case *planner.SetOp:
		return newSetOp(c, p)
	case *planner.Append:
		return newAppend(c, p)
	case *planner.MergeAppend:
		return newMergeAppend(c, p)
	case *planner.Limit:
		return newLimit(c, p)
	}
	return nil, pgerr.New(pgerr.FeatureNotSupported, "plan node %s is not supported by minidb", nodeName(p))
}

func nodeName(p planner.Plan) string { return fmt.Sprintf("%T", p)[len("*planner."):] }
