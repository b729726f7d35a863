package expr

// This file finds the matches of regular expressions by PostgreSQL's rules. The
// match begins as early as possible and is then the longest one or the shortest,
// as the expression as a whole prefers; its parts take the longest or shortest
// text as each of them prefers, earlier parts first. (Manual, "Regular Expression
// Matching Rules".)

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// reTraits say what a part of an expression prefers and has inside.
type reTraits uint8

const (
	reLonger  reTraits = 1 << iota
	reShorter          // prefers the shortest match
	reMixed            // has parts of both preferences
	reCapture          // has groups that capture
	reRefers           // has back references

	reLocal = reLonger | reShorter
	reMessy = reMixed | reCapture | reRefers // the match of the whole does not settle the parts
)

// up is what a part's traits say of what it is in.
func (t reTraits) up() reTraits {
	if t&reLocal == reLocal {
		t |= reMixed
	}
	return t &^ reLocal
}

// combine gives the traits of a and b after each other: the first preference counts.
func combine(a, b reTraits) reTraits {
	p := a & reLocal
	if p == 0 {
		p = b & reLocal
	}
	return (a | b).up() | p
}

// reNode is a part whose inner matches matter: 'p'lain, '.' (kids one after the
// other), '|', '(' a group, '*' an iteration, 'b'ack reference.
type reNode struct {
	op       byte
	traits   reTraits
	syn      *reSyn // what it matches, for its program
	kids     []*reNode
	min, max int
	group    int
	start    int32 // of its program
}

func plainNode(syn *reSyn, t reTraits) *reNode { return &reNode{op: 'p', syn: syn, traits: t} }

// reTree makes the parts of a syntax tree.
func reTree(n *reSyn) *reNode {
	if n.kind != synAlt {
		if n.kind != synCat {
			return reBranch([]*reSyn{n})
		}
		return reBranch(n.kids)
	}
	out := &reNode{op: '|', traits: reLonger, syn: n}
	for _, k := range n.kids {
		kid := reTree(k)
		out.kids = append(out.kids, kid)
		out.traits |= combine(out.traits, kid.traits)
	}
	if out.traits&reMessy == 0 {
		return plainNode(n, out.traits)
	}
	return out
}

// reBranch makes the parts of items that follow each other: those without inner
// matches are one part with the preference of its first quantifier.
func reBranch(items []*reSyn) *reNode {
	prefix := plainNode(&reSyn{kind: synCat}, 0)
	for i, item := range items {
		atom, lo, hi, prefer := item, 1, 1, reTraits(0)
		if item.kind == synRepeat {
			atom, lo, hi, prefer = item.kids[0], item.min, item.max, item.prefer
		}
		if atom.kind != synGroup && atom.kind != synBackref {
			if t := prefix.traits | prefer; t.up()&reMessy == 0 {
				prefix.syn.kids = append(prefix.syn.kids, item)
				prefix.traits = t
				continue
			}
		}
		part := reAtom(atom)
		inner := part.traits
		quantified := reQuantified(item, atom, part, lo, hi, prefer)
		rest := reBranch(items[i+1:])
		t := joined(quantified, rest, combine(prefer, inner))
		t.traits |= combine(t.traits, rest.traits)
		top := joined(prefix, t, prefix.traits)
		top.traits |= combine(top.traits, t.traits)
		return top
	}
	return prefix
}

func joined(a, b *reNode, t reTraits) *reNode {
	return &reNode{op: '.', traits: t, kids: []*reNode{a, b}, syn: &reSyn{kind: synCat, kids: []*reSyn{a.syn, b.syn}}}
}

func reAtom(atom *reSyn) *reNode {
	switch atom.kind {
	case synGroup:
		inner := reTree(atom.kids[0])
		if atom.n == 0 {
			return inner
		}
		return &reNode{op: '(', group: atom.n, traits: inner.traits | reCapture, kids: []*reNode{inner}, syn: atom}
	case synBackref:
		return &reNode{op: 'b', group: atom.n, traits: reRefers, syn: atom}
	}
	return plainNode(atom, 0)
}

