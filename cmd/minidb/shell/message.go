package shell

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"minidb"
)

// One message to the engine and what comes back: psql's SendQuery.

// answer is a statement's result, read to its end.
type answer struct {
	table *Table // nil if the statement has no rows
	tag   string
	quiet bool // the tag is not printed
}

// onceOptions are what \g and its kin ask for, for one statement.
type onceOptions struct {
	format  *Format // to go back to
	file    string  // to print rows to
	toFile  bool
	out     *output // file, once opened
	gset    *string // prefix of variables
	gexec   bool
	gdesc   bool
	cross   []string // arguments of \crosstabview; nil if it is not asked for
	copying *copyFile
}

// send sends one message, prints its results, and tells whether it succeeded.
func (s *Shell) send(ctx context.Context, text string) bool {
	defer s.endOnce()
	if !s.connected() {
		s.fail(errNotConnected, text)
		return false
	}
	if !s.confirm(text) {
		return false
	}
	if s.log != nil {
		fmt.Fprintf(s.log, "********* QUERY **********\n%s\n**************************\n\n", text)
	}
	status := s.conn.Status()
	if status == 'I' && !s.vars.on("AUTOCOMMIT") && needsBegin(text) {
		if !s.internal(ctx, "BEGIN") {
			return false
		}
		status = s.conn.Status()
	}
	savepoint := status == 'T' && (s.vars.on("ON_ERROR_ROLLBACK") || s.terminal != nil && s.vars.is("ON_ERROR_ROLLBACK", "interactive"))
	if savepoint && !s.internal(ctx, "SAVEPOINT pg_psql_temporary_savepoint") {
		return false
	}
	began := time.Now()
	var ok bool
	var tags []string
	switch {
	case s.once.gdesc:
		ok = s.describeQuery(ctx, text)
	case s.vars.int("FETCH_COUNT") > 0 && !s.once.gexec && s.once.cross == nil && s.once.gset == nil && isSelect(text):
		ok = s.fetchInParts(ctx, text)
	default:
		ok, tags = s.process(ctx, text)
	}
	spent := time.Since(began)
	if !ok && s.vars.is("ECHO", "errors") {
		s.complain("", "STATEMENT:  "+text)
	}
	if savepoint && !s.endSavepoint(ctx, tags) {
		ok = false
	}
	if s.timing {
		s.printTiming(spent)
	}
	s.printNotifications()
	s.flush()
	return ok
}

// confirm echoes the message, or in single-step mode asks whether to run it.
func (s *Shell) confirm(text string) bool {
	if s.vars.on("SINGLESTEP") {
		fmt.Fprintf(s.out, "***(Single step mode: verify command)*******************************************\n%s\n"+
			"***(press return to proceed or enter x and return to cancel)********************\n", text)
		s.out.flush()
		line, _ := s.stdin.ReadString('\n')
		return !strings.HasPrefix(line, "x")
	}
	if s.vars.is("ECHO", "queries") {
		s.out.WriteString(text + "\n")
	}
	return true
}

// endSavepoint ends the savepoint of ON_ERROR_ROLLBACK, unless the statements
// have done so themselves.
func (s *Shell) endSavepoint(ctx context.Context, tags []string) bool {
	switch s.conn.Status() {
	case 'E':
		return s.internal(ctx, "ROLLBACK TO pg_psql_temporary_savepoint")
	case 'T':
		for _, t := range tags {
			switch t {
			case "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK":
				return true
			}
		}
		return s.internal(ctx, "RELEASE pg_psql_temporary_savepoint")
	}
	return true
}

// endOnce forgets what was asked for one statement only.
func (s *Shell) endOnce() {
	s.closeOnce()
	if s.once.format != nil {
		s.format = *s.once.format
	}
	s.once = onceOptions{}
}

// internal runs a statement of the shell's own, whose result is not shown.
func (s *Shell) internal(ctx context.Context, text string) bool {
	s.stmt = text
	err := s.simple(ctx, text, func(r result) error {
		for r.Next() {
		}
		return r.Err()
	})
	if err != nil {
		s.fail(err, text)
	}
	return err == nil
}

// showHidden prints a statement of the shell's own under ECHO_HIDDEN, and tells
// whether it is to be run.
func (s *Shell) showHidden(text string) bool {
	hidden := s.vars["ECHO_HIDDEN"]
	noexec := strings.EqualFold(hidden, "noexec")
	if on, _ := parseBool(hidden); on || noexec {
		fmt.Fprintf(s.out, "********* QUERY **********\n%s\n**************************\n\n", text)
		if s.log != nil {
			fmt.Fprintf(s.log, "********* QUERY **********\n%s\n**************************\n\n", text)
		}
	}
	return !noexec
}

