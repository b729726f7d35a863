package catalog

// Temporary objects: each session that makes some has a schema of its own,
// pg_temp_N, which stays when the session ends, empty, for the next session with
// that number. After PostgreSQL 18, catalog/namespace.c and the ON COMMIT actions
// of commands/tablecmds.c.

import (
	"slices"
	"strings"
	"sync"

	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// tempNumbers gives out the N of pg_temp_N, the smallest first.
type tempNumbers struct {
	mu    sync.Mutex
	taken []bool
}

func (t *tempNumbers) take() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := slices.Index(t.taken, false)
	if n < 0 {
		n = len(t.taken)
		t.taken = append(t.taken, false)
	}
	t.taken[n] = true
	return n
}

// reserve takes a number that is known.
func (t *tempNumbers) reserve(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.taken) <= n {
		t.taken = append(t.taken, false)
	}
	t.taken[n] = true
}

func (t *tempNumbers) give(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken[n] = false
}

func (t *tempNumbers) inUse() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.taken, true)
}

// tempState is what a session knows of its temporary objects.
type tempState struct {
	numbered bool // number is the session's own
	number   int
	ns       types.OID // the schema, 0 until the session has one
	onCommit []onCommit
}

// onCommit is a table with ON COMMIT DELETE ROWS, or DROP. One that is gone, by
// DROP TABLE or because its creation was rolled back, is left out at the next
// commit: no other relation ever gets its OID.
type onCommit struct {
	rel  types.OID
	drop bool
}

// tempAlias stands for the session's own schema in qualified names.
const tempAlias = "pg_temp"

// ExplicitNamespace finds the schema that stands in front of a name: pg_temp is
// the session's own, if it has one.
func (a *Access) ExplicitNamespace(name string) (types.OID, bool) {
	if name == tempAlias && a.temp.ns != 0 {
		return a.temp.ns, true
	}
	return a.Namespace(name)
}

// UsableNamespace is ExplicitNamespace of a schema in which the current role may look for
// objects: 3F000 if it is not there, 42501 if that is refused.
func (a *Access) UsableNamespace(name string) (types.OID, error) {
	ns, ok := a.ExplicitNamespace(name)
	if !ok {
		return 0, undefinedSchema(name)
	}
	return ns, a.CheckUse(ns)
}

// useIfThere is UsableNamespace for names that may be in no schema, or in none that is there.
func (a *Access) useIfThere(schema string) error {
	if schema == "" {
		return nil
	}
	_, err := a.UsableNamespace(schema)
	if pgerr.CodeOf(err) == pgerr.InvalidSchemaName {
		return nil
	}
	return err
}

// TempNamespace returns the session's schema for temporary objects and makes it
// at first. What a session that ended without cleaning up left there is dropped.
func (a *Access) TempNamespace() (types.OID, error) {
	if a.temp.ns != 0 {
		return a.temp.ns, nil
	}
	if err := a.CheckDatabase(TempPrivilege); err != nil {
		return 0, err
	}
	if !a.temp.numbered {
		a.temp.number, a.temp.numbered = a.tempNumbers.take(), true
	}
	name := "pg_temp_" + itoa(int64(a.temp.number))
	ns, ok := a.Namespace(name)
	var err error
	if ok {
		err = a.dropContents(ns)
	} else if ns, err = a.createNamespace(name, BootstrapUser); err == nil {
		a.CommandEnd()
	}
	if err != nil {
		return 0, err
	}
	a.temp.ns = ns
	a.S.Txn.OnEnd(func(committed bool) {
		if !committed {
			a.temp.ns = 0
		}
	})
	return ns, nil
}

// IsMyTemp tells whether a schema is the session's own for temporary objects.
func (a *Access) IsMyTemp(ns types.OID) bool { return ns != 0 && ns == a.temp.ns }

// IsTemp tells whether a schema is some session's for temporary objects.
func (a *Access) IsTemp(ns types.OID) bool {
	return ns >= types.FirstNormalOID && strings.HasPrefix(a.NamespaceName(ns), "pg_temp_")
}

// OtherTemp tells whether a relation is a temporary one of another session, whose
// rows nobody else may touch.
func (a *Access) OtherTemp(r *Relation) bool { return r.Persistence == 't' && r.Namespace != a.temp.ns }

// ErrOtherTemp is the error of who touches them all the same.
func ErrOtherTemp() error {
	return pgerr.New(pgerr.FeatureNotSupported, "cannot access temporary tables of other sessions")
}

