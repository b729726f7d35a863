package pgwire

import (
	"errors"
	"io"

	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/pgerr"
)

// COPY over the protocol: CopyData messages as a stream of bytes, in and out.

// copyIn gives a COPY FROM what the client sends.
func (c *conn) copyIn(rows *minidb.Rows) error {
	format, columns := copyFormats(rows)
	c.w.send(&pgproto3.CopyInResponse{OverallFormat: format, ColumnFormatCodes: columns})
	c.w.flush()
	src := copyReader{c: c}
	if err := rows.CopyFrom(&src); err != nil {
		if src.lost == nil {
			return err
		}
		if src.unsynced {
			c.fail(err)
		}
		return src.lost
	}
	if err := src.drain(); err != nil {
		return err
	}
	c.complete(rows)
	return nil
}

func copyFormats(rows *minidb.Rows) (byte, []uint16) {
	columns := make([]uint16, rows.CopyColumns())
	if !rows.CopyBinary() {
		return 0, columns
	}
	for i := range columns {
		columns[i] = 1
	}
	return 1, columns
}

// copyReader reads the bytes of the client's CopyData messages.
type copyReader struct {
	c    *conn
	left []byte // of the message that came last
	end  error  // io.EOF or why there are no more
	lost error  // an error that ends the connection
	// unsynced: the client sent what it must not, which is an error of the COPY too.
	unsynced bool
}

// Read gives some bytes, io.EOF after CopyDone, and an error after CopyFail.
func (r *copyReader) Read(b []byte) (int, error) {
	for len(r.left) == 0 {
		if r.end != nil {
			return 0, r.end
		}
		r.end = r.message()
	}
	n := copy(b, r.left)
	r.left = r.left[n:]
	return n, nil
}

// drain reads over what follows an end-of-copy marker within the data.
func (r *copyReader) drain() error {
	for r.end == nil {
		r.end = r.message()
	}
	if r.lost != nil {
		return r.lost
	}
	return nil
}

// message takes one message.
func (r *copyReader) message() error {
	c := r.c
	kind, err := c.r.kind()
	if err != nil {
		return r.gone()
	}
	limit, ok := limitOf(kind)
	switch kind {
	case 'd', 'c', 'f', 'H', 'S':
	default:
		ok = false
	}
	if !ok { // its end is not known to be where it says
		r.unsynced, r.lost = true, fatal(pgerr.ProtocolViolation, "terminating connection because protocol synchronization was lost")
		return protocolError("unexpected message type 0x%02X during COPY from stdin", kind)
	}
	body, err := c.r.body(limit)
	if err != nil {
		return r.gone()
	}
	switch kind {
	case 'd':
		r.left = body
	case 'c':
		return io.EOF
	case 'f':
		m := c.reading(body)
		reason := string(m.text())
		if m.err != nil { // what is left of the message is not looked at
			return m.err
		}
		return errors.New(reason)
	}
	return nil // Flush and Sync mean nothing here
}

func (r *copyReader) gone() error {
	r.lost = errGone
	if e := r.c.sess.Ended(); e != nil {
		r.lost = e
	}
	return pgerr.New(pgerr.ConnectionFailure, "unexpected EOF on client connection with an open transaction")
}

// copyOut sends the data of a COPY TO.
func (c *conn) copyOut(rows *minidb.Rows) error {
	format, columns := copyFormats(rows)
	c.w.send(&pgproto3.CopyOutResponse{OverallFormat: format, ColumnFormatCodes: columns})
	if err := rows.CopyTo(copyWriter{c.w}); err != nil {
		return err
	}
	c.w.empty('c')
	c.complete(rows)
	return nil
}

// copyWriter makes a message of each line.
type copyWriter struct{ w *writer }

// Write sends a line.
func (o copyWriter) Write(b []byte) (int, error) {
	at := o.w.begin('d')
	o.w.buf = append(o.w.buf, b...)
	o.w.end(at)
	return len(b), o.w.err
}
