package planner

// UPDATE and DELETE.

import (
	"minidb/parser/tree"
	"minidb/pgerr"
)

// update analyzes an UPDATE. Targets are the new values, in column order.
func (p *parseState) update(s *tree.UpdateStmt) (*Query, error) {
	q := p.q
	q.Command = Update
	err := p.with(s.With)
	if err != nil {
		return nil, err
	}
	it, err := p.targetTable(s.Relation, "update")
	if err != nil {
		return nil, err
	}
	if err := p.changeFrom(it, s.From); err != nil {
		return nil, err
	}
	if err := p.changeWhere(s.Where); err != nil {
		return nil, err
	}
	if err := p.returningList(s.Returning); err != nil {
		return nil, err
	}
	if q.UpdateCols, q.Targets, err = p.setList(it.rte.Rel, s.Set); err != nil {
		return nil, err
	}
	p.rewriteTarget()
	return q, nil
}

// delete analyzes a DELETE.
func (p *parseState) delete(s *tree.DeleteStmt) (*Query, error) {
	q := p.q
	q.Command = Delete
	err := p.with(s.With)
	if err != nil {
		return nil, err
	}
	it, err := p.targetTable(s.Relation, "delete from")
	if err != nil {
		return nil, err
	}
	if err := p.changeFrom(it, s.Using); err != nil {
		return nil, err
	}
	if err := p.changeWhere(s.Where); err != nil {
		return nil, err
	}
	if err := p.returningList(s.Returning); err != nil {
		return nil, err
	}
	p.rewriteTarget()
	return q, nil
}

// changeWhere analyzes the WHERE clause, or WHERE CURRENT OF.
func (p *parseState) changeWhere(e tree.Expr) (err error) {
	if c, ok := e.(*tree.CurrentOf); ok {
		if p.view != nil {
			return pgerr.New(pgerr.FeatureNotSupported, "WHERE CURRENT OF on a view is not implemented")
		}
		p.q.CurrentOf = &c.Cursor
		return nil
	}
	p.q.Where, err = p.where(e, kindWhere, "WHERE")
	return err
}

// changeFrom puts the target table and the further tables of UPDATE FROM or
// DELETE USING into scope. The latter may not refer to the target laterally.
func (p *parseState) changeFrom(it *nsItem, l []tree.TableRef) error {
	p.show(it, true, true)
	p.q.From = append(p.q.From, &RangeRef{Rel: it.rel})
	it.lateralOnly, it.lateralOK = true, false
	return p.from(l)
}
