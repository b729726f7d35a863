package planner

// EXPLAIN (BUFFERS): the pages and the blocks of temporary files that a node and those
// below it visited. Tables are in memory: nothing is read into it, and nothing written.

import (
	"fmt"
	"strings"

	"minidb/session"
)

// buffers adds a node's counts; without ANALYZE they are zeros.
func (b *explainer) buffers(n *xnode) {
	if !b.x.Options.Buffers {
		return
	}
	u := &session.BufferUsage{}
	if in := b.instr(n.base); in != nil {
		u = &in.Buffers
	}
	if text := buffersText(u); text != "" {
		n.props = append(n.props, prop{name: "Buffers", raw: text, textOnly: true})
	}
	n.props = append(n.props, bufferProps(u)...)
}

// buffersText is the line of the text format, "" if nothing was visited.
func buffersText(u *session.BufferUsage) string {
	var parts []string
	if u.SharedHit > 0 {
		parts = append(parts, fmt.Sprintf("shared hit=%d", u.SharedHit))
	}
	if u.LocalHit > 0 {
		parts = append(parts, fmt.Sprintf("local hit=%d", u.LocalHit))
	}
	temp := ""
	if u.TempRead > 0 {
		temp += fmt.Sprintf(" read=%d", u.TempRead)
	}
	if u.TempWritten > 0 {
		temp += fmt.Sprintf(" written=%d", u.TempWritten)
	}
	if temp != "" {
		parts = append(parts, "temp"+temp)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Buffers: " + strings.Join(parts, ", ")
}

// bufferProps are the properties of JSON.
func bufferProps(u *session.BufferUsage) []prop {
	list := []prop{
		{name: "Shared Hit Blocks", val: u.SharedHit}, {name: "Shared Read Blocks"}, {name: "Shared Dirtied Blocks"}, {name: "Shared Written Blocks"},
		{name: "Local Hit Blocks", val: u.LocalHit}, {name: "Local Read Blocks"}, {name: "Local Dirtied Blocks"}, {name: "Local Written Blocks"},
		{name: "Temp Read Blocks", val: u.TempRead}, {name: "Temp Written Blocks", val: u.TempWritten},
	}
	for i := range list {
		if list[i].jsonOnly = true; list[i].val == nil {
			list[i].val = int64(0)
		}
	}
	return list
}
