package shell

import "strings"

// \if, \elif, \else and \endif: which lines of a script count.

// branch is the state of one \if.
type branch uint8

const (
	taken   branch = iota // this branch is run
	skipped               // none has been run yet
	ignored               // one has been run, or the \if itself is not
	elseTaken
	elseSkipped
)

// conditional is one \if with the statement as it was where the branch began:
// what a branch that is not taken adds to it is dropped again.
type conditional struct {
	branch branch
	length int // of the statement
	split  splitter
}

// leaveIf tells a person why nothing happens.
const leaveIf = `use \endif or Ctrl-C to exit current \if block`

// active: the script's current line is run.
func (s *script) active() bool {
	if len(s.conds) == 0 {
		return true
	}
	b := s.conds[len(s.conds)-1].branch
	return b == taken || b == elseTaken
}

// save remembers the statement at the beginning of a branch; drop returns to it.
func (s *script) save(c *conditional) { c.length, c.split = len(s.buf), s.split }
func (s *script) drop(c *conditional) { s.buf, s.split = s.buf[:min(c.length, len(s.buf))], c.split }

// condition evaluates the arguments of \if and \elif.
func (s *script) condition(a *slashArgs, name string) bool {
	text := strings.Join(a.all(), " ")
	value, ok := parseBool(text)
	if !ok {
		s.complain("error", errBoolean(text, name+" expression").Error())
	}
	return value && ok
}

func (s *script) metaIf(a *slashArgs) bool {
	c := conditional{branch: ignored}
	if s.active() {
		c.branch = skipped
		if s.condition(a, `\if`) {
			c.branch = taken
		}
	} else {
		a.all()
	}
	s.save(&c)
	s.conds = append(s.conds, c)
	return true
}

// current is the innermost \if; nil, with a complaint, if there is none.
func (s *script) current(name string) *conditional {
	if len(s.conds) == 0 {
		s.complain("error", name+`: no matching \if`)
		return nil
	}
	c := &s.conds[len(s.conds)-1]
	if name != `\endif` && (c.branch == elseTaken || c.branch == elseSkipped) {
		s.complain("error", name+`: cannot occur after \else`)
		return nil
	}
	return c
}

func (s *script) metaElif(a *slashArgs) bool {
	c := s.current(`\elif`)
	if c == nil {
		return false
	}
	switch c.branch {
	case taken:
		s.save(c)
		c.branch = ignored
		a.active = false
		a.all()
	case skipped:
		s.drop(c)
		a.active = true
		if s.condition(a, `\elif`) {
			c.branch = taken
		}
	default:
		s.drop(c)
		a.all()
	}
	return true
}

func (s *script) metaElse() bool {
	c := s.current(`\else`)
	if c == nil {
		return false
	}
	switch c.branch {
	case taken:
		s.save(c)
		c.branch = elseSkipped
	case skipped:
		s.drop(c)
		c.branch = elseTaken
	default:
		s.drop(c)
		c.branch = elseSkipped
	}
	return true
}

func (s *script) metaEndif() bool {
	c := s.current(`\endif`)
	if c == nil {
		return false
	}
	if c.branch != taken && c.branch != elseTaken {
		s.drop(c)
	}
	s.conds = s.conds[:len(s.conds)-1]
	return true
}
