package types

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
	"time"
)

var fuzzTypes = []OID{BoolOID, Int2OID, Int4OID, Int8OID, Float4OID, Float8OID, NumericOID, TextOID, ByteaOID, CharOID,
	NameOID, UUIDOID, DateOID, TimeOID, TimestampOID, TimestamptzOID, IntervalOID, TidOID, OidOID,
	Int4ArrayOID, TextArrayOID, NumericArrayOID, 1187, DateArrayOID, Int2VectorOID}

// FuzzDatumText reads any text as any type. What is accepted must print as a text
// that reads as an equal value and prints the same.
func FuzzDatumText(f *testing.F) {
	for i, s := range []string{"t", "1", "0x1F", "1e400", "NaN", "1e-16383", "a", `\xff`, "2024-01-02 03:04:05.6+02 BC",
		"1 year -2 mons ago", "P1Y2M", "{1,{2}}", `[0:1]={"a",NULL}`, "(1,2)", "infinity", "J2451545.5", "24:00"} {
		for j := range 4 {
			f.Add(uint8(i*4+j), uint8(j), s)
		}
		f.Add(uint8(6), uint8(0), s)
	}
	f.Fuzz(func(t *testing.T, typ, style uint8, s string) {
		if len(s) > 10000 {
			return
		}
		o := fuzzTypes[int(typ)%len(fuzzTypes)]
		env := DefaultEnv()
		env.Now = func() time.Time { return time.Unix(1e9, 0) }
		d, err := Input(o, -1, s, env)
		if err != nil {
			return
		}
		env.IntervalStyle = IntervalStyle(style % 4)
		if env.IntervalStyle == SQLIntervals {
			// SQL's form of mixed signs is read back in this style only, and years BC not at all.
			env.IntervalStyle = PostgresIntervals
		}
		out := Output(d, o, env)
		d2, err := Input(o, -1, out, env)
		if err != nil {
			t.Fatalf("type %d: %q printed as %q, which fails: %v", o, s, out, err)
		}
		if Compare(d, d2) != 0 {
			t.Fatalf("type %d: %q printed as %q, which is another value", o, s, out)
		}
		if out2 := Output(d2, o, env); out2 != out {
			t.Fatalf("type %d: %q printed as %q, then as %q", o, s, out, out2)
		}
	})
}

// datumFrom makes a datum of a kind out of bytes.
func datumFrom(kind Kind, b []byte) Datum {
	var w [16]byte
	copy(w[:], b)
	v := int64(binary.LittleEndian.Uint64(w[:]))
	x := int64(binary.LittleEndian.Uint64(w[8:]))
	switch kind {
	case Bool:
		return NewBool(v&1 == 1)
	case Int:
		return NewInt(v)
	case Float4:
		return NewFloat4(math.Float32frombits(uint32(v)))
	case Float8:
		return NewFloat8(math.Float64frombits(uint64(v)))
	case Numeric:
		d := &Dec{small: v >> (uint(x) & 63), scale: int32(uint64(x) >> 8 % 24)}
		switch uint64(x) >> 40 % 16 {
		case 0:
			return NewNumeric(nanDec)
		case 1:
			return NewNumeric(posInfDec)
		case 2:
			return NewNumeric(negInfDec)
		case 3:
			r, err := d.Mul(d)
			if err == nil {
				d = r
			}
		}
		return NewNumeric(d)
	case Bytea:
		return NewBytea(b)
	case Date:
		return NewDate(int64(int32(v)))
	case Time, Timestamp, Timestamptz:
		return Datum{kind: kind, num: uint64(v)}
	case Interval:
		return NewInterval(IntervalVal{int32(x), int32(x >> 32), v})
	case UUID:
		return NewUUID(w)
	case Array:
		var elems []Datum
		for i := 0; i < len(b) && i < 5; i++ {
			if b[i]%7 == 0 {
				elems = append(elems, NullDatum)
			} else {
				elems = append(elems, NewText(string(b[i:min(i+int(b[i]%3), len(b))])))
			}
		}
		return NewArray1(TextOID, elems)
	case Record:
		return NewRecord(&RecordVal{Fields: []Datum{datumFrom(Int, b), datumFrom(Array, b)}})
	}
	return NewText(string(b))
}

// FuzzCompare checks that Compare is an order and that Hash, AppendKey and
// MachineKey agree with it.
func FuzzCompare(f *testing.F) {
	for k := range uint8(numKinds) {
		f.Add(k, []byte("abc"), []byte("abd"), []byte{0, 1, 2, 255})
		f.Add(k, []byte{0, 0, 0, 0, 0, 0, 0xf8, 0x7f}, []byte{0, 0, 0, 0, 0, 0, 0, 0x80}, []byte{})
		f.Add(k, []byte{100, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 9}, []byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}, []byte{10, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9})
	}
	f.Fuzz(func(t *testing.T, kind uint8, x, y, z []byte) {
		k := Bool + Kind(kind)%(numKinds-1)
		a, b, c := datumFrom(k, x), datumFrom(k, y), datumFrom(k, z)
		checkPair(t, a, b)
		checkPair(t, b, c)
		checkPair(t, a, a)
		if Compare(a, b) <= 0 && Compare(b, c) <= 0 && Compare(a, c) > 0 {
			t.Fatalf("not transitive: %v, %v, %v", a, b, c)
		}
	})
}

func checkPair(t *testing.T, a, b Datum) {
	t.Helper()
	cmp := Compare(a, b)
	if Compare(b, a) != -cmp {
		t.Fatalf("%v and %v: %d one way, %d the other", a, b, cmp, Compare(b, a))
	}
	if Equal(a, b) != (cmp == 0) {
		t.Fatalf("%v and %v: Equal and Compare disagree", a, b)
	}
	if cmp == 0 && Hash(a) != Hash(b) {
		t.Fatalf("%v and %v are equal, their hashes are not", a, b)
	}
	for _, desc := range []bool{false, true} {
		want := cmp
		if desc {
			want = -cmp
		}
		ka, kb := AppendKey(nil, a, desc, false), AppendKey(nil, b, desc, false)
		if got := bytes.Compare(ka, kb); got != want {
			t.Fatalf("%v and %v (desc %v): keys compare %d, values %d", a, b, desc, got, want)
		}
		null := AppendKey(nil, NullDatum, desc, true)
		if bytes.Compare(null, ka) >= 0 || bytes.Compare(AppendKey(nil, NullDatum, desc, false), ka) <= 0 {
			t.Fatalf("NULL is not at the end asked for beside %v", a)
		}
	}
	ma, ok := MachineKey(a)
	mb, _ := MachineKey(b)
	if ok && compareWords(ma, mb) != cmp {
		t.Fatalf("%v and %v: machine keys compare %d, values %d", a, b, compareWords(ma, mb), cmp)
	}
}

func compareWords(a, b uint64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}
