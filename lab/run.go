package lab

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"strings"
	"time"

	"minidb"
)

// Answer is what one statement answered with.
type Answer struct {
	Tag     string
	Columns []string   // names and types; nil if it has no rows
	Rows    [][]string // as text, NULL as null; lines of a COPY
	Ordered bool       // the order of the rows is a part of the answer
}

// null stands for NULL: no text has a zero byte.
const null = "\x00"

// run is one execution of the text on one side's copy.
type run struct {
	answers   []Answer
	err       *minidb.Error
	notices   []string
	counters  []minidb.Counter
	wall, cpu time.Duration
}

// execute runs the text, which may be several statements: then they are one
// transaction, if they do not say otherwise. With keep, the answers are read as text;
// without, the rows are only counted through, which is what times are of.
func execute(ctx context.Context, s *minidb.Session, sql string, keep bool) (r run) {
	s.OnNotice(func(e *minidb.Error) { r.notices = append(r.notices, e.Severity+":  "+e.Message) })
	defer s.OnNotice(nil)
	s.ResetCounters()
	runtime.LockOSThread() // whose time is measured
	defer runtime.UnlockOSThread()
	began, used := time.Now(), threadTime()
	err := s.Simple(ctx, sql, func(rows *minidb.Rows) error {
		if !keep {
			return drain(rows)
		}
		a, err := answer(rows)
		r.answers = append(r.answers, a)
		return err
	})
	r.wall, r.cpu = time.Since(began), threadTime()-used
	if err != nil {
		r.err = minidb.AsError(err)
	}
	r.counters = s.Counters()
	return r
}

// drain reads a result to its end.
func drain(rows *minidb.Rows) error {
	if rows.HasCopy() {
		return rows.CopyTo(io.Discard)
	}
	for rows.Next() {
	}
	return rows.Err()
}

// answer reads a result as text.
func answer(rows *minidb.Rows) (Answer, error) {
	a := Answer{Ordered: rows.Ordered()}
	if rows.HasCopy() {
		var lines bytes.Buffer
		err := rows.CopyTo(&lines)
		a.Columns, a.Tag = []string{"COPY"}, rows.Tag()
		for line := range strings.Lines(lines.String()) {
			a.Rows = append(a.Rows, []string{strings.TrimSuffix(line, "\n")})
		}
		return a, err
	}
	if rows.HasColumns() {
		a.Columns = []string{}
		for _, c := range rows.Columns() {
			a.Columns = append(a.Columns, c.Name+" "+c.TypeName)
		}
	}
	for rows.Next() {
		row := make([]string, len(a.Columns))
		for i := range row {
			if row[i] = null; !rows.IsNull(i) {
				row[i] = rows.Text(i)
			}
		}
		a.Rows = append(a.Rows, row)
	}
	a.Tag = rows.Tag()
	return a, rows.Err()
}
