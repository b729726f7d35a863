package edit

import "unicode/utf8"

// What the keys do.

// bindings is filled in init: what some keys do refers to it.
var bindings map[string]func(*Editor)

func init() {
	bindings = map[string]func(*Editor){
		"C-a": lineStart, "home": lineStart, "C-e": lineEnd, "end": lineEnd,
		"C-b": left, "left": left, "C-f": right, "right": right,
		"M-b": wordLeft, "C-left": wordLeft, "M-left": wordLeft,
		"M-f": wordRight, "C-right": wordRight, "M-right": wordRight,

		"C-d": deleteOrEnd, "delete": deleteChar, "backspace": backspace,
		"C-k": killToEnd, "C-u": killToStart, "C-w": killSpaceWord, "M-backspace": killWordBefore,
		"M-d": killWord, "C-delete": killWord, "C-y": yank, "M-y": yankPrevious,
		"C-t": transpose, "M-t": transposeWords,
		"M-u": upperCase, "M-l": lowerCase, "M-c": capitalize,
		"C-_": undo, "M-r": revert, "C-v": quote, "C-q": quote,

		"up": older, "C-p": older, "down": newer, "C-n": newer,
		"M-<": oldest, "M->": newest,
		"C-r": func(e *Editor) { e.searchHistory(true) }, "C-s": func(e *Editor) { e.searchHistory(false) },

		"tab": (*Editor).complete, "C-l": clearScreen, "enter": accept, "M-#": comment,
		"C-c": interrupt, "C-z": suspend, `C-\`: quit, "paste": func(e *Editor) { e.pasting = true },
	}
}

func lineStart(e *Editor) { e.buf.pos = 0 }
func lineEnd(e *Editor)   { e.buf.pos = len(e.buf.text) }
func wordLeft(e *Editor)  { e.buf.pos = e.buf.wordStart(isWord) }
func wordRight(e *Editor) { e.buf.pos = e.buf.wordEnd() }

// left and right take a character and the marks upon it as one.
func left(e *Editor) {
	for e.buf.pos > 0 {
		e.buf.pos--
		if r := e.buf.text[e.buf.pos]; e.Width(r) != 0 {
			return
		}
	}
}

func right(e *Editor) {
	for e.buf.pos < len(e.buf.text) {
		e.buf.pos++
		if e.buf.pos == len(e.buf.text) || e.Width(e.buf.text[e.buf.pos]) != 0 {
			return
		}
	}
}

func deleteChar(e *Editor) {
	from := e.buf.pos
	if right(e); e.buf.pos == from {
		e.bell()
		return
	}
	e.buf.cut(from, e.buf.pos)
}

func backspace(e *Editor) {
	to := e.buf.pos
	if left(e); e.buf.pos == to {
		e.bell()
		return
	}
	e.buf.cut(e.buf.pos, to)
}

// deleteOrEnd is Ctrl-D: the end of the input if there is no text.
func deleteOrEnd(e *Editor) {
	if len(e.buf.text) == 0 {
		e.ended = true
		return
	}
	deleteChar(e)
}

// kill cuts from the cursor to a place. Kills in a row are one.
func (e *Editor) kill(to int) {
	before := to < e.buf.pos
	e.kills.add(e.buf.cut(e.buf.pos, to), e.lastKilled, before)
	e.killed = true
}

func killToEnd(e *Editor)      { e.kill(len(e.buf.text)) }
func killToStart(e *Editor)    { e.kill(0) }
func killSpaceWord(e *Editor)  { e.kill(e.buf.wordStart(notSpace)) }
func killWordBefore(e *Editor) { e.kill(e.buf.wordStart(isWord)) }
func killWord(e *Editor)       { e.kill(e.buf.wordEnd()) }

func yank(e *Editor) {
	e.buf.remember()
	text := e.kills.current()
	e.buf.insert(text)
	e.yanked = utf8.RuneCountInString(text)
}

// yankPrevious puts the text killed before in the place of the one just yanked.
func yankPrevious(e *Editor) {
	if e.lastYanked == 0 {
		e.bell()
		return
	}
	text := e.kills.previous()
	e.buf.replace(e.buf.pos-e.lastYanked, e.buf.pos, text)
	e.yanked = utf8.RuneCountInString(text)
}

func transpose(e *Editor)      { e.bellUnless(e.buf.transpose()) }
func transposeWords(e *Editor) { e.bellUnless(e.buf.transposeWords()) }
func upperCase(e *Editor)      { e.buf.changeCase('u') }
func lowerCase(e *Editor)      { e.buf.changeCase('l') }
func capitalize(e *Editor)     { e.buf.changeCase('c') }
func undo(e *Editor)           { e.bellUnless(e.buf.undoOne()) }
func quote(e *Editor)          { e.quoting = true }

func revert(e *Editor) {
	for e.buf.undoOne() {
	}
}

func (e *Editor) goTo(i int) {
	text, ok := e.walk.goTo(i, e.buf.String())
	if !ok {
		e.bell()
		return
	}
	e.buf.set(text)
}

func older(e *Editor)  { e.goTo(e.walk.at - 1) }
func newer(e *Editor)  { e.goTo(e.walk.at + 1) }
func oldest(e *Editor) { e.goTo(0) }
func newest(e *Editor) { e.goTo(len(e.walk.h.entries)) }

func clearScreen(e *Editor) {
	e.write("\x1b[H\x1b[2J")
	e.paint.forget()
}

func accept(e *Editor)    { e.accepted = true }
func interrupt(e *Editor) { e.interrupted = true }

// comment makes the line a comment of SQL and enters it.
func comment(e *Editor) {
	e.buf.pos = 0
	e.buf.insert("-- ")
	e.accepted = true
}

func quit(e *Editor) {
	e.write(`^\`)
	e.term.quit()
}

func suspend(e *Editor) {
	e.paint.finish(e.layout())
	e.write(e.paint.take() + "\r\n")
	e.term.stop()
	e.paint.forget()
}