// reQuantified applies a quantifier to a part.
func reQuantified(item, atom *reSyn, part *reNode, lo, hi int, prefer reTraits) *reNode {
	switch t := combine(prefer, part.traits); {
	case atom.kind == synBackref:
		part.min, part.max, part.syn = lo, hi, item
		part.traits = t
		return part
	case lo == 1 && hi == 1 && (prefer == 0 || part.traits&(reLocal|reMixed) == 0 || prefer == part.traits&(reLocal|reMixed)):
		return part
	case part.traits&(reCapture|reRefers) == 0:
		return plainNode(item, t)
	case lo > 0 && part.traits&reRefers == 0:
		if hi != reInfinite {
			hi--
		}
		before := &reSyn{kind: synRepeat, kids: []*reSyn{atom}, min: lo - 1, max: hi}
		return joined(plainNode(before, t&reLocal), part, t)
	default:
		return &reNode{op: '*', traits: t, kids: []*reNode{part}, min: lo, max: hi, syn: item}
	}
}

// reProg is a compiled expression; it may be used by many at a time.
type reProg struct {
	prog   []reInst
	root   *reNode
	groups int
	fold   bool
	pool   sync.Pool // of *reScan
}

// reKey identifies a compiled expression.
type reKey struct {
	pattern string
	flags   reFlags
}

// reCache keeps compiled expressions; it is emptied when full.
var reCache = struct {
	sync.Mutex
	m map[reKey]*reProg
}{m: make(map[reKey]*reProg)}

const reCacheSize = 256

// compileRegex compiles a pattern.
func compileRegex(pattern string, f reFlags) (*reProg, error) {
	f.global = false
	key := reKey{pattern, f}
	reCache.Lock()
	re := reCache.m[key]
	reCache.Unlock()
	if re != nil {
		return re, nil
	}
	syn, groups, flags, err := parseRegex(strings.Clone(pattern), f)
	if err != nil {
		return nil, err
	}
	re = &reProg{root: reTree(syn), groups: groups, fold: flags.fold}
	c := &reCompiler{}
	re.compile(c, re.root)
	if c.err != nil {
		return nil, c.err
	}
	re.prog = c.prog
	key.pattern = strings.Clone(pattern)
	reCache.Lock()
	if len(reCache.m) >= reCacheSize {
		clear(reCache.m)
	}
	reCache.m[key] = re
	reCache.Unlock()
	return re, nil
}

// compile writes the programs of a part and of those inside it. The program of
// what ends a sequence is the end of the sequence's program.
func (re *reProg) compile(c *reCompiler, n *reNode) {
	n.start = c.pc()
	last := n
	for last.op == '.' {
		c.syn(last.kids[0].syn)
		last = last.kids[1]
		last.start = c.pc()
	}
	c.syn(last.syn)
	c.emit(reInst{op: opMatch})
	for seq := n; c.err == nil; seq = seq.kids[1] {
		if seq.op != '.' {
			re.compileKids(c, seq)
			return
		}
		re.compile(c, seq.kids[0])
	}
}

func (re *reProg) compileKids(c *reCompiler, n *reNode) {
	if n.traits&reMessy == 0 {
		return
	}
	for _, k := range n.kids {
		re.compile(c, k)
	}
}

// reMatcher matches one text.
type reMatcher struct {
	re    *reProg
	ctx   *Ctx
	text  string
	work  int
	err   error
	found []int // start and end by group, -1 if unset
}

func (m *reMatcher) scan() *reScan {
	s, _ := m.re.pool.Get().(*reScan)
	if s == nil {
		s = &reScan{cur: newReThreads(len(m.re.prog)), next: newReThreads(len(m.re.prog))}
	}
	s.m = m
	return s
}

func (m *reMatcher) free(s *reScan) {
	s.m = nil
	m.re.pool.Put(s)
}

// tick counts work and reports whether the statement is to stop.
func (m *reMatcher) tick(n int) bool {
	if m.work += n + 1; m.work > 1<<16 && m.err == nil {
		m.work = 0
		m.err = m.ctx.interrupted()
	}
	return m.err != nil
}

