package commands

import (
	"bytes"
	"encoding/binary"
	"io"

	"minidb/pgerr"
	"minidb/types"
)

// COPY's binary format: a header, rows as numbers of columns and fields with their
// length in front, and an end.

var copySignature = []byte("PGCOPY\n\xff\r\n\x00")

// binaryHeader has no flags and no extension.
var binaryHeader = append(bytes.Clone(copySignature), 0, 0, 0, 0, 0, 0, 0, 0)

// binaryStart puts the header in front of the first row, or of the end.
func (o *CopyOut) binaryStart() {
	if !o.begun {
		o.line, o.begun = append(o.line, binaryHeader...), true
	}
}

// binaryLine makes the form of a row.
func (o *CopyOut) binaryLine(row types.Row) []byte {
	o.binaryStart()
	o.line = binary.BigEndian.AppendUint16(o.line, uint16(len(o.cols)))
	for i := range o.cols {
		o.line = types.AppendBinaryField(o.line, row[i], o.cols[i].Type, o.env)
	}
	return o.line
}

// binaryStream reads numbers and fields off a stream, and takes memory as its bytes
// arrive.
type binaryStream struct {
	src      io.Reader
	buf      []byte
	from, to int
}

// next returns the next n bytes, fewer at the end of the stream.
func (b *binaryStream) next(n int) ([]byte, error) {
	for b.to-b.from < n {
		if b.from > 0 {
			b.to = copy(b.buf, b.buf[b.from:b.to])
			b.from = 0
		}
		if b.to == len(b.buf) {
			b.buf = append(b.buf, make([]byte, max(copyBuffer, len(b.buf)))...)
		}
		k, err := b.src.Read(b.buf[b.to:])
		b.to += k
		if err == io.EOF {
			n = min(n, b.to-b.from)
			break
		}
		if err != nil {
			return nil, sourceError(err)
		}
	}
	out := b.buf[b.from : b.from+n]
	b.from += n
	return out, nil
}

// whole is next for what must be there.
func (b *binaryStream) whole(n int, missing string) ([]byte, error) {
	out, err := b.next(n)
	if err == nil && len(out) < n {
		err = pgerr.New(pgerr.BadCopyFileFormat, "%s", missing)
	}
	return out, err
}

func (b *binaryStream) int32(missing string) (int32, error) {
	out, err := b.whole(4, missing)
	if err != nil {
		return 0, err
	}
	return int32(binary.BigEndian.Uint32(out)), nil
}

func (b *binaryStream) header() error {
	bad := func(what string) error { return pgerr.New(pgerr.BadCopyFileFormat, "%s", what) }
	sig, err := b.next(len(copySignature))
	if err != nil {
		return err
	}
	if !bytes.Equal(sig, copySignature) {
		return bad("COPY file signature not recognized")
	}
	flags, err := b.int32("invalid COPY file header (missing flags)")
	switch {
	case err != nil:
		return err
	case flags&(1<<16) != 0:
		return bad("invalid COPY file header (WITH OIDS)")
	case uint32(flags)>>16 != 0:
		return bad("unrecognized critical flags in COPY file header")
	}
	n, err := b.int32("invalid COPY file header (missing length)")
	if err == nil && n < 0 {
		err = bad("invalid COPY file header (missing length)")
	}
	for ; n > 0 && err == nil; n -= min(n, copyBuffer) {
		_, err = b.whole(int(min(n, copyBuffer)), "invalid COPY file header (wrong length)")
	}
	return err
}

// runBinary reads the data behind the header to their end and writes the rows.
func (in *CopyIn) runBinary(b *binaryStream) error {
	for {
		if err := in.ec.Sess.Interrupted(); err != nil {
			return err
		}
		in.place = copyPlace{line: in.place.line + 1}
		row := in.batch.slot()
		size, ok, err := in.binaryRow(b, row)
		if err != nil {
			return err
		}
		if !ok {
			return in.flush()
		}
		if err := in.takeRow(row, size); err != nil {
			return err
		}
	}
}

// binaryRow reads a row, and how many bytes it had; ok is false at the end.
func (in *CopyIn) binaryRow(b *binaryStream, row types.Row) (size int, ok bool, err error) {
	head, err := b.next(2)
	if err != nil || len(head) < 2 {
		return 0, false, err
	}
	n := int16(binary.BigEndian.Uint16(head))
	if n == -1 {
		more, err := b.next(1)
		if err == nil && len(more) > 0 {
			err = pgerr.New(pgerr.BadCopyFileFormat, "received copy data after EOF marker")
		}
		return 0, false, err
	}
	if int(n) != len(in.cols) {
		return 0, false, pgerr.New(pgerr.BadCopyFileFormat, "row field count is %d, expected %d", n, len(in.cols))
	}
	for _, c := range in.cols {
		in.place.column = c.Name
		k, err := in.binaryField(b, &row[c.Num-1], c.Type, c.Typmod)
		if err != nil {
			return 0, false, err
		}
		size += k
	}
	in.place.column = ""
	return size, true, in.fillUnlisted(row)
}

func (in *CopyIn) binaryField(b *binaryStream, to *types.Datum, t types.OID, typmod int32) (int, error) {
	n, err := b.int32("unexpected EOF in COPY data")
	switch {
	case err != nil || n == -1:
		return 0, err
	case n < 0:
		return 0, pgerr.New(pgerr.BadCopyFileFormat, "invalid field size")
	}
	data, err := b.whole(int(n), "unexpected EOF in COPY data")
	if err != nil {
		return 0, err
	}
	*to, err = types.Receive(t, typmod, data, in.ec.Sess.Env)
	return int(n), err
}