// DropTemp drops the session's temporary objects.
func (a *Access) DropTemp() error {
	if a.temp.ns == 0 {
		return nil
	}
	return a.dropContents(a.temp.ns)
}

// EndTemp gives the number of the session's schema back; the session makes no
// temporary objects any more.
func (a *Access) EndTemp() {
	if a.temp.numbered {
		a.tempNumbers.give(a.temp.number)
	}
	a.temp = tempState{}
}

// HasTemp tells whether the session has a schema for temporary objects.
func (a *Access) HasTemp() bool { return a.temp.ns != 0 }

// TempInUse tells whether any session has temporary objects.
func (c *Catalog) TempInUse() bool { return c.tempNumbers.inUse() }

// DropOtherTemp drops, in a clone of a database, the temporary objects of the origin's
// sessions, but for those of keep, if it is not nil.
func (a *Access) DropOtherTemp(keep *Access) error {
	for _, row := range a.Scan(a.System(PgNamespace), "pg_namespace_oid_index") {
		ns := datumOID(row[NamespaceOid])
		if strings.HasPrefix(datumText(row[NamespaceNspname]), "pg_temp_") && (keep == nil || ns != keep.temp.ns) {
			if err := a.dropContents(ns); err != nil {
				return err
			}
		}
	}
	return nil
}

// AdoptTemp makes what a clone of a database has of a session's temporary objects a's
// own. a has none yet.
func (a *Access) AdoptTemp(from *Access) {
	if from.temp.ns == 0 {
		return
	}
	a.tempNumbers.reserve(from.temp.number)
	a.temp = from.temp
	a.temp.onCommit = slices.Clone(from.temp.onCommit)
}

// dropContents drops everything in a schema, and what depends on it elsewhere,
// without a word.
func (a *Access) dropContents(ns types.OID) error {
	schema := Object{Class: PgNamespace, OID: ns}
	return a.dropQuietly([]Object{schema}, &schema)
}

// dropQuietly drops objects, but for keep, and what depends on them.
func (a *Access) dropQuietly(objs []Object, keep *Object) error {
	d := &dropper{a: a, mode: lmgr.AccessExclusive, pending: objs}
	for _, o := range objs {
		if err := d.find(o, original, nil, Object{}); err != nil {
			return err
		}
	}
	if keep != nil {
		d.targets = slices.DeleteFunc(d.targets, func(t doomed) bool { return t.obj == *keep })
	}
	return d.remove()
}

// emptiedWith refuses to empty a table without those that refer to it.
func (a *Access) emptiedWith(r *Relation, emptied []*Relation) error {
	for _, fk := range a.ForeignKeysOn(r.OID) {
		if slices.ContainsFunc(emptied, func(o *Relation) bool { return o.OID == fk.Table }) {
			continue
		}
		from, err := a.ByOID(fk.Table)
		if err != nil {
			return err
		}
		return pgerr.New(pgerr.FeatureNotSupported, "unsupported ON COMMIT and foreign key combination").
			WithDetail("Table %s references %s, but they do not have the same ON COMMIT setting.", quoted(from.Name), quoted(r.Name))
	}
	return nil
}

// OnCommit notes what becomes of a temporary table at the end of each transaction.
func (a *Access) OnCommit(rel types.OID, drop bool) {
	a.temp.onCommit = append(a.temp.onCommit, onCommit{rel, drop})
}

// PreCommit does the ON COMMIT actions of a transaction that is about to commit.
// One that wrote nothing has put no rows into any table.
func (a *Access) PreCommit() error {
	if len(a.temp.onCommit) == 0 || !a.S.Txn.HasXID() {
		return nil
	}
	var keep []onCommit
	var emptied []*Relation
	var dropped []Object
	for _, oc := range a.temp.onCommit {
		r, err := a.ByOID(oc.rel)
		switch {
		case err != nil:
			return err
		case r == nil:
		case oc.drop:
			dropped = append(dropped, RelationObject(oc.rel))
		default:
			keep = append(keep, oc)
			emptied = append(emptied, r)
		}
	}
	if len(dropped) > 0 {
		if err := a.dropQuietly(dropped, nil); err != nil {
			return err
		}
	}
	for _, r := range emptied {
		if err := a.emptiedWith(r, emptied); err != nil {
			return err
		}
	}
	for _, r := range emptied {
		r.Heap.Empty()
		for _, ix := range r.Indexes {
			ix.Tree.Empty()
		}
	}
	a.temp.onCommit = keep
	return nil
}
