package catalog

// DROP: what must go with an object, by pg_depend, and whether it may. After
// PostgreSQL 18, catalog/dependency.c (findDependentObjects,
// reportDependentObjects), with its order of reports and deletions.

import (
	"slices"
	"strings"

	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// How a doomed object was reached.
const (
	original = 1 << iota // named by the user
	normalLink
	autoLink
	internalLink
	partitionLink // through a partition dependency
	isPart        // has partition dependencies
	reverseLink   // owner of an object that was named or reached
	subobject     // goes with its whole object
)

// doomed is an object to delete, after everything that depends on it.
type doomed struct {
	obj      Object
	flags    int
	dependee Object
}

// dropper collects what one DROP command deletes.
type dropper struct {
	a       *Access
	mode    lmgr.Mode // of the locks of what goes
	targets []doomed
	pending []Object // the named objects
}

// frame is one level of the walk's stack.
type frame struct {
	obj   Object
	flags *int
	up    *frame
}

// Drop deletes an object and what depends on it automatically. Other dependent
// objects are deleted too if cascade is set, with notices, and are an error
// (2BP01) otherwise. The caller holds the object's lock.
func (a *Access) Drop(obj Object, cascade bool) error { return a.DropAll([]Object{obj}, cascade) }

// DropAll is Drop of several objects in one command: they may depend on each
// other.
func (a *Access) DropAll(objs []Object, cascade bool) error {
	d := &dropper{a: a, mode: lmgr.AccessExclusive, pending: objs}
	if err := d.collect(objs, cascade); err != nil {
		return err
	}
	return d.remove()
}

// MayDrop is Drop that deletes nothing, with a lock of that mode.
func (a *Access) MayDrop(obj Object, mode lmgr.Mode) error {
	d := &dropper{a: a, mode: mode, pending: []Object{obj}}
	return d.collect(d.pending, false)
}

// collect finds the targets and whether they may go.
func (d *dropper) collect(objs []Object, cascade bool) error {
	for _, o := range objs {
		if err := d.a.lockForDrop(o, d.mode); err != nil {
			return err
		}
		if err := d.find(o, original, nil, Object{}); err != nil {
			return err
		}
	}
	return d.report(objs, cascade)
}

// remove deletes the targets.
func (d *dropper) remove() error {
	for _, t := range d.targets {
		if t.flags&subobject != 0 {
			continue
		}
		if err := d.a.remove(t.obj); err != nil {
			return err
		}
		d.a.CommandEnd()
	}
	return nil
}

// find adds obj to the targets after everything that depends on it.
func (d *dropper) find(obj Object, flags int, stack *frame, dependee Object) error {
	if onStack(obj, flags, stack) || d.isTarget(obj, flags) {
		return nil
	}
	whole, done, err := d.owners(obj, &flags, stack)
	if err != nil || done {
		return err
	}
	if whole != nil {
		dependee = *whole
	}
	dependents, err := d.dependents(obj)
	if err != nil {
		return err
	}
	level := &frame{obj, &flags, stack}
	for _, dep := range dependents {
		if err := d.find(dep.obj, dep.flags, level, obj); err != nil {
			return err
		}
	}
	d.targets = append(d.targets, doomed{obj, flags, dependee})
	return nil
}

// onStack reports whether obj, or the whole object that it belongs to, is being
// walked already.
func onStack(obj Object, flags int, stack *frame) bool {
	for f := stack; f != nil; f = f.up {
		if f.obj.Class != obj.Class || f.obj.OID != obj.OID {
			continue
		}
		if f.obj.Sub == obj.Sub {
			*f.flags |= flags
			return true
		}
		if f.obj.Sub == 0 {
			*f.flags |= flags & original
			return true
		}
	}
	return false
}

// isTarget reports whether obj will be deleted anyway.
func (d *dropper) isTarget(obj Object, flags int) bool {
	found := false
	for i := range d.targets {
		t := &d.targets[i]
		if t.obj.Class != obj.Class || t.obj.OID != obj.OID {
			continue
		}
		switch {
		case t.obj.Sub == obj.Sub:
			t.flags |= flags
			found = true
		case t.obj.Sub == 0:
			found = true
		case obj.Sub == 0 && flags != 0:
			// The column need not be deleted by itself: the table goes.
			t.flags |= subobject
		}
	}
	return found
}

// owners looks at what obj is a part of. A part that was named may not go
// alone; a part that was reached takes its owner along, and then done is true.
// partition is what obj is a partition of, nil if it is none.
func (d *dropper) owners(obj Object, flags *int, stack *frame) (partition *Object, done bool, err error) {
	var owner *Object
	for _, f := range d.a.rows(PgDepend, "pg_depend_depender_index", dependKey(obj)...) {
		if int(f.row[DependObjsubid].Int()) != obj.Sub && obj.Sub != 0 {
			continue
		}
		ref := Object{datumOID(f.row[DependRefclassid]), datumOID(f.row[DependRefobjid]), int(f.row[DependRefobjsubid].Int())}
		if ref.Class == obj.Class && ref.OID == obj.OID && obj.Sub == 0 {
			continue // a column that depends on its own table's column
		}
		switch datumChar(f.row[DependDeptype]) {
		case InternalDep:
			if stack == nil && slices.Contains(d.pending, ref) {
				return nil, true, nil // the owner is named too
			}
			if stack == nil {
				owner = &ref
			} else if !onStack(ref, 0, stack) {
				if err := d.a.lockForDrop(ref, d.mode); err != nil {
					return nil, true, err
				}
				if !d.a.stillThere(PgDepend, f.tid) {
					return nil, true, nil // dropped while the lock was awaited
				}
				return nil, true, d.find(ref, *flags|reverseLink, stack, stack.obj)
			}
		case PartitionPri:
			*flags |= isPart
			partition = &ref
		case PartitionSec:
			*flags |= isPart
			if partition == nil {
				partition = &ref
			}
		}
	}
	switch {
	case owner == nil:
		return partition, false, nil
	case partition != nil:
		owner = partition
	}
	return nil, false, d.required(obj, *owner)
}

// required is the error for an object that may not go without another one.
func (d *dropper) required(obj, by Object) error {
	desc := d.a.Describe(by)
	return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop %s because %s requires it", d.a.Describe(obj), desc).
		WithHint("You can drop %s instead.", desc)
}

// dependents returns what depends on obj, the newest objects first.
func (d *dropper) dependents(obj Object) ([]doomed, error) {
	var out []doomed
	for _, f := range d.a.rows(PgDepend, "pg_depend_reference_index", dependKey(obj)...) {
		dep := Object{datumOID(f.row[DependClassid]), datumOID(f.row[DependObjid]), int(f.row[DependObjsubid].Int())}
		if dep.Class == obj.Class && dep.OID == obj.OID && obj.Sub == 0 {
			continue
		}
		flags := normalLink
		switch datumChar(f.row[DependDeptype]) {
		case AutoDep:
			flags = autoLink
		case InternalDep:
			flags = internalLink
		case PartitionPri, PartitionSec:
			flags = partitionLink
		}
		if err := d.a.lockForDrop(dep, d.mode); err != nil {
			return nil, err
		}
		if !d.a.stillThere(PgDepend, f.tid) {
			continue // dropped while the lock was awaited
		}
		out = append(out, doomed{obj: dep, flags: flags})
	}
	slices.SortStableFunc(out, func(x, y doomed) int {
		switch {
		case x.obj.OID != y.obj.OID:
			return int(int64(y.obj.OID) - int64(x.obj.OID))
		case x.obj.Class != y.obj.Class:
			return int(int64(x.obj.Class) - int64(y.obj.Class))
		}
		return x.obj.Sub - y.obj.Sub
	})
	return out, nil
}

// maxReported is MAX_REPORTED_DEPS (PostgreSQL 18, catalog/dependency.c).
const maxReported = 100

// report decides whether the command may delete all targets, and tells the user
// which objects he did not name go too.
func (d *dropper) report(objs []Object, cascade bool) error {
	var lines []string
	total := 0
	for i := len(d.targets) - 1; i >= 0; i-- {
		t := &d.targets[i]
		if t.flags&isPart != 0 && t.flags&partitionLink == 0 {
			return d.required(t.obj, t.dependee)
		}
		if t.flags&(original|subobject) != 0 || t.flags&(autoLink|internalLink|partitionLink) != 0 {
			continue
		}
		if total++; total > maxReported {
			continue
		}
		if cascade {
			lines = append(lines, "drop cascades to "+d.a.Describe(t.obj))
		} else {
			lines = append(lines, d.a.Describe(t.obj)+" depends on "+d.a.Describe(t.dependee))
		}
	}
	if total == 0 {
		return nil
	}
	text := strings.Join(lines, "\n")
	if rest := total - len(lines); rest > 0 {
		text += "\nand " + itoa(int64(rest)) + plural(rest, " other object", " other objects") + " (see server log for list)"
	}
	if cascade {
		d.notice(text, total)
		return nil
	}
	what := "desired object(s) because other objects depend on them"
	if len(objs) == 1 {
		what = d.a.Describe(objs[0]) + " because other objects depend on it"
	}
	e := pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop %s", what)
	e.Detail = text
	return e.WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
}

func (d *dropper) notice(text string, total int) {
	if d.a.S.Notice == nil {
		return
	}
	n := &pgerr.Error{Severity: "NOTICE", Code: pgerr.SuccessfulCompletion, Message: text}
	if total > 1 {
		n.Message, n.Detail = "drop cascades to "+itoa(int64(total))+" other objects", text
	}
	d.a.S.Notice(n)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
