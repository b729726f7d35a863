package expr

// This file says which operators the compiler may put inline: comparisons of
// machine words, texts and floats, and integer arithmetic. Everything else is
// called through Func.Impl1 and its kin.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// fuseKind is what a function does, as far as the compiler cares.
type fuseKind uint8

const (
	noFuse     fuseKind = iota
	cmpInt              // Int kind
	cmpWord             // Date, Time, Timestamp, Timestamptz of equal kind
	cmpFloat            // Float4 and Float8
	cmpText             // Text, by bytes
	cmpBpchar           // Text, trailing blanks do not count
	cmpGeneric          // types.Compare
	arithInt            // + - * of integers
)

// cmpOp is a comparison as a set of the outcomes that make it true.
type cmpOp uint8

const (
	lessBit    cmpOp = 1
	equalBit   cmpOp = 2
	greaterBit cmpOp = 4

	opLT = lessBit
	opLE = lessBit | equalBit
	opEQ = equalBit
	opGE = greaterBit | equalBit
	opGT = greaterBit
	opNE = lessBit | greaterBit
)

// holds reports whether outcome n (below, at or above zero) makes op true.
func (op cmpOp) holds(n int) bool {
	switch {
	case n < 0:
		return op&lessBit != 0
	case n > 0:
		return op&greaterBit != 0
	}
	return op&equalBit != 0
}

// fusion is what the compiler knows of a function. width is the result's size
// in bytes for arithInt, and sign its operator.
type fusion struct {
	kind  fuseKind
	op    cmpOp
	sign  byte // '+', '-' or '*'
	width uint8
}

var (
	errInt2  = pgerr.New(pgerr.NumericValueOutOfRange, "smallint out of range")
	errInt4  = pgerr.New(pgerr.NumericValueOutOfRange, "integer out of range")
	errInt8  = pgerr.New(pgerr.NumericValueOutOfRange, "bigint out of range")
	errDiv0  = pgerr.New(pgerr.DivisionByZero, "division by zero")
	errOver  = pgerr.New(pgerr.NumericValueOutOfRange, "value out of range: overflow")
	errUnder = pgerr.New(pgerr.NumericValueOutOfRange, "value out of range: underflow")
)

// outOfRange returns a fresh error of the integer type of that width; callers
// add positions to errors, so that they are not shared.
func outOfRange(width uint8) error {
	e := *errInt8
	switch width {
	case 2:
		e = *errInt2
	case 4:
		e = *errInt4
	}
	return &e
}

func divisionByZero() error { e := *errDiv0; return &e }

// arith computes a integer operation; ok is false if it overflows width.
func arith(sign byte, width uint8, a, b int64) (r int64, ok bool) {
	switch sign {
	case '+':
		r = a + b
		ok = (a^r)&(b^r) >= 0
	case '-':
		r = a - b
		ok = (a^b)&(a^r) >= 0
	default:
		r = a * b
		ok = width < 8 || mulFits(a, b, r)
	}
	switch width {
	case 2:
		ok = ok && r == int64(int16(r))
	case 4:
		ok = ok && r == int64(int32(r))
	}
	return r, ok
}

func mulFits(a, b, r int64) bool {
	if a == 0 || b == 0 {
		return true
	}
	if a == -1 || b == -1 {
		return r != -1<<63 || (a != -1<<63 && b != -1<<63)
	}
	return r/b == a
}

// compareAs compares two values of a fusable kind.
func compareAs(k fuseKind, a, b types.Datum) int {
	switch k {
	case cmpInt:
		return cmpOf(a.Int(), b.Int())
	case cmpWord:
		return cmpOf(a.Num(), b.Num())
	case cmpFloat:
		return cmpFloats(a.Float(), b.Float())
	case cmpText:
		return strings.Compare(a.Text(), b.Text())
	case cmpBpchar:
		return types.CompareBpchar(a, b)
	}
	return types.Compare(a, b)
}

func cmpOf(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// cmpFloats orders floats as PostgreSQL does: NaN is greatest and equals itself.
func cmpFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return 0
	case a != a && b != b:
		return 0
	case a != a:
		return 1
	}
	return -1
}
