package commands

import (
	"maps"
	"slices"
	"time"

	"minidb/catalog"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/settings"
	"minidb/storage"
	"minidb/types"
)

// DECLARE and CLOSE. A cursor is a plan that stays open between statements, on
// the snapshot of its DECLARE, until its transaction ends. One WITH HOLD is read to
// its end when the transaction commits, and its rows stay.

// Cursors are a session's open cursors by name.
type Cursors struct {
	byName map[string]*cursor
}

// cursor is one open cursor.
type cursor struct {
	name     string
	text     string // what the client sent
	hold     bool   // declared WITH HOLD
	held     bool   // its transaction has committed
	scroll   bool   // it can go back
	declared time.Time
	level    int // of an open one: how many savepoints there were at its DECLARE, less those released
	columns  []planner.ResultColumn
	reads    []types.OID // tables and indexes that it has open
	portal   *executor.Portal
	snapshot *storage.Snapshot
	failed   bool // an error came from its plan
}

// NewCursors returns an empty set.
func NewCursors() *Cursors { return &Cursors{byName: map[string]*cursor{}} }

// List describes the cursors for pg_cursors, by name.
func (l *Cursors) List() []catalog.OpenCursor {
	var out []catalog.OpenCursor
	for _, k := range slices.Sorted(maps.Keys(l.byName)) {
		c := l.byName[k]
		out = append(out, catalog.OpenCursor{Name: c.name, Text: c.text, Hold: c.hold, Scroll: c.scroll, At: c.declared})
	}
	return out
}

// get returns a cursor: 34000 if there is none of that name.
func (l *Cursors) get(name string) (*cursor, error) {
	if c := l.byName[name]; c != nil {
		return c, nil
	}
	return nil, pgerr.New(pgerr.InvalidCursorName, "cursor %q does not exist", name)
}

// CloseAll closes every cursor; the error is the first that a plan's end met.
func (l *Cursors) CloseAll() error {
	return l.closeSome(func(*cursor) bool { return true })
}

// EndTransaction closes the cursors that do not outlive their transaction.
func (l *Cursors) EndTransaction() error {
	return l.closeSome(func(c *cursor) bool { return !c.held })
}

// closeFrom closes the cursors of savepoint levels from level on.
func (l *Cursors) closeFrom(level int) error {
	return l.closeSome(func(c *cursor) bool { return !c.held && c.level >= level })
}

func (l *Cursors) closeSome(which func(*cursor) bool) (err error) {
	for _, c := range l.byName {
		if which(c) {
			if e := l.close(c); err == nil {
				err = e
			}
		}
	}
	return err
}

func (l *Cursors) close(c *cursor) error {
	delete(l.byName, c.name)
	err := c.portal.Close()
	if !c.held {
		c.snapshot.Release()
	}
	return err
}

// Hold reads the cursors WITH HOLD of a transaction that is about to commit.
func (l *Cursors) Hold() error {
	if len(l.byName) == 0 {
		return nil
	}
	for _, k := range slices.Sorted(maps.Keys(l.byName)) {
		c := l.byName[k]
		if !c.hold || c.held {
			continue
		}
		if err := c.portal.Hold(); err != nil {
			return err
		}
		c.snapshot.Release()
		c.held, c.reads, c.snapshot = true, nil, nil
	}
	return nil
}

// CurrentRow finds the row of a table that a cursor stands on.
func (l *Cursors) CurrentRow(name string, rel *catalog.Relation) (storage.TID, error) {
	c, err := l.get(name)
	if err != nil {
		return storage.InvalidTID, err
	}
	return c.portal.CurrentRow(rel.OID, name, rel.Name)
}

// release gives the cursors of released savepoints to the level that is left.
func (l *Cursors) release(level int) {
	for _, c := range l.byName {
		c.level = min(c.level, level)
	}
}

// inUse is InUse of the session's cursors and events.
func (c *Ctx) inUse(rel *catalog.Relation, what string) error {
	return InUse(c.Cursors, c.Triggers, rel, what)
}

// InUse refuses to change a table that an open cursor reads, or that events are
// pending for. what is the command, as the message names it.
func InUse(cursors *Cursors, triggers *executor.AfterTriggers, rel *catalog.Relation, what string) error {
	if cursors != nil {
		for _, cur := range cursors.byName {
			if slices.Contains(cur.reads, rel.OID) {
				return pgerr.New(pgerr.ObjectInUse, "cannot %s %q because it is being used by active queries in this session", what, rel.Name)
			}
		}
	}
	return pending(triggers, rel, what)
}

// pending is inUse for a partition that comes or goes: cursors may read it on.
func (c *Ctx) pending(rel *catalog.Relation, what string) error {
	return pending(c.Triggers, rel, what)
}

func pending(triggers *executor.AfterTriggers, rel *catalog.Relation, what string) error {
	if triggers.Pending(rel.OID) {
		return pgerr.New(pgerr.ObjectInUse, "cannot %s %q because it has pending trigger events", what, rel.Name)
	}
	return nil
}

// checkDeclare refuses options that do not go together.
func checkDeclare(s *tree.DeclareCursor) error {
	bad := func(format string, args ...any) *pgerr.Error {
		return pgerr.New(pgerr.InvalidCursorDefinition, format, args...)
	}
	switch {
	case s.Scroll && s.NoScroll:
		return bad("cannot specify both %s and %s", "SCROLL", "NO SCROLL")
	case s.Insensitive && s.Asensitive:
		return bad("cannot specify both %s and %s", "ASENSITIVE", "INSENSITIVE")
	case s.Binary:
		return pgerr.Unsupported(int(s.Pos), "DECLARE BINARY CURSOR", "")
	}
	return nil
}

