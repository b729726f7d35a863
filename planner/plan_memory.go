package planner

import (
	"minidb/catalog"
	"minidb/storage"
)

// What an execution looks at of a partition lies in some forty places. Of one among
// thousands none is in the processor's caches, and most are found through others: it
// would wait for them one after the other. So the plan cache notes them, and reads from
// all at once when a partition is about to be locked: then it waits once.

// memory is what an execution reads. Touch reads from it, to no purpose but to have it
// near; what it returns depends on all that it has read.
type memory interface{ Touch() uint64 }

// touch has what an execution reads of a leaf near. root is the statement's node, scan
// the one that scans the leaf, or nil.
func (l *planLocks) touch(p *planLock, root, scan Plan) {
	if p.memory == nil && scan != nil {
		p.memory = memoryOf(root, scan)
	}
	for _, m := range p.memory {
		l.sum += m.Touch()
	}
}

// memoryOf lists it for a scan, and for changes of the rows that it finds: then nil as
// long as the table's rules for rows have not been made.
func memoryOf(root, scan Plan) []memory {
	rel := ScanOf(scan).Relation
	list := []memory{rel, rel.Heap}
	ix, byIndex := scan.(*IndexScan)
	if byIndex {
		list = append(list, ix)
	}
	m, changes := root.(*ModifyTable)
	if !changes {
		if byIndex {
			list = append(list, ix.Index, ix.Index.Tree)
		}
		return list
	}
	rules := rel.RulesMade()
	if rules == nil {
		return nil
	}
	list = append(list, rules)
	for _, ix := range rules.Indexes {
		list = append(list, ix, ix.Index, ix.Tree)
	}
	if i := m.Place(rel.OID); i >= 0 {
		list = append(list, &m.Rels[i])
	}
	return list
}

// Touch is memory's.
func (s *IndexScan) Touch() uint64 {
	sum := s.NOut + s.Rel
	if len(s.ProjSlots) > 0 {
		sum += s.ProjSlots[0]
	}
	if len(s.Conds) > 0 {
		sum += int(s.Conds[0].Kind)
	}
	return uint64(sum)
}

// Touch is memory's.
func (r *ResultRel) Touch() uint64 { return uint64(r.Rel + len(r.Returning)) }

var (
	_ memory = (*catalog.Relation)(nil)
	_ memory = (*storage.Heap)(nil)
)
