package pgwire

import (
	"bytes"
	"encoding/binary"

	"minidb/types"
)

// The body of a message, read piece by piece: what a client says is an error where
// PostgreSQL would find it, with its words.

var (
	errString       = protocolError("invalid string in message")
	errInsufficient = protocolError("insufficient data left in message")
	errNoByte       = protocolError("no data left in message")
	errFormat       = protocolError("invalid message format")
)

// message is a body, read up to at. The first error stays.
type message struct {
	body []byte
	at   int
	err  error
	enc  *types.Encoding // of texts; nil: UTF8
}

func (m *message) left() int { return len(m.body) - m.at }

// bytes takes n bytes.
func (m *message) bytes(n int) []byte {
	if m.err == nil && (n < 0 || n > m.left()) {
		m.err = errInsufficient
	}
	if m.err != nil {
		return nil
	}
	from := m.at
	m.at += n
	return m.body[from:m.at]
}

func (m *message) byte() byte {
	if m.err == nil && m.left() == 0 {
		m.err = errNoByte
	}
	if b := m.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// count takes a number of things, which may be more than an int16 has.
func (m *message) count() int {
	if b := m.bytes(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (m *message) int32() int32 {
	if b := m.bytes(4); b != nil {
		return int32(binary.BigEndian.Uint32(b))
	}
	return 0
}

// text takes bytes up to a zero byte, and that; they must be text.
func (m *message) text() []byte {
	b := m.string()
	switch {
	case m.err != nil:
	case m.enc != nil:
		b, m.err = m.enc.AppendUTF8(nil, b)
	default:
		m.err = types.ValidText(b)
	}
	if m.err != nil {
		return nil
	}
	return b
}

// known is text that is only compared with what was text: UTF8 need not be looked at.
func (m *message) known() []byte {
	if m.enc != nil {
		return m.text()
	}
	return m.string()
}

// string takes bytes up to a zero byte, and that.
func (m *message) string() []byte {
	i := bytes.IndexByte(m.body[m.at:], 0)
	if m.err == nil && i < 0 {
		m.err = errString
	}
	if m.err != nil {
		return nil
	}
	b := m.body[m.at:][:i]
	m.at += i + 1
	return b
}

// name takes a text, into a string that may hold it already: names come again.
func (m *message) name(last *string) string {
	if m.err == nil && m.left() > 0 && m.body[m.at] == 0 {
		m.at++
		return "" // the most frequent one
	}
	if b := m.text(); string(b) != *last {
		*last = string(b)
	}
	return *last
}

// formats takes a list of format codes.
func (m *message) formats(dst []int16) []int16 {
	for n := m.count(); n > 0 && m.err == nil; n-- {
		dst = append(dst, int16(m.count()))
	}
	return dst
}

// end is the message's error, one more if something is left of it.
func (m *message) end() error {
	if m.err == nil && m.left() > 0 {
		m.err = errFormat
	}
	return m.err
}
