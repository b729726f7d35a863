package shell

import (
	"context"
	"os"
	"os/exec"
	"strings"
)

// Backslash commands: which there are, and what follows from them for the script.

// metaResult is what follows from a command.
type metaResult uint8

const (
	metaDone   metaResult = iota
	metaFailed            // an error was reported
	metaQuit              // the script ends
	metaSend              // the statement is to be run
	metaEdited            // other text takes the statement's place
)

// invocation is a command being run.
type invocation struct {
	*script
	ctx  context.Context
	name string // without the backslash
	args *slashArgs
}

// metaCommands are the commands by name. They report their errors themselves.
var metaCommands map[string]func(*invocation) metaResult

func init() {
	metaCommands = map[string]func(*invocation) metaResult{
		"?": (*invocation).help, "q": (*invocation).quitScript, "quit": (*invocation).quitScript,
		"!": (*invocation).system, "cd": (*invocation).chdir, "timing": (*invocation).switchTiming,
		"copyright": (*invocation).copyright, "conninfo": (*invocation).conninfo, "encoding": (*invocation).encoding,
		"errverbose": (*invocation).errverbose, "lo_import": (*invocation).largeObject, "lo_export": (*invocation).largeObject,
		"lo_unlink": (*invocation).largeObject, "h": (*invocation).sqlHelp, "help": (*invocation).sqlHelp, "password": (*invocation).refuse,
		"ef": (*invocation).refuse, "ev": (*invocation).refuse, "e": (*invocation).edit, "edit": (*invocation).edit,
		"c": (*invocation).reconnect, "connect": (*invocation).reconnect,
		"restrict": (*invocation).restrict, "unrestrict": (*invocation).unrestrict,

		"a": (*invocation).toggleAlign, "H": (*invocation).toggleHTML, "html": (*invocation).toggleHTML,
		"t": (*invocation).printOption, "x": (*invocation).printOption, "f": (*invocation).printOption,
		"C": (*invocation).printOption, "T": (*invocation).printOption, "pset": (*invocation).pset,

		"echo": (*invocation).print, "qecho": (*invocation).print, "warn": (*invocation).print,
		"i": (*invocation).include, "include": (*invocation).include, "ir": (*invocation).include,
		"include_relative": (*invocation).include, "o": (*invocation).redirectOutput, "out": (*invocation).redirectOutput,
		"p": (*invocation).printBuffer, "print": (*invocation).printBuffer, "r": (*invocation).resetBuffer,
		"reset": (*invocation).resetBuffer, "w": (*invocation).writeBuffer, "write": (*invocation).writeBuffer,
		"s": (*invocation).showHistory, "demo": (*invocation).demo, "compare": (*invocation).compare, "copy": (*invocation).copyData,

		"set": (*invocation).setVariable, "unset": (*invocation).unsetVariable, "prompt": (*invocation).prompt,
		"getenv": (*invocation).getenv, "setenv": (*invocation).setenv,

		"g": (*invocation).run, "gx": (*invocation).run, "gset": (*invocation).gset, "gexec": (*invocation).gexec,
		"gdesc": (*invocation).gdesc, "crosstabview": (*invocation).crosstabview, "watch": (*invocation).watch,
	}
}

