package executor

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// The trigger functions of foreign keys. After PostgreSQL 18, utils/adt/ri_triggers.c.

// fireRI runs the trigger of a foreign key for one event.
func (q *AfterTriggers) fireRI(ek *eventKind, e *afterEvent, outer *Ctx) error {
	t := ek.trigger
	other, mode := otherTable(t.ForeignKey, t.Func)
	fresh, err := q.access.Lock(other, mode, false)
	if err != nil {
		return err
	}
	defer q.access.Unlock(other, mode)
	k, err := q.key(t.ForeignKey, fresh)
	if err != nil {
		return err
	}
	switch t.Func {
	case catalog.RIFKeyCheckIns, catalog.RIFKeyCheckUpd:
		return q.checkChild(k, ek, e.new)
	}
	old, err := ek.old.at(q.sess.Txn, e.old)
	if err != nil {
		return err
	}
	switch t.Func {
	case catalog.RIFKeyNoActionDel, catalog.RIFKeyNoActionUpd:
		return q.restrict(k, old, false, outer)
	case catalog.RIFKeyRestrictDel, catalog.RIFKeyRestrictUpd:
		return q.restrict(k, old, true, outer)
	case catalog.RIFKeyCascadeDel:
		_, err = q.run(k, riCascadeDelete, old, nil, outer)
		return err
	case catalog.RIFKeyCascadeUpd:
		row, err := ek.new.at(q.sess.Txn, e.new)
		if err == nil {
			_, err = q.run(k, riCascadeUpdate, old, row, outer)
		}
		return err
	case catalog.RIFKeySetNullDel:
		_, err = q.run(k, riSetNullDelete, old, nil, outer)
		return err
	case catalog.RIFKeySetNullUpd:
		_, err = q.run(k, riSetNullUpdate, old, nil, outer)
		return err
	}
	n := riSetDefaultUpdate
	if t.Func == catalog.RIFKeySetDefaultDel {
		n = riSetDefaultDelete
	}
	old = slices.Clone(old) // events that this causes may be of the same kind
	if _, err := q.run(k, n, old, nil, outer); err != nil {
		return err
	}
	// Rows whose default is the old key were not changed, and caused no check.
	q.sess.Txn.IncrementCommand()
	return q.restrict(k, old, false, outer)
}

// checkChild is RI_FKey_check: the row that a new row refers to must be there.
func (q *AfterTriggers) checkChild(k *riKey, ek *eventKind, tid storage.TID) error {
	sn := q.sess.Txn.TakeSnapshot()
	defer sn.Release()
	row, ok := ek.new.seen(sn, tid)
	if !ok {
		return nil // replaced or gone: the newer version has its own check
	}
	if nulls := countNulls(row, k.fk.Columns); nulls > 0 {
		if k.fk.Match == catalog.MatchFull && nulls < len(k.fk.Columns) {
			return k.mixedNulls()
		}
		return nil
	}
	if k.ref.PartKey != nil {
		// As PostgreSQL: partitions are those that are there now, and so are their rows.
		now := q.sess.Txn.CatalogSnapshot()
		defer now.Release()
		sn = now
	}
	ok, err := k.child.lock(q, sn, row)
	if err != nil {
		return inStatement(err, k.text(riCheck))
	}
	if !ok {
		return k.missing(q, row)
	}
	return nil
}

// restrict is ri_restrict: nothing may refer to a key that is gone. Without
// RESTRICT the key may have come back in another row.
func (q *AfterTriggers) restrict(k *riKey, old types.Row, now bool, outer *Ctx) error {
	if !now {
		sn := q.sess.Txn.CatalogSnapshot()
		ok, err := k.parent.lock(q, sn, old)
		sn.Release()
		if ok || err != nil {
			return inStatement(err, k.text(riCheckParent))
		}
	}
	n, err := q.run(k, riRestrict, old, nil, outer)
	if n == 0 || err != nil {
		return err
	}
	return k.referenced(q, old, now)
}

func (k *riKey) violation(code pgerr.Code, format string, args ...any) *pgerr.Error {
	return pgerr.New(code, format, args...).On(k.rel.Schema, k.rel.Name, k.fk.Name)
}

func (k *riKey) missing(q *AfterTriggers, row types.Row) error {
	return k.violation(pgerr.ForeignKeyViolation, "insert or update on table %q violates foreign key constraint %q", k.rel.Name, k.fk.Name).
		WithDetail("Key %sis not present in table %q.", q.describe(k.rel, k.fk.Columns, row), k.ref.Name)
}

func (k *riKey) mixedNulls() error {
	return k.violation(pgerr.ForeignKeyViolation, "insert or update on table %q violates foreign key constraint %q", k.rel.Name, k.fk.Name).
		WithDetail("MATCH FULL does not allow mixing of null and nonnull key values.")
}

func (k *riKey) referenced(q *AfterTriggers, old types.Row, restrict bool) error {
	key := q.describe(k.ref, k.fk.RefColumns, old)
	if restrict {
		return k.violation(pgerr.RestrictViolation, "update or delete on table %q violates RESTRICT setting of foreign key constraint %q on table %q",
			k.ref.Name, k.fk.Name, k.rel.Name).WithDetail("Key %sis referenced from table %q.", key, k.rel.Name)
	}
	return k.violation(pgerr.ForeignKeyViolation, "update or delete on table %q violates foreign key constraint %q on table %q",
		k.ref.Name, k.fk.Name, k.rel.Name).WithDetail("Key %sis still referenced from table %q.", key, k.rel.Name)
}

