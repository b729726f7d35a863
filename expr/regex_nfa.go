package expr

// This file compiles the syntax trees of regular expressions into programs of a
// nondeterministic automaton and runs them. A program tells where matches that
// begin at a place may end; which of them is the match, and what its groups
// hold, is regex_match.go's business.

import (
	"unicode/utf8"
)

type reOp uint8

const (
	opClass  reOp = iota // one character of class, then x
	opSplit              // x or y
	opAssert             // a zero-width condition, then x
	opLook               // the program at y matches ahead or behind (or not), then x
	opMatch
	opJump // to x
)

type reInst struct {
	op     reOp
	assert byte
	behind bool
	not    bool
	x, y   int32
	reach  int32 // of a look behind: the most bytes it can match, -1 if unbounded
	class  *reClass
}

// maxReProg bounds the size of a program.
const maxReProg = 200_000

// reCompiler writes a program.
type reCompiler struct {
	prog []reInst
	err  error
}

func (c *reCompiler) emit(in reInst) int32 {
	if len(c.prog) >= maxReProg {
		c.err = badRegex(errTooBig)
		return 0
	}
	c.prog = append(c.prog, in)
	return int32(len(c.prog) - 1)
}

func (c *reCompiler) pc() int32 { return int32(len(c.prog)) }

// syn writes n; what follows it is run next.
func (c *reCompiler) syn(n *reSyn) {
	if c.err != nil {
		return
	}
	switch n.kind {
	case synClass:
		c.emit(reInst{op: opClass, class: n.class, x: c.pc() + 1})
	case synCat:
		for _, k := range n.kids {
			c.syn(k)
		}
	case synGroup, synBackref:
		c.syn(n.kids[0])
	case synAlt:
		c.alternatives(n.kids)
	case synRepeat:
		c.repeat(n.kids[0], n.min, n.max)
	case synAssert:
		c.emit(reInst{op: opAssert, assert: n.assert, x: c.pc() + 1})
	case synLook:
		at := c.emit(reInst{op: opLook, behind: n.behind, not: n.not, reach: int32(n.kids[0].reach())})
		sub := c.pc()
		c.syn(n.kids[0])
		c.emit(reInst{op: opMatch})
		if c.err == nil {
			c.prog[at].y, c.prog[at].x = sub, c.pc()
		}
	}
}

func (c *reCompiler) alternatives(kids []*reSyn) {
	var ends []int32
	for i, k := range kids {
		if i == len(kids)-1 {
			c.syn(k)
			break
		}
		split := c.emit(reInst{op: opSplit, x: c.pc() + 1})
		c.syn(k)
		ends = append(ends, c.emit(reInst{op: opJump}))
		if c.err != nil {
			return
		}
		c.prog[split].y = c.pc()
	}
	for _, e := range ends {
		c.prog[e].x = c.pc()
	}
}

func (c *reCompiler) repeat(n *reSyn, lo, hi int) {
	for range lo {
		c.syn(n)
	}
	if hi == reInfinite {
		split := c.emit(reInst{op: opSplit, x: c.pc() + 1})
		c.syn(n)
		c.emit(reInst{op: opJump, x: split})
		if c.err == nil {
			c.prog[split].y = c.pc()
		}
		return
	}
	var splits []int32
	for i := lo; i < hi && c.err == nil; i++ {
		splits = append(splits, c.emit(reInst{op: opSplit, x: c.pc() + 1}))
		c.syn(n)
	}
	for _, s := range splits {
		if c.err == nil {
			c.prog[s].y = c.pc()
		}
	}
}

// reach is the most bytes that n can match, -1 if there is no limit.
func (n *reSyn) reach() int {
	sum := 0
	switch n.kind {
	case synClass:
		return utf8.UTFMax
	case synAlt:
		for _, k := range n.kids {
			r := k.reach()
			if r < 0 {
				return -1
			}
			sum = max(sum, r)
		}
	case synCat, synGroup, synBackref, synRepeat:
		for _, k := range n.kids {
			r := k.reach()
			if r < 0 || r > 0 && n.kind == synRepeat && n.max == reInfinite {
				return -1
			}
			if n.kind == synRepeat {
				r *= n.max
			}
			if sum += r; sum > 1<<20 {
				return -1
			}
		}
	}
	return sum
}

