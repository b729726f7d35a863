package minidb

import (
	"fmt"
	"io"

	"minidb/commands"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
)

// COPY: a statement that waits for data (CopyFrom) or has them (CopyTo). Neither
// holds more than a piece of them at a time.

// copy begins a COPY. A portal's limit is no matter of its.
func (r *Rows) copy(c *tree.Copy) (err error) {
	r.limit = 0
	if c.From {
		if r.copyIn, err = commands.BeginCopyFrom(r.context(), c); err == nil {
			r.sess.rows = r
		}
		return err
	}
	out, q, err := commands.BeginCopyTo(r.context(), c)
	if err != nil {
		return err
	}
	ps, err := planner.PlanQuery(r.sess.access, q, planner.Options{})
	if err != nil {
		return err
	}
	r.copyOut = out
	return r.open(ps, c.Query, nil)
}

// WantsCopy tells that the statement is a COPY FROM STDIN: CopyFrom must be called.
func (r *Rows) WantsCopy() bool { return r.copyIn != nil }

// HasCopy tells that the statement is a COPY TO STDOUT: its rows are to be had
// from CopyTo.
func (r *Rows) HasCopy() bool { return r.copyOut != nil }

// CopyColumns is the number of fields that a COPY's lines have.
func (r *Rows) CopyColumns() int {
	switch {
	case r.copyIn != nil:
		return r.copyIn.Columns()
	case r.copyOut != nil:
		return r.copyOut.Columns()
	}
	return 0
}

// CopyBinary tells whether the data of a COPY are in the binary format.
func (r *Rows) CopyBinary() bool {
	return r.copyIn != nil && r.copyIn.Binary() || r.copyOut != nil && r.copyOut.Binary()
}

// CopyFrom gives a COPY FROM STDIN its data, all that src has, and ends the
// statement. Only a piece of the data is held at a time. An error of src fails
// the COPY and undoes it; other errors may leave src unread.
func (r *Rows) CopyFrom(src io.Reader) error {
	if r.done || r.copyIn == nil {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "the statement is not a COPY that waits for data")
	}
	err := guard(func() error {
		s := r.sess
		r.snapshot = s.s.Txn.TakeSnapshot()
		r.ec = &executor.Ctx{Sess: s.s, Access: s.access, Snapshot: r.snapshot, Triggers: s.triggers}
		n, err := r.copyIn.Run(r.ec, clientReader{src, s.s})
		r.tag = fmt.Sprintf("COPY %d", n)
		return err
	})
	r.err = r.finish(err)
	return r.err
}

// clientReader notes in pg_stat_activity that the session waits for its client.
type clientReader struct {
	src io.Reader
	s   *session.Session
}

func (c clientReader) Read(b []byte) (int, error) {
	c.s.SetWait(session.WaitClientRead)
	defer c.s.SetWait(nil)
	return c.src.Read(b)
}

// CopyTo writes the data of a COPY TO STDOUT and ends the statement: each call of
// Write gets one line of them. An error of dst fails the COPY.
func (r *Rows) CopyTo(dst io.Writer) error {
	if r.done || r.copyOut == nil {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "the statement is not a COPY that has data")
	}
	write := func(line []byte, err error) error {
		if err == nil && line != nil {
			_, err = dst.Write(line)
		}
		return err
	}
	if err := write(r.copyOut.Header()); err != nil {
		return r.failCopy(err)
	}
	for r.Next() {
		if err := write(r.copyOut.Line(r.row)); err != nil {
			return r.failCopy(err)
		}
	}
	if end := r.copyOut.Trailer(); end != nil && r.err == nil {
		_, r.err = dst.Write(end)
	}
	return r.err
}

func (r *Rows) failCopy(err error) error {
	r.err = r.finish(err)
	return r.err
}

// unfed is the error of a COPY FROM that is closed without its data.
func (r *Rows) unfed() error {
	if r.copyIn == nil {
		return nil
	}
	return pgerr.New(pgerr.QueryCanceled, "COPY from stdin failed: no data were given")
}
