package executor

import (
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// WHERE CURRENT OF: which row of a table a cursor stands on. A cursor with FOR
// UPDATE asks the nodes that lock its rows, any other its scans, provided that
// nothing between them and the top reads ahead (search_plan_tree in PostgreSQL).

// placed is a running node that knows where the row is that it gave last;
// InvalidTID if it gave none. mark counts among the relations of a lockRows.
type placed interface {
	place(at *standing) storage.TID
}

// standing is one table that a cursor may stand on.
type standing struct {
	plan planner.Plan
	mark int
	oid  types.OID
}

// standings finds the tables that a cursor over the plan may stand on; marked says
// that it is one with FOR UPDATE.
func standings(ps *planner.PlannedStmt) (out []standing, marked bool) {
	if ps.HasRowMarks {
		return markedTables(ps.Root, nil), true
	}
	return scannedTables(ps.Root, nil), false
}

func markedTables(p planner.Plan, out []standing) []standing {
	if l, ok := p.(*planner.LockRows); ok {
		for i := range l.Marks {
			if l.Marks[i].TableSlot < 0 {
				out = append(out, standing{l, i, l.Marks[i].Relation.OID})
			}
			for _, leaf := range l.Marks[i].Leaves {
				out = append(out, standing{l, i, leaf.Relation.OID})
			}
		}
	}
	for _, c := range p.Children() {
		out = markedTables(c, out)
	}
	return out
}

func scannedTables(p planner.Plan, out []standing) []standing {
	if s := planner.ScanOf(p); s != nil {
		return append(out, standing{p, 0, s.Relation.OID})
	}
	switch p.(type) {
	case *planner.Append, *planner.Result, *planner.Limit, *planner.SubqueryScan:
		for _, c := range p.Children() {
			out = scannedTables(c, out)
		}
	}
	return out
}

// watch lets the portal note where its rows are.
func (p *Portal) watch() {
	p.tables, p.marked = standings(p.c.Stmt)
	if len(p.tables) == 0 {
		return
	}
	p.c.watched = map[planner.Plan]Node{}
	for _, t := range p.tables {
		p.c.watched[t.plan] = nil
	}
}

// notePlaces puts the places of the row that the plan just gave behind it.
func (p *Portal) notePlaces(row types.Row) types.Row {
	p.buf = append(p.buf[:0], row...)
	for i := range p.tables {
		t := &p.tables[i]
		at := storage.InvalidTID
		if n, ok := p.c.watched[t.plan].(placed); ok {
			at = n.place(t)
		}
		p.buf = append(p.buf, tidDatum(at))
	}
	return p.buf
}

// CurrentRow is the place of the table's row that the portal stands on, InvalidTID
// if it stands on a row of another table. cursor and table are for messages.
func (p *Portal) CurrentRow(oid types.OID, cursor, table string) (storage.TID, error) {
	bad := func(format string, args ...any) (storage.TID, error) {
		return storage.InvalidTID, pgerr.New(pgerr.InvalidCursorState, format, args...)
	}
	if p.root == nil {
		return bad("cursor %q is held from a previous transaction", cursor)
	}
	found := -1
	for i, t := range p.tables {
		switch {
		case t.oid != oid:
		case found < 0:
			found = i
		case p.marked:
			return bad("cursor %q has multiple FOR UPDATE/SHARE references to table %q", cursor, table)
		default:
			return bad("cursor %q is not a simply updatable scan of table %q", cursor, table)
		}
	}
	switch {
	case found < 0 && p.marked:
		return bad("cursor %q does not have a FOR UPDATE/SHARE reference to table %q", cursor, table)
	case found < 0:
		return bad("cursor %q is not a simply updatable scan of table %q", cursor, table)
	case !p.OnRow():
		return bad("cursor %q is not positioned on a row", cursor)
	}
	row := p.buf
	if p.rows != nil {
		var err error
		if row, err = p.row(); err != nil {
			return storage.InvalidTID, err
		}
	}
	return datumTID(row[len(row)-len(p.tables)+found]), nil
}