// reThreads is a set of places in a program, in the order they came.
type reThreads struct {
	sparse []int32
	dense  []int32
}

func newReThreads(n int) *reThreads {
	return &reThreads{sparse: make([]int32, n), dense: make([]int32, 0, n)}
}

func (t *reThreads) add(pc int32) bool {
	if j := t.sparse[pc]; int(j) < len(t.dense) && t.dense[j] == pc {
		return false
	}
	t.sparse[pc] = int32(len(t.dense))
	t.dense = append(t.dense, pc)
	return true
}

// reScan is one run of a program over a text.
type reScan struct {
	m         *reMatcher
	cur, next *reThreads
}

// follow adds pc and all that it leads to without a character, at byte pos.
func (s *reScan) follow(t *reThreads, pc int32, pos int) {
	for t.add(pc) {
		in := &s.m.re.prog[pc]
		switch in.op {
		case opSplit:
			s.follow(t, in.x, pos)
			pc = in.y
		case opJump:
			pc = in.x
		case opAssert:
			if !s.m.holds(in.assert, pos) {
				return
			}
			pc = in.x
		case opLook:
			if s.m.look(in, pos) == in.not {
				return
			}
			pc = in.x
		default:
			return
		}
	}
}

// run scans from begin to end and calls at for each place where the program at pc
// may end, until at says that it is enough. With everywhere a match may begin at
// any place.
func (s *reScan) run(pc int32, begin, end int, everywhere bool, at func(pos int) (enough bool)) {
	s.cur.dense = s.cur.dense[:0]
	s.follow(s.cur, pc, begin)
	text, prog := s.m.text, s.m.re.prog
	for pos := begin; ; {
		if s.m.tick(len(s.cur.dense)) {
			return
		}
		matched := false
		for _, pc := range s.cur.dense {
			matched = matched || prog[pc].op == opMatch
		}
		if matched && at(pos) || pos >= end || len(s.cur.dense) == 0 && !everywhere {
			return
		}
		r, n := rune(text[pos]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[pos:])
		}
		s.next.dense = s.next.dense[:0]
		for _, pc := range s.cur.dense {
			if in := &prog[pc]; in.op == opClass && in.class.has(r) {
				s.follow(s.next, in.x, pos+n)
			}
		}
		pos += n
		if everywhere {
			s.follow(s.next, pc, pos)
		}
		s.cur, s.next = s.next, s.cur
	}
}

// holds tests a zero-width condition.
func (m *reMatcher) holds(assert byte, pos int) bool {
	switch assert {
	case '^', 'A':
		return pos == 0
	case '$', 'Z':
		return pos == len(m.text)
	case 'n':
		return pos == 0 || m.text[pos-1] == '\n'
	case 'N':
		return pos == len(m.text) || m.text[pos] == '\n'
	}
	before := pos > 0 && isWordChar(rune(m.text[pos-1]))
	after := pos < len(m.text) && isWordChar(rune(m.text[pos]))
	switch assert {
	case 'm':
		return !before && after
	case 'M':
		return before && !after
	case 'y':
		return before != after
	default:
		return before == after
	}
}

// look tells whether a lookaround's program matches at pos.
func (m *reMatcher) look(in *reInst, pos int) bool {
	s := m.scan()
	defer m.free(s)
	found := false
	if !in.behind {
		s.run(in.y, pos, len(m.text), false, func(int) bool { found = true; return true })
		return found
	}
	begin := 0
	if in.reach >= 0 {
		begin = max(0, pos-int(in.reach))
		for begin > 0 && begin < pos && !utf8.RuneStart(m.text[begin]) {
			begin--
		}
	}
	s.run(in.y, begin, pos, true, func(p int) bool { found = p == pos; return false })
	return found
}
