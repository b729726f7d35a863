package executor

import (
	"strconv"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// The statements that the actions of a foreign key run, in PostgreSQL's words:
// errors quote them.

// riQuery numbers the statements of one key.
type riQuery int

const (
	riCheck riQuery = iota // only quoted: see keyProbe
	riCheckParent
	riRestrict
	riCascadeDelete
	riCascadeUpdate
	riSetNullDelete
	riSetNullUpdate
	riSetDefaultDelete
	riSetDefaultUpdate
	numRIQueries
)

const selectOne = "SELECT 1 FROM "

// text returns the statement's text.
func (k *riKey) text(n riQuery) string {
	if k.texts[n] == "" {
		k.texts[n] = k.makeText(n)
	}
	return k.texts[n]
}

func (k *riKey) makeText(n riQuery) string {
	fk := k.fk
	child, parent := tableAlone(k.rel), tableAlone(k.ref)
	const lock = " FOR KEY SHARE OF x"
	switch n {
	case riCheck, riCheckParent:
		attrs, rel, ops := fk.Columns, k.rel, fk.PFEq
		if n == riCheckParent {
			attrs, rel, ops = fk.RefColumns, k.ref, fk.PPEq
		}
		var conds []string
		for i, num := range fk.RefColumns {
			left := operand{quoteAlways(k.ref.Columns[num-1].Name), k.ref.Columns[num-1].Type}
			conds = append(conds, equality(left, ops[i], operand{param(i + 1), rel.Columns[attrs[i]-1].Type}))
		}
		return selectOne + parent + " x WHERE " + strings.Join(conds, " AND ") + lock
	case riRestrict:
		return selectOne + child + " x WHERE " + k.match(1) + lock
	case riCascadeDelete:
		return "DELETE FROM " + child + " WHERE " + k.match(1)
	case riCascadeUpdate:
		var sets []string
		for i, num := range fk.Columns {
			sets = append(sets, quoteAlways(k.rel.Columns[num-1].Name)+" = "+param(i+1))
		}
		return "UPDATE " + child + " SET " + strings.Join(sets, ", ") + " WHERE " + k.match(len(sets)+1)
	}
	value := "NULL"
	if n == riSetDefaultDelete || n == riSetDefaultUpdate {
		value = "DEFAULT"
	}
	attrs := fk.Columns
	if len(fk.DeleteColumns) > 0 && (n == riSetNullDelete || n == riSetDefaultDelete) {
		attrs = fk.DeleteColumns
	}
	var sets []string
	for _, num := range attrs {
		sets = append(sets, quoteAlways(k.rel.Columns[num-1].Name)+" = "+value)
	}
	return "UPDATE " + child + " SET " + strings.Join(sets, ", ") + " WHERE " + k.match(1)
}

// match is the condition that finds the rows which refer to a key, whose values
// are the parameters from first on.
func (k *riKey) match(first int) string {
	var conds []string
	for i, num := range k.fk.Columns {
		left := operand{param(first + i), k.ref.Columns[k.fk.RefColumns[i]-1].Type}
		conds = append(conds, equality(left, k.fk.PFEq[i], operand{quoteAlways(k.rel.Columns[num-1].Name), k.rel.Columns[num-1].Type}))
	}
	return strings.Join(conds, " AND ")
}

func tableName(r *catalog.Relation) string { return quoteAlways(r.Schema) + "." + quoteAlways(r.Name) }

// tableAlone names a table, and with a partitioned one its partitions.
func tableAlone(r *catalog.Relation) string {
	if r.PartKey != nil {
		return tableName(r)
	}
	return "ONLY " + tableName(r)
}

func quoteAlways(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func param(n int) string { return "$" + strconv.Itoa(n) }

// operand is one side of a comparison.
type operand struct {
	text string
	t    types.OID
}

// equality compares two operands, cast to what the operator takes.
func equality(left operand, op types.OID, right operand) string {
	o, _ := expr.OperatorByOID(op)
	return left.as(o.Left) + " OPERATOR(pg_catalog.=) " + right.as(o.Right)
}

func (o operand) as(t types.OID) string {
	if o.t == t || expr.IsPolymorphic(t) {
		return o.text
	}
	if ty, ok := types.ByOID(t); ok {
		return o.text + "::pg_catalog." + expr.QuoteIdent(ty.Name)
	}
	return o.text
}

// run executes a statement of a key with the values of a referenced row, and of
// the new one if there is one, and returns how many rows it gave. Rows that the
// transaction's own snapshot does not see are found too; to change one is 40001. It runs
// in the name of the referencing table's owner.
func (q *AfterTriggers) run(k *riKey, n riQuery, old, row types.Row, outer *Ctx) (found int, err error) {
	defer q.sess.SwitchRole(q.sess.SwitchRole(k.rel.Owner))
	if k.plans[n] == nil {
		var ts []types.OID
		for range 1 + btoi(row != nil) {
			for _, num := range k.fk.RefColumns {
				ts = append(ts, k.ref.Columns[num-1].Type)
			}
		}
		if k.plans[n], err = q.plan(k.text(n), ts); err != nil {
			return 0, inStatement(err, k.text(n))
		}
	}
	k.params = k.params[:0]
	for _, r := range []types.Row{row, old} {
		if r == nil {
			continue
		}
		for _, num := range k.fk.RefColumns {
			k.params = append(k.params, r[num-1])
		}
	}
	found, err = q.execute(k, n, outer)
	return found, inStatement(err, k.text(n))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inStatement says in an error which statement met it, and where if that is known.
func inStatement(err error, text string) error {
	if err == nil {
		return nil
	}
	e := *pgerr.From(err)
	if e.Code == pgerr.Internal && e.Context != "" {
		return err // a panic's stack
	}
	if e.Position > 0 && e.Query == "" {
		e.Query = text
		return &e
	}
	if e.Context != "" {
		e.Context += "\n"
	}
	e.Context += `SQL statement "` + text + `"`
	return &e
}

func (q *AfterTriggers) execute(k *riKey, n riQuery, outer *Ctx) (int, error) {
	ps, err := k.plans[n].Get(q.access, k.params)
	if err != nil {
		return 0, err
	}
	if err := planner.CheckPermissions(q.access, ps); err != nil {
		return 0, err
	}
	c := &Ctx{Sess: q.sess, Access: q.access, Stmt: ps, Triggers: q}
	c.Expr.Params = k.params
	c.Snapshot = q.sess.Txn.CatalogSnapshot()
	defer c.Snapshot.Release()
	if q.sess.Txn.Isolation() != storage.ReadCommitted {
		c.Crosscheck = q.sess.Txn.TakeSnapshot()
		defer c.Crosscheck.Release()
	}
	found, err := runToEnd(c, n == riRestrict)
	if outer != nil {
		outer.Touched = append(outer.Touched, c.Touched...)
	}
	return found, err
}

// runToEnd runs an execution, or until its first row if one is enough, and counts
// the rows.
func runToEnd(c *Ctx, one bool) (n int, err error) {
	root, err := Start(c)
	if err != nil {
		c.closeSubPlans()
		return 0, err
	}
	for {
		row, err := root.Next()
		if row != nil {
			n++
		}
		if row == nil || err != nil || one {
			if e := c.finish(root, err == nil); err == nil {
				err = e
			}
			return n, err
		}
	}
}
