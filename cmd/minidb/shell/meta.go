package shell

import (
	"context"
	"strings"
)

// Backslash commands.

// meta runs a backslash command, of which text is what follows the backslash
// up to the end of the line. It tells whether the command worked, and whether
// the script ends here.
func (s *Shell) meta(ctx context.Context, text string) (ok, quit bool) {
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
	if handled, ok := s.describe(ctx, name, describeArgs(rest)); handled {
		return ok, false
	}
	s.complain("error", `invalid command \`+name)
	return false, false
}

// describeArgs cuts a line into arguments: words in which single quotes are
// removed and double quotes stay, and semicolons at the end of a word go.
func describeArgs(rest string) (args []string) {
	for {
		rest = strings.TrimLeft(rest, " \t\r\f\v")
		if rest == "" || rest[0] == '\\' {
			return args
		}
		var b strings.Builder
		quote := byte(0)
		i := 0
		for ; i < len(rest); i++ {
			c := rest[i]
			if quote == 0 && strings.IndexByte(" \t\r\f\v\\", c) >= 0 {
				break
			}
			switch {
			case quote == 0 && (c == '\'' || c == '"'):
				quote = c
			case c == quote:
				quote = 0
			}
			if c != '\'' || quote == '"' {
				b.WriteByte(c)
			}
		}
		args, rest = append(args, strings.TrimRight(b.String(), ";")), rest[i:]
	}
}
