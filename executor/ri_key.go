package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// riKey is a foreign key made ready, once for a session and for as long as its
// tables stay as they are: PostgreSQL's RI_ConstraintInfo with its query cache.
type riKey struct {
	fk       *catalog.ForeignKey
	rel, ref *catalog.Relation
	batch    uint64 // when rel and ref were last looked at
	// child finds the row that a referencing row names, parent the one that has
	// the key which a referenced row had.
	child, parent keyFinder
	plans         [numRIQueries]*planner.CachedPlan
	texts         [numRIQueries]string
	params        []types.Datum
}

// otherTable is the table that a trigger has to open beside its own, with the lock
// that it takes; only what the trigger then does there keeps one.
func otherTable(fk *catalog.ForeignKey, f types.OID) (types.OID, lmgr.Mode) {
	switch f {
	case catalog.RIFKeyCheckIns, catalog.RIFKeyCheckUpd:
		return fk.Ref, lmgr.RowShare
	case catalog.RIFKeyNoActionDel, catalog.RIFKeyNoActionUpd, catalog.RIFKeyRestrictDel, catalog.RIFKeyRestrictUpd:
		return fk.Table, lmgr.RowShare
	}
	return fk.Table, lmgr.RowExclusive
}

// key makes a foreign key ready. The caller has locked both its tables; fresh tells
// that one of them was not locked before, and may have changed.
func (q *AfterTriggers) key(fk *catalog.ForeignKey, fresh bool) (*riKey, error) {
	k := q.keys[fk.OID]
	if k != nil && k.batch == q.batch && k.fk == fk && !fresh {
		return k, nil
	}
	ref, err := q.access.OpenOID(fk.Ref, catalog.NoLock)
	if err != nil {
		return nil, err
	}
	rel, err := q.access.OpenOID(fk.Table, catalog.NoLock)
	if err != nil {
		return nil, err
	}
	if k == nil || k.rel.Version != rel.Version || k.ref.Version != ref.Version {
		if k, err = newRIKey(fk, rel, ref, expr.NewResolver(q.sess.Env)); err != nil {
			return nil, err
		}
		if len(q.keys) >= maxRIKeys {
			clear(q.keys)
		}
		q.keys[fk.OID] = k
	}
	k.fk, k.batch = fk, q.batch
	return k, nil
}

// keyFinder finds the row that has source's key, as sn sees it, and locks it FOR KEY
// SHARE. ok is false if there is none, or none any more.
type keyFinder interface {
	lock(q *AfterTriggers, sn *storage.Snapshot, source types.Row) (ok bool, err error)
}

// riCustomTries is how many checks of a key PostgreSQL plans, the generic plan
// included; a planner locks all indexes of the table.
const riCustomTries = 6

// open locks, once a batch, what the probe reads, if its owner may do so.
func (p *keyProbe) open(q *AfterTriggers) error {
	p.uses++
	if p.opened == q.batch {
		return nil
	}
	err := p.openTable(q)
	switch {
	case err != nil:
	case p.uses <= riCustomTries:
		err = q.access.LockIndexes(p.ref, lmgr.RowShare)
	default:
		err = q.access.LockIndex(p.index, lmgr.RowShare)
	}
	if err == nil {
		p.opened = q.batch
	}
	return err
}

// openTable locks the table: of one that is a partition of what was named the permissions
// do not count.
func (p *keyProbe) openTable(q *AfterTriggers) error {
	if _, err := q.access.OpenOID(p.ref.OID, lmgr.RowShare); err != nil || p.part {
		return err
	}
	return mayProbe(q.access, p.ref, p.columns)
}

// mayProbe asks whether a table's owner may read and lock it, in whose name probes are made.
func mayProbe(a *catalog.Access, ref *catalog.Relation, columns []int) error {
	owner := ref.Owner
	if a.IsSuperuser(owner) {
		return nil
	}
	if err := a.CheckUseAs(owner, ref.Namespace); err != nil {
		return pgerr.From(err).At(len(selectOne) + len(tableAlone(ref)) - len(tableName(ref)))
	}
	return planner.CheckKeyLookup(a, owner, ref, columns)
}

// maxRIKeys bounds how many keys a session keeps ready.
const maxRIKeys = 1024

