package shell

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Backslash commands that read and write: output, files, the statement so far.

// print is \echo, \qecho and \warn.
func (c *invocation) print() metaResult {
	var w io.StringWriter = c.out
	if c.name == "qecho" {
		w = c.query
	}
	var warning strings.Builder
	if c.name == "warn" {
		w = &warning
	}
	end, sep := "\n", ""
	for first := true; ; first = false {
		arg, ok := c.args.next()
		if !ok {
			break
		}
		if first && arg == "-n" && !c.args.quoted {
			end = ""
			continue
		}
		w.WriteString(sep + arg)
		sep = " "
	}
	w.WriteString(end)
	if c.name == "warn" {
		c.flush()
		io.WriteString(c.errs, warning.String())
	}
	return metaDone
}

func (c *invocation) include() metaResult {
	name, ok := c.args.nextNoSemicolon()
	if !ok {
		return c.missing()
	}
	name = expandTilde(name)
	if (c.name == "ir" || c.name == "include_relative") && c.file != "" && !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(c.file), name)
	}
	return worked(c.RunFile(c.ctx, name) == nil)
}

func (c *invocation) redirectOutput() metaResult {
	name, _ := c.args.filePipe(true)
	return worked(c.redirect(expandTilde(name)))
}

func (c *invocation) printBuffer() metaResult {
	switch {
	case len(c.buf) > 0:
		c.out.WriteString(string(c.buf) + "\n")
	case c.previous != "":
		c.out.WriteString(c.previous + "\n")
	default:
		c.say("Query buffer is empty.")
	}
	return metaDone
}

func (c *invocation) resetBuffer() metaResult {
	c.buf = c.buf[:0]
	c.split.Reset()
	c.say("Query buffer reset (cleared).")
	return metaDone
}

func (c *invocation) writeBuffer() metaResult {
	name, ok := c.args.filePipe(true)
	if !ok || name == "" {
		return c.missing()
	}
	out, err := c.open(name)
	if err != nil {
		return c.failed(strings.TrimPrefix(name, "|") + ": " + errnoText(err))
	}
	text := string(c.buf)
	if text == "" {
		text = c.previous
	}
	if text != "" {
		out.WriteString(text + "\n")
	}
	if err := out.close(); err != nil {
		return c.failed(name + ": " + errnoText(err))
	}
	return metaDone
}

// showHistory is \s. What scripts read is not in the history.
func (c *invocation) showHistory() metaResult {
	name, ok := c.args.nextNoSemicolon()
	if !ok {
		c.show([]byte(strings.Join(append(c.history.Entries(), ""), "\n")+"\n"), 0)
	}
	if c.terminal == nil {
		return metaFailed // as psql, without a word
	}
	if !ok {
		return metaDone
	}
	if err := c.history.Save(expandTilde(name)); err != nil {
		return c.failed(`could not save history to file "` + name + `": ` + errnoText(err))
	}
	c.say(`Wrote history to file "` + name + `".`)
	return metaDone
}

func (c *invocation) setVariable() metaResult {
	name, ok := c.args.next()
	if !ok {
		c.listVariables()
		return metaDone
	}
	if err := c.vars.set(name, strings.Join(c.args.all(), "")); err != nil {
		return c.failed(err.Error())
	}
	return metaDone
}

func (c *invocation) unsetVariable() metaResult {
	name, ok := c.args.next()
	if !ok {
		return c.missing()
	}
	c.vars.unset(name)
	return metaDone
}

// prompt reads a line of standard input into a variable.
func (c *invocation) prompt() metaResult {
	text := ""
	name, ok := c.args.next()
	if !ok {
		return c.missing()
	}
	if second, ok := c.args.next(); ok {
		text, name = name, second
	}
	if c.asking = text; c.terminal == nil {
		c.out.WriteString(text)
		c.out.flush()
	}
	line, err := c.stdin.ReadString('\n')
	c.asking = ""
	if line == "" && err != nil {
		return c.failed(`\` + c.name + ": could not read value for variable")
	}
	if c.stdin == c.in {
		c.line++
	}
	if err := c.vars.set(name, strings.TrimSuffix(line, "\n")); err != nil {
		return c.failed(err.Error())
	}
	return metaDone
}

func (c *invocation) getenv() metaResult {
	name, _ := c.args.next()
	env, ok := c.args.next()
	if !ok {
		return c.missing()
	}
	value, ok := os.LookupEnv(env)
	if !ok {
		return metaDone
	}
	if err := c.vars.set(name, value); err != nil {
		return c.failed(err.Error())
	}
	return metaDone
}

func (c *invocation) setenv() metaResult {
	name, ok := c.args.next()
	if !ok {
		return c.missing()
	}
	if strings.Contains(name, "=") {
		return c.failed(`\setenv: environment variable name must not contain "="`)
	}
	if value, ok := c.args.next(); ok {
		os.Setenv(name, value)
	} else {
		os.Unsetenv(name)
	}
	return metaDone
}
