package commands

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"minidb/pgerr"
)

// The encoding of COPY FROM's data, which is tested before anything is read of it.

// validUTF8 refuses bytes that are not UTF-8, as PostgreSQL words it (22021).
func validUTF8(b []byte) error {
	if utf8.Valid(b) {
		if bytes.IndexByte(b, 0) < 0 {
			return nil
		}
		return badSequence([]byte{0})
	}
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return badSequence(b[:min(len(b), sequenceLength(b[0]))])
		}
		if r == 0 {
			return badSequence(b[:1])
		}
		b = b[n:]
	}
	return nil
}

// sequenceLength is how many bytes a character has by its first.
func sequenceLength(c byte) int {
	switch {
	case c&0xe0 == 0xc0:
		return 2
	case c&0xf0 == 0xe0:
		return 3
	case c&0xf8 == 0xf0:
		return 4
	}
	return 1
}

func badSequence(b []byte) error {
	var hex bytes.Buffer
	for _, c := range b {
		fmt.Fprintf(&hex, " 0x%02x", c)
	}
	return pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\":%s", hex.String())
}
