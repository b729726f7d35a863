package executor

import (
	"minidb/storage"
	"minidb/types"
)

// A prepared statement's running nodes may serve its next execution, which then
// allocates none: Keep puts them back as they were built, Again opens them. Only
// nodes that are restarters take part; whatever they read of settings when they
// were built holds as long as the plan does, since a cached plan is made anew
// when a setting changes.

// restarter is a Node that can be as new after Close.
type restarter interface {
	// restart forgets all that the execution left, values of rows too. It returns
	// false if the node cannot run again.
	restart() bool
}

func restart(n Node) bool {
	r, ok := n.(restarter)
	return ok && r.restart()
}

// Keep makes a finished execution ready for the next one of the same plan in the
// same session; false if it cannot be used again.
func Keep(c *Ctx, root Node) bool {
	if c.Instr != nil || len(c.subs) > 0 || len(c.Expr.Exec) > 0 || len(c.tables) > 0 || c.watched != nil {
		return false
	}
	c.Snapshot, c.Crosscheck, c.Processed, c.Touched = nil, nil, 0, c.Touched[:0]
	c.Expr.Params, c.Expr.CaseValue = nil, types.Datum{}
	return restart(root)
}

// Again is Start for an execution that was kept.
func Again(c *Ctx, root Node, sn *storage.Snapshot, params []types.Datum) error {
	c.Snapshot, c.Expr.Params = sn, params
	return root.Open()
}
