package storage

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"minidb/pgerr"
	"minidb/types"
)

// dumpHeap prints headers without hints, and rows, of all slots in use.
func dumpHeap(h *Heap) string {
	var b strings.Builder
	for no := range uint32(h.Pages()) {
		p := h.page(no)
		for i := range p.hdr {
			hd := &p.hdr[i]
			if hd.word&maskSlot == 0 {
				continue
			}
			fmt.Fprintf(&b, "(%d,%d) %d %d %v %d %d %x %x", no, i+1, hd.xmin, hd.xmax, hd.next,
				hd.cmin, hd.cmax, hd.durable(), hd.root())
			if hd.word&maskNormal != 0 {
				fmt.Fprintf(&b, " %x", appendDatums(nil, p.row(i)))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestReplay(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(2)
	r := rand.New(rand.NewPCG(7, 7))
	row := func() types.Row {
		return types.Row{types.NewInt(r.Int64()), types.NewText(strings.Repeat("é", r.IntN(20)))}
	}
	var tids []TID
	for range 500 {
		x := s.Begin(ReadCommitted, nil)
		inner := x.Savepoint()
		for range r.IntN(8) {
			switch {
			case r.IntN(2) == 0 || len(tids) == 0:
				tids = append(tids, mustInsert(t, h, x, row()))
			case r.IntN(3) == 0:
				_, _, _ = h.Delete(bg, x, nil, tids[r.IntN(len(tids))])
			case r.IntN(4) == 0:
				_, _, _ = h.LockRow(bg, x, nil, tids[r.IntN(len(tids))], LockShare, WaitBlock)
			default:
				at, res, _, _ := h.Update(bg, x, nil, tids[r.IntN(len(tids))], row(), r.IntN(2) == 0)
				if res == TMOk {
					tids = append(tids, at)
				}
			}
			x.IncrementCommand()
		}
		if r.IntN(4) == 0 {
			x.RollbackTo(inner)
		}
		if r.IntN(5) == 0 {
			x.Abort()
		} else {
			x.Commit()
		}
		if r.IntN(100) == 0 {
			_, _ = h.Vacuum(nil, r.IntN(2) == 0, nil)
			tids = tids[:0]
		}
	}
	recs, err := s.WAL().Records(0)
	if err != nil {
		t.Fatal(err)
	}
	fresh := NewStore(nil)
	if err := Replay(recs, fresh); err != nil {
		t.Fatal(err)
	}
	if got, want := dumpHeap(fresh.OpenHeap(h.ID())), dumpHeap(h); got != want {
		g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] {
				t.Fatalf("line %d:\ngot  %s\nwant %s", i, g[i], w[i])
			}
		}
		t.Fatalf("%d lines, want %d", len(g), len(w))
	}
	if a, b := count(fresh, fresh.OpenHeap(h.ID())), count(s, h); a != b {
		t.Errorf("%d rows visible after replay, %d before", a, b)
	}
	var sum WALStats
	for _, rec := range recs {
		sum.Records++
		sum.Bytes += int64(rec.Bytes)
	}
	if sum != s.WALCounters() {
		t.Errorf("decoded %+v, counted %+v", sum, s.WALCounters())
	}
}

// The ring forgets its oldest records, keeps whole ones, and finds damage.
func TestRingWraps(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	x := s.Begin(ReadCommitted, nil)
	text := types.Row{types.NewText(strings.Repeat("y", 3001))}
	for range 5000 {
		mustInsert(t, h, x, text)
	}
	recs, err := s.WAL().Records(0)
	if err != nil || len(recs) < walSize/3100 || len(recs) > walSize/3000 {
		t.Fatalf("%d records, error %v", len(recs), err)
	}
	for i := 1; i < len(recs); i++ {
		if recs[i].Prev != recs[i-1].LSN {
			t.Fatalf("record %d does not lead back", i)
		}
	}
	if x.WAL.Records != 5000 || *x.WAL != s.WALCounters() {
		t.Errorf("%+v, %+v", *x.WAL, s.WALCounters())
	}
	mustInsert(t, h, x, types.Row{types.NewText(strings.Repeat("z", walSize))})
	if recs, err := s.WAL().Records(0); err != nil || len(recs) != 0 {
		t.Errorf("after a record larger than the ring: %d records, error %v", len(recs), err)
	}
	mustInsert(t, h, x, text)
	s.wal.chunks[s.wal.last%walSize/walChunk][(s.wal.last+50)%walChunk] ^= 1
	if _, err := s.WAL().Records(0); pgerr.CodeOf(err) != pgerr.DataCorrupted {
		t.Errorf("damage: error %v", err)
	}
	x.Commit()
}

func TestDatumCodec(t *testing.T) {
	dec, err := types.ParseDec("-12345678901234567890.5000")
	if err != nil {
		t.Fatal(err)
	}
	ds := []types.Datum{
		types.NullDatum, types.NewBool(true), types.NewInt(-1 << 63), types.NewFloat4(-0.5),
		types.NewFloat8(1e300), types.NewText("a\x00b"), types.NewBytea([]byte{0, 1}),
		types.NewDate(-5), types.NewTime(7), types.NewTimestamp(1), types.NewTimestamptz(-1),
		types.NewInterval(types.IntervalVal{Months: 1, Days: -2, Micros: 3}),
		types.NewUUID([16]byte{1, 2, 3}), types.NewNumeric(dec),
		types.NewArray1(23, []types.Datum{types.NewInt(1), types.NullDatum}),
		types.NewRecord(&types.RecordVal{Types: []types.OID{23, 25}, Names: []string{"a", "b"},
			Fields: []types.Datum{types.NewInt(1), types.NewText("x")}}),
	}
	b := appendDatums(nil, ds)
	r := reader{b: b}
	got := r.row()
	if r.err != nil || len(r.b) != 0 {
		t.Fatal(r.err, len(r.b))
	}
	if string(appendDatums(nil, got)) != string(b) {
		t.Error("a value changed on its way")
	}
	for n := range len(b) {
		r := reader{b: b[:n]}
		if r.row(); r.err == nil {
			t.Errorf("the first %d of %d bytes decode", n, len(b))
		}
	}
}
