package commands

// DISCARD: what a session keeps between transactions goes. There is nothing yet
// that DISCARD TEMP could drop.

import (
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
)

func (c *Ctx) discard(s *tree.Discard) (*Result, error) {
	switch s.Target {
	case "sequences":
		c.Access.DiscardSequences()
		return tag("DISCARD SEQUENCES")
	case "plans":
		c.Prepared.discardPlans()
		return tag("DISCARD PLANS")
	case "temp":
		return tag("DISCARD TEMP")
	}
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "DISCARD ALL cannot run inside a transaction block")
	}
	if err := c.Cursors.CloseAll(); err != nil {
		return nil, err
	}
	if err := c.Sess.Set.SetDefault(settings.SessionAuthorization.Name, settings.SetOpts{}); err != nil {
		return nil, err
	}
	c.Sess.Set.ResetAll()
	clear(c.Prepared.byName)
	c.Access.DiscardSequences()
	return tag("DISCARD ALL")
}

// discardPlans lets each statement be planned anew.
func (p *Prepared) discardPlans() {
	for _, s := range p.byName {
		s.Plan.Discard()
	}
}
