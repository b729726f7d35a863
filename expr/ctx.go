package expr

import (
	"unsafe"

	"minidb/session"
	"minidb/types"
)

// Ctx is what an execution hands to its expressions. One goroutine uses it.
type Ctx struct {
	Sess   *session.Session
	Params []types.Datum // ExternParam n is Params[n-1]
	Exec   []ExecSlot    // ExecParam values, numbered from 0
	// SubPlans run subqueries for SubPlan nodes, by SubPlan.Index.
	SubPlans []SubPlanRunner
	// CaseValue is what the innermost CaseTest stands for.
	CaseValue types.Datum
	// Catalog answers functions that look at catalogs (pg_get_expr,
	// format_type, regclass input, nextval, ...); set by the session layer.
	Catalog CatalogFuncs

	args  []types.Datum // the argument stack of running function calls
	stamp uint64        // of the last change of an ExecParam
}

var defaultEnv = types.DefaultEnv()

// env returns the settings that text input and output depend on; those of a
// fresh session if there is no session, as in tests and constant folding.
func (c *Ctx) env() *types.Env {
	if c == nil || c.Sess == nil || c.Sess.Env == nil {
		return defaultEnv
	}
	return c.Sess.Env
}

// keep counts a large value against the statement's memory limit, unless it is a part
// of one of the values that it was made from.
func (c *Ctx) keep(d types.Datum, from ...types.Datum) error {
	if c == nil || c.Sess == nil {
		return nil
	}
	for _, a := range from {
		if d.Within(a) {
			return nil
		}
	}
	return c.Sess.Keep(d.Extent())
}

// newElems begins an array.
func (c *Ctx) newElems() types.ElemBuilder { return types.ElemBuilder{Env: c.env()} }

// roomForElems says whether an array of n elements may be made.
func (c *Ctx) roomForElems(n int) error {
	return c.env().Look(int64(n) * int64(unsafe.Sizeof(types.Datum{})))
}

// newText begins a text.
func (c *Ctx) newText() types.TextBuilder { return types.TextBuilder{Env: c.env()} }

// looking is how often loops look for an interrupt that do little each time: once in
// so many times.
const looking = 1 << 13

// look is interrupted, once in looking numbers.
func (c *Ctx) look(i int) error {
	if i%looking != looking-1 {
		return nil
	}
	return c.interrupted()
}

// interrupted tells loops inside functions when to stop.
func (c *Ctx) interrupted() error {
	if c == nil || c.Sess == nil {
		return nil
	}
	return c.Sess.Interrupted()
}

// ExecSlot holds one ExecParam. If Pending is set the value is not computed
// yet: the first reader runs it (a lazily run initplan). Stamp grows with every
// assignment, so that who keeps results can tell whether they still hold.
type ExecSlot struct {
	Value   types.Datum
	Pending func(c *Ctx) error
	Stamp   uint64
}

// SetExec assigns an ExecParam.
func (c *Ctx) SetExec(id int, d types.Datum) {
	c.stamp++
	c.Exec[id] = ExecSlot{Value: d, Stamp: c.stamp}
}

// DeferExec leaves an ExecParam to be computed by run when it is next read. run
// fills in the slot's Value, which is no new change.
func (c *Ctx) DeferExec(id int, run func(c *Ctx) error) {
	c.stamp++
	c.Exec[id] = ExecSlot{Pending: run, Stamp: c.stamp}
}

// SubPlanRunner runs one planned subquery inside an expression.
type SubPlanRunner interface {
	// Eval gives the SubPlan's value for the current row; its ExecParams have
	// been assigned.
	Eval(c *Ctx, call *SubPlanCall, row types.Row) (types.Datum, error)
}

// SubPlanCall is a SubPlan expression with its parts compiled.
type SubPlanCall struct {
	Plan *SubPlan
	Test Eval // Plan.Test, nil if there is none
	// Of hashed subplans: the sides of the test's comparisons, the outer ones and
	// those of the subquery's columns, which they read as parameters.
	Left, Right []Eval
	Bpchar      []bool // by comparison: of char(n), where trailing blanks do not count
}

// CatalogFuncs is what built-in functions need to know of the catalogs; it
// grows with them.
type CatalogFuncs interface {
	// CatalogFunc runs the catalog function of that name, as in
	// "pg_get_indexdef". ok is false if there is no such function.
	CatalogFunc(c *Ctx, name string, args []types.Datum) (d types.Datum, ok bool, err error)
}

// Eval is a compiled expression. row is the input row of the node that the
// expression belongs to.
type Eval func(c *Ctx, row types.Row) (types.Datum, error)

// Filter is a compiled condition: whether it is true (not false, not NULL).
type Filter func(c *Ctx, row types.Row) (bool, error)
