package commands

// DISCARD: the session forgets what it keeps beyond transactions.

import (
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
)

func (c *Ctx) discard(s *tree.Discard) (*Result, error) {
	var err error
	switch s.Target {
	case "sequences":
		c.Access.DiscardSequences()
	case "plans":
		c.Prepared.discardPlans()
	case "temp":
		err = c.Access.DropTemp()
	default:
		if c.Block {
			return nil, pgerr.New(pgerr.ActiveSQLTransaction, "DISCARD ALL cannot run inside a transaction block")
		}
		err = c.discardAll()
	}
	if err != nil {
		return nil, err
	}
	return tag("DISCARD " + upper(s.Target))
}

func (c *Ctx) discardAll() error {
	if err := c.Cursors.CloseAll(); err != nil {
		return err
	}
	if err := c.Sess.Set.Reset(settings.SessionAuthorization.Name); err != nil {
		return err
	}
	c.Sess.Set.ResetAll()
	clear(c.Prepared.byName)
	c.Sess.UnlistenAll()
	c.Sess.Locks.ReleaseAdvisory()
	c.Access.DiscardSequences()
	return c.Access.DropTemp()
}

// discardPlans lets each statement be planned anew.
func (p *Prepared) discardPlans() {
	for _, s := range p.byName {
		if s.Plan != nil {
			s.Plan.Discard()
		}
	}
}

// listen is LISTEN and UNLISTEN, which take effect at the commit.
func (c *Ctx) listen(s *tree.Listen) (*Result, error) {
	switch {
	case !s.Unlisten:
		c.Sess.Listen(s.Channel)
	case s.Channel == "*":
		c.Sess.UnlistenAll()
	default:
		c.Sess.Unlisten(s.Channel)
	}
	return tag(StatementName(s))
}
