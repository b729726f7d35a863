package types

// Datums as bits, for row_bytes.go of storage, which writes them to files.

// bitKinds are the kinds whose values lie in the datum's word.
const bitKinds = wordKinds | 1<<Float4 | 1<<Float8 | 1<<Timetz

// Bits returns the word of a value of a kind that lies in one word, a small numeric's
// coefficient and scale; ok is false for others.
func (d Datum) Bits() (word uint64, scale uint16, ok bool) {
	return d.num, d.scale, bitKinds>>d.kind&1 != 0 || d.isSmall()
}

// FromBits makes the value again. It panics if the kind's values are not words.
func FromBits(k Kind, word uint64, scale uint16) Datum {
	if bitKinds>>k&1 == 0 && k != Numeric {
		confused(k, Int)
	}
	return Datum{kind: k, num: word, scale: scale}
}
