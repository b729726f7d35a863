package edit

import (
	"strings"
	"unicode/utf8"
)

// Ctrl-R and Ctrl-S: searching the history while the pattern is typed.

// search is a search going on.
type search struct {
	pattern string
	back    bool
	failed  bool
	start   snapshot
	from    int // entry where the search began
}

func (e *Editor) searchHistory(back bool) {
	e.walk.keep(e.buf.String())
	e.search = &search{back: back, from: e.walk.at, start: snapshot{e.buf.String(), e.buf.pos}}
}

// searchKey takes a key while a search goes on. It is false if the key ends the
// search and is to be done as usual.
func (e *Editor) searchKey(k key) bool {
	s := e.search
	switch k.name {
	case "":
		s.pattern += k.text
		e.find(false)
	case "C-r", "C-s":
		s.back = k.name == "C-r"
		if s.pattern == "" {
			s.pattern = e.pattern
			e.find(false)
			break
		}
		e.find(true)
	case "backspace":
		if r := []rune(s.pattern); len(r) > 0 {
			s.pattern = string(r[:len(r)-1])
		}
		e.find(false)
	case "C-g":
		e.walk.at = s.from
		e.buf.set(s.start.text)
		e.buf.pos = s.start.pos
		e.endSearch()
	default:
		e.endSearch()
		return k.name == "M-escape"
	}
	return true
}

func (e *Editor) endSearch() {
	if e.search.pattern != "" {
		e.pattern = e.search.pattern
	}
	e.search = nil
}

// find looks for the pattern, from the cursor on and then in other entries; with
// next not where the cursor is. Copies of the entry are passed over.
func (e *Editor) find(next bool) {
	s := e.search
	now := e.buf.String()
	at := len(string(e.buf.text[:e.buf.pos]))
	if next && s.back {
		at--
	} else if next {
		at++
	}
	if i := s.within(now, at); i >= 0 {
		s.failed = false
		e.buf.pos = utf8.RuneCountInString(now[:i])
		return
	}
	step := 1
	if s.back {
		step = -1
	}
	for i := e.walk.at + step; i >= 0 && i <= len(e.walk.h.entries); i += step {
		text := e.walk.text(i)
		if text == now {
			continue
		}
		at := 0
		if s.back {
			at = len(text)
		}
		if at = s.within(text, at); at < 0 {
			continue
		}
		s.failed = false
		e.walk.at = i
		e.buf.set(text)
		e.buf.pos = utf8.RuneCountInString(text[:at])
		return
	}
	s.failed = true
	e.bell()
}

// within returns where the pattern is in a text: the place nearest to at, in the
// direction of the search; -1 if there is none.
func (s *search) within(text string, at int) int {
	switch {
	case at < 0 || at > len(text):
		return -1
	case s.back:
		return strings.LastIndex(text[:min(len(text), at+len(s.pattern))], s.pattern)
	}
	i := strings.Index(text[at:], s.pattern)
	if i < 0 {
		return -1
	}
	return i + at
}

// prompt is shown in the place of the line's own.
func (s *search) prompt() string {
	p := "(i-search)`"
	if s.back {
		p = "(reverse-i-search)`"
	}
	if s.failed {
		p = "(failed " + p[1:]
	}
	return p + s.pattern + "': "
}
