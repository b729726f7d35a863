package shell

import "strings"

// Backslash commands.

// meta runs a backslash command, of which text is what follows the backslash
// up to the end of the line. It tells whether the command worked, and whether
// the script ends here.
func (s *Shell) meta(text string) (ok, quit bool) {
	name, rest := text, ""
	if i := strings.IndexAny(text, " \t\r\f\v\\"); i >= 0 {
		name, rest = text[:i], text[i:]
	}
	switch name {
	case "q", "quit":
		for _, arg := range strings.Fields(rest) {
			s.complain("warning", `\`+name+`: extra argument "`+arg+`" ignored`)
		}
		return true, true
	}
	s.complain("error", `invalid command \`+name)
	return false, false
}
