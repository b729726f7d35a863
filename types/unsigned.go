package types

// xid8 and pg_lsn: 64 bits without a sign. A datum holds the value less 2^63, as an
// Int, so that it orders, and is a key of indexes and hash tables, as integers are.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

// NewUnsigned makes an xid8 or pg_lsn.
func NewUnsigned(v uint64) Datum { return NewInt(int64(v ^ 1<<63)) }

// Unsigned returns an xid8's or pg_lsn's value.
func (d Datum) Unsigned() uint64 { return uint64(d.Int()) ^ 1<<63 }

// HashUnsigned is hashxid8extended and pg_lsn_hash_extended.
func HashUnsigned(d Datum, seed uint64) uint64 { return hashInt(int64(d.Unsigned()), seed) }

// DecFromUint64 makes a numeric without digits after the point.
func DecFromUint64(v uint64) *Dec { return makeDec(new(apd.BigInt).SetUint64(v), 0) }

// LSN rounds half away from zero (22023 out of range, 0A000 for what is not finite).
func (d *Dec) LSN() (uint64, error) {
	if !d.IsFinite() {
		_, err := d.integer("pg_lsn", 0, 0)
		return 0, err
	}
	var tmp apd.BigInt
	if r, err := d.Round(0); err == nil {
		if c := r.coef(&tmp); c.Sign() >= 0 && c.IsUint64() {
			return c.Uint64(), nil
		}
	}
	return 0, pgerr.New(pgerr.InvalidParameterValue, "pg_lsn out of range")
}

// parseLSN reads two numbers of at most eight hexadecimal digits.
func parseLSN(s string) (uint64, error) {
	high, low, ok := strings.Cut(s, "/")
	h, errHigh := strconv.ParseUint(high, 16, 32)
	l, errLow := strconv.ParseUint(low, 16, 32)
	if !ok || errHigh != nil || errLow != nil || len(high) > 8 || len(low) > 8 {
		return 0, badInput("pg_lsn", s)
	}
	return h<<32 | l, nil
}

func appendLSN(dst []byte, v uint64) []byte { return fmt.Appendf(dst, "%X/%X", v>>32, uint32(v)) }