func newRIKey(fk *catalog.ForeignKey, rel, ref *catalog.Relation, r *expr.Resolver) (*riKey, error) {
	k := &riKey{fk: fk, rel: rel, ref: ref}
	var err error
	if k.child, err = newKeyFinder(fk, rel, fk.Columns, fk.PFEq, ref, r); err != nil {
		return nil, err
	}
	k.parent, err = newKeyFinder(fk, ref, fk.RefColumns, fk.PPEq, ref, r)
	return k, err
}

// newKeyFinder is for a key that rows of from have in the columns attrs.
func newKeyFinder(fk *catalog.ForeignKey, from *catalog.Relation, attrs []int, ops []types.OID, ref *catalog.Relation, r *expr.Resolver) (keyFinder, error) {
	if ref.PartKey != nil {
		return newKeyRouter(fk, from, attrs, ops, ref, r)
	}
	return newKeyProbe(&keyOn{from: from, attrs: attrs, ops: ops, columns: fk.RefColumns, index: fk.Index}, ref, r)
}

// keyOn says what a keyProbe compares: the columns attrs of rows of from, by ops, with
// those of the referenced table that the index is over.
type keyOn struct {
	from    *catalog.Relation
	attrs   []int
	ops     []types.OID
	columns []int
	index   types.OID
}

// keyProbe looks for the referenced row of a key that another row has, by the
// index that makes the key unique.
type keyProbe struct {
	ref     *catalog.Relation
	shape   rowShape
	index   *catalog.Index
	cols    []probeColumn // in the order of the index
	columns []int         // of the referenced table
	key     []types.Datum
	scan    *storage.IndexScan
	exact   bool // equal index entries are equal keys
	row     types.Row

	part   bool   // see openTable
	uses   int    // ever
	opened uint64 // in which batch last
}

// probeColumn is one column of the key.
type probeColumn struct {
	attr int       // of the row that has the key, from 0
	cast expr.Eval // to the type of the index; nil if it is that already
	test expr.Eval // the operator, over a referenced row and then the other
}

func newKeyProbe(on *keyOn, ref *catalog.Relation, r *expr.Resolver) (*keyProbe, error) {
	var ix *catalog.Index
	for _, x := range ref.Indexes {
		if x.OID == on.index {
			ix = x
		}
	}
	if ix == nil {
		return nil, pgerr.New(pgerr.Internal, "index %d of a foreign key to %q is gone", on.index, ref.Name)
	}
	p := &keyProbe{ref: ref, columns: on.columns, shape: newRowShape(nil, ref, nil), index: ix, exact: true}
	spec := ix.Tree.Spec()
	for i, key := range ix.Keys[:ix.NKeys] {
		for j, num := range on.columns {
			if num != key.Attr {
				continue
			}
			c, exact, err := newProbeColumn(&on.from.Columns[on.attrs[j]-1], &ref.Columns[num-1], on.ops[j], spec.Keys[i].Kind, len(ref.Columns), r)
			if err != nil {
				return nil, err
			}
			p.exact = p.exact && exact
			p.cols = append(p.cols, c)
		}
	}
	p.key = make([]types.Datum, len(p.cols))
	p.row = make(types.Row, len(ref.Columns)+len(on.from.Columns))
	return p, nil
}

// newProbeColumn compiles what one column needs; exact tells that its index entry
// says all.
func newProbeColumn(from, to *catalog.Column, op types.OID, kind types.Kind, width int, r *expr.Resolver) (c probeColumn, exact bool, err error) {
	c.attr = from.Num - 1
	o, ok := expr.OperatorByOID(op)
	if !ok {
		return c, false, pgerr.New(pgerr.Internal, "cache lookup failed for operator %d", op)
	}
	at := func(col *catalog.Column, slot int) expr.Expr {
		return &expr.Var{Loc: -1, Rel: 1, Attr: col.Num, Slot: slot, T: col.Type, Mod: col.Typmod}
	}
	coerce := func(e expr.Expr, t types.OID) (expr.Expr, error) {
		if expr.IsPolymorphic(t) {
			return e, nil
		}
		return r.Coerce(e, t, -1, expr.AssignmentCast, expr.CastImplicit, -1)
	}
	right, err := coerce(at(from, c.attr), o.Right)
	if err != nil {
		return c, false, err
	}
	exact = true
	if t, ok := types.ByOID(right.Type()); ok && t.Kind != kind {
		exact = false
		if right, err = coerce(at(from, c.attr), to.Type); err != nil {
			return c, false, err
		}
	}
	if v, plain := right.(*expr.Var); !plain || v.Slot != c.attr {
		if c.cast, err = expr.Compile(right); err != nil {
			return c, false, err
		}
	}
	l, err := coerce(at(to, to.Num-1), o.Left)
	if err != nil {
		return c, false, err
	}
	rr, err := coerce(at(from, width+c.attr), o.Right)
	if err != nil {
		return c, false, err
	}
	c.test, err = expr.Compile(&expr.OpCall{Loc: -1, Op: o, Args: []expr.Expr{l, rr}, Ret: types.BoolOID})
	return c, exact, err
}

