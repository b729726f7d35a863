package expr

// This file has the functions hash...() that PostgreSQL's hash opclasses use,
// with its results (Bob Jenkins's lookup3, common/hashfn.c). minidb's own hash
// tables use types.Hash.

import (
	"encoding/binary"
	"math"
	"math/bits"

	"minidb/types"
)

type hashState struct{ a, b, c uint32 }

func newHashState(n int, seed uint64) hashState {
	v := 0x9e3779b9 + uint32(n) + 3923095
	h := hashState{v, v, v}
	if seed != 0 {
		h.a += uint32(seed >> 32)
		h.b += uint32(seed)
		h.mix()
	}
	return h
}

func (h *hashState) mix() {
	a, b, c := h.a, h.b, h.c
	for _, r := range [2][3]int{{4, 6, 8}, {16, 19, 4}} {
		a -= c
		a ^= bits.RotateLeft32(c, r[0])
		c += b
		b -= a
		b ^= bits.RotateLeft32(a, r[1])
		a += c
		c -= b
		c ^= bits.RotateLeft32(b, r[2])
		b += a
	}
	h.a, h.b, h.c = a, b, c
}

// sum ends the hash: the 32-bit hash is its low half.
func (h hashState) sum() uint64 {
	a, b, c := h.a, h.b, h.c
	step := func(x *uint32, y uint32, r int) {
		*x ^= y
		*x -= bits.RotateLeft32(y, r)
	}
	step(&c, b, 14)
	step(&a, c, 11)
	step(&b, a, 25)
	step(&c, b, 16)
	step(&a, c, 4)
	step(&b, a, 14)
	step(&c, b, 24)
	return uint64(b)<<32 | uint64(c)
}

func hashBytes(k []byte, seed uint64) uint64 {
	h := newHashState(len(k), seed)
	for ; len(k) >= 12; k = k[12:] {
		h.a += binary.LittleEndian.Uint32(k)
		h.b += binary.LittleEndian.Uint32(k[4:])
		h.c += binary.LittleEndian.Uint32(k[8:])
		h.mix()
	}
	var tail [12]byte // the lowest byte of the last word is the length's
	copy(tail[:8], k)
	if len(k) > 8 {
		copy(tail[9:], k[8:])
	}
	h.a += binary.LittleEndian.Uint32(tail[:])
	h.b += binary.LittleEndian.Uint32(tail[4:])
	h.c += binary.LittleEndian.Uint32(tail[8:])
	return h.sum()
}

func hashUint32(v uint32, seed uint64) uint64 {
	h := newHashState(4, seed)
	h.a += v
	return h.sum()
}

func hashInt(v int64, seed uint64) uint64 {
	lo, hi := uint32(v), uint32(v>>32)
	if v < 0 {
		hi = ^hi
	}
	return hashUint32(lo^hi, seed)
}

// hashValue is the hash function of a value's type. bpchar says that trailing
// blanks do not count.
func hashValue(d types.Datum, bpchar bool, seed uint64, wide bool) uint64 {
	switch d.Kind() {
	case types.Float4, types.Float8:
		f := d.Float()
		if f == 0 {
			return seed
		}
		if f != f {
			f = math.Float64frombits(0x7ff8000000000000)
		}
		var k [8]byte
		binary.LittleEndian.PutUint64(k[:], math.Float64bits(f))
		return hashBytes(k[:], seed)
	case types.Numeric:
		return hashNumeric(d.Dec(), seed)
	case types.Text:
		s := d.Text()
		if bpchar {
			s = types.TrimBpchar(s)
		}
		return hashBytes([]byte(s), seed)
	case types.Bytea:
		return hashBytes(d.Bytes(), seed)
	case types.UUID:
		u := d.UUID()
		return hashBytes(u[:], seed)
	case types.Interval:
		v := d.Interval()
		days := int64(v.Months)*30 + int64(v.Days)
		return hashInt(days*86_400_000_000+v.Micros, seed)
	case types.Array:
		h := uint64(1)
		for _, e := range d.Array().Elems {
			h = h*31 + hashMember(e, d.Array().Elem == types.BpcharOID, seed, wide)
		}
		return h
	case types.Record:
		h := uint64(0)
		for _, e := range d.Record().Fields {
			h = h*31 + hashMember(e, false, seed, wide)
		}
		return h
	}
	if d.Kind() == types.Int {
		return hashInt(d.Int(), seed)
	}
	if d.Kind() == types.Bool {
		return hashInt(boolInt(d.Bool()), seed)
	}
	return hashInt(d.Num(), seed)
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func hashMember(d types.Datum, bpchar bool, seed uint64, wide bool) uint64 {
	if d.IsNull() {
		return 0
	}
	h := hashValue(d, bpchar, seed, wide)
	if !wide {
		return uint64(uint32(h))
	}
	return h
}

// hashNumeric hashes the digits to base 10000 without zeros at the ends, and the
// weight of the first.
func hashNumeric(d *types.Dec, seed uint64) uint64 {
	if !d.IsFinite() {
		return seed
	}
	digits, weight := d.Base10000()
	if len(digits) == 0 {
		return seed - 1
	}
	k := make([]byte, 2*len(digits))
	for i, v := range digits {
		binary.LittleEndian.PutUint16(k[2*i:], v)
	}
	return hashBytes(k, seed) ^ uint64(int64(weight))
}

func hashCodes() codeTable {
	t := codeTable{}
	for name, extended := range map[string]string{
		"hashint2": "", "hashint4": "", "hashint8": "", "hashoid": "", "hashtext": "",
		"hashname": "", "hashbpchar": "", "hashfloat4": "", "hashfloat8": "", "hash_numeric": "hash_numeric_extended",
		"hashbool": "", "hash_array": "hash_array_extended", "hash_record": "hash_record_extended",
		"uuid_hash": "uuid_hash_extended", "timestamp_hash": "timestamp_hash_extended",
		"timestamptz_hash": "timestamptz_hash_extended", "time_hash": "time_hash_extended",
		"interval_hash": "interval_hash_extended", "hashdate": "", "hashbytea": "",
	} {
		bpchar := name == "hashbpchar"
		if extended == "" {
			extended = name + "extended"
		}
		t[name] = code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
			return types.NewInt(int64(int32(hashValue(a, bpchar, 0, false)))), nil
		}}
		t[extended] = code{f2: func(_ *Ctx, a, seed types.Datum) (types.Datum, error) {
			return types.NewInt(int64(hashValue(a, bpchar, uint64(seed.Int()), true))), nil
		}}
	}
	char := func(d types.Datum) uint32 {
		if s := d.Text(); s != "" {
			return uint32(int32(int8(s[0])))
		}
		return 0
	}
	t["hashchar"] = code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInt(int64(int32(hashUint32(char(a), 0)))), nil
	}}
	t["hashcharextended"] = code{f2: func(_ *Ctx, a, seed types.Datum) (types.Datum, error) {
		return types.NewInt(int64(hashUint32(char(a), uint64(seed.Int())))), nil
	}}
	return t
}
