package shell

import (
	"errors"
	"strings"
)

// The words of a \copy. psql takes the line apart into words and puts them together
// again with a space between them, which shows where an error's caret stands.

// copyCommand is a \copy, taken apart.
type copyCommand struct {
	before, after string // what stands before FROM or TO, and behind the file
	from          bool
	file          string
	program       bool // file is a command
	std           bool // no file: the shell's own input or output,
	pstd          bool // and that not the script, not \o's file
}

// sql is the statement that is sent.
func (cmd copyCommand) sql() string {
	if cmd.from {
		return "COPY " + cmd.before + " FROM STDIN " + cmd.after
	}
	return "COPY " + cmd.before + " TO STDOUT " + cmd.after
}

// copyWords reads words, the current one being word.
type copyWords struct {
	rest string
	word string
	end  bool
}

// Characters that are words for themselves, and those that quote.
const (
	nameMarks  = ".,()"
	queryMarks = "()"
)

// next reads the next word; false at the line's end.
func (w *copyWords) next(marks, quotes string) bool {
	w.rest = strings.TrimLeft(w.rest, " \t\n\r")
	if w.end = w.rest == ""; w.end {
		w.word = ""
		return false
	}
	n := 0
	switch {
	case strings.IndexByte(marks, w.rest[0]) >= 0:
		n = 1
	case strings.IndexByte(quotes, w.rest[0]) >= 0:
		n = quotedWord(w.rest, 0, false)
	case quotes == `"'` && len(w.rest) > 1 && w.rest[0]|0x20 == 'e' && w.rest[1] == '\'':
		n = quotedWord(w.rest, 1, true)
	default:
		if n = strings.IndexAny(w.rest, " \t\n\r"+marks+quotes); n < 0 {
			n = len(w.rest)
		}
	}
	w.word, w.rest = w.rest[:n], w.rest[n:]
	if w.rest != "" && strings.IndexByte(" \t\n\r", w.rest[0]) >= 0 {
		w.rest = w.rest[1:]
	}
	return true
}

// quotedWord is the length of a word whose opening quote is at i; all of the text if
// no quote closes it.
func quotedWord(s string, i int, escapes bool) int {
	q := s[i]
	for i++; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\', s[i] == q && i+1 < len(s) && s[i+1] == q:
			i++
		case s[i] == q:
			return i + 1
		}
	}
	return len(s)
}

// parseCopy takes a \copy apart. The error names the word that does not fit.
func parseCopy(line string) (cmd copyCommand, err error) {
	w := copyWords{rest: line}
	switch {
	case cmd.parse(&w):
		return cmd, nil
	case w.end:
		return cmd, errors.New("parse error at end of line")
	}
	return cmd, errors.New(`parse error at "` + w.word + `"`)
}

func (cmd *copyCommand) parse(w *copyWords) bool {
	if !w.next(nameMarks, `"`) {
		return false
	}
	if strings.EqualFold(w.word, "binary") {
		cmd.before = w.word
		if !w.next(nameMarks, `"`) {
			return false
		}
	}
	add := func() { cmd.before += " " + w.word }
	if w.word == "(" { // a query
		for open := 1; open > 0; {
			add()
			if !w.next(queryMarks, `"'`) {
				return false
			}
			switch w.word {
			case "(":
				open++
			case ")":
				open--
			}
		}
	}
	add()
	if !w.next(nameMarks, `"`) {
		return false
	}
	if w.word == "." {
		cmd.before += w.word
		if !w.next(nameMarks, `"`) {
			return false
		}
		cmd.before += w.word
		if !w.next(nameMarks, `"`) {
			return false
		}
	}
	if w.word == "(" { // columns
		for w.word != ")" {
			add()
			if !w.next(queryMarks, `"`) {
				return false
			}
		}
		add()
		if !w.next(nameMarks, `"`) {
			return false
		}
	}
	switch {
	case strings.EqualFold(w.word, "from"):
		cmd.from = true
	case !strings.EqualFold(w.word, "to"):
		return false
	}
	return cmd.target(w)
}

// target reads where the data are or go, and what follows.
func (cmd *copyCommand) target(w *copyWords) bool {
	if !w.next(";", "'") {
		return false
	}
	switch strings.ToLower(w.word) {
	case "program":
		if !w.next(";", "'") || len(w.word) < 2 || w.word[0] != '\'' || w.word[len(w.word)-1] != '\'' {
			return false
		}
		cmd.program, cmd.file = true, unquoteWord(w.word)
	case "stdin", "stdout":
		cmd.std = true
	case "pstdin", "pstdout":
		cmd.std, cmd.pstd = true, true
	default:
		cmd.file = expandTilde(unquoteWord(w.word))
	}
	cmd.after = w.rest
	return true
}

// unquoteWord takes the quotes from a word.
func unquoteWord(word string) string {
	if word[0] != '\'' {
		return word
	}
	return strings.ReplaceAll(strings.TrimSuffix(word[1:], "'"), "''", "'")
}
