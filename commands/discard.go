package commands

import (
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
)

// DISCARD: the session forgets what it keeps beyond transactions.

func (c *Ctx) discard(s *tree.Discard) (*Result, error) {
	var err error
	switch s.Target {
	case "sequences":
		c.Access.DiscardSequences()
	case "plans":
		for _, st := range c.Prepared.byName {
			st.Plan.Invalidate()
		}
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
	c.Access.DiscardSequences()
	return c.Access.DropTemp()
}
