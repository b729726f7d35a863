package pgwire

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
)

// Messages from the client. A message's length is a claim: memory is taken as its
// bytes arrive.

const (
	// bufferSize is what a connection reads and writes at a time, and all that it
	// holds between messages; PostgreSQL's is the same.
	bufferSize = 8192
	// smallMessage and largeMessage are the longest bodies of messages that carry
	// names only and of others (PQ_SMALL_MESSAGE_LIMIT, PQ_LARGE_MESSAGE_LIMIT).
	smallMessage = 10_000
	largeMessage = 1<<30 - 2
)

// errLength is a message whose length cannot be: PostgreSQL hangs up at once.
var errLength = errors.New("invalid message length")

// reader reads messages. What it returns is valid until the next call.
type reader struct {
	src io.Reader
	// woken, if not nil, is asked when a deadline has passed: true if reading goes on.
	woken func() bool
	buf   []byte
	from  int // of what was read and not taken
	to    int
}

func newReader(src io.Reader) *reader { return &reader{src: src, buf: make([]byte, bufferSize)} }

// next takes n bytes.
func (r *reader) next(n int) ([]byte, error) {
	if r.to-r.from < n {
		if err := r.fill(n); err != nil {
			return nil, err
		}
	}
	b := r.buf[r.from : r.from+n : r.from+n]
	r.from += n
	return b, nil
}

// fill reads until there are n bytes that lie together.
func (r *reader) fill(n int) error {
	for r.to-r.from < n {
		if err := r.read(n); err != nil {
			return err
		}
	}
	return nil
}

// read reads what there is, on the way to n bytes.
func (r *reader) read(n int) error {
	if r.from == r.to {
		r.from, r.to = 0, 0
		if len(r.buf) > bufferSize && n <= bufferSize {
			r.buf = make([]byte, bufferSize) // the large message is gone
		}
	}
	if r.from > 0 {
		r.to = copy(r.buf, r.buf[r.from:r.to])
		r.from = 0
	}
	if r.to == len(r.buf) {
		grown := make([]byte, min(2*len(r.buf), max(n, bufferSize)))
		copy(grown, r.buf)
		r.buf = grown
	}
	k, err := r.src.Read(r.buf[r.to:])
	r.to += k
	if k > 0 {
		return nil
	}
	var e net.Error
	switch {
	case err == nil:
		return io.ErrNoProgress
	case r.woken != nil && errors.As(err, &e) && e.Timeout() && r.woken():
		return nil
	}
	return err
}

// buffered tells whether bytes were read that nobody has taken.
func (r *reader) buffered() bool { return r.to > r.from }

// whole takes a message all of which is in the buffer; false if it is not, or if there
// can be no such message.
func (r *reader) whole() (kind byte, body []byte, ok bool) {
	b := r.buf[r.from:r.to]
	if len(b) < messageHead {
		return 0, nil, false
	}
	n := int(int32(binary.BigEndian.Uint32(b[1:messageHead]))) + 1
	limit, ok := limitOf(b[0])
	if !ok || n < messageHead || n > len(b) || n > messageHead+limit {
		return 0, nil, false
	}
	r.from += n
	return b[0], b[messageHead:n], true
}

// kind takes the first byte of a message.
func (r *reader) kind() (byte, error) {
	if r.from == r.to {
		if err := r.fill(1); err != nil {
			return 0, err
		}
	}
	r.from++
	return r.buf[r.from-1], nil
}

// body takes the rest of a message, of at most limit bytes.
func (r *reader) body(limit int) ([]byte, error) {
	if r.to-r.from < 4 {
		if err := r.fill(4); err != nil {
			return nil, err
		}
	}
	n := int(int32(binary.BigEndian.Uint32(r.buf[r.from:]))) - 4
	r.from += 4
	if n < 0 || n > limit {
		return nil, errLength
	}
	return r.next(n)
}

// limitOf is how long a message of that kind may be after the login; false if there is
// none.
func limitOf(kind byte) (int, bool) {
	n := limits[kind]
	return int(n), n > 0
}

var limits = [256]int32{
	'Q': largeMessage, 'B': largeMessage, 'P': largeMessage, 'F': largeMessage, 'd': largeMessage,
	'X': smallMessage, 'C': smallMessage, 'D': smallMessage, 'E': smallMessage, 'H': smallMessage,
	'S': smallMessage, 'c': smallMessage, 'f': smallMessage,
}
