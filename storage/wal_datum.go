package storage

// Values as bytes: for WAL payloads and for the temporary files of sorts. A kind
// byte, then a varint or a length and bytes; nothing is ordered.

import (
	"encoding/binary"
	"math"

	"minidb/types"
)

// AppendDatum appends the encoding of d, which decodes to an equal value that
// prints the same.
func AppendDatum(b []byte, d types.Datum) []byte {
	k := d.Kind()
	b = append(b, byte(k))
	switch k {
	case types.Null:
	case types.Bool:
		if d.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case types.Int:
		return binary.AppendVarint(b, d.Int())
	case types.Float4:
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(d.Float())))
	case types.Float8:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(d.Float()))
	case types.Date, types.Time, types.Timetz, types.Timestamp, types.Timestamptz:
		return binary.AppendVarint(b, d.Num())
	case types.Text:
		return appendString(b, d.Text())
	case types.Bytea:
		return append(binary.AppendUvarint(b, uint64(len(d.Bytes()))), d.Bytes()...)
	default:
		return appendBoxed(b, d)
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendBoxed encodes the kinds that sit behind a reference.
func appendBoxed(b []byte, d types.Datum) []byte {
	switch d.Kind() {
	case types.Numeric:
		return append(d.Dec().Append(b), 0) // digits never hold a zero byte
	case types.Interval:
		v := d.Interval()
		b = binary.AppendVarint(b, int64(v.Months))
		b = binary.AppendVarint(b, int64(v.Days))
		return binary.AppendVarint(b, v.Micros)
	case types.UUID:
		v := d.UUID()
		return append(b, v[:]...)
	case types.Array:
		v := d.Array()
		b = binary.AppendUvarint(b, uint64(v.Elem))
		b = binary.AppendUvarint(b, uint64(len(v.Dims)))
		for i := range v.Dims {
			b = binary.AppendVarint(b, int64(v.Dims[i]))
			b = binary.AppendVarint(b, int64(v.Lower[i]))
		}
		return appendDatums(b, v.Elems)
	case types.Record:
		v := d.Record()
		b = binary.AppendUvarint(b, uint64(len(v.Types)))
		for _, o := range v.Types {
			b = binary.AppendUvarint(b, uint64(o))
		}
		b = binary.AppendUvarint(b, uint64(len(v.Names)))
		for _, s := range v.Names {
			b = appendString(b, s)
		}
		return appendDatums(b, v.Fields)
	}
	return b
}

func appendDatums(b []byte, ds []types.Datum) []byte {
	b = binary.AppendUvarint(b, uint64(len(ds)))
	for i := range ds {
		b = AppendDatum(b, ds[i])
	}
	return b
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) string() string { return string(r.bytes(r.uvarint())) }

func (r *reader) datum() types.Datum {
	k := r.bytes(1)
	if k == nil {
		return types.NullDatum
	}
	switch types.Kind(k[0]) {
	case types.Null:
		return types.NullDatum
	case types.Bool:
		v := r.bytes(1)
		return types.NewBool(v != nil && v[0] != 0)
	case types.Int:
		return types.NewInt(r.varint())
	case types.Float4:
		if v := r.bytes(4); v != nil {
			return types.NewFloat4(math.Float32frombits(binary.LittleEndian.Uint32(v)))
		}
	case types.Float8:
		if v := r.bytes(8); v != nil {
			return types.NewFloat8(math.Float64frombits(binary.LittleEndian.Uint64(v)))
		}
	case types.Date:
		return types.NewDate(r.varint())
	case types.Time:
		return types.NewTime(r.varint())
	case types.Timetz:
		return types.TimetzFromNum(r.varint())
	case types.Timestamp:
		return types.NewTimestamp(r.varint())
	case types.Timestamptz:
		return types.NewTimestamptz(r.varint())
	case types.Text:
		return types.NewText(r.string())
	case types.Bytea:
		return types.NewBytea([]byte(r.string()))
	default:
		return r.boxed(types.Kind(k[0]))
	}
	return types.NullDatum
}

func (r *reader) boxed(k types.Kind) types.Datum {
	switch k {
	case types.Numeric:
		return r.numeric()
	case types.Interval:
		v := types.IntervalVal{Months: int32(r.varint()), Days: int32(r.varint())}
		v.Micros = r.varint()
		return types.NewInterval(v)
	case types.UUID:
		var v [16]byte
		copy(v[:], r.bytes(16))
		return types.NewUUID(v)
	case types.Array:
		v := &types.ArrayVal{Elem: types.OID(r.uvarint())}
		for n := r.uvarint(); n > 0 && r.err == nil; n-- {
			v.Dims = append(v.Dims, int32(r.varint()))
			v.Lower = append(v.Lower, int32(r.varint()))
		}
		v.Elems = r.row()
		return types.NewArray(v)
	case types.Record:
		v := &types.RecordVal{}
		for n := r.uvarint(); n > 0 && r.err == nil; n-- {
			v.Types = append(v.Types, types.OID(r.uvarint()))
		}
		for n := r.uvarint(); n > 0 && r.err == nil; n-- {
			v.Names = append(v.Names, r.string())
		}
		v.Fields = r.row()
		return types.NewRecord(v)
	}
	r.fail()
	return types.NullDatum
}

func (r *reader) numeric() types.Datum {
	n := 0
	for n < len(r.b) && r.b[n] != 0 {
		n++
	}
	text := string(r.bytes(uint64(n)))
	r.bytes(1)
	v, err := types.ParseDec(text)
	if err != nil {
		r.fail()
		return types.NullDatum
	}
	return types.NewNumeric(v)
}
