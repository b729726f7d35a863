package types

// Values in binary, as PostgreSQL's send functions write them: the protocol's
// binary format, and that of COPY. All numbers are big-endian.

import (
	"encoding/binary"
	"strconv"
	"unsafe"

	"minidb/pgerr"
)

// CanSend tells whether values of type t have a binary form; the error is 42883.
func CanSend(t OID, env *Env) error {
	ty, ok := env.Type(t)
	switch {
	case ok && ty.Category == 'A' && ty.Elem != 0:
		return CanSend(ty.Elem, env)
	case ok && (ty.Send != "" || ty.TypType != 'b'), t == JSONOID:
		return nil
	}
	return pgerr.New(pgerr.UndefinedFunction, "no binary output function available for type %s", env.Names.RegtypeOut(t))
}

// AppendBinary appends the binary form of d, a value of type t that CanSend, which
// is not NULL. Texts are in the client's encoding; of a character that it does not have
// an *pgerr.Error is thrown (Caught).
func AppendBinary(dst []byte, d Datum, t OID, env *Env) []byte {
	if t >= FirstNormalOID {
		if ty, ok := env.Names.TypeByOID(t); ok && ty.TypType == 'e' {
			return env.ToClient(append(dst, env.Names.EnumOut(t, d)...), len(dst))
		} else if ok && ty.TypType == 'd' {
			return AppendBinary(dst, d, ty.Base, env)
		}
	}
	switch d.kind {
	case Int:
		return appendIntBinary(dst, int64(d.num), t)
	case Text:
		switch {
		case t == CharOID && d.num == 0:
			return append(dst, 0)
		case t == TxidSnapshotOID || t == SnapshotOID:
			return appendXidSnapshotBinary(dst, d)
		}
		return env.ToClient(append(dst, d.Text()...), len(dst))
	case Bool:
		return append(dst, byte(d.num))
	case Float8:
		return binary.BigEndian.AppendUint64(dst, d.num)
	case Float4, Date:
		return binary.BigEndian.AppendUint32(dst, uint32(d.num))
	case Numeric:
		return appendNumericBinary(dst, d)
	case Bytea:
		return append(dst, d.Bytes()...)
	case Time, Timestamp, Timestamptz:
		return binary.BigEndian.AppendUint64(dst, d.num)
	case Timetz:
		v := d.Timetz()
		return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(dst, uint64(v.Micros)), uint32(v.West))
	case Interval:
		v := d.Interval()
		dst = binary.BigEndian.AppendUint64(dst, uint64(v.Micros))
		dst = binary.BigEndian.AppendUint32(dst, uint32(v.Days))
		return binary.BigEndian.AppendUint32(dst, uint32(v.Months))
	case UUID:
		return append(dst, (*[16]byte)(unsafe.Pointer(d.ref))[:]...)
	case Array:
		return appendArrayBinary(dst, d.Array(), env)
	case Record:
		return appendRecordBinary(dst, d.Record(), t, env)
	}
	return dst
}

func appendIntBinary(dst []byte, v int64, t OID) []byte {
	switch t {
	case Int8OID:
		return binary.BigEndian.AppendUint64(dst, uint64(v))
	case Int2OID:
		return binary.BigEndian.AppendUint16(dst, uint16(v))
	case Xid8OID, LSNOID:
		return binary.BigEndian.AppendUint64(dst, uint64(v)^1<<63)
	case TidOID:
		return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint32(dst, uint32(v>>16)), uint16(v))
	}
	return binary.BigEndian.AppendUint32(dst, uint32(v))
}

// The signs of numeric's binary form (PostgreSQL's numeric.c).
const (
	numericNegative = 0x4000
	numericNaN      = 0xC000
	numericPosInf   = 0xD000
	numericNegInf   = 0xF000
	infinityScale   = 32 // what the bits of an infinity mean where others have a scale
)