// longest and shortest give the end of a part's match from begin, -1 if there is
// none that ends from least to most.
func (m *reMatcher) longest(n *reNode, begin, most int) int {
	s := m.scan()
	defer m.free(s)
	last := -1
	s.run(n.start, begin, most, false, func(pos int) bool { last = pos; return false })
	return last
}

func (m *reMatcher) shortest(n *reNode, begin, least, most int) int {
	s := m.scan()
	defer m.free(s)
	first := -1
	s.run(n.start, begin, most, false, func(pos int) bool {
		if pos >= least {
			first = pos
		}
		return first >= 0
	})
	return first
}

// exact tells whether a part matches from begin to end.
func (m *reMatcher) exact(n *reNode, begin, end int) bool { return m.longest(n, begin, end) == end }

// after and before step over a character.
func (m *reMatcher) after(pos int) int {
	_, n := utf8.DecodeRuneInString(m.text[pos:])
	return pos + n
}

func (m *reMatcher) before(pos int) int {
	_, n := utf8.DecodeLastRuneInString(m.text[:pos])
	return pos - n
}

// anywhere tells whether the expression, its back references apart, matches at or
// behind from.
func (m *reMatcher) anywhere(from int) bool {
	s := m.scan()
	defer m.free(s)
	found := false
	s.run(m.re.root.start, from, len(m.text), true, func(int) bool { found = true; return true })
	return found
}

// find looks for the first match at or behind from and fills found.
func (m *reMatcher) find(from int) bool {
	if !m.anywhere(from) {
		return false
	}
	root := m.re.root
	for begin := from; ; begin = m.after(begin) {
		least, most := begin, len(m.text)
		for m.err == nil {
			end := 0
			if root.traits&reShorter != 0 {
				end = m.shortest(root, begin, least, most)
			} else {
				end = m.longest(root, begin, most)
			}
			if end < 0 {
				break
			}
			m.clear()
			if m.dissect(root, begin, end) {
				m.found[0], m.found[1] = begin, end
				return m.err == nil
			}
			if root.traits&reShorter != 0 {
				if end == most {
					break
				}
				least = m.after(end)
			} else {
				if end == begin {
					break
				}
				most = m.before(end)
			}
		}
		if m.err != nil || begin == len(m.text) {
			return false
		}
	}
}

func (m *reMatcher) clear() {
	for i := range m.found {
		m.found[i] = -1
	}
}

// forget clears the groups of a part.
func (m *reMatcher) forget(n *reNode) {
	if n.op == '(' {
		m.found[2*n.group], m.found[2*n.group+1] = -1, -1
	}
	for _, k := range n.kids {
		m.forget(k)
	}
}

// dissect settles what the parts of n match, where n matches from begin to end as
// far as its program can tell.
func (m *reMatcher) dissect(n *reNode, begin, end int) bool {
	if m.tick(1) {
		return false
	}
	switch n.op {
	case '.':
		return m.dissectPair(n, begin, end)
	case '|':
		for _, k := range n.kids {
			if m.exact(k, begin, end) && m.dissect(k, begin, end) {
				return true
			}
		}
		return false
	case '(':
		if !m.dissect(n.kids[0], begin, end) {
			return false
		}
		m.found[2*n.group], m.found[2*n.group+1] = begin, end
	case 'b':
		return m.dissectBackref(n, begin, end)
	case '*':
		return m.dissectLoop(n, begin, end)
	}
	return true
}

// dissectPair finds the border of two parts that the first one prefers most.
func (m *reMatcher) dissectPair(n *reNode, begin, end int) bool {
	left, right := n.kids[0], n.kids[1]
	if n.traits&reMessy == 0 {
		return true
	}
	short := left.traits&reShorter != 0
	least, most := begin, end
	for m.err == nil {
		mid := 0
		if short {
			mid = m.shortest(left, begin, least, end)
		} else {
			mid = m.longest(left, begin, most)
		}
		if mid < 0 {
			return false
		}
		if m.exact(right, mid, end) {
			if m.dissect(left, begin, mid) && m.dissect(right, mid, end) {
				return true
			}
			m.forget(left)
			m.forget(right)
		}
		if short && mid == end || !short && mid == begin {
			return false
		}
		if short {
			least = m.after(mid)
		} else {
			most = m.before(mid)
		}
	}
	return false
}

