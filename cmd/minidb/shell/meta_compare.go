package shell

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"minidb"
	"minidb/lab"
	"minidb/parser/lex"
)

// \compare: one statement under the old and the new way of a strategy, or under any
// values of a setting, on copies of the database.

// compare is \compare WHAT [n=ROUNDS] [warm=TIMES] [setup='SQL'] [SQL]; without SQL it takes the
// statement so far, or the last one, which it names then.
func (c *invocation) compare() metaResult {
	what, ok := c.args.nextNoSemicolon()
	if !ok {
		return c.missing()
	}
	opts, ok := c.compareOptions()
	if !ok {
		return metaFailed
	}
	text, last := c.interpolate(c.args.wholeLine(false)), false
	if text == "" {
		if text = string(c.buf); text == "" {
			text, last = c.previous, true
		}
		c.previous, c.buf = text, c.buf[:0]
		c.split.Reset()
		c.number = 1
	}
	if strings.TrimSpace(text) == "" {
		return c.failed(`\compare cannot be used with an empty query`)
	}
	if !c.connected() {
		c.fail(errNotConnected, text)
		return metaFailed
	}
	sess, ok := c.conn.(engine)
	if !ok {
		return c.failed(`\compare needs a database of minidb's own`)
	}
	if c.conn.Status() != 'I' {
		return c.failed(`\compare cannot be used inside a transaction block`)
	}
	sides, err := lab.Sides(c.ctx, sess.Session, what)
	if err != nil {
		c.fail(err, "")
		return metaFailed
	}
	c.setAsking(true)
	out, err := lab.Compare(c.ctx, sess.Session, sides, text, opts)
	c.setAsking(false)
	if err != nil {
		if errors.As(err, new(lab.SetupError)) {
			text = opts.Setup
		}
		c.failCompared(err, text)
		return metaFailed
	}
	if last {
		c.query.WriteString("Statement: " + strings.TrimSpace(text) + "\n")
	}
	if !c.printComparison(what, out, opts.Warm) {
		return metaFailed
	}
	return c.judge(out, text)
}

// failCompared reports an error of the text. One that ended the copy's session has not
// ended the shell's.
func (c *invocation) failCompared(err error, text string) {
	if e := *minidb.AsError(err); e.Severity == "FATAL" {
		e.Severity, e.Message = "ERROR", "the statement ended its session: "+e.Message
		err = &e
	}
	c.fail(err, text)
}

// compareOptions reads n=..., warm=... and setup=... in front of the SQL.
func (c *invocation) compareOptions() (o lab.Options, ok bool) {
	for {
		c.args.skipSpace()
		switch rest := c.args.rest; {
		case strings.HasPrefix(rest, "n="):
			if o.Rounds, ok = c.compareNumber("n=", 1, "rounds"); !ok {
				return o, false
			}
		case strings.HasPrefix(rest, "warm="):
			if o.Warm, ok = c.compareNumber("warm=", 0, "executions"); !ok {
				return o, false
			}
		case strings.HasPrefix(rest, "setup="):
			arg, ok := c.args.next()
			if !ok {
				return o, false // a quote that does not end; that was said
			}
			o.Setup = strings.TrimPrefix(arg, "setup=")
		default:
			return o, true
		}
	}
}

// compareNumber reads an option's number; what says of what.
func (c *invocation) compareNumber(prefix string, least int, what string) (n int, ok bool) {
	arg, _ := c.args.next()
	arg = strings.TrimPrefix(arg, prefix)
	n, err := strconv.Atoi(arg)
	if err != nil || n < least {
		c.complain("error", `\compare: incorrect number of `+what+` "`+arg+`"`)
		return 0, false
	}
	return n, true
}

// interpolate puts the values of variables into SQL.
func (s *Shell) interpolate(text string) string {
	split := lex.Splitter{Colons: true}
	var b strings.Builder
	for {
		n, stop := split.Scan(text)
		b.WriteString(text[:n])
		text = text[n:]
		switch stop {
		case lex.EndOfText:
			return b.String()
		case lex.AtSemicolon:
			continue
		case lex.AtColon:
			if r, ok := parseReference(text); ok {
				if value, ok := s.expand(r); ok {
					b.WriteString(value)
					text = text[r.len:]
					split.Skip()
					continue
				}
			}
		}
		b.WriteByte(text[0])
		text = text[1:]
		split.Skip()
	}
}