// checkCursorQuery refuses queries that change data, and FOR UPDATE and its like
// where a cursor may not have them.
func checkCursorQuery(s *tree.DeclareCursor, q *planner.Query) error {
	if q.HasModifyingCTE {
		return pgerr.New(pgerr.FeatureNotSupported, "DECLARE CURSOR must not contain data-modifying statements in WITH")
	}
	if len(s.Query.Locking) == 0 {
		return nil
	}
	words := "FOR " + lockWords[s.Query.Locking[0].Strength]
	switch {
	case s.Hold:
		return pgerr.New(pgerr.FeatureNotSupported, "DECLARE CURSOR WITH HOLD ... %s is not supported", words).
			WithDetail("Holdable cursors must be READ ONLY.")
	case s.Scroll:
		return pgerr.New(pgerr.FeatureNotSupported, "DECLARE SCROLL CURSOR ... %s is not supported", words).
			WithDetail("Scrollable cursors must be READ ONLY.")
	case s.Insensitive:
		return pgerr.New(pgerr.InvalidCursorDefinition, "DECLARE INSENSITIVE CURSOR ... %s is not valid", words).
			WithDetail("Insensitive cursors must be READ ONLY.")
	}
	return nil
}

func (c *Ctx) declareCursor(s *tree.DeclareCursor) (*Result, error) {
	if err := checkDeclare(s); err != nil {
		return nil, err
	}
	q, err := planner.Analyze(c.Access, s.Query, &planner.ParamTypes{Types: c.ParamTypes})
	if err != nil {
		return nil, err
	}
	if err := checkCursorQuery(s, q); err != nil {
		return nil, err
	}
	if s.Name == "" {
		return nil, pgerr.New(pgerr.InvalidCursorName, "invalid cursor name: must not be empty")
	}
	if !c.Block && !s.Hold {
		return nil, pgerr.New(pgerr.NoActiveSQLTransaction, "DECLARE CURSOR can only be used in transaction blocks")
	}
	ps, err := planner.PlanQuery(c.Access, q, planner.Options{Fraction: c.fraction(), Params: c.Params})
	if err != nil {
		return nil, err
	}
	cur := &cursor{name: s.Name, text: c.Source, hold: s.Hold}
	cur.scroll = s.Scroll || !s.NoScroll && !ps.HasRowMarks && ps.ScansBackward()
	if err := c.openCursor(cur, ps, s.Query); err != nil {
		return nil, err
	}
	return tag("DECLARE CURSOR")
}

// OpenPortal makes a cursor of a plan: the protocol's way to declare one, which
// can only be read forwards.
func (c *Ctx) OpenPortal(name string, ps *planner.PlannedStmt, of tree.Statement) error {
	return c.openCursor(&cursor{name: name, text: c.Source}, ps, of)
}

// fraction is what part of a cursor's rows the planner expects to be read.
func (c *Ctx) fraction() float64 {
	if f := c.Sess.Set.Real(settings.CursorTupleFraction); f < 1 {
		return max(f, 1e-10)
	}
	return 0
}

// openCursor starts the plan of a new cursor.
func (c *Ctx) openCursor(cur *cursor, ps *planner.PlannedStmt, of tree.Statement) error {
	if c.Cursors.byName[cur.name] != nil {
		return pgerr.New(pgerr.DuplicateCursor, "cursor %q already exists", cur.name)
	}
	if err := CheckReadOnly(c.Sess, ps, of); err != nil {
		return err
	}
	if err := planner.CheckPermissions(c.Access, ps); err != nil {
		return err
	}
	cur.declared, cur.level, cur.columns, cur.reads = c.Sess.StmtStart, c.Sess.Savepoints(), ps.Columns, ps.Opens()
	cur.snapshot = c.Sess.Txn.TakeSnapshot()
	if cur.columns == nil {
		cur.columns = []planner.ResultColumn{}
	}
	ec := &executor.Ctx{Sess: c.Sess, Access: c.Access, Stmt: ps, Snapshot: cur.snapshot}
	ec.Expr.Params = c.Params
	var err error
	if cur.portal, err = executor.OpenPortal(ec, cur.scroll); err != nil {
		cur.snapshot.Release()
		return err
	}
	c.Cursors.byName[cur.name] = cur
	return nil
}

// Columns describes a cursor's rows; ok is false if there is none of that name.
func (l *Cursors) Columns(name string) (columns []planner.ResultColumn, ok bool) {
	c := l.byName[name]
	if c == nil {
		return nil, false
	}
	return c.columns, true
}

// Close closes a cursor, if there is one of that name.
func (l *Cursors) Close(name string) error {
	if c := l.byName[name]; c != nil {
		return l.close(c)
	}
	return nil
}

// Next goes on with a cursor: what the protocol's Execute does.
func (l *Cursors) Next(name string) (*Result, error) {
	c, err := l.runnable(name)
	if err != nil {
		return nil, err
	}
	r, err := c.run(true, tree.FetchAll)
	if err != nil {
		return nil, err
	}
	return &Result{Tag: "SELECT", Columns: c.columns, Pull: r.next}, nil
}

// runnable returns a cursor that has not failed.
func (l *Cursors) runnable(name string) (*cursor, error) {
	c, err := l.get(name)
	if err == nil && c.failed {
		return nil, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "portal %q cannot be run", c.name)
	}
	return c, err
}

func (c *Ctx) closeCursor(s *tree.ClosePortal) (*Result, error) {
	if s.All {
		if err := c.Cursors.CloseAll(); err != nil {
			return nil, err
		}
		return tag("CLOSE CURSOR ALL")
	}
	cur, err := c.Cursors.get(s.Cursor)
	if err != nil {
		return nil, err
	}
	if err := c.Cursors.close(cur); err != nil {
		return nil, err
	}
	return tag("CLOSE CURSOR")
}