// describe prints a key as "(a, b)=(1, 2) ", or nothing if the current role may not
// read it.
func (q *AfterTriggers) describe(rel *catalog.Relation, attrs []int, row types.Row) string {
	if !mayRead(q.access, rel, attrs) {
		return ""
	}
	names, vals := make([]string, len(attrs)), make([]string, len(attrs))
	for i, num := range attrs {
		names[i], vals[i] = rel.Columns[num-1].Name, "null"
		if d := row[num-1]; !d.IsNull() {
			vals[i] = types.Output(d, rel.Columns[num-1].Type, q.sess.Env)
		}
	}
	return "(" + strings.Join(names, ", ") + ")=(" + strings.Join(vals, ", ") + ") "
}

// Validate tests all rows of a table against a foreign key of it: 23503 for the
// first that refers to nothing. After RI_Initial_Check.
func (q *AfterTriggers) Validate(fk *catalog.ForeignKey) error {
	q.batch++
	fresh, err := q.access.Lock(fk.Ref, lmgr.RowShare, false)
	if err != nil {
		return err
	}
	k, err := q.key(fk, fresh)
	if err != nil {
		return err
	}
	cols, on, some := k.joined()
	sep := " AND "
	if fk.Match == catalog.MatchFull {
		sep = " OR "
	}
	found, err := q.first("SELECT " + strings.Join(cols, ", ") + " FROM " + tableAlone(k.rel) + " fk LEFT OUTER JOIN " + tableAlone(k.ref) +
		" pk ON ( " + strings.Join(on, " AND ") + ") WHERE pk." + quoteAlways(k.ref.Columns[fk.RefColumns[0]-1].Name) + " IS NULL AND (" +
		strings.Join(some, sep) + ")")
	if found == nil || err != nil {
		return err
	}
	return k.orphan(q, found)
}

// NoneReferenced makes sure that no row has a foreign key to one of a partition that is
// about to leave its table: 23503. The caller has locked both tables. After
// RI_PartitionRemove_Check.
func (q *AfterTriggers) NoneReferenced(fk *catalog.ForeignKey) error {
	q.batch++
	k, err := q.key(fk, true)
	if err != nil {
		return err
	}
	cols, on, some := k.joined()
	found, err := q.first("SELECT " + strings.Join(cols, ", ") + " FROM " + tableAlone(k.rel) + " fk JOIN " + tableName(k.ref) +
		" pk ON (" + strings.Join(on, " AND ") + ") WHERE " + strings.Join(some, " AND "))
	if found == nil || err != nil {
		return err
	}
	return k.violation(pgerr.ForeignKeyViolation, "removing partition %q violates foreign key constraint %q", k.ref.Name, fk.Name).
		WithDetail("Key %sis still referenced from table %q.", q.describe(k.rel, fk.Columns, k.referencing(found)), k.rel.Name)
}

// joined has for each column of the key the referencing table's, as fk, the comparison
// with the other's, as pk, and that it is not null.
func (k *riKey) joined() (cols, on, some []string) {
	for i, num := range k.fk.Columns {
		child := operand{"fk." + quoteAlways(k.rel.Columns[num-1].Name), k.rel.Columns[num-1].Type}
		to := &k.ref.Columns[k.fk.RefColumns[i]-1]
		cols = append(cols, child.text)
		on = append(on, equality(operand{"pk." + quoteAlways(to.Name), to.Type}, k.fk.PFEq[i], child))
		some = append(some, child.text+" IS NOT NULL")
	}
	return cols, on, some
}

// first runs a query and returns its first row, nil if there is none.
func (q *AfterTriggers) first(text string) (types.Row, error) {
	plan, err := q.plan(text, nil)
	if err != nil {
		return nil, err
	}
	ps, err := plan.Get(q.access, nil)
	if err != nil {
		return nil, err
	}
	c := &Ctx{Sess: q.sess, Access: q.access, Stmt: ps, Triggers: q, Snapshot: q.sess.Txn.CatalogSnapshot()}
	defer c.Snapshot.Release()
	root, err := Start(c)
	if err != nil {
		c.closeSubPlans()
		return nil, err
	}
	found, err := root.Next()
	found = slices.Clone(found)
	if e := c.finish(root, err == nil); err == nil {
		err = e
	}
	return found, err
}

// orphan is the error for a key, without the rest of its row, that refers to
// nothing.
func (k *riKey) orphan(q *AfterTriggers, key types.Row) error {
	row := k.referencing(key)
	if anyNull(row, k.fk.Columns) {
		return k.mixedNulls()
	}
	return k.missing(q, row)
}

// referencing is a row of the referencing table that has nothing but a key.
func (k *riKey) referencing(key types.Row) types.Row {
	row := make(types.Row, len(k.rel.Columns))
	for i, num := range k.fk.Columns {
		row[num-1] = key[i]
	}
	return row
}
