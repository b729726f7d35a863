package pgwire

import (
	"encoding/binary"
	"io"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Messages to the client, in one buffer that goes out when it is full, when the
// client waits, and with every error and notice. The first error of the connection
// stays; nothing is written after it.

type writer struct {
	dst io.Writer
	buf []byte
	err error
}

func newWriter(dst io.Writer) *writer {
	return &writer{dst: dst, buf: make([]byte, 0, bufferSize+1024)}
}

// messageHead is the length of a message before its body: kind and length.
const messageHead = 5

// begin starts a message that end finishes; what it returns is where.
func (w *writer) begin(kind byte) int {
	w.buf = append(w.buf, kind, 0, 0, 0, 0)
	return len(w.buf)
}

func (w *writer) end(start int) {
	binary.BigEndian.PutUint32(w.buf[start-4:], uint32(len(w.buf)-start+4))
	if len(w.buf) >= bufferSize {
		w.flush()
	}
}

// empty writes a message without a body.
func (w *writer) empty(kind byte) {
	if w.buf = append(w.buf, kind, 0, 0, 0, 4); len(w.buf) >= bufferSize {
		w.flush()
	}
}

func (w *writer) text(s string) { w.buf = append(append(w.buf, s...), 0) }

// send writes a message as the library has it.
func (w *writer) send(m pgproto3.BackendMessage) {
	buf, err := m.Encode(w.buf)
	if err != nil {
		if w.err == nil {
			w.err = err
		}
		return
	}
	w.buf = buf
	if len(w.buf) >= bufferSize {
		w.flush()
	}
}

// largest is the buffer that is kept after a row larger than bufferSize.
const largest = 64 << 10

func (w *writer) flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.dst.Write(w.buf)
	}
	if cap(w.buf) > largest {
		w.buf = make([]byte, 0, bufferSize+1024)
	}
	w.buf = w.buf[:0]
	return w.err
}
