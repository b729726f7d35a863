package shell

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// \e: the statement so far, or a file, in an editor. What comes back is read as
// if it had been typed.

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
	text := string(c.buf)
	if given {
		return c.editFile(expandTilde(name), line)
	}
	previous := text == ""
	if previous {
		text = c.previous
	}
	f, err := os.CreateTemp("", "minidb.edit.*.sql")
	if err != nil {
		return c.failed("could not open temporary file: " + errnoText(err))
	}
	defer os.Remove(f.Name())
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err = f.WriteString(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return c.failed(f.Name() + ": " + errnoText(err))
	}
	verdict := c.editFile(f.Name(), line)
	if verdict == metaEdited && c.edited == text {
		if previous { // unchanged: it is not to be run again
			c.edited = ""
		}
		return metaEdited
	}
	return verdict
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// editFile runs the editor and reads what it leaves.
func (c *invocation) editFile(name string, line int) metaResult {
	editor := firstSet("MINIDB_EDITOR", "PSQL_EDITOR", "EDITOR", "VISUAL")
	if editor == "" {
		editor = "vi"
	}
	command := "exec " + editor + ` "$@"`
	args := []string{"-c", command, "sh"}
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
		return c.failed(`could not start editor "` + editor + `"`)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return c.failed(name + ": " + errnoText(err))
	}
	c.edited = string(text)
	return metaEdited
}

// lend gives the terminal, if there is one, to another program.
func (s *Shell) lend(f func()) {
	if s.terminal == nil {
		f()
		return
	}
	s.terminal.Lend(f)
}