// meta runs the backslash command that line, from behind the backslash, begins
// with. It returns what follows the command on the line.
func (s *script) meta(ctx context.Context, line string) (metaResult, string) {
	name := line
	if i := strings.IndexAny(line, slashSpace+`\`); i >= 0 {
		name = line[:i]
	}
	c := &invocation{script: s, ctx: ctx, name: name,
		args: &slashArgs{s: s.Shell, active: s.active(), rest: line[len(name):]}}
	if branching := name == "if" || name == "elif" || name == "else" || name == "endif"; !branching && s.typed != nil && !s.active() {
		s.complain("warning", `\`+name+" command ignored; "+leaveIf)
	}
	verdict := c.dispatch()
	s.flush() // before more of a script is waited for
	if verdict == metaFailed {
		return verdict, ""
	}
	for _, arg := range c.args.all() {
		if s.active() {
			s.complain("warning", `\`+name+`: extra argument "`+arg+`" ignored`)
		}
	}
	return verdict, c.args.end()
}

func (c *invocation) dispatch() metaResult {
	if c.restrictKey != "" && c.name != "unrestrict" {
		return c.failed(`backslash commands are restricted; only \unrestrict is allowed`)
	}
	ok := true
	switch c.name {
	case "if":
		ok = c.metaIf(c.args)
	case "elif":
		ok = c.metaElif(c.args)
	case "else":
		ok = c.metaElse()
	case "endif":
		ok = c.metaEndif()
	default:
		return c.other()
	}
	return worked(ok)
}

// other runs a command that is not about \if; in a branch that is not taken it
// only reads over the arguments.
func (c *invocation) other() metaResult {
	run, ok := metaCommands[c.name]
	if !ok {
		if handled, ok := c.describe(); handled {
			return worked(ok)
		}
		c.complain("error", `invalid command \`+c.name)
		if c.typed != nil {
			c.complain("hint", `Try \? for help.`)
		}
		return metaFailed
	}
	if c.active() {
		return run(c)
	}
	switch c.name {
	case "!", "copy", "compare", "h", "help":
		c.args.wholeLine(false)
	case "g", "gx", "o", "out", "w", "write":
		c.args.filePipe(false)
	}
	c.args.all()
	return metaDone
}

func worked(ok bool) metaResult {
	if ok {
		return metaDone
	}
	return metaFailed
}

// failed reports what is wrong with a command.
func (c *invocation) failed(text string) metaResult {
	c.complain("error", text)
	return metaFailed
}

func (c *invocation) missing() metaResult {
	return c.failed(`\` + c.name + ": missing required argument")
}

func (c *invocation) quitScript() metaResult { return metaQuit }

// restrict refuses all commands until \unrestrict has the same key: what follows is
// text that must not run any.
func (c *invocation) restrict() metaResult {
	key, _ := c.args.nextNoSemicolon()
	if key == "" {
		return c.missing()
	}
	c.restrictKey = key
	return metaDone
}

func (c *invocation) unrestrict() metaResult {
	key, _ := c.args.nextNoSemicolon()
	switch {
	case key == "":
		return c.missing()
	case c.restrictKey == "":
		return c.failed(`\unrestrict: not currently in restricted mode`)
	case key != c.restrictKey:
		return c.failed(`\unrestrict: wrong key`)
	}
	c.restrictKey = ""
	return metaDone
}

// refuse is for commands that make no sense here.
func (c *invocation) refuse() metaResult {
	why := map[string]string{
		"password": "not here; ALTER ROLE name PASSWORD does it", "ef": "there are no functions to edit", "ev": `views are shown by \sv, and cannot be edited`,
	}[c.name]
	return c.failed(`\` + c.name + ": " + why)
}

// largeObject refuses the commands that make or use large objects.
func (c *invocation) largeObject() metaResult {
	if _, ok := c.args.next(); !ok {
		return c.missing()
	}
	return c.failed(`\` + c.name + ": there are no large objects")
}

func (c *invocation) say(text string) {
	if !c.vars.on("QUIET") {
		c.out.WriteString(text + "\n")
	}
}

func (c *invocation) system() metaResult {
	command := c.args.wholeLine(false)
	c.flush()
	if command == "" {
		if c.terminal == nil {
			return metaDone
		}
		command = "exec ${SHELL:-sh}"
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.inputOfPrograms(), c.programs, c.errs
	if c.terminal != nil {
		cmd.Stdout = os.Stdout // Ctrl-C is its own
	}
	defer c.acting(func() {})() // an interrupt is for the command
	var err error
	c.lend(func() {
		if err = cmd.Start(); err == nil {
			_ = cmd.Wait() // how it ended is not psql's business
		}
	})
	if err != nil {
		return c.failed(`\!: failed`)
	}
	return metaDone
}

func (c *invocation) chdir() metaResult {
	dir, ok := c.args.nextNoSemicolon()
	if !ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return c.failed(`could not get home directory for user ID: ` + errnoText(err))
		}
		dir = home
	}
	if err := os.Chdir(expandTilde(dir)); err != nil {
		return c.failed(`\cd: could not change directory to "` + dir + `": ` + errnoText(err))
	}
	return metaDone
}

func (c *invocation) switchTiming() metaResult {
	valid := true
	arg, ok := c.args.next()
	if ok {
		var v bool
		v, valid = parseBool(arg)
		if valid {
			c.timing = v
		} else {
			c.complain("error", errBoolean(arg, `\timing`).Error())
		}
	} else {
		c.timing = !c.timing
	}
	c.say("Timing is " + onOff(c.timing) + ".")
	return worked(valid)
}

func (c *invocation) conninfo() metaResult {
	if !c.connected() {
		c.out.WriteString("You are currently not connected to a database.\n")
		return metaDone
	}
	c.out.WriteString(`You are connected to database "` + c.vars["DBNAME"] + `" as user "` + c.vars["USER"] + "\" in minidb.\n")
	return metaDone
}

func (c *invocation) encoding() metaResult {
	name, ok := c.args.next()
	if !ok {
		c.out.WriteString("UTF8\n")
		return metaDone
	}
	switch strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name)) {
	case "utf8", "unicode":
		return metaDone
	}
	return c.failed(name + ": invalid encoding name or conversion procedure not found")
}

func (c *invocation) errverbose() metaResult {
	if c.Shell.failed == nil {
		c.out.WriteString("There is no previous error.\n")
		return metaDone
	}
	c.complain("error", report(c.Shell.failed.err, c.Shell.failed.stmt, "verbose", "always"))
	return metaDone
}

func (c *invocation) toggleAlign() metaResult {
	kind := "aligned"
	if c.format.Kind == "aligned" {
		kind = "unaligned"
	}
	return c.setOption("format", kind, true)
}

func (c *invocation) toggleHTML() metaResult {
	kind := "html"
	if c.format.Kind == "html" {
		kind = "aligned"
	}
	return c.setOption("format", kind, true)
}

// setOption sets a print option and tells its value; not of three switches that
// are given one, of which psql says nothing.
func (c *invocation) setOption(name, value string, given bool) metaResult {
	if err := c.format.set(name, value, given); err != nil {
		return c.failed(err.Error())
	}
	switch name {
	case "t", "tuples_only", "footer", "numericlocale":
		if given {
			return metaDone
		}
	}
	c.say(c.format.say(name))
	return metaDone
}

// printOption is for the commands that are short for one print option.
func (c *invocation) printOption() metaResult {
	option := map[string]string{"t": "tuples_only", "x": "expanded", "f": "fieldsep", "C": "title", "T": "tableattr"}[c.name]
	value, given := "", false
	if c.name == "f" || c.name == "T" {
		value, given = c.args.next()
	} else {
		value, given = c.args.nextNoSemicolon()
	}
	return c.setOption(option, value, given)
}

func (c *invocation) pset() metaResult {
	name, ok := c.args.next()
	if !ok {
		c.out.WriteString(c.format.list())
		return metaDone
	}
	value, given := c.args.next()
	return c.setOption(name, value, given)
}
