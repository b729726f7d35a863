package storage

// Reading the log back: Records decodes the ring, Replay builds heaps from it.
// Both exist to prove that the log is complete.

import (
	"encoding/binary"
	"hash/crc32"

	"minidb/pgerr"
	"minidb/types"
)

// Record is one decoded WAL record.
type Record struct {
	LSN, Prev LSN
	XID       XID // 0 for pruning and vacuum
	Rmgr      Rmgr
	Info      uint8
	File      FileID // 0 for transaction records
	Page      uint32
	Bytes     int // length in the log
	Payload   []byte
}

// Name returns the operation as pg_waldump prints it, such as HOT_UPDATE.
func (r Record) Name() string {
	if r.Rmgr < numRmgrs && int(r.Info) < len(infoNames[r.Rmgr]) {
		return infoNames[r.Rmgr][r.Info]
	}
	return "UNKNOWN"
}

// Records decodes what is in the ring from position from on (0: all), oldest
// first. It fails with XX001 if a record's checksum or length is wrong.
func (r *Ring) Records(from LSN) ([]Record, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var recs []Record
	for at := r.oldest; at < r.end; {
		hd := r.get(at, walHeader)
		size := int(binary.LittleEndian.Uint32(hd))
		pad := int(hd[34])
		if size < walHeader || pad > 7 || at+LSN(size) > r.end {
			return recs, corrupt(at)
		}
		payload := r.get(at+walHeader, size-walHeader-pad)
		crc := crc32.Update(crc32.Checksum(payload, castagnoli), castagnoli, hd[8:])
		if crc != binary.LittleEndian.Uint32(hd[4:]) || hd[32] >= byte(numRmgrs) {
			return recs, corrupt(at)
		}
		if at >= from {
			recs = append(recs, Record{
				LSN: at, Prev: LSN(binary.LittleEndian.Uint64(hd[16:])),
				XID:  XID(binary.LittleEndian.Uint64(hd[8:])),
				Rmgr: Rmgr(hd[32]), Info: hd[33], Bytes: size, Payload: payload,
				File: FileID(binary.LittleEndian.Uint32(hd[24:])),
				Page: binary.LittleEndian.Uint32(hd[28:]),
			})
		}
		at += LSN(size)
	}
	return recs, nil
}

func corrupt(at LSN) error {
	return pgerr.New(pgerr.DataCorrupted, "invalid record at %X/%X", uint64(at)>>32, uint32(at))
}

// Replay applies heap and transaction records to a store that was just made;
// heaps come into being under their ids. Index records are passed over: an
// index follows from its heap. Transactions without an end count as aborted.
func Replay(recs []Record, into *Store) error {
	into.wal.off = true
	defer func() { into.wal.off = false }()
	running := map[XID]bool{}
	for _, rec := range recs {
		if rec.XID >= into.nextXID {
			into.sawXID(rec.XID, running)
		}
		var err error
		switch rec.Rmgr {
		case RmgrHeap:
			err = into.redoHeap(rec)
		case RmgrXact:
			err = into.redoXact(rec, running)
		}
		if err != nil {
			return err
		}
	}
	for xid := range running {
		into.log.set(xid, xidAborted)
	}
	for _, h := range into.heaps {
		h.recount()
	}
	return nil
}

func (s *Store) sawXID(xid XID, running map[XID]bool) {
	for ; s.nextXID <= xid; s.nextXID++ {
		s.log.extend(s.nextXID)
		running[s.nextXID] = true
	}
}

func (s *Store) redoXact(rec Record, running map[XID]bool) error {
	r := reader{b: rec.Payload}
	for n := r.uvarint(); n > 0 && r.err == nil; n-- {
		xid := XID(r.uvarint())
		s.sawXID(xid, running)
		delete(running, xid)
		if rec.Info == infoCommit {
			s.log.set(xid, xidCommitted)
		} else {
			s.log.set(xid, xidAborted)
		}
	}
	return r.err
}

func (s *Store) redoHeap(rec Record) error {
	h := s.heaps[rec.File]
	if h == nil {
		h = newHeap(s, rec.File, 0)
		s.heaps[rec.File] = h
		s.nextFile = max(s.nextFile, rec.File+1)
	}
	r := reader{b: rec.Payload}
	for n := r.uvarint(); n > 0 && r.err == nil; n-- {
		slot, hd, values := r.header()
		var row types.Row
		switch values {
		case allValues:
			row = r.row()
		case changedValues:
			row = r.change(func(slot int) types.Row { return h.replayed(rec.Page, slot) })
		}
		if r.err != nil || slot >= maxPageRows {
			return corrupt(rec.LSN)
		}
		h.redoSlot(rec.Page, slot, hd, row)
	}
	return r.err
}

// replayed returns the values of a slot that the log has filled, nil if it has not.
func (h *Heap) replayed(no uint32, slot int) types.Row {
	p := h.page(no)
	if p == nil || slot < 0 || slot >= len(p.hdr) {
		return nil
	}
	return p.row(slot)
}

// redoSlot puts a header, and values if there are any, where the log says.
func (h *Heap) redoSlot(no uint32, slot int, hd tupleHeader, row types.Row) {
	if len(row) > 0 {
		h.SetNAtts(len(row))
	}
	h.ext.Lock()
	for h.Pages() <= int(no) {
		h.appendPage(&page{epoch: h.epoch.Load(), natts: h.NAtts()})
	}
	h.ext.Unlock()
	p := h.lockPage(no)
	defer p.latch.Unlock()
	if len(p.hdr) == 0 && len(row) > 0 {
		p.natts = len(row)
	}
	for len(p.hdr) <= slot {
		p.free = 0
		p.takeSlot()
	}
	p.hdr[slot] = hd
	p.touched.add(slot)
	p.hot = p.hot || hd.word&maskHeapOnly != 0
	switch {
	case row != nil && len(row) == p.natts:
		copy(p.row(slot), row)
	case hd.word&maskNormal == 0:
		clear(p.row(slot))
	}
}

// recount finds free slots and counts rows after a replay.
func (h *Heap) recount() {
	for no := range uint32(h.Pages()) {
		p := h.lockPage(no)
		p.free, p.firstFree = 0, 0
		for i := range p.hdr {
			if p.hdr[i].word&maskSlot == 0 {
				p.free++
			}
		}
		free := p.free
		p.latch.Unlock()
		if free > 0 {
			h.addFree(no)
		}
	}
}