// castKey fills key with source's values, cast to the types of the columns referred to. It
// is false if no value of such a type is like one of them: an error where exact tells that
// all have these types already.
func castKey(ec *expr.Ctx, key []types.Datum, cols []probeColumn, source types.Row, exact bool) (ok bool, err error) {
	for i := range cols {
		c := &cols[i]
		key[i] = source[c.attr]
		if c.cast == nil {
			continue
		}
		if key[i], err = c.cast(ec, source); err != nil {
			if !exact {
				err = nil
			}
			return false, err
		}
	}
	return true, nil
}

// lock is keyFinder's.
func (p *keyProbe) lock(q *AfterTriggers, sn *storage.Snapshot, source types.Row) (ok bool, err error) {
	if err := p.open(q); err != nil {
		return false, err
	}
	ec := expr.Ctx{Sess: q.sess, Catalog: q.access}
	if ok, err := castKey(&ec, p.key, p.cols, source, p.exact); !ok {
		return false, err
	}
	copy(p.row[len(p.ref.Columns):], source)
	r := storage.Range{Lo: p.key, Hi: p.key}
	if p.scan == nil {
		p.scan = p.index.Tree.ScanFor(sn, r, false)
	} else {
		p.scan.ResetFor(sn, r)
	}
	fetched := int64(0)
	defer func() { p.scan.Done(q.sess.StmtStart, fetched) }()
	for {
		tid, ok := p.scan.Next()
		if !ok {
			return false, nil
		}
		row, at, ok := p.ref.Heap.Fetch(sn, tid)
		if !ok {
			continue
		}
		fetched++
		if same, err := p.same(&ec, row, at, p.exact); !same || err != nil {
			if err != nil {
				return false, err
			}
			continue
		}
		if ok, err := p.lockAt(q, sn, &ec, at); ok || err != nil {
			return ok, err
		}
	}
}

// same tells whether a referenced row has the key. A row that was found by it need
// not be looked at if the index is exact.
func (p *keyProbe) same(ec *expr.Ctx, row types.Row, at storage.TID, found bool) (bool, error) {
	if found {
		return true, nil
	}
	copy(p.row, p.shape.complete(row, at))
	for i := range p.cols {
		d, err := p.cols[i].test(ec, p.row)
		if err != nil || d.IsNull() || !d.Bool() {
			return false, err
		}
	}
	return true, nil
}

// lockAt locks the version at tid or, in READ COMMITTED, the newest that followed
// it, if that has the key still.
func (p *keyProbe) lockAt(q *AfterTriggers, sn *storage.Snapshot, ec *expr.Ctx, tid storage.TID) (bool, error) {
	s := q.sess
	res, fail, err := p.ref.Heap.LockRow(s.Ctx, s.Txn, sn, tid, storage.LockKeyShare, storage.WaitBlock)
	switch {
	case err != nil:
		return false, waitedIn(err, p.ref.Name)
	case res == storage.TMOk:
		return true, nil
	case res == storage.TMInvisible || res == storage.TMSelfModified:
		return false, nil
	case s.Txn.Isolation() != storage.ReadCommitted:
		return false, serializationFailure(storage.TMUpdated) // also if it was deleted
	case res != storage.TMUpdated:
		return false, nil
	}
	newest, _, err := lockNewest(&Ctx{Sess: s, Snapshot: sn}, p.ref.Heap, fail, storage.LockKeyShare, storage.WaitBlock)
	if newest.row == nil || err != nil {
		return false, err
	}
	return p.same(ec, newest.row, newest.tid, false)
}
