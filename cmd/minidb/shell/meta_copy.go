package shell

import (
	"bufio"
	"os"
	"strings"

	"minidb/parser/lex"
)

// \copy: a COPY whose data are in a file of the user, or in the script.

// copyCommand is a \copy, taken apart.
type copyCommand struct {
	before, after string // what stands before FROM or TO, and behind the file
	from          bool
	file          string // "" for the program's own input or output
	pstd          bool   // pstdin, pstdout: not the script, not \o's file
}

func (c *invocation) copyData() metaResult {
	line := c.args.wholeLine(false)
	if line == "" {
		return c.failed(`\copy: arguments required`)
	}
	cmd, bad := parseCopy(line)
	if bad != "" {
		if bad == "program" {
			return c.failed(`\copy: PROGRAM is not supported`)
		}
		if bad == "end" {
			return c.failed(`\copy: parse error at end of line`)
		}
		return c.failed(`\copy: parse error at "` + bad + `"`)
	}
	sql := "COPY " + cmd.before + " TO STDOUT" + cmd.after
	if cmd.from {
		sql = "COPY " + cmd.before + " FROM STDIN" + cmd.after
	}
	c.once.copying = &copyFile{}
	if !c.openCopy(cmd) {
		c.endOnce()
		return metaFailed
	}
	closeFile := func() {}
	if copying := c.once.copying; copying != nil && cmd.file != "" {
		if f, ok := copying.out.(*output); ok {
			closeFile = func() { f.close() }
		}
	}
	ok := c.send(c.ctx, sql)
	closeFile()
	return worked(ok)
}

// openCopy opens the file of a \copy.
func (c *invocation) openCopy(cmd copyCommand) bool {
	f := c.once.copying
	switch {
	case cmd.file == "" && cmd.from && !cmd.pstd:
		c.once.copying = nil // the script's lines
	case cmd.file == "" && cmd.from: // standard input
	case cmd.file == "" && cmd.pstd:
		f.out = c.out
	case cmd.file == "":
		c.once.copying = nil
	case cmd.from:
		in, err := os.Open(expandTilde(cmd.file))
		if err == nil {
			if st, e := in.Stat(); e == nil && st.IsDir() {
				in.Close()
				c.complain("error", cmd.file+": cannot copy from/to a directory")
				return false
			}
		}
		if err != nil {
			c.complain("error", cmd.file+": "+errnoText(err))
			return false
		}
		f.in = bufio.NewReader(in)
	default:
		out, err := c.open(cmd.file)
		if err != nil {
			c.complain("error", cmd.file+": "+errnoText(err))
			return false
		}
		f.out = out
	}
	return true
}

// parseCopy takes a \copy apart. bad is the word that it does not understand.
func parseCopy(line string) (cmd copyCommand, bad string) {
	depth := 0
	toks, _ := lex.Scan(line, nil)
	for i, t := range toks {
		word := strings.ToLower(line[t.Pos:t.End])
		switch {
		case word == "(":
			depth++
		case word == ")":
			depth--
		case depth == 0 && i > 0 && (word == "from" || word == "to"):
			cmd.before = strings.TrimSpace(line[:t.Pos])
			cmd.from = word == "from"
			return cmd, cmd.target(line[t.End:])
		}
	}
	return cmd, "end"
}

// target reads the file's name, and what follows it.
func (cmd *copyCommand) target(rest string) (bad string) {
	rest = strings.TrimLeft(rest, slashSpace)
	if rest == "" {
		return "end"
	}
	if rest[0] == '\'' {
		n := quotedLen(rest, '\'')
		if n < 0 {
			return rest
		}
		cmd.file = strings.ReplaceAll(rest[1:n-1], "''", "'")
		cmd.after = rest[n:]
		return ""
	}
	n := strings.IndexAny(rest, slashSpace)
	if n < 0 {
		n = len(rest)
	}
	word := rest[:n]
	cmd.after = rest[n:]
	switch lower := strings.ToLower(strings.TrimSuffix(word, ";")); lower {
	case "program":
		return lower
	case "stdin", "stdout":
	case "pstdin", "pstdout":
		cmd.pstd = true
	default:
		cmd.file = word
	}
	return ""
}