// process sends one message and deals with its results.
//
// A result is printed late, as psql does it: when the next one has come, and
// with it the notice that follows it. So of a message's statements the notices
// stand before the results of those before them.
func (s *Shell) process(ctx context.Context, text string) (ok bool, tags []string) {
	s.stmt = text
	s.unwritten = false
	var last answer
	printed := true // nothing has failed to be printed or stored
	err := s.simple(ctx, text, func(r result) error {
		s.printHeld(1)
		a, err := s.read(r)
		if err == nil {
			tags = append(tags, a.tag)
			s.held = append(s.held, a)
		}
		return err
	})
	if err == nil && len(s.held) > 0 {
		s.printHeld(1)
		last = s.held[0]
		s.held = nil
		written := !s.unwritten
		printed = s.printLast(ctx, last) && written
	}
	s.printHeld(0)
	printed = s.closeOnce() && printed
	if err != nil {
		s.fail(err, text)
		return false, tags
	}
	if printed && !s.once.gexec {
		s.setResult(last)
	}
	return printed, tags
}

// fail reports an error about a message and remembers it.
func (s *Shell) fail(err error, text string) {
	if errors.Is(err, errNotConnected) {
		s.complain("error", "You are currently not connected to a database.")
		return
	}
	e := minidb.AsError(err)
	s.Errors++
	if e.Code == "XX000" {
		s.Internal++
	}
	s.complain("", s.report(e, text))
	var while copyError
	copying := errors.As(err, &while)
	if !copying || while.from {
		s.failed = &failure{e, text}
	}
	if !copying {
		s.vars["ERROR"], s.vars["SQLSTATE"], s.vars["ROW_COUNT"] = "true", string(e.Code), "0"
		s.vars["LAST_ERROR_SQLSTATE"], s.vars["LAST_ERROR_MESSAGE"] = string(e.Code), e.Message
	}
	if e.Severity == "FATAL" || e.Severity == "PANIC" || e.Code == "08003" {
		s.lost = true
		if s.terminal == nil || s.depth > 0 {
			s.complain("error", "connection to server was lost")
		}
	}
}

// setResult sets the variables that tell of a statement's success.
func (s *Shell) setResult(a answer) {
	count := "0"
	if i := strings.LastIndexByte(a.tag, ' '); i >= 0 {
		if _, err := strconv.Atoi(a.tag[i+1:]); err == nil {
			count = a.tag[i+1:]
		}
	}
	s.vars["ERROR"], s.vars["SQLSTATE"], s.vars["ROW_COUNT"] = "false", "00000", count
}

// notifier is a conn that can tell of notifications.
type notifier interface{ Notifications() []minidb.Notification }

// printNotifications prints what has come to the channels that the session listens to.
func (s *Shell) printNotifications() {
	c, ok := s.conn.(notifier)
	if !ok {
		return
	}
	for _, n := range c.Notifications() {
		payload := ""
		if n.Payload != "" {
			payload = fmt.Sprintf(" with payload \"%s\"", n.Payload)
		}
		fmt.Fprintf(s.query, "Asynchronous notification \"%s\"%s received from server process with PID %d.\n", n.Channel, payload, n.PID)
	}
}

// notice prints a notice while a message is run.
func (s *Shell) notice(e *minidb.Error) {
	s.complain("", s.report(e, s.stmt))
	s.printHeld(1)
}

// printHeld prints the results that wait to be printed, except for the last n.
// None of them is its message's last.
func (s *Shell) printHeld(n int) {
	for len(s.held) > n {
		a := s.held[0]
		s.held = s.held[1:]
		if s.vars.on("SHOW_ALL_RESULTS") {
			s.print(a)
		}
	}
}

// read reads a result to its end. If that fails there is nothing to print.
func (s *Shell) read(r result) (a answer, err error) {
	if c, ok := r.(copier); ok && (c.WantsCopy() || c.HasCopy()) {
		quiet, err := s.copy(c)
		return answer{tag: r.Tag(), quiet: quiet}, err
	}
	if r.HasColumns() {
		a.table = newTable(r.Columns())
	}
	for r.Next() {
		if a.table != nil {
			a.table.add(r, s.format.Null)
		}
	}
	if err := r.Err(); err != nil {
		return answer{}, err
	}
	a.tag = r.Tag()
	a.quiet = a.table != nil && !tagWithRows(a.tag)
	return a, nil
}

