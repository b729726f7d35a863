package storage

// Rows as bytes, for temporary files: compact, and quick to write and to read. A
// value begins with a byte that tells its kind and how many bytes of a word follow;
// leading zeros are left out. Values behind references are written as in the log.

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"minidb/pgerr"
	"minidb/types"
)

const (
	kindBits     = 5
	kindMask     = 1<<kindBits - 1
	smallNumeric = types.Kind(kindMask) // a numeric that lies in a word, and its scale
)

// widths are the numbers of bytes that the three bits above the kind mean.
var widths = [8]int{0, 1, 2, 3, 4, 5, 6, 8}

// masks keep so many bytes of a word.
var masks = [9]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 0, 1<<64 - 1}

// appendRow appends a row. Who reads it must know how many values it has.
func appendRow(b []byte, row types.Row) []byte {
	for i := range row {
		k := row[i].Kind()
		word, scale, ok := row[i].Bits()
		switch {
		case k == types.Null:
			b = append(b, 0)
		case k == types.Float8: // its zeros are at the end
			b = appendWord(b, k, bits.ReverseBytes64(word))
		case ok && k == types.Numeric:
			b = appendWord(b, smallNumeric, word<<1^uint64(int64(word)>>63))
			b = binary.LittleEndian.AppendUint16(b, scale)
		case ok: // small negative numbers are small words
			b = appendWord(b, k, word<<1^uint64(int64(word)>>63))
		case k == types.Text:
			s := row[i].Text()
			b = append(appendWord(b, k, uint64(len(s))), s...)
		case k == types.Bytea:
			s := row[i].Bytes()
			b = append(appendWord(b, k, uint64(len(s))), s...)
		default:
			b = appendBoxed(append(b, byte(k)), row[i])
		}
	}
	return b
}

func appendWord(b []byte, k types.Kind, w uint64) []byte {
	n := (bits.Len64(w) + 7) / 8
	code := n
	if n >= 7 {
		code, n = 7, 8
	}
	b = append(b, byte(k)|byte(code)<<kindBits)
	at := len(b)
	b = binary.LittleEndian.AppendUint64(b, w)
	return b[:at+n]
}

// rowReader reads rows. Their texts lie in pieces of memory that it never uses
// again, so they stay valid.
type rowReader struct {
	texts []byte // the free part of a piece
	// lasting is the length from which on texts are not copied, since nothing writes
	// to the bytes that are read any more; 0: all are copied.
	lasting int
}

const (
	textChunk = 2 << 10 // small enough that a text that is kept does not keep much
	longText  = textChunk / 8
)

func (r *rowReader) text(b []byte) string {
	if r.lasting > 0 && len(b) >= r.lasting {
		return unsafe.String(unsafe.SliceData(b), len(b))
	}
	if len(b) > longText {
		return string(b)
	}
	if len(b) > len(r.texts) {
		r.texts = make([]byte, textChunk)
	}
	n := copy(r.texts, b)
	s := unsafe.String(unsafe.SliceData(r.texts), n)
	r.texts = r.texts[n:]
	return s
}

// read fills row from the bytes that begin with it and returns the rest.
func (r *rowReader) read(row types.Row, b []byte) ([]byte, error) {
	for i := range row {
		if len(b) == 0 {
			return nil, badRow()
		}
		k, n := types.Kind(b[0]&kindMask), widths[b[0]>>kindBits]
		b = b[1:]
		var w uint64
		if len(b) >= 8 {
			w = binary.LittleEndian.Uint64(b) & masks[n]
		} else if len(b) >= n {
			var last [8]byte
			copy(last[:], b[:n])
			w = binary.LittleEndian.Uint64(last[:])
		} else {
			return nil, badRow()
		}
		b = b[n:]
		switch k {
		case types.Null:
			row[i] = types.NullDatum
		case types.Float8:
			row[i] = types.FromBits(k, bits.ReverseBytes64(w), 0)
		case types.Text, types.Bytea:
			if uint64(len(b)) < w {
				return nil, badRow()
			}
			if k == types.Text {
				row[i] = types.NewText(r.text(b[:w]))
			} else {
				row[i] = types.NewBytea(append([]byte{}, b[:w]...))
			}
			b = b[w:]
		case types.Numeric, types.Interval, types.UUID, types.Array, types.Record:
			dec := reader{b: b}
			if row[i] = dec.boxed(k); dec.err != nil {
				return nil, badRow()
			}
			b = dec.b
		case smallNumeric:
			if len(b) < 2 {
				return nil, badRow()
			}
			row[i] = types.FromBits(types.Numeric, w>>1^-(w&1), binary.LittleEndian.Uint16(b))
			b = b[2:]
		default:
			if k > types.Record {
				return nil, badRow()
			}
			row[i] = types.FromBits(k, w>>1^-(w&1), 0)
		}
	}
	return b, nil
}

func badRow() error { return pgerr.New(pgerr.DataCorrupted, "malformed row in temporary file") }
