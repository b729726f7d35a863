package types

// pg_snapshot and txid_snapshot: which transactions had ended at a point in time. Values
// are kept as their text, xmin:xmax:xip,xip,...

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"minidb/pgerr"
)

// XidSnapshot has all ids below Xmin and none from Xmax on as ended; of those between,
// all but Xip, which are ascending.
type XidSnapshot struct {
	Xmin, Xmax uint64
	Xip        []uint64
}

// NewXidSnapshot makes a datum.
func NewXidSnapshot(s XidSnapshot) Datum {
	b := strconv.AppendUint(nil, s.Xmin, 10)
	b = strconv.AppendUint(append(b, ':'), s.Xmax, 10)
	b = append(b, ':')
	for i, x := range s.Xip {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, x, 10)
	}
	return NewText(string(b))
}

// XidSnapshot returns a pg_snapshot's or txid_snapshot's parts.
func (d Datum) XidSnapshot() XidSnapshot {
	s, _ := parseXidSnapshot(d.Text())
	return s
}

// Sees tells whether the transaction had ended.
func (s XidSnapshot) Sees(xid uint64) bool {
	_, running := slices.BinarySearch(s.Xip, xid)
	return xid < s.Xmin || xid < s.Xmax && !running
}

// add takes an id that is still running; false if it is out of place.
func (s *XidSnapshot) add(xid uint64) bool {
	n := len(s.Xip)
	if xid < s.Xmin || xid >= s.Xmax || n > 0 && xid < s.Xip[n-1] {
		return false
	}
	if n == 0 || xid > s.Xip[n-1] {
		s.Xip = append(s.Xip, xid)
	}
	return true
}

func (s *XidSnapshot) bounded() bool { return s.Xmin > 0 && s.Xmax >= s.Xmin }

func parseXidSnapshot(text string) (s XidSnapshot, err error) {
	bad := pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type pg_snapshot: \"%s\"", text)
	number := func(part string) (n uint64) {
		if n, err = strconv.ParseUint(strings.TrimLeft(part, " \t\n\v\f\r"), 10, 64); err != nil {
			err = bad
		}
		return n
	}
	parts := strings.SplitN(text, ":", 3)
	if len(parts) != 3 {
		return s, bad
	}
	if s.Xmin = number(parts[0]); err != nil {
		return s, bad
	}
	if s.Xmax = number(parts[1]); err != nil || !s.bounded() {
		return s, bad
	}
	list := strings.TrimSuffix(parts[2], ",")
	if list == "" {
		if parts[2] != "" {
			err = bad
		}
		return s, err
	}
	for part := range strings.SplitSeq(list, ",") {
		if x := number(part); err != nil || !s.add(x) {
			return s, bad
		}
	}
	return s, nil
}

// maxSnapshotXids is how many transactions a snapshot may say are running
// (PG_SNAPSHOT_MAX_NXIP).
const maxSnapshotXids = (1<<30 - 1 - 24) / 8

func (r *binaryReader) xidSnapshot() Datum {
	var s XidSnapshot
	n := r.uint32()
	ok := n <= maxSnapshotXids
	if ok {
		s.Xmin, s.Xmax = r.uint64(), r.uint64()
		ok = r.err != nil || s.bounded() && int64(s.Xmin) > 0 && int64(s.Xmax) > 0
	}
	for i := uint32(0); i < n && ok && r.err == nil; i++ {
		if xid := r.uint64(); r.err == nil {
			ok = s.add(xid)
		}
	}
	if !ok {
		r.fail(pgerr.InvalidBinaryRepresentation, "invalid external pg_snapshot data")
		return NullDatum
	}
	return NewXidSnapshot(s)
}

func appendXidSnapshotBinary(dst []byte, d Datum) []byte {
	s := d.XidSnapshot()
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(s.Xip)))
	for _, n := range append([]uint64{s.Xmin, s.Xmax}, s.Xip...) {
		dst = binary.BigEndian.AppendUint64(dst, n)
	}
	return dst
}
