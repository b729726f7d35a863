package types

// Hash, for hash joins, hash aggregates and hash partitions of the executor. Equal
// values have equal hashes whatever their form: 1.0 and 1.00, 0 and -0. Hashes are
// the same in every process, so that what depends on their order can be tested.

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// Odd constants of wyhash's family; any with well mixed bits would do.
const (
	hashSeed = 0xa0761d6478bd642f
	hashMul  = 0xe7037ed1a0b428db
)

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

func hashWord(h, v uint64) uint64 { return mix(h^v^hashSeed, hashMul) }

func hashString(h uint64, s string) uint64 {
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	h ^= uint64(len(s))
	for len(b) >= 8 {
		h = hashWord(h, binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	var tail uint64
	for i, c := range b {
		tail |= uint64(c) << (8 * i)
	}
	return hashWord(h, tail)
}

// HashWord returns the hash of a Word.
func HashWord(w uint64) uint64 { return hashWord(0, w) }

// Hash returns a hash that is equal for datums that Compare finds equal. NULL has
// one too.
func Hash(d Datum) uint64 {
	switch d.kind {
	case Int:
		return hashWord(0, d.num)
	case Text:
		return hashString(0, d.Text())
	}
	return hashOther(d)
}

// HashBpchar is Hash for char(n): trailing blanks do not count.
func HashBpchar(d Datum) uint64 { return hashString(0, TrimBpchar(d.Text())) }

func hashOther(d Datum) uint64 {
	switch d.kind {
	case Null:
		return hashSeed
	case Float4, Float8:
		return hashWord(0, floatKey(d.Float()))
	case Numeric:
		return hashNumeric(d)
	case Bytea:
		b := d.Bytes()
		return hashString(0, unsafe.String(unsafe.SliceData(b), len(b)))
	case Interval:
		days, us := d.Interval().span()
		return hashWord(hashWord(0, uint64(days)), uint64(us))
	case UUID:
		u := d.UUID()
		return hashWord(hashWord(0, binary.LittleEndian.Uint64(u[:8])), binary.LittleEndian.Uint64(u[8:]))
	case Array:
		h := uint64(len(d.Array().Elems))
		for _, e := range d.Array().Elems {
			h = hashWord(h, hashMember(e, d.Array().Elem == BpcharOID))
		}
		return h
	case Record:
		h, r := uint64(0), d.Record()
		for i := r.NextLive(0); i < len(r.Fields); i = r.NextLive(i + 1) {
			h = hashWord(h, hashMember(r.Fields[i], r.isBpchar(i)))
		}
		return h
	}
	return hashWord(0, d.num)
}

func hashMember(d Datum, bpchar bool) uint64 {
	if bpchar && d.kind == Text {
		return HashBpchar(d)
	}
	return Hash(d)
}

func hashDec(d *Dec) uint64 {
	t := d.TrimScale()
	if t.form != decFinite || t.big == nil {
		return hashWord(hashWord(uint64(t.form), uint64(t.small)), uint64(t.scale))
	}
	h := uint64(t.scale)
	if t.big.Sign() < 0 {
		h = ^h
	}
	for _, w := range t.big.Bits() {
		h = hashWord(h, uint64(w))
	}
	return h
}
