package planner

import (
	"fmt"
	"strings"
)

// What EXPLAIN ANALYZE says of sorts.

// SortGroups sums up the groups that an incremental sort sorted in one way.
type SortGroups struct {
	Count   int64
	methods [len(sortMethods)]bool
	memory  sortSpace
	disk    sortSpace
}

type sortSpace struct{ total, peak int64 } // kB

// sortMethods in the order in which they are listed.
var sortMethods = [...]string{"top-N heapsort", "quicksort", "external merge"}

// Add counts a group.
func (g *SortGroups) Add(method string, kB int64, disk bool) {
	g.Count++
	for i, m := range sortMethods {
		g.methods[i] = g.methods[i] || m == method
	}
	s := &g.memory
	if disk {
		s = &g.disk
	}
	s.total += kB
	s.peak = max(s.peak, kB)
}

func (b *explainer) sortMethod(n *xnode, in *Instrument) {
	if in.SortMethod == "" {
		return
	}
	where := "Memory"
	if in.SortDisk {
		where = "Disk"
	}
	n.props = append(n.props,
		prop{name: "Sort Method", val: in.SortMethod, raw: fmt.Sprintf("Sort Method: %s  %s: %dkB", in.SortMethod, where, in.SortKB)},
		prop{name: "Sort Space Used", val: in.SortKB, jsonOnly: true}, prop{name: "Sort Space Type", val: where, jsonOnly: true})
}

func (b *explainer) sortGroups(n *xnode, in *Instrument) {
	if in.SortGroups == nil {
		return
	}
	for i, label := range [...]string{"Full-sort", "Pre-sorted"} {
		g := &in.SortGroups[i]
		if g.Count == 0 {
			continue
		}
		var used []string
		for k, yes := range g.methods {
			if yes {
				used = append(used, sortMethods[k])
			}
		}
		word := "Method"
		if len(used) > 1 {
			word = "Methods"
		}
		line := fmt.Sprintf("%s Groups: %d  Sort %s: %s", label, g.Count, word, strings.Join(used, ", "))
		members := []prop{{name: "Group Count", val: g.Count}, {name: "Sort Methods Used", val: used}}
		for _, s := range []struct {
			name string
			sortSpace
		}{{"Memory", g.memory}, {"Disk", g.disk}} {
			if s.peak == 0 {
				continue
			}
			average := s.total / g.Count
			line += fmt.Sprintf("  Average %s: %dkB  Peak %s: %dkB", s.name, average, s.name, s.peak)
			members = append(members, prop{name: "Sort Space " + s.name, val: []prop{
				{name: "Average Sort Space Used", val: average}, {name: "Peak Sort Space Used", val: s.peak},
			}})
		}
		n.props = append(n.props, prop{name: label + " Groups", val: members, raw: line})
	}
}
