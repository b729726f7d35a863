package shell

import (
	"context"
	"strings"
)

// \d and its kin: what is in the database. The answers come from the queries
// that psql 15 sends to PostgreSQL 18, so that what works here works for psql;
// only \l and \dO, whose queries fail there, ask as later versions of psql do.

// describer runs one command.
type describer struct {
	*Shell
	ctx     context.Context
	verbose bool // + in the command's name
	system  bool // S in the command's name: system objects too
	args    []string
	used    int // arguments that the command has taken
}

// describe runs a command of the family of \d, \l, \z, \sf and \sv. It is not
// handled if there is no such command.
func (c *invocation) describe() (handled, ok bool) {
	if c.name == "" || strings.IndexByte("dlzs", c.name[0]) < 0 {
		return false, false
	}
	d := &describer{Shell: c.Shell, ctx: c.ctx,
		verbose: strings.Contains(c.name, "+"), system: strings.Contains(c.name, "S")}
	switch c.name {
	case "sf", "sf+", "sv", "sv+":
		if name := c.args.wholeLine(false); name != "" {
			d.args = []string{name}
		}
	default:
		for arg, more := c.args.nextNoSemicolon(); more; arg, more = c.args.nextNoSemicolon() {
			d.args = append(d.args, arg)
		}
	}
	run := d.command(c.name)
	if run == nil || !c.active() {
		return run != nil, true
	}
	if !c.connected() {
		c.fail(errNotConnected, "")
		return true, false
	}
	ok = run()
	for _, arg := range d.args[d.used:] {
		if ok {
			c.complain("warning", `\`+c.name+`: extra argument "`+arg+`" ignored`)
		}
	}
	return true, ok
}

// command finds what runs a command, nil if nothing does.
func (d *describer) command(cmd string) func() bool {
	switch cmd {
	case "l", "list", "l+", "list+":
		return func() bool { return d.list(databases) }
	case "lo_list", "lo_list+":
		return d.listLargeObjects
	case "z":
		return func() bool { return d.list(listings["p"]) }
	case "sv", "sv+":
		return d.showView
	case "sf", "sf+":
		return d.showFunction
	}
	name, isD := strings.CutPrefix(cmd, "d")
	if !isD {
		return nil
	}
	// As in psql, the first letter decides, for some the second; what follows them
	// besides + and S does not matter.
	letter := strings.TrimRight(name[:min(1, len(name))], "+S")
	if letter != "" && strings.Contains("AFRePf", letter) {
		letter += strings.TrimRight(name[1:min(2, len(name))], "+")
	}
	switch {
	case letter == "" && len(d.args) > 0:
		return d.describeRelations
	case letter == "":
		return func() bool { return d.listRelations("tvmsE") }
	case letter == "g" || letter == "u":
		return d.listRoles
	case strings.HasPrefix(name, "rds"):
		return d.listRoleSettings
	case strings.HasPrefix(name, "rg"):
		return func() bool { return d.list(listings["rg"]) }
	case strings.HasPrefix(name, "config"):
		return d.listSettings
	case strings.HasPrefix(name, "dp"):
		return func() bool { return d.list(listings["dp"]) }
	case letter == "f" || len(letter) == 2 && letter[0] == 'f' && strings.Contains("anptwS", letter[1:]):
		return func() bool { return d.listFunctions(name) }
	case strings.Contains("tvmisE", letter):
		return func() bool { return d.listRelations(name) }
	case letter == "n":
		return d.listSchemas
	case letter == "C":
		return d.listCasts
	case letter == "d":
		return d.listDescriptions
	case letter == "x" && d.verbose:
		return d.listExtensionContents
	case letter == "o":
		return d.listOperators
	case letter == "P" || letter == "Pt" || letter == "Pi" || letter == "Pn":
		return func() bool { return d.listPartitioned(strings.Trim(name, "+S")) }
	case letter == "Rp" && d.verbose:
		return d.describePublications
	case letter == "F" && d.verbose:
		return d.describeConfigurations
	case letter == "Fp" && d.verbose:
		return d.describeParsers
	case letter == "l":
		return d.listLargeObjects
	}
	if l, ok := listings[letter]; ok {
		return func() bool { return d.list(l) }
	}
	if l, ok := rareListings[letter]; ok {
		return func() bool { return d.list(l) }
	}
	return nil
}

// arg takes the next argument.
func (d *describer) arg() (s string, given bool) {
	if d.used == len(d.args) {
		return "", false
	}
	d.used++
	return d.args[d.used-1], true
}

// ask runs a query and returns its rows, nil if it failed, which was printed.
func (d *describer) ask(sql string) *Table {
	t, err := d.query(sql)
	if err != nil {
		d.fail(err, sql)
		return nil
	}
	return t
}

// query runs a query and returns its rows, nil if it is not to be run.
func (d *describer) query(sql string) (*Table, error) {
	if !d.showHidden(sql) {
		return nil, nil
	}
	return d.fetch(sql)
}

// fetch is query without showing it under ECHO_HIDDEN.
func (d *describer) fetch(sql string) (*Table, error) {
	t := new(Table)
	d.stmt = sql
	err := d.simple(d.ctx, sql, func(r result) error {
		t = newTable(r.Columns())
		for r.Next() {
			t.add(r, "")
		}
		t.Nulls = nil
		return r.Err()
	})
	return t, err
}

// show prints a query's answer under a title, with the number of rows.
func (d *describer) show(sql, title string) bool {
	t := d.ask(sql)
	if t == nil {
		return false
	}
	t.Title = &title
	d.printTable(t)
	return true
}

// showTable prints a table with its own footers, and never expanded.
func (d *describer) showTable(t *Table) {
	if t.Footers == nil {
		t.Footers = []string{}
	}
	expanded := d.format.Expanded
	d.format.Expanded = off
	d.printTable(t)
	d.format.Expanded = expanded
}

// pattern makes the conditions of a pattern, printing what is wrong with it.
func (d *describer) pattern(p namePattern, pattern string, given bool) (sql string, ok bool) {
	return d.checked(p.conditions(pattern, given, false, d.vars["DBNAME"]))
}

// checked prints what is wrong with a pattern.
func (d *describer) checked(sql, problem string) (string, bool) {
	if problem != "" {
		d.complain("error", problem)
		return "", false
	}
	return sql, true
}

// listing is a command that prints one query's answer. Its text is sent as it stands,
// white space too. Lines that begin with a mark and a space are sent in some cases
// only: + with +, - without, ! without a pattern and without S, 2 with a second
// pattern, [] unless the pattern is for arrays. A \ at the end joins lines. ~ stands
// for the pattern's conditions, each beginning with AND, ~second for the second pattern's.
// The first of ~where's begins with WHERE if no line has done so; and so does, if ~where
// had none, the line marked 2, or the first of ~second's.
type listing struct {
	title           string
	pattern, second namePattern
	sql             string
	types           bool // the pattern is for types, of which short names are replaced
}

// list runs a listing.
func (d *describer) list(l listing) bool {
	sql, ok := d.fillPatterns(l)
	return ok && d.show(sql, l.title)
}

// fillPatterns makes a listing's query with the patterns that the arguments are.
func (d *describer) fillPatterns(l listing) (sql string, ok bool) {
	var conds [2]string
	var given [2]bool
	arrays := false
	for i, p := range []namePattern{l.pattern, l.second} {
		pattern := ""
		if p.name != "" {
			pattern, given[i] = d.arg()
		}
		if l.types && i == 0 {
			pattern = typeName(pattern)
			arrays = strings.Contains(pattern, "[]")
		}
		if i == 1 && !given[i] {
			break
		}
		if conds[i], ok = d.pattern(p, pattern, given[i]); !ok {
			return "", false
		}
	}
	return d.fill(l.sql, filling{conds[0], conds[1], given[0] || d.system, given[1], arrays}), true
}

// filling is what a listing's text is filled with.
type filling struct {
	cond, second string // the patterns' conditions
	some         bool   // the lines marked ! are left out
	secondGiven  bool
	arrays       bool // the lines marked [] are left out
}

// fill makes the query of a listing's text.
func (d *describer) fill(text string, f filling) string {
	var b strings.Builder
	where := false
	for line := range strings.SplitSeq(text, "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		switch mark {
		case "~":
			b.WriteString(f.cond)
			continue
		case "~second", "~where":
			cond := f.cond
			if mark == "~second" {
				cond = f.second
			}
			if first, ok := strings.CutPrefix(cond, "  AND "); ok && !where {
				cond, where = "WHERE "+first, true
			}
			b.WriteString(cond)
			continue
		case "+", "-", "!", "2", "[]":
			if mark == "+" && !d.verbose || mark == "-" && d.verbose || mark == "!" && f.some || mark == "2" && !f.secondGiven ||
				mark == "[]" && f.arrays {
				continue
			}
			line = rest
			if mark == "2" && !where && strings.HasPrefix(line, "  AND ") {
				line, where = strings.Replace(line, "AND", "WHERE", 1), true
			}
		}
		where = where || strings.HasPrefix(line, "WHERE ")
		line, joined := strings.CutSuffix(line, `\`)
		b.WriteString(line)
		if !joined {
			b.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
