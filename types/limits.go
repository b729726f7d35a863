package types

// What making a value may take: no value is larger than PostgreSQL's, none takes
// more than the statement's memory allows, and a loop that makes one ends when the
// statement has to. Text and array builders look into all three, now and then.

import (
	"bytes"
	"slices"
	"unsafe"

	"minidb/pgerr"
)

// Limits is the running statement, as far as values go. Errors are *pgerr.Error.
type Limits interface {
	// Interrupted says why the statement must end; nil: it need not.
	Interrupted() error
	// Room says whether so many bytes more may be taken; 53200 if not.
	Room(bytes int64) error
}

const (
	// MaxAlloc is the size of the largest value, in bytes (MaxAllocSize).
	MaxAlloc = 1<<30 - 1
	// LargeValue is the size in bytes from which on values are watched one by one.
	LargeValue = 1 << 20

	lookEvery    = 1 << 16 // bytes of text
	lookElements = 1 << 13
)

// Look returns an error if the statement must end or may not take so many bytes.
func (e *Env) Look(bytes int64) error {
	if e.Limits == nil {
		return nil
	}
	if err := e.Limits.Interrupted(); err != nil || bytes == 0 {
		return err
	}
	return e.Limits.Room(bytes)
}

// CheckAlloc refuses a value of n bytes that PostgreSQL could not allocate.
func CheckAlloc(n int64) error {
	if n > MaxAlloc {
		return pgerr.New(pgerr.Internal, "invalid memory alloc request size %d", n)
	}
	return nil
}

// enlarge tells whether a text of so many bytes may get more.
func (e *Env) enlarge(have, more int) error {
	if have+more >= MaxAlloc {
		return pgerr.New(pgerr.ProgramLimitExceeded, "string buffer exceeds maximum allowed length (%d bytes)", MaxAlloc).
			WithDetail("Cannot enlarge string buffer containing %d bytes by %d more bytes.", have, more)
	}
	return e.Look(int64(have + more))
}

// Grown throws an *pgerr.Error if dst, which had so many bytes at the last look,
// has become too large. It returns how many to give to the next call.
func (e *Env) Grown(dst []byte, seen int) int {
	if len(dst)-seen < lookEvery {
		return seen
	}
	if err := e.enlarge(seen, len(dst)-seen); err != nil {
		panic(err)
	}
	return len(dst)
}

// Caught turns what AppendText threw into an error. It is to be deferred.
func Caught(err *error) {
	if p := recover(); p != nil {
		e, ok := p.(*pgerr.Error)
		if !ok {
			panic(p)
		}
		*err = e
	}
}

// quote puts dst from start on in quotes: before quotes and backslashes goes a
// backslash, or, in records, another one of the same.
func (e *Env) quote(dst []byte, start int, double bool) []byte {
	text := dst[start:]
	more := 2 + bytes.Count(text, []byte{'"'}) + bytes.Count(text, []byte{'\\'})
	if len(dst)+more >= lookEvery {
		if err := e.enlarge(len(dst), more); err != nil {
			panic(err)
		}
	}
	from := len(dst)
	dst = slices.Grow(dst, more)[:from+more]
	to := len(dst) - 1
	dst[to] = '"'
	for from--; from >= start; from-- {
		c := dst[from]
		to--
		dst[to] = c
		if c == '"' || c == '\\' {
			to--
			if dst[to] = '\\'; double {
				dst[to] = c
			}
		}
	}
	dst[start] = '"'
	return dst
}

// TextBuilder makes a text from pieces.
type TextBuilder struct {
	Env  *Env
	buf  []byte
	next int // the length from which on to look
}

// Add appends a piece.
func (b *TextBuilder) Add(s string) error {
	if n := len(b.buf) + len(s); n >= b.next {
		if err := b.Env.enlarge(len(b.buf), len(s)); err != nil {
			return err
		}
		b.next = n + lookEvery
	}
	if n := len(b.buf); n+len(s) > cap(b.buf) && n >= lookEvery {
		b.buf = slices.Grow(b.buf, max(len(s), min(n, MaxAlloc-n)))
	}
	b.buf = append(b.buf, s...)
	return nil
}

// Len is the length so far, in bytes.
func (b *TextBuilder) Len() int { return len(b.buf) }

// Text returns the text, which is b's last.
func (b *TextBuilder) Text() Datum {
	return NewText(unsafe.String(unsafe.SliceData(b.buf), len(b.buf)))
}

// ElemBuilder makes an array's elements.
type ElemBuilder struct {
	Env   *Env
	Elems []Datum
}

// Add appends an element.
func (b *ElemBuilder) Add(d Datum) error {
	n := len(b.Elems)
	if n%lookElements == lookElements-1 {
		if err := b.Env.Look(0); err != nil {
			return err
		}
	}
	if n == cap(b.Elems) && n >= lookElements {
		if n >= maxArraySize {
			return pgerr.New(pgerr.ProgramLimitExceeded, "array size exceeds the maximum allowed (%d)", maxArraySize)
		}
		if err := b.Env.Look(2 * datumBytes * int64(n)); err != nil {
			return err
		}
		b.Elems = slices.Grow(b.Elems, n)
	}
	b.Elems = append(b.Elems, d)
	return nil
}

// Large reports whether d is to be watched: see Extent.
func (d Datum) Large() bool { return d.kind >= Text && d.isLarge() }

func (d Datum) isLarge() bool {
	_, n := d.Extent()
	return n >= LargeValue
}

// Extent is where the bytes of a text, a bytea or an array's elements are and how
// many; those of the elements' own do not count. It is nothing for other values.
func (d Datum) Extent() (*byte, int64) {
	switch d.kind {
	case Text, Bytea:
		return (*byte)(d.ref), int64(d.num)
	case Array:
		if a := d.Array(); len(a.Elems) > 0 {
			return (*byte)(unsafe.Pointer(unsafe.SliceData(a.Elems))), int64(cap(a.Elems)) * int64(datumBytes)
		}
	}
	return nil, 0
}

// Within reports whether d's bytes are a part of those of whole.
func (d Datum) Within(whole Datum) bool {
	p, n := d.Extent()
	q, m := whole.Extent()
	a, b := uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(q))
	return n <= m && a >= b && a+uintptr(n) <= b+uintptr(m)
}
