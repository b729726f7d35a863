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
// A result is printed when the next one has been read, as psql does it: so the
// notices of a statement stand before the result of the one before it.
func (s *Shell) send(ctx context.Context, text string) bool {
	s.stmt = text
	var held answer
	err := s.conn.Simple(ctx, text, func(r result) error {
		a, err := read(r)
		s.print(held)
		held = a
		return err
	})
	s.print(held)
	if err != nil {
		e := minidb.AsError(err)
		if e.Code == "XX000" {
			s.Internal++
		}
		s.complain("", report(e, text))
	}
	s.out.Flush()
	return err == nil
}

// read reads a result to its end. If that fails there is nothing to print.
func read(r result) (a answer, err error) {
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
