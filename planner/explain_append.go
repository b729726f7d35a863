package planner

// What EXPLAIN shows of an Append over the partitions of a table: those that pruning
// at the start of the executor left, with columns by the names that they have there.

import "slices"

// appendBase returns what Append and MergeAppend share, nil for other nodes.
func appendBase(p Plan) *AppendBase {
	switch n := p.(type) {
	case *Append:
		return &n.AppendBase
	case *MergeAppend:
		return &n.AppendBase
	}
	return nil
}

// survivors are the members that run; all is set if that is every one.
func (x *Explain) survivors(a *AppendBase) (left []int, all bool) {
	if a.Prune == nil || x.Survivors == nil || x.Survivors[a.Prune.index] == nil {
		return nil, true
	}
	return x.Survivors[a.Prune.index], false
}

// runs tells whether child i of a node was not pruned at start.
func (x *Explain) runs(p Plan, i int) bool {
	a := appendBase(p)
	if a == nil {
		return true
	}
	left, all := x.survivors(a)
	return all || slices.Contains(left, i)
}

// member describes child i of p, if it runs.
func (b *explainer) member(p Plan, i int, c Plan, rel string) []*xnode {
	if !b.x.runs(p, i) {
		return nil
	}
	var infos []*AppendRelInfo
	if a := appendBase(p); a != nil && a.infos != nil {
		infos = a.infos[i]
	}
	if m, ok := p.(*ModifyTable); ok && m.Subplans != nil && m.Rels[i].info != nil {
		infos = []*AppendRelInfo{m.Rels[i].info}
	}
	for _, info := range infos {
		defer b.within(info)()
	}
	n := b.plan(c, rel, "")
	n.member = len(infos) > 0
	return []*xnode{n}
}

// within names the columns of the table at the top as a partition does, until what it
// returns is called.
func (b *explainer) within(info *AppendRelInfo) func() {
	saved, had := b.part[info.Parent]
	b.part[info.Parent] = info
	return func() {
		if b.part[info.Parent] = saved; !had {
			delete(b.part, info.Parent)
		}
	}
}

// removedMembers tells how many members were pruned at start.
func (b *explainer) removedMembers(n *xnode, p Plan) {
	a := appendBase(p)
	if a == nil {
		return
	}
	removed := 0
	if left, all := b.x.survivors(a); !all {
		removed = len(a.Members) - len(left)
	}
	n.props = append(n.props, prop{name: "Subplans Removed", val: int64(removed), jsonOnly: removed == 0})
}

// mergeKeys names the columns of the table at the top, or those of the first member of
// a partition that is partitioned itself.
func (b *explainer) mergeKeys(n *xnode, p *MergeAppend) {
	if len(p.infos) > 0 {
		for _, info := range p.infos[0] {
			if saved, nested := b.part[info.Parent]; nested {
				b.part[info.Parent] = info
				defer func() { b.part[info.Parent] = saved }()
			}
		}
	}
	n.add("Sort Key", b.sortKeys(p.Keys, p.KeyExprs, len(p.Keys)))
}
