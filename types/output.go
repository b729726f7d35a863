package types

// Output: from a datum to its text. The datum's kind says nearly all; the type
// matters for the few that share a kind, such as regclass and integer.

import (
	"strconv"
	"strings"
	"unsafe"
)

// Output returns the text of d, a value of type t, as the type's output function
// does; 0 for t prints by kind alone. NULL gives the empty string.
func Output(d Datum, t OID, env *Env) string {
	if d.kind == Text && t != CharOID && t != AclitemOID && t < FirstNormalOID {
		return strings.Clone(d.Text())
	}
	var buf [64]byte
	out := AppendText(buf[:0], d, t, env)
	if len(out) >= LargeValue {
		return unsafe.String(unsafe.SliceData(out), len(out))
	}
	return string(out)
}

// OutputText is Output of a value that may be too large for it (54000, 53200).
func OutputText(d Datum, t OID, env *Env) (s string, err error) {
	defer Caught(&err)
	return Output(d, t, env), nil
}

// String returns d's text with default settings, for messages and tests.
func (d Datum) String() string {
	if d.kind == Null {
		return "NULL"
	}
	return Output(d, 0, DefaultEnv())
}

// AppendText appends what Output returns. It throws an *pgerr.Error if that becomes
// too large, or the statement must end while it does: see Caught.
func AppendText(dst []byte, d Datum, t OID, env *Env) []byte {
	if t >= FirstNormalOID {
		return appendUserType(dst, d, t, env)
	}
	switch d.kind {
	case Int:
		return appendIntLike(dst, int64(d.num), t, env)
	case Text:
		switch t {
		case CharOID:
			return appendChar(dst, d.Text())
		case AclitemOID:
			return append(dst, env.Names.AclitemOut(d.Text())...)
		}
		return append(dst, d.Text()...)
	case Bool:
		if d.num != 0 {
			return append(dst, 't')
		}
		return append(dst, 'f')
	case Float8:
		return appendFloat(dst, d.Float(), 64, env.ExtraFloatDigits)
	case Float4:
		return appendFloat(dst, d.Float(), 32, env.ExtraFloatDigits)
	case Numeric:
		return d.Dec().Append(dst)
	case Bytea:
		return appendBytea(dst, d.Bytes(), env.ByteaOutput)
	case Date:
		return AppendDate(dst, d.Num(), env)
	case Time:
		return AppendTime(dst, d.Num())
	case Timetz:
		return AppendTimetz(dst, d.Timetz())
	case Timestamp:
		return AppendTimestamp(dst, d.Num(), env)
	case Timestamptz:
		return AppendTimestamptz(dst, d.Num(), env)
	case Interval:
		return AppendInterval(dst, d.Interval(), env.IntervalStyle)
	case UUID:
		return appendUUID(dst, (*[16]byte)(unsafe.Pointer(d.ref)))
	case Array:
		return appendArray(dst, d.Array(), t, env)
	case Record:
		return appendRecord(dst, d.Record(), t, env)
	}
	return dst
}

func appendIntLike(dst []byte, v int64, t OID, env *Env) []byte {
	switch t {
	case RegclassOID:
		return append(dst, env.Names.RegclassOut(OID(v))...)
	case RegtypeOID:
		return append(dst, env.Names.RegtypeOut(OID(v))...)
	case RegprocOID:
		return append(dst, env.Names.RegprocOut(OID(v))...)
	case RegprocedureOID:
		return append(dst, env.Names.RegprocedureOut(OID(v))...)
	case RegoperOID:
		return append(dst, env.Names.RegoperOut(OID(v))...)
	case RegoperatorOID:
		return append(dst, env.Names.RegoperatorOut(OID(v))...)
	case RegnamespaceOID:
		return append(dst, env.Names.RegnamespaceOut(OID(v))...)
	case RegconfigOID:
		return append(dst, env.Names.RegconfigOut(OID(v))...)
	case RegdictionaryOID:
		return append(dst, env.Names.RegdictionaryOut(OID(v))...)
	case RegroleOID:
		return append(dst, env.Names.RegroleOut(OID(v))...)
	case TidOID:
		return appendTid(dst, v)
	case Xid8OID:
		return strconv.AppendUint(dst, uint64(v)^1<<63, 10)
	case LSNOID:
		return appendLSN(dst, uint64(v)^1<<63)
	}
	return strconv.AppendInt(dst, v, 10)
}

// appendUserType prints enums by their labels and rows by their columns; all else
// prints by kind.
func appendUserType(dst []byte, d Datum, t OID, env *Env) []byte {
	ty, ok := env.Names.TypeByOID(t)
	if !ok {
		return AppendText(dst, d, 0, env)
	}
	switch {
	case ty.TypType == 'e':
		return append(dst, env.Names.EnumOut(t, d)...)
	case ty.TypType == 'd':
		return AppendText(dst, d, ty.Base, env)
	case d.kind == Record:
		return appendRecord(dst, d.Record(), t, env)
	}
	return AppendText(dst, d, 0, env)
}
