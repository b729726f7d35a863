package executor

import (
	"minidb/planner"
)

func newWindowStream(c *Ctx, p *planner.WindowAgg) (Node, error) {
	q := *p
	q.Strategy = planner.WindowStored
	return newWindowAgg(c, &q)
}

func newWindowHash(c *Ctx, p *planner.WindowAgg) (Node, error) {
	return newWindowStream(c, p)
}
