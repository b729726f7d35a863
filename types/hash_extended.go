package types

// The hashes that PostgreSQL stores rows by: what its hash operator classes give
// (Bob Jenkins's lookup3, common/hashfn.c). The same row goes to the same partition
// of a hash-partitioned table as there. The engine's own hash tables use Hash.

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"

	"minidb/pgerr"
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

// HashUint32 is PostgreSQL's hash_uint32_extended.
func HashUint32(v uint32, seed uint64) uint64 {
	h := newHashState(4, seed)
	h.a += v
	return h.sum()
}

func hashInt(v int64, seed uint64) uint64 {
	lo, hi := uint32(v), uint32(v>>32)
	if v < 0 {
		hi = ^hi
	}
	return HashUint32(lo^hi, seed)
}

// HashExtended is the hash function of a value's type: hashint4extended and its
// kin. bpchar says that trailing blanks do not count.
func HashExtended(d Datum, bpchar bool, seed uint64) uint64 { return hashStored(d, bpchar, seed, true) }

// HashStored is the 32-bit hash of a value: hashint4 and its kin.
func HashStored(d Datum, bpchar bool) uint32 { return uint32(hashStored(d, bpchar, 0, false)) }

// hashStored hashes the members of arrays and rows to 64 bits if wide is set.
func hashStored(d Datum, bpchar bool, seed uint64, wide bool) uint64 {
	switch d.kind {
	case Null:
		return seed
	case Float4, Float8:
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
	case Numeric:
		return hashDecimal(d.Dec(), seed)
	case Text:
		s := d.Text()
		if bpchar {
			s = TrimBpchar(s)
		}
		return hashBytes(unsafe.Slice(unsafe.StringData(s), len(s)), seed)
	case Bytea:
		return hashBytes(d.Bytes(), seed)
	case UUID:
		u := d.UUID()
		return hashBytes(u[:], seed)
	case Interval:
		v := d.Interval()
		days := int64(v.Months)*30 + int64(v.Days)
		return hashInt(days*86_400_000_000+v.Micros, seed)
	case Timetz:
		v := d.Timetz()
		return hashInt(v.Micros, seed) ^ HashUint32(uint32(int32(v.West)), seed)
	case Array:
		h := uint64(1)
		for _, e := range d.Array().Elems {
			h = h*31 + hashStoredMember(e, d.Array().Elem == BpcharOID, seed, wide)
		}
		return h
	case Record:
		h, r := uint64(0), d.Record()
		for i := r.NextLive(0); i < len(r.Fields); i = r.NextLive(i + 1) {
			if i < len(r.Types) && r.Types[i] == UnknownOID {
				panic(pgerr.New(pgerr.UndefinedFunction, "could not identify a hash function for type unknown"))
			}
			h = h*31 + hashStoredMember(r.Fields[i], false, seed, wide)
		}
		return h
	}
	return hashInt(int64(d.num), seed)
}

func hashStoredMember(d Datum, bpchar bool, seed uint64, wide bool) uint64 {
	if d.IsNull() {
		return 0
	}
	h := hashStored(d, bpchar, seed, wide)
	if !wide {
		return uint64(uint32(h))
	}
	return h
}

// hashDecimal hashes the digits to base 10000 without zeros at the ends, and the
// weight of the first.
func hashDecimal(d *Dec, seed uint64) uint64 {
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