func newTable(columns []minidb.Column) *Table {
	t := new(Table)
	for _, c := range columns {
		t.Headers = append(t.Headers, c.Name)
		t.Right = append(t.Right, c.AlignRight())
		t.Types = append(t.Types, c.Type)
	}
	return t
}

// tagWithRows: of the statements with rows, these print their tag too.
func tagWithRows(tag string) bool {
	return strings.HasPrefix(tag, "INSERT") || strings.HasPrefix(tag, "UPDATE") || strings.HasPrefix(tag, "DELETE")
}

// printLast deals with the message's last result: it is stored or run if that
// was asked for, else printed.
func (s *Shell) printLast(ctx context.Context, a answer) bool {
	if a.table == nil {
		s.print(a)
		return true
	}
	ok := true
	switch {
	case s.once.gset != nil:
		ok = s.storeRow(a.table)
	case s.once.gexec:
		ok = s.execCells(ctx, a.table)
	case s.once.cross != nil:
		var crossed *Table
		if crossed, ok = s.crosstab(a.table); ok {
			s.printTable(crossed)
		}
	default:
		ok = s.printResult(a.table)
	}
	s.printTag(a)
	return ok
}

func (s *Shell) print(a answer) {
	if a.table != nil {
		s.printResult(a.table)
	}
	s.printTag(a)
}

// printResult prints a table to where this result goes, and tells whether it is there.
func (s *Shell) printResult(t *Table) bool {
	w, ok := s.resultOutput()
	if ok {
		s.printTo(w, t)
		if err := w.flush(); err != nil {
			s.complain("error", "could not print result table: "+errnoText(err))
			ok = false
		}
	}
	s.unwritten = s.unwritten || !ok
	return ok
}

// resultOutput is where results, or this one, go; what is wrong with it is printed.
func (s *Shell) resultOutput() (*output, bool) {
	if !s.once.toFile {
		return s.query, true
	}
	if s.once.out == nil {
		out, err := s.openOnce(s.once.file)
		if err != nil {
			s.complain("error", strings.TrimPrefix(s.once.file, "|")+": "+errnoText(err))
			return nil, false
		}
		s.once.out = out
	}
	return s.once.out, true
}

// closeOnce ends the output of \g, and tells whether all of it went out.
func (s *Shell) closeOnce() bool {
	out := s.once.out
	if out == nil || out.close == nil {
		return true
	}
	s.once.out = nil
	s.flush()
	err := out.close()
	if err != nil {
		s.complain("error", "could not print result table: "+errnoText(err))
	}
	return err == nil
}

// printTable prints a table to where results go. Like psql it does not ask whether
// that worked.
func (s *Shell) printTable(t *Table) { s.printTo(s.query, t) }

func (s *Shell) printTo(w *output, t *Table) {
	if t.Title == nil {
		t.Title = s.format.Title
	}
	if w == s.out && s.terminal != nil {
		s.printPaged(t)
	} else {
		s.meter.erase()
		s.format.Print(w.Writer, t)
	}
	if s.log != nil {
		logged := newOutput(s.log)
		s.format.Print(logged.Writer, t)
		logged.flush()
	}
}

func (s *Shell) printTag(a answer) {
	if a.tag == "" || a.quiet {
		return
	}
	if !s.vars.on("QUIET") {
		if s.format.Kind == "html" {
			s.query.WriteString("<p>" + escapeHTML(a.tag) + "</p>\n")
		} else {
			s.query.WriteString(a.tag + "\n")
		}
	}
	if s.log != nil {
		fmt.Fprintln(s.log, a.tag)
	}
	s.vars["LASTOID"] = "0"
}

// printTiming prints how long a statement took, from a second on in hours,
// minutes and seconds too.
func (s *Shell) printTiming(d time.Duration) {
	ms := float64(d.Nanoseconds()) / 1e6
	if ms < 1000 {
		fmt.Fprintf(s.out, "Time: %.3f ms\n", ms)
		return
	}
	seconds := ms / 1000
	minutes := int(seconds / 60)
	seconds -= float64(minutes) * 60
	if minutes < 60 {
		fmt.Fprintf(s.out, "Time: %.3f ms (%02d:%06.3f)\n", ms, minutes, seconds)
		return
	}
	hours := minutes / 60
	minutes %= 60
	if hours < 24 {
		fmt.Fprintf(s.out, "Time: %.3f ms (%02d:%02d:%06.3f)\n", ms, hours, minutes, seconds)
		return
	}
	fmt.Fprintf(s.out, "Time: %.3f ms (%d d %02d:%02d:%06.3f)\n", ms, hours/24, hours%24, minutes, seconds)
}
