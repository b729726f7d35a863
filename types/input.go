package types

// Input: from a type and a text to a datum. One switch, so that a reader finds each
// type's reader from here.

import (
	"unsafe"

	"minidb/pgerr"
)

// InputBytes is Input of a text that is only lent: of one that holds an integer nothing is
// copied.
func InputBytes(t OID, typmod int32, text []byte, env *Env) (Datum, error) {
	switch t {
	case Int4OID, Int8OID, Int2OID:
		return Input(t, typmod, unsafe.String(unsafe.SliceData(text), len(text)), env)
	}
	return Input(t, typmod, string(text), env)
}

// Input reads s as a value of type t with modifier typmod (-1 for none), as the
// type's input function does. Texts are shared with s, not copied. Errors are
// *pgerr.Error with PostgreSQL's wording.
func Input(t OID, typmod int32, s string, env *Env) (Datum, error) {
	switch t {
	case Int4OID:
		return intDatum(parseInt(s, "integer", 32))
	case Int8OID:
		return intDatum(parseInt(s, "bigint", 64))
	case Int2OID:
		return intDatum(parseInt(s, "smallint", 16))
	case TextOID, UnknownOID, CstringOID, PgNodeTreeOID:
		return NewText(s), checkUTF8(s)
	case VarcharOID, BpcharOID:
		if err := checkUTF8(s); err != nil {
			return NullDatum, err
		}
		return CoerceLength(NewText(s), t, typmod, false)
	case NameOID:
		return NewText(TruncateName(s)), checkUTF8(s)
	case CharOID:
		return NewText(charIn(s)), nil
	case BoolOID:
		b, err := ParseBool(s)
		return NewBool(b), err
	case NumericOID:
		d, err := ParseDec(s)
		if err == nil {
			d, err = d.Coerce(typmod)
		}
		if err != nil {
			return NullDatum, err
		}
		return NewNumeric(d), nil
	case Float8OID:
		f, err := parseFloat(s, "double precision", 64)
		return NewFloat8(f), err
	case Float4OID:
		f, err := parseFloat(s, "real", 32)
		return NewFloat4(float32(f)), err
	case DateOID, TimeOID, TimetzOID, TimestampOID, TimestamptzOID, IntervalOID:
		return timeInput(t, typmod, s, env)
	case ByteaOID:
		b, err := parseBytea(s)
		return NewBytea(b), err
	case UUIDOID:
		u, err := parseUUID(s)
		return NewUUID(u), err
	case OidOID:
		return intDatum(parseUint32(s, "oid"))
	case XidOID:
		return intDatum(parseUint32(s, "xid"))
	case CidOID:
		return intDatum(parseUint32(s, "cid"))
	case TidOID:
		return parseTid(s)
	case Xid8OID:
		v, err := parseUint64(s, "xid8")
		return NewUnsigned(v), err
	case LSNOID:
		v, err := parseLSN(s)
		return NewUnsigned(v), err
	case TxidSnapshotOID, SnapshotOID:
		v, err := parseXidSnapshot(s)
		return NewXidSnapshot(v), err
	case JSONOID:
		return NewText(s), CheckJSON(s)
	case VoidOID:
		return NewText(""), nil
	case Int2VectorOID, OidVectorOID:
		return vectorIn(t, s)
	}
	return catalogInput(t, typmod, s, env)
}

func timeInput(t OID, typmod int32, s string, env *Env) (Datum, error) {
	switch t {
	case DateOID:
		v, err := ParseDate(s, env)
		return NewDate(v), err
	case TimeOID:
		v, err := ParseTime(s, typmod, env)
		return NewTime(v), err
	case TimetzOID:
		v, err := ParseTimetz(s, typmod, env)
		return NewTimetz(v), err
	case TimestampOID:
		v, err := ParseTimestamp(s, typmod, env)
		return NewTimestamp(v), err
	case TimestamptzOID:
		v, err := ParseTimestamptz(s, typmod, env)
		return NewTimestamptz(v), err
	}
	v, err := ParseInterval(s, typmod, env)
	return NewInterval(v), err
}

// catalogInput reads what needs names or other types: reg*, enums, arrays, records.
func catalogInput(t OID, typmod int32, s string, env *Env) (Datum, error) {
	switch t {
	case RegclassOID:
		return oidDatum(env.Names.RegclassIn(s))
	case RegtypeOID:
		return oidDatum(env.Names.RegtypeIn(s))
	case RegprocOID:
		return oidDatum(env.Names.RegprocIn(s))
	case RegprocedureOID:
		return oidDatum(env.Names.RegprocedureIn(s))
	case RegoperOID:
		return oidDatum(env.Names.RegoperIn(s))
	case RegoperatorOID:
		return oidDatum(env.Names.RegoperatorIn(s))
	case RegnamespaceOID:
		return oidDatum(env.Names.RegnamespaceIn(s))
	case RegroleOID:
		return oidDatum(env.Names.RegroleIn(s))
	case RegconfigOID:
		return oidDatum(env.Names.RegconfigIn(s))
	case RegdictionaryOID:
		return oidDatum(env.Names.RegdictionaryIn(s))
	case AclitemOID:
		item, err := env.Names.AclitemIn(s)
		return NewText(item), err
	case RecordOID:
		return NullDatum, pgerr.New(pgerr.FeatureNotSupported, "input of anonymous composite types is not implemented")
	}
	ty, ok := env.Type(t)
	if !ok {
		return NullDatum, pgerr.New(pgerr.Internal, "cache lookup failed for type %d", t)
	}
	switch {
	case ty.TypType == 'e':
		return env.Names.EnumIn(t, s)
	case ty.TypType == 'd':
		return Input(ty.Base, typmod, s, env)
	case ty.TypType == 'c':
		return recordIn(t, s, env)
	case ty.Category == 'A' && ty.Elem != 0, t == RecordArrayOID:
		return arrayIn(ty, typmod, s, env)
	case ty.Kind == Text && ty.TypType != 'p':
		return NewText(s), nil
	}
	return NullDatum, pgerr.New(pgerr.FeatureNotSupported, "cannot accept a value of type %s", ty.Name)
}

func intDatum(v int64, err error) (Datum, error) { return NewInt(v), err }

func oidDatum(v OID, err error) (Datum, error) { return NewInt(int64(v)), err }
