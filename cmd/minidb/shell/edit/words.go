package edit

import "unicode"

// Words: of letters and digits for most keys, of all but white space for Ctrl-W.

func isWord(r rune) bool   { return unicode.IsLetter(r) || unicode.IsDigit(r) }
func notSpace(r rune) bool { return !unicode.IsSpace(r) }

// wordEnd is where the word ends that the cursor is in or before.
func (b *buffer) wordEnd() int {
	i := b.pos
	for i < len(b.text) && !isWord(b.text[i]) {
		i++
	}
	for i < len(b.text) && isWord(b.text[i]) {
		i++
	}
	return i
}

// wordStart is where the word starts that the cursor is in or behind.
func (b *buffer) wordStart(in func(rune) bool) int {
	i := b.pos
	for i > 0 && !in(b.text[i-1]) {
		i--
	}
	for i > 0 && in(b.text[i-1]) {
		i--
	}
	return i
}

// changeCase writes the next word in other letters: 'u'pper, 'l'ower, 'c'apital.
func (b *buffer) changeCase(how byte) {
	end := b.wordEnd()
	out := append([]rune(nil), b.text[b.pos:end]...)
	first := true
	for i, r := range out {
		switch {
		case how == 'u', how == 'c' && first && isWord(r):
			out[i] = unicode.ToUpper(r)
		default:
			out[i] = unicode.ToLower(r)
		}
		first = first && !isWord(r)
	}
	b.replace(b.pos, end, string(out))
}

// transpose swaps the characters around the cursor, at the end the last two.
func (b *buffer) transpose() bool {
	p := b.pos
	if p == len(b.text) {
		p--
	}
	if p < 1 {
		return false
	}
	b.replace(p-1, p+1, string([]rune{b.text[p], b.text[p-1]}))
	return true
}

// transposeWords swaps the word before the cursor with the next one.
func (b *buffer) transposeWords() bool {
	end := b.wordEnd()
	b2 := buffer{text: b.text, pos: end}
	second := b2.wordStart(isWord)
	b2.pos = second
	first := b2.wordStart(isWord)
	b2.pos = first
	firstEnd := b2.wordEnd()
	if first == second || firstEnd > second {
		return false
	}
	t := b.text
	b.replace(first, end, string(t[second:end])+string(t[firstEnd:second])+string(t[first:firstEnd]))
	return true
}
