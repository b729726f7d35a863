package shell

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Backslash commands that run the statement so far: \g and its kin.

// run is \g and \gx.
func (c *invocation) run() metaResult {
	file, given := c.args.filePipe(false)
	if strings.HasPrefix(file, "(") {
		if !c.onceFormat(file[1:]) {
			return metaFailed
		}
		file, given = c.args.filePipe(false)
	}
	if given && file != "" {
		c.once.file, c.once.toFile = file, true
	}
	if c.name == "gx" {
		c.keepFormat()
		c.format.Expanded = on
	}
	return metaSend
}

// keepFormat remembers the print options, to go back to them afterwards.
func (s *Shell) keepFormat() {
	if s.once.format == nil {
		f := s.format
		s.once.format = &f
	}
}

// onceFormat reads print options up to a closing parenthesis.
func (c *invocation) onceFormat(option string) bool {
	for {
		last := strings.HasSuffix(option, ")")
		option = strings.TrimSuffix(option, ")")
		if option != "" {
			c.keepFormat()
			name, value, given := strings.Cut(option, "=")
			if err := c.format.set(name, value, given); err != nil {
				c.complain("error", err.Error())
				c.endOnce()
				return false
			}
		}
		if last {
			return true
		}
		next, ok := c.args.next()
		if !ok {
			c.complain("error", `\`+c.name+": missing right parenthesis")
			c.endOnce()
			return false
		}
		option = next
	}
}

func (c *invocation) gset() metaResult {
	prefix, _ := c.args.next()
	c.once.gset = &prefix
	return metaSend
}

func (c *invocation) gexec() metaResult {
	c.once.gexec = true
	return metaSend
}

func (c *invocation) gdesc() metaResult {
	c.once.gdesc = true
	return metaSend
}

// storeRow puts the values of a result's only row into variables.
func (s *Shell) storeRow(t *Table) bool {
	if n := len(t.Cells); n != 1 {
		what := "no rows"
		if n > 1 {
			what = "more than one row"
		}
		s.complain("error", what+` returned for \gset`)
		return false
	}
	for i, value := range t.Cells[0] {
		name := *s.once.gset + t.Headers[i]
		if _, ok := specials[name]; ok {
			s.complain("warning", `attempt to \gset into specially treated variable "`+name+`" ignored`)
			continue
		}
		if t.isNull(0, i) {
			s.vars.unset(name)
			continue
		}
		if err := s.vars.set(name, value); err != nil {
			s.complain("error", err.Error())
			return false
		}
	}
	return true
}

// execCells runs every cell of a result as a statement.
func (s *Shell) execCells(ctx context.Context, t *Table) bool {
	s.once.gexec = false
	ok := true
	for i, row := range t.Cells {
		for j, text := range row {
			if t.isNull(i, j) {
				continue
			}
			if ctx.Err() != nil || s.lost {
				return false
			}
			s.echo(text)
			if !s.send(ctx, text) && s.vars.on("ON_ERROR_STOP") {
				return false
			}
		}
	}
	return ok
}

// describeQuery prints the names and types of a result's columns.
func (s *Shell) describeQuery(ctx context.Context, text string) bool {
	columns, err := s.conn.Describe(ctx, text)
	if err != nil {
		s.fail(err, text)
		return false
	}
	if len(columns) == 0 {
		s.out.WriteString("The command has no result, or the result has no columns.\n")
		return true
	}
	t := &Table{Headers: []string{"Column", "Type"}, Right: []bool{false, false}}
	for _, c := range columns {
		t.Cells = append(t.Cells, []string{c.Name, c.TypeName})
	}
	ok := s.printResult(t)
	s.setResult(answer{tag: "SELECT " + strconv.Itoa(len(columns))})
	return ok
}

// fetchInParts runs a query by a cursor, FETCH_COUNT rows at a time, each part
// laid out for itself.
func (s *Shell) fetchInParts(ctx context.Context, text string) bool {
	n := s.vars.int("FETCH_COUNT")
	own := s.conn.Status() == 'I'
	if own && !s.internal(ctx, "BEGIN") {
		return false
	}
	s.stmt = "DECLARE _psql_cursor NO SCROLL CURSOR FOR\n" + text
	err := s.simple(ctx, s.stmt, func(result) error { return nil })
	format := s.format
	count := 0
	s.unwritten = false
	if err == nil {
		count, err = s.fetchAll(ctx, n)
	}
	s.format = format
	if err != nil {
		s.fail(err, s.stmt)
	} else {
		err = s.closeCursor(ctx)
	}
	if own {
		end := "COMMIT"
		if err != nil {
			end = "ROLLBACK"
		}
		if !s.internal(ctx, end) {
			return false
		}
	}
	if err != nil || s.unwritten {
		return false
	}
	s.setResult(answer{tag: "SELECT " + strconv.Itoa(count)})
	return true
}

func (s *Shell) closeCursor(ctx context.Context) error {
	if !s.internal(ctx, "CLOSE _psql_cursor") {
		return errors.New("the cursor could not be closed")
	}
	return nil
}

// fetchAll prints the cursor's rows in parts.
func (s *Shell) fetchAll(ctx context.Context, n int) (count int, err error) {
	fetch := fmt.Sprintf("FETCH FORWARD %d FROM _psql_cursor", n)
	for more := true; more; {
		var t *Table
		s.stmt = fetch
		err := s.simple(ctx, fetch, func(r result) error {
			a, err := s.read(r)
			t = a.table
			return err
		})
		if err != nil {
			return count, err
		}
		more = len(t.Cells) == n
		s.format.noEnd = more
		s.format.prior = count
		out, ok := s.resultOutput()
		if !ok {
			s.unwritten = true
			return count, nil
		}
		s.printTo(out, t)
		count += len(t.Cells)
		if out.flush() != nil { // psql just ends here
			return count, nil
		}
		s.format.noStart = true
	}
	return count, nil
}

// watch runs the statement again and again: \watch [[i=]SECONDS] [c=TIMES].
func (c *invocation) watch() metaResult {
	interval, times := 2.0, 0
	for {
		arg, ok := c.args.nextNoSemicolon()
		if !ok {
			break
		}
		name, value, named := strings.Cut(arg, "=")
		if !named {
			name, value = "i", arg
		}
		var err error
		switch name {
		case "i", "interval":
			interval, err = strconv.ParseFloat(value, 64)
			if err != nil || interval < 0 {
				return c.failed(`\watch: incorrect interval value "` + value + `"`)
			}
		case "c", "count":
			times, err = strconv.Atoi(value)
			if err != nil || times <= 0 {
				return c.failed(`\watch: incorrect iteration count "` + value + `"`)
			}
		default:
			return c.failed(`\watch: unrecognized parameter "` + name + `"`)
		}
	}
	text := string(c.buf)
	if text == "" {
		text = c.previous
	}
	c.buf = c.buf[:0]
	c.split.Reset()
	if text == "" {
		return c.failed(`\watch cannot be used with an empty query`)
	}
	c.previous = text
	c.watchLoop(text, interval, times)
	return metaDone
}

// watchLoop ends with the count, an error, or Ctrl-C, after which the script goes on.
func (c *invocation) watchLoop(text string, interval float64, times int) {
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	defer c.acting(cancel)()
	title := c.format.Title
	defer func() {
		c.format.Title = title
		c.out.WriteByte('\n')
	}()
	for n := 1; ; n++ {
		dated := fmt.Sprintf("%s (every %gs)\n", time.Now().Format("Mon Jan _2 15:04:05 2006"), interval)
		if title != nil {
			dated = *title + "\t" + dated
		}
		c.format.Title = &dated
		if !c.send(ctx, text) || n == times || c.lost {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(interval * float64(time.Second))):
		}
	}
}

// firstWord is the first word of a statement, in lower case, and what follows.
func firstWord(text string) (word, rest string) {
	text = skipComments(text)
	n := 0
	for n < len(text) && isVariableChar(text[n]) {
		n++
	}
	return strings.ToLower(text[:n]), text[n:]
}

func skipComments(text string) string {
	for {
		text = trimLeading(text)
		if !strings.HasPrefix(text, "/*") {
			return text
		}
		depth := 0
		i := 0
		for ; i < len(text); i++ {
			if strings.HasPrefix(text[i:], "/*") {
				depth++
				i++
			} else if strings.HasPrefix(text[i:], "*/") {
				depth--
				i++
				if depth == 0 {
					break
				}
			}
		}
		text = text[min(i+1, len(text)):]
	}
}

func isSelect(text string) bool {
	word, _ := firstWord(text)
	return word == "select" || word == "values"
}

// needsBegin: statements that begin or end transactions, or cannot run in one,
// begin none when AUTOCOMMIT is off.
func needsBegin(text string) bool {
	word, rest := firstWord(text)
	next, rest := firstWord(rest)
	switch word {
	case "", "abort", "begin", "start", "commit", "rollback", "end", "vacuum", "cluster":
		return false
	case "prepare":
		return next != "transaction"
	case "create", "drop":
		if next == "unique" {
			next, rest = firstWord(rest)
		}
		if next == "index" {
			next, _ = firstWord(rest)
			return next != "concurrently"
		}
		return next != "database" && next != "tablespace"
	case "alter":
		if next == "system" {
			return false
		}
	case "reindex":
		return next != "database" && next != "system"
	case "discard":
		return next != "all"
	}
	return true
}
