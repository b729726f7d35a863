package expr

// This file has the sets of characters of regular expressions.

import (
	"sort"
	"unicode/utf8"
)

// reClass is a set of characters: a bit for each ASCII one, ranges for others.
type reClass struct {
	ascii [2]uint64
	wide  []reRange // in any order; may overlap
}

type reRange struct{ lo, hi rune }

func (c *reClass) has(r rune) bool {
	if r < 128 {
		return c.ascii[r>>6]>>(uint(r)&63)&1 != 0
	}
	for _, w := range c.wide {
		if r >= w.lo && r <= w.hi {
			return true
		}
	}
	return false
}

func (c *reClass) add(lo, hi rune) {
	for r := lo; r <= hi && r < 128; r++ {
		c.ascii[r>>6] |= 1 << (uint(r) & 63)
	}
	if hi >= 128 {
		c.wide = append(c.wide, reRange{max(lo, 128), hi})
	}
}

func (c *reClass) join(o *reClass) {
	c.ascii[0] |= o.ascii[0]
	c.ascii[1] |= o.ascii[1]
	c.wide = append(c.wide, o.wide...)
}

// fold adds the other case of the letters.
func (c *reClass) fold() {
	const letters = 0x07FFFFFE // of the second word: @A..Z at 1..26, a..z at 33..58
	upper, lower := c.ascii[1]&letters, c.ascii[1]>>32&letters
	c.ascii[1] |= upper<<32 | lower
}

func (c *reClass) complement() *reClass {
	out := &reClass{ascii: [2]uint64{^c.ascii[0], ^c.ascii[1]}}
	wide := append([]reRange(nil), c.wide...)
	sort.Slice(wide, func(i, j int) bool { return wide[i].lo < wide[j].lo })
	next := rune(128)
	for _, w := range wide {
		if w.lo > next {
			out.wide = append(out.wide, reRange{next, w.lo - 1})
		}
		next = max(next, w.hi+1)
	}
	if next <= utf8.MaxRune {
		out.wide = append(out.wide, reRange{next, utf8.MaxRune})
	}
	return out
}

func (p *reParser) char(r rune) *reSyn {
	c := &reClass{}
	c.add(r, r)
	if p.flags.fold {
		c.fold()
	}
	return &reSyn{kind: synClass, class: c}
}

// anyChar is what the dot stands for.
func (p *reParser) anyChar() *reClass {
	c := (&reClass{}).complement()
	if p.flags.newline == 1 || p.flags.newline == 2 {
		c.ascii[0] &^= 1 << '\n'
	}
	return c
}

func classOf(ranges ...rune) *reClass {
	c := &reClass{}
	for i := 0; i < len(ranges); i += 2 {
		c.add(ranges[i], ranges[i+1])
	}
	return c
}

// reClasses are the named classes in the C locale.
var reClasses = map[string]*reClass{
	"alnum": classOf('0', '9', 'A', 'Z', 'a', 'z'), "alpha": classOf('A', 'Z', 'a', 'z'),
	"ascii": classOf(0, 127), "blank": classOf(' ', ' ', '\t', '\t'), "cntrl": classOf(0, 31, 127, 127),
	"digit": classOf('0', '9'), "graph": classOf('!', '~'), "lower": classOf('a', 'z'),
	"print": classOf(' ', '~'), "punct": classOf('!', '/', ':', '@', '[', '`', '{', '~'),
	"space": classOf(' ', ' ', '\t', '\r'), "upper": classOf('A', 'Z'),
	"xdigit": classOf('0', '9', 'A', 'F', 'a', 'f'), "word": classOf('0', '9', 'A', 'Z', '_', '_', 'a', 'z'),
}

// reShorthand are the classes of escapes.
var reShorthand = map[byte]*reClass{
	'd': reClasses["digit"], 'w': reClasses["word"], 's': reClasses["space"],
	'D': reClasses["digit"].complement(), 'W': reClasses["word"].complement(), 'S': reClasses["space"].complement(),
}

func isWordChar(r rune) bool { return r < 128 && reShorthand['w'].has(r) }