// appendNumericBinary writes the digits to the base 10,000, without zeros at both
// ends.
func appendNumericBinary(dst []byte, d Datum) []byte {
	dec := d.Dec()
	switch dec.form {
	case decNaN:
		return append(dst, 0, 0, 0, 0, numericNaN>>8, 0, 0, 0)
	case decPosInf:
		return append(dst, 0, 0, 0, 0, numericPosInf>>8, 0, 0, infinityScale)
	case decNegInf:
		return append(dst, 0, 0, 0, 0, numericNegInf>>8, 0, 0, infinityScale)
	}
	var buf [64]byte
	text := buf[:0]
	if dec.big != nil {
		text = dec.big.Append(text, 10)
	} else {
		text = strconv.AppendInt(text, dec.small, 10)
	}
	sign := uint16(0)
	if text[0] == '-' {
		sign, text = numericNegative, text[1:]
	}
	// The first of the groups of four begins before the point by a multiple of 4.
	whole := len(text) - int(dec.scale) // digits before the point; may be negative
	groups := (whole + 3) >> 2
	at := whole - 4*groups // where the first group begins in text: -3 to 0
	weight := groups - 1
	for at+4 <= 0 || at < len(text) && group(text, at) == 0 {
		at += 4
		weight--
		if at >= len(text) {
			break
		}
	}
	n := 0
	for i := at; i < len(text); i += 4 {
		if group(text, i) != 0 {
			n = (i-at)/4 + 1
		}
	}
	if n == 0 {
		weight, sign = 0, 0
	}
	dst = binary.BigEndian.AppendUint16(dst, uint16(n))
	dst = binary.BigEndian.AppendUint16(dst, uint16(weight))
	dst = binary.BigEndian.AppendUint16(dst, sign)
	dst = binary.BigEndian.AppendUint16(dst, uint16(dec.scale))
	for range n {
		dst = binary.BigEndian.AppendUint16(dst, group(text, at))
		at += 4
	}
	return dst
}

// group is the value of four digits of text from at on; those outside are 0.
func group(text []byte, at int) (v uint16) {
	for i := at; i < at+4; i++ {
		v *= 10
		if i >= 0 && i < len(text) {
			v += uint16(text[i] - '0')
		}
	}
	return v
}

func appendArrayBinary(dst []byte, a *ArrayVal, env *Env) []byte {
	nulls := uint32(0)
	for i := range a.Elems {
		if a.Elems[i].kind == Null {
			nulls = 1
			break
		}
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(a.Dims)))
	dst = binary.BigEndian.AppendUint32(dst, nulls)
	dst = binary.BigEndian.AppendUint32(dst, uint32(a.Elem))
	for i := range a.Dims {
		dst = binary.BigEndian.AppendUint32(dst, uint32(a.Dims[i]))
		dst = binary.BigEndian.AppendUint32(dst, uint32(a.Lower[i]))
	}
	for i := range a.Elems {
		dst = AppendBinaryField(dst, a.Elems[i], a.Elem, env)
	}
	return dst
}

// AppendBinaryField appends d with its length in front, -1 for NULL.
func AppendBinaryField(dst []byte, d Datum, t OID, env *Env) []byte {
	if d.kind == Null {
		return append(dst, 0xff, 0xff, 0xff, 0xff)
	}
	start := len(dst)
	dst = AppendBinary(append(dst, 0, 0, 0, 0), d, t, env)
	binary.BigEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	return dst
}

// appendRecordBinary writes a row's columns that are left, each with its type.
func appendRecordBinary(dst []byte, r *RecordVal, t OID, env *Env) []byte {
	ts, n := r.Types, len(r.Fields)
	if t >= FirstNormalOID && env.Names != nil {
		if _, now, _, ok := env.Names.RowType(t); ok {
			ts, n = now, len(now)
		}
	}
	start, count := len(dst), uint32(0)
	dst = append(dst, 0, 0, 0, 0)
	for i := range n {
		ft := OID(0)
		if i < len(ts) {
			if ft = ts[i]; ft == 0 {
				continue
			}
		}
		count++
		dst = binary.BigEndian.AppendUint32(dst, uint32(ft))
		var f Datum
		if i < len(r.Fields) {
			f = r.Fields[i]
		}
		dst = AppendBinaryField(dst, f, ft, env)
	}
	binary.BigEndian.PutUint32(dst[start:], count)
	return dst
}