// dissectBackref compares with what the group holds.
func (m *reMatcher) dissectBackref(n *reNode, begin, end int) bool {
	lo, hi := m.found[2*n.group], m.found[2*n.group+1]
	if lo < 0 {
		return false
	}
	word, got := m.text[lo:hi], m.text[begin:end]
	switch {
	case word == "":
		return got == ""
	case got == "":
		return n.min == 0
	case len(got)%len(word) != 0:
		return false
	}
	times := len(got) / len(word)
	if times < n.min || times > n.max && n.max != reInfinite {
		return false
	}
	if m.re.fold {
		return lowerASCII(got) == strings.Repeat(lowerASCII(word), times)
	}
	return got == strings.Repeat(word, times)
}

// dissectLoop splits begin to end into iterations, each the longest (or shortest)
// with which the rest can still be split.
func (m *reMatcher) dissectLoop(n *reNode, begin, end int) bool {
	kid := n.kids[0]
	least := n.min
	if least == 0 {
		if begin == end {
			return true
		}
		least = 1
	}
	most := max(end-begin, least)
	if n.max != reInfinite {
		most = min(most, n.max)
	}
	most = max(most, least)
	short := kid.traits&reShorter != 0
	ends := []int{begin}
	checked := 0 // iterations that were dissected
	limit := end
	if short {
		limit = begin
	}
	for m.err == nil {
		k := len(ends) // this iteration's number
		from, to := ends[k-1], -1
		if short {
			if k == most {
				limit = end
			}
			to = m.shortest(kid, from, limit, end)
		} else {
			to = m.longest(kid, from, limit)
		}
		checked = min(checked, k-1)
		useless := to == from && (k >= least || least-k < end-from)
		if to >= 0 && !useless {
			ends = append(ends, to)
			if to != end && k < most {
				limit = end
				if short {
					limit = to
				}
				continue
			}
			if to == end && k >= least {
				for checked < k {
					m.forget(kid)
					if !m.dissect(kid, ends[checked], ends[checked+1]) {
						break
					}
					checked++
				}
				if checked == k {
					return true
				}
				ends = ends[:checked+2]
			}
		}
		if ends, limit = m.retreat(ends, end, short); ends == nil {
			return false
		}
	}
	return false
}

// retreat drops iterations until one of them can be made shorter (or longer), and
// says how much.
func (m *reMatcher) retreat(ends []int, end int, short bool) ([]int, int) {
	for len(ends) > 1 {
		last, prev := ends[len(ends)-1], ends[len(ends)-2]
		ends = ends[:len(ends)-1]
		if short && last < end {
			return ends, m.after(last)
		}
		if !short && last > prev {
			return ends, m.before(last)
		}
	}
	return nil, 0
}

// matches tells whether text has a match.
func (re *reProg) matches(c *Ctx, text string) (bool, error) {
	m := reMatcher{re: re, ctx: c, text: text}
	if re.root.traits&reRefers == 0 {
		ok := m.anywhere(0)
		return ok, m.err
	}
	m.found = make([]int, 2*re.groups+2)
	ok := m.find(0)
	return ok, m.err
}

// all finds up to limit matches (all if it is below 0) at or behind byte from:
// their places and those of their groups.
func (re *reProg) all(c *Ctx, text string, from, limit int) ([][]int, error) {
	m := reMatcher{re: re, ctx: c, text: text}
	var out [][]int
	size := int64(8*(2*re.groups+2) + 32)
	for from <= len(text) && (limit < 0 || len(out) < limit) {
		if len(out)%looking == looking-1 {
			if err := c.env().Look(int64(len(out)+looking) * size); err != nil {
				return nil, err
			}
		}
		m.found = make([]int, 2*re.groups+2)
		if !m.find(from) {
			break
		}
		out = append(out, m.found)
		if from = m.found[1]; m.found[0] == from {
			if from == len(text) {
				break
			}
			from = m.after(from)
		}
	}
	return out, m.err
}
