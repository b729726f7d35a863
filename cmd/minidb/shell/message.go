package shell

import (
	"context"
	"strings"

	"minidb"
)

// One message to the engine and what comes back.

// answer is a statement's result, read to its end.
type answer struct {
	table *Table // nil if the statement has no rows
	tag   string // "" if it is not to be printed
}

// send sends one message, prints its results, and tells whether it succeeded.
//
// A result is printed late, as psql does it: when the next one has come, and
// with it the notice that follows it. So of a message's statements the notices
// stand before the results of those before them.
func (s *Shell) send(ctx context.Context, text string) bool {
	s.stmt = text
	err := s.conn.Simple(ctx, text, func(r result) error {
		s.printHeld(1)
		a, err := s.read(r)
		s.held = append(s.held, a)
		return err
	})
	s.printHeld(0)
	if err != nil {
		e := minidb.AsError(err)
		if e.Code == "XX000" {
			s.Internal++
		}
		s.complain("", report(e, text, s.opts.Verbosity))
	}
	return s.flush() && err == nil
}

// notice prints a notice while a message is run.
func (s *Shell) notice(e *minidb.Error) {
	s.complain("", report(e, s.stmt, s.opts.Verbosity))
	s.printHeld(1)
}

// printHeld prints the results that wait to be printed, except for the last n.
func (s *Shell) printHeld(n int) {
	for len(s.held) > n {
		s.print(s.held[0])
		s.held = s.held[1:]
	}
}

// read reads a result to its end. If that fails there is nothing to print.
func (s *Shell) read(r result) (a answer, err error) {
	if c, ok := r.(copier); ok && (c.WantsCopy() || c.HasCopy()) {
		if err := s.copy(c); err != nil {
			return answer{}, err
		}
		if c.HasCopy() { // no tag behind the data
			return answer{}, nil
		}
		return answer{tag: r.Tag()}, nil
	}
	if r.HasColumns() {
		a.table = new(Table)
		for _, c := range r.Columns() {
			a.table.Headers = append(a.table.Headers, c.Name)
			a.table.Right = append(a.table.Right, c.AlignRight())
		}
	}
	for r.Next() {
		if a.table != nil {
			a.table.add(r)
		}
	}
	if err := r.Err(); err != nil {
		return answer{}, err
	}
	a.tag = r.Tag()
	if a.table != nil && !tagWithRows(a.tag) {
		a.tag = ""
	}
	return a, nil
}

// tagWithRows: of the statements with rows, these print their tag too.
func tagWithRows(tag string) bool {
	return strings.HasPrefix(tag, "INSERT") || strings.HasPrefix(tag, "UPDATE") || strings.HasPrefix(tag, "DELETE")
}

func (s *Shell) print(a answer) {
	if a.table != nil {
		Format{Unaligned: s.opts.Unaligned, TuplesOnly: s.opts.TuplesOnly}.Print(s.out, a.table)
	}
	if a.tag != "" && !s.opts.Quiet {
		s.out.WriteString(a.tag)
		s.out.WriteByte('\n')
	}
}
