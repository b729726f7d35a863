package edit

import "slices"

// buffer is the text being edited.
type buffer struct {
	text []rune
	pos  int // of the cursor, before text[pos]

	undo   []snapshot
	typing bool // the last change was an insertion: the next one joins it for undo
}

// snapshot is a text to go back to.
type snapshot struct {
	text string
	pos  int
}

// undoMax bounds the text that is kept for undo, in bytes.
const undoMax = 4 << 20

func (b *buffer) String() string { return string(b.text) }

// set replaces the text by another one, to which undo does not go back.
func (b *buffer) set(text string) {
	b.text = []rune(text)
	b.pos = len(b.text)
	b.undo, b.typing = nil, false
}

// remember makes the present text one that undo returns to.
func (b *buffer) remember() {
	b.typing = false
	b.undo = append(b.undo, snapshot{string(b.text), b.pos})
	size := 0
	for i := len(b.undo) - 1; i >= 0; i-- {
		if size += len(b.undo[i].text); size > undoMax {
			b.undo = slices.Delete(b.undo, 0, i+1)
			return
		}
	}
}

// undoOne goes back to the text before the last change; false if there is none.
func (b *buffer) undoOne() bool {
	n := len(b.undo) - 1
	if n < 0 {
		return false
	}
	b.text, b.pos = []rune(b.undo[n].text), b.undo[n].pos
	b.undo, b.typing = b.undo[:n], false
	return true
}

// insert puts text at the cursor.
func (b *buffer) insert(text string) {
	runes := []rune(text)
	if !b.typing {
		b.remember()
	}
	b.typing = len(runes) == 1
	b.text = slices.Insert(b.text, b.pos, runes...)
	b.pos += len(runes)
}

// cut takes out the text from one place to another, in any order, leaves the
// cursor there and returns the text.
func (b *buffer) cut(from, to int) string {
	if from > to {
		from, to = to, from
	}
	if from == to {
		return ""
	}
	b.remember()
	out := string(b.text[from:to])
	b.text = slices.Delete(b.text, from, to)
	b.pos = from
	return out
}

// replace puts text in the place of another.
func (b *buffer) replace(from, to int, text string) {
	b.remember()
	runes := []rune(text)
	b.text = slices.Replace(b.text, from, to, runes...)
	b.pos = from + len(runes)
}

// killRing holds what was cut, the last at the end. Cuts in a row are one.
type killRing struct {
	texts []string
	at    int // what was yanked last
}

const killMax = 10

// add keeps a cut text; joined with the last one, before or behind it, if that
// was cut just now too.
func (k *killRing) add(text string, joined, before bool) {
	n := len(k.texts) - 1
	switch {
	case text == "":
		return
	case joined && n >= 0 && before:
		k.texts[n] = text + k.texts[n]
	case joined && n >= 0:
		k.texts[n] += text
	default:
		if k.texts = append(k.texts, text); len(k.texts) > killMax {
			k.texts = k.texts[1:]
		}
	}
	k.at = len(k.texts) - 1
}

// current is the text to yank, previous the one before it, in a ring.
func (k *killRing) current() string {
	if len(k.texts) == 0 {
		return ""
	}
	return k.texts[k.at]
}

func (k *killRing) previous() string {
	k.at = (k.at + len(k.texts) - 1) % max(1, len(k.texts))
	return k.current()
}
