package shell

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// \e: the statement so far, or a file, in an editor. What comes back is read as
// if it had been typed; what of it is not yet complete is then shown.

func (c *invocation) edit() metaResult {
	name, given := c.args.nextNoSemicolon()
	number, numbered := c.args.nextNoSemicolon()
	if given && !numbered && isNumber(name) {
		name, given, number, numbered = "", false, name, true
	}
	line := 0
	if numbered {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return c.failed("invalid line number: " + number)
		}
		line = n
	}
	if given {
		return c.editFile(expandTilde(name), line, "")
	}
	text, unchanged := withNewline(string(c.buf)), ""
	if text == "" {
		text = withNewline(c.previous)
	} else {
		unchanged = text
	}
	name, err := temporary(text)
	if err != nil {
		return c.failed("could not open temporary file: " + errnoText(err))
	}
	defer os.Remove(name)
	return c.editFile(name, line, unchanged)
}

// temporary makes a file with a text, which is so old that changes show in its time.
func temporary(text string) (name string, err error) {
	f, err := os.CreateTemp("", "minidb.edit.*.sql")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	old := time.Now().Add(-2 * time.Second)
	if err = errors.Join(err, f.Close(), os.Chtimes(f.Name(), old, old)); err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}

// withNewline ends a text that is not empty with a newline.
func withNewline(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// editFile runs the editor and reads what it leaves. A file is changed if its size or
// its time is; if not, unchanged takes its place.
func (c *invocation) editFile(name string, line int, unchanged string) metaResult {
	before, err := os.Stat(name)
	if err != nil {
		return c.failed(name + ": " + errnoText(err))
	}
	if bad := c.runEditor(name, line); bad != "" {
		return c.failed(bad)
	}
	after, err := os.Stat(name)
	if err != nil {
		return c.failed(name + ": " + errnoText(err))
	}
	c.edited = unchanged
	if before.Size() != after.Size() || before.ModTime().Unix() != after.ModTime().Unix() {
		text, err := os.ReadFile(name)
		if err != nil {
			return c.failed(name + ": " + errnoText(err))
		}
		c.edited = withNewline(string(text))
	}
	return metaEdited
}

func (c *invocation) runEditor(name string, line int) (bad string) {
	editor := firstSet("MINIDB_EDITOR", "PSQL_EDITOR", "EDITOR", "VISUAL")
	if editor == "" {
		editor = "vi"
	}
	args := []string{"-c", "exec " + editor + ` "$@"`, "sh"}
	if line > 0 {
		option, ok := os.LookupEnv("PSQL_EDITOR_LINENUMBER_ARG")
		if !ok {
			option = "+"
		}
		args = append(args, option+strconv.Itoa(line))
	}
	cmd := exec.Command("sh", append(args, name)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, c.errs
	c.flush()
	var err error
	c.lend(func() { err = cmd.Run() })
	if err != nil && cmd.ProcessState == nil || cmd.ProcessState.ExitCode() == 127 {
		return `could not start editor "` + editor + `"`
	}
	return ""
}

// lend gives the terminal, if there is one, to another program.
func (s *Shell) lend(f func()) {
	if s.terminal == nil {
		f()
		return
	}
	s.terminal.Lend(f)
}
