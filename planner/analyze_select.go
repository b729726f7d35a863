package planner

// SELECT and VALUES.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// selectStmt analyzes any form of SELECT into p's query.
func (p *parseState) selectStmt(s *tree.SelectStmt) (*Query, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if s.Into != nil {
		return nil, pgerr.New(pgerr.SyntaxError, "SELECT ... INTO is not allowed here").At(int(s.Into.Relation.Pos))
	}
	var err error
	switch {
	case s.Op != tree.SetNone:
		err = p.setOperation(s)
	case s.ValuesLists != nil:
		err = p.values(s)
	default:
		err = p.plainSelect(s)
	}
	if err != nil {
		return nil, err
	}
	if len(p.q.Targets) > maxRowColumns {
		return nil, pgerr.New(pgerr.TooManyColumns, "target lists can have at most %d entries", maxRowColumns)
	}
	return p.q, p.finishCollations()
}

func (p *parseState) plainSelect(s *tree.SelectStmt) (err error) {
	q := p.q
	if err = p.with(s.With); err != nil {
		return err
	}
	p.locking, p.windowDefs = s.Locking, append([]*tree.WindowDef(nil), s.Windows...)
	if err = p.from(s.From); err != nil {
		return err
	}
	if q.Targets, err = p.targetList(s.TargetList, kindSelectTarget); err != nil {
		return err
	}
	if q.Where, err = p.where(s.Where, kindWhere, "WHERE"); err != nil {
		return err
	}
	if q.Having, err = p.where(s.Having, kindHaving, "HAVING"); err != nil {
		return err
	}
	if q.Sort, err = p.sortClause(s.OrderBy, kindOrderBy, false); err != nil {
		return err
	}
	if err = p.groupClause(s.GroupBy, s.GroupDistinct); err != nil {
		return err
	}
	switch {
	case len(s.DistinctOn) > 0:
		err = p.distinctOn(s.DistinctOn)
	case s.Distinct:
		err = p.distinctAll()
	}
	if err != nil {
		return err
	}
	if err = p.limits(s); err != nil {
		return err
	}
	if err = p.windows(); err != nil {
		return err
	}
	if !p.resolveLater {
		if err = p.settleUnknowns(q.Targets); err != nil {
			return err
		}
	}
	for _, l := range s.Locking {
		if err = applyLocking(q, l, false); err != nil {
			return err
		}
	}
	return p.checkGrouping()
}

// values analyzes VALUES as a query: its columns are those of a range entry.
func (p *parseState) values(s *tree.SelectStmt) error {
	if err := p.with(s.With); err != nil {
		return err
	}
	saved := p.kind
	p.kind = kindValues
	rte, err := p.valuesEntry(s.ValuesLists)
	p.kind = saved
	if err != nil {
		return err
	}
	it := p.addEntry(rte)
	p.show(it, true, true)
	p.q.From = append(p.q.From, &RangeRef{Rel: it.rel})
	p.q.Targets = p.itemColumns(it, 0, -1)
	if p.q.Sort, err = p.sortClause(s.OrderBy, kindOrderBy, false); err != nil {
		return err
	}
	if err := p.limits(s); err != nil {
		return err
	}
	if len(s.Locking) > 0 {
		return pgerr.New(pgerr.FeatureNotSupported, "%s cannot be applied to VALUES", lockName(s.Locking[0].Strength))
	}
	return nil
}

// valuesEntry makes the range entry of VALUES lists: columns of common types.
func (p *parseState) valuesEntry(lists [][]tree.Expr) (*RangeEntry, error) {
	rte := &RangeEntry{Kind: ValuesEntry, Alias: "*VALUES*", Pos: -1}
	for _, l := range lists {
		var row []expr.Expr
		for _, e := range l {
			xs, err := p.expandList(e)
			if err != nil {
				return nil, err
			}
			row = append(row, xs...)
		}
		if len(rte.Values) > 0 && len(row) != len(rte.Values[0]) {
			return nil, valuesLength(l)
		}
		rte.Values = append(rte.Values, row)
	}
	if len(rte.Values) == 0 {
		return nil, pgerr.New(pgerr.SyntaxError, "VALUES lists must all be the same length")
	}
	col := make([]expr.Expr, len(rte.Values))
	for i := range rte.Values[0] {
		for j, row := range rte.Values {
			col[j] = row[i]
		}
		t, err := p.common(col, "VALUES")
		if err != nil {
			return nil, err
		}
		for j, row := range rte.Values {
			if row[i], err = p.toCommon(row[i], t, "VALUES"); err != nil {
				return nil, err
			}
			col[j] = row[i]
		}
		rte.Columns = append(rte.Columns, "column"+itoa(i+1))
		rte.Types = append(rte.Types, t)
		rte.Mods = append(rte.Mods, expr.CommonTypmod(col, t))
	}
	if p.hasLocalVars(rte.Values) {
		rte.Lateral = true
	}
	return rte, nil
}

func (p *parseState) hasLocalVars(rows [][]expr.Expr) bool {
	if len(p.q.Range) == 0 {
		return false
	}
	for _, r := range rows {
		for _, e := range r {
			if _, has := containsVars(e); has {
				return true
			}
		}
	}
	return false
}

func valuesLength(l []tree.Expr) error {
	pos := int32(-1)
	if len(l) > 0 {
		pos = tree.Leftmost(l[0])
	}
	return pgerr.New(pgerr.SyntaxError, "VALUES lists must all be the same length").At(int(pos))
}

// columnsOf describes a query's result columns.
func columnsOf(q *Query) (names []string, ts []types.OID, mods []int32) {
	for i := range q.Targets {
		if t := &q.Targets[i]; !t.Junk {
			names, ts, mods = append(names, t.Name), append(ts, t.Expr.Type()), append(mods, t.Expr.Typmod())
		}
	}
	return names, ts, mods
}
