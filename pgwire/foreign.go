package pgwire

// Texts in the client's encoding. Rows, values of parameters and the data of COPY are
// converted where they are made; here is what else a message says.

import (
	"strings"

	"minidb/types"
)

// foreign turns texts into those of an encoding. The first error stays.
type foreign struct {
	enc *types.Encoding // nil: UTF8
	err error
}

func (c *conn) foreign() foreign {
	if c.sess == nil {
		return foreign{}
	}
	return foreign{enc: c.sess.Encoding()}
}

// text is s in the encoding. Where a character has no place in it there is a question
// mark for all that are not ASCII, for whoever does not look at the error.
func (f *foreign) text(s string) string {
	if f.enc == nil {
		return s
	}
	out, err := f.enc.Append(nil, []byte(s))
	if err == nil {
		return string(out)
	}
	if f.err == nil {
		f.err = err
	}
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, s)
}

// fatal is the error, which the connection does not survive: no statement is there to
// fail.
func (f *foreign) fatal() error {
	if f.err == nil {
		return nil
	}
	return asFatal(f.err)
}