// printComparison prints the counters that differ, and the times.
func (c *invocation) printComparison(what string, out *lab.Comparison, warm int) bool {
	for _, w := range out.Warnings {
		c.complain("", c.report(w, ""))
	}
	if !c.printResult(counterTable(what, out)) {
		return false
	}
	w := c.query
	fmt.Fprintf(w, "Times of this program on this machine, %s:\n", roundsText(out))
	for i, side := range out.Sides {
		fmt.Fprintf(w, "  %s: %s", side.Name, timeText(out.Times[i].Wall))
		if cpu := out.Times[i].CPU; lab.Median(cpu) > 0 {
			fmt.Fprintf(w, "; CPU %s", timeText(cpu))
		}
		w.WriteByte('\n')
	}
	if out.Later {
		w.WriteString("The counters are of execution " + strconv.Itoa(warm+1) + "; later ones counted otherwise. warm=TIMES looks at a later one.\n")
	}
	return true
}

func roundsText(out *lab.Comparison) string {
	n := len(out.Times[0].Wall)
	if n == 1 {
		return "1 round each"
	}
	return fmt.Sprintf("%d rounds each, interleaved", n)
}

func timeText(times []time.Duration) string {
	ms := func(d time.Duration) string {
		return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 3, 64) + " ms"
	}
	return "median " + ms(lab.Median(times)) + ", minimum " + ms(slices.Min(times))
}

// counterTable has a line for each counter that differs.
func counterTable(what string, out *lab.Comparison) *Table {
	title := "Comparison of " + what
	t := &Table{Title: &title}
	column := func(name string, right bool) {
		t.Headers, t.Right = append(t.Headers, name), append(t.Right, right)
	}
	byRelation := slices.ContainsFunc(out.Counters, func(k lab.Counter) bool { return k.Relation != "" && k.Differs() })
	column("Counter", false)
	if byRelation {
		column("Relation", false)
	}
	column("Unit", false)
	for _, s := range out.Sides {
		column(s.Name, true)
	}
	ratio := len(out.Sides) == 2
	if ratio {
		column("Ratio", true)
	}
	for _, k := range out.Counters {
		if !k.Differs() {
			continue
		}
		row := []string{k.Name}
		if byRelation {
			row = append(row, k.Relation)
		}
		row = append(row, k.Unit)
		for _, v := range k.Values {
			row = append(row, strconv.FormatInt(v, 10))
		}
		if ratio {
			row = append(row, ratioText(k.Values[0], k.Values[1]))
		}
		t.Cells = append(t.Cells, row)
	}
	t.Footers = []string{countText(len(t.Cells))}
	return t
}

func countText(differ int) string {
	switch differ {
	case 0:
		return "(no counter differs)"
	case 1:
		return "(1 counter differs)"
	}
	return fmt.Sprintf("(%d counters differ)", differ)
}

// ratioText is the new count as a part of the old one.
func ratioText(before, after int64) string {
	if before == 0 {
		return ""
	}
	digits, r := 3, float64(after)/float64(before)
	switch {
	case after > 0 && r < 0.001:
		return "<0.001"
	case r >= 1:
		digits = 2
	}
	return strconv.FormatFloat(r, 'f', digits, 64)
}

// judge tells whether the answers are the same. If they are not, or if the statement
// failed, the command has failed.
func (c *invocation) judge(out *lab.Comparison, text string) metaResult {
	if d := out.Difference; d != nil {
		c.fail(&minidb.Error{Severity: "ERROR", Code: "P0004", Message: d.What, Detail: strings.Join(d.Lines, "\n")}, "")
		return metaFailed
	}
	if e := out.Errors[0]; e != nil {
		c.query.WriteString("Errors: equal\n\n")
		c.failCompared(e, text)
		return metaFailed
	}
	rows, tags, query := 0, []string{}, false
	for _, a := range out.Answers[0] {
		if a.Columns != nil {
			rows, query = rows+len(a.Rows), true
		}
		tags = append(tags, a.Tag)
	}
	if query {
		fmt.Fprintf(c.query, "Rows: equal (%d)\n", rows)
	} else {
		fmt.Fprintf(c.query, "Results: equal (%s)\n", strings.Join(tags, ", "))
	}
	if n := len(out.Written); n > 0 {
		fmt.Fprintf(c.query, "Written: equal (%s)\n", strings.Join(shorten(out.Written), ", "))
	}
	c.query.WriteByte('\n')
	return metaDone
}

// shorten cuts a long list of names.
func shorten(names []string) []string {
	const most = 8
	if len(names) <= most {
		return names
	}
	return append(names[:most-1:most-1], fmt.Sprintf("and %d more", len(names)-most+1))
}
