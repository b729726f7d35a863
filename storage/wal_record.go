package storage

// What the records' payloads say. A heap record lists slots of its block with
// their headers as they are after the change, and with values where the row is
// new; so replaying is copying, whatever the operation was. An update on one page
// leaves out the first and last values that the old version has too, as PostgreSQL's
// log_heap_update does.

import (
	"encoding/binary"
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// Infos of heap records; names as pg_waldump prints them.
const (
	infoInsert uint8 = iota
	infoMultiInsert
	infoDelete
	infoUpdate
	infoHotUpdate
	infoLock
	infoPrune
	infoVacuum
	infoFreeze
	infoKill
	infoInPlace
)

// Infos of index and transaction records.
const (
	infoLeafInsert uint8 = iota
	infoLeafMulti
	infoLeafRemove
)
const (
	infoCommit uint8 = iota
	infoAbort
	infoSubAbort
)

var infoNames = [numRmgrs][]string{
	RmgrHeap: {"INSERT", "MULTI_INSERT", "DELETE", "UPDATE", "HOT_UPDATE", "LOCK", "PRUNE",
		"VACUUM", "FREEZE", "CONFIRM", "INPLACE"},
	RmgrBtree: {"INSERT_LEAF", "INSERT_LEAF_MULTI", "VACUUM"},
	RmgrXact:  {"COMMIT", "ABORT", "SUBABORT"},
}

// Hints are not logged: they follow from the transactions' ends.
const maskHints = maskXminCommitted | maskXminAborted | maskXmaxCommitted | maskXmaxInvalid

func appendCount(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

// durable returns the mask bits that are logged.
func (h *tupleHeader) durable() uint64 {
	m := h.flags()
	keep := m &^ uint64(InvalidTID) &^ maskHints
	switch {
	case m&maskFrozen == maskFrozen:
		keep |= maskFrozen
	case m&maskXminAborted != 0:
		keep |= maskXminAborted
	}
	return keep
}

// appendHeader encodes a slot's header.
func appendHeader(b []byte, p *page, slot int) []byte {
	return appendSlot(b, &p.hdr[slot], slot, noValues)
}

// What follows a slot's header.
const (
	noValues      uint64 = iota
	allValues            // of the row
	changedValues        // the slot that has the others, and how many at the start and at the end
)

func appendSlot(b []byte, hd *tupleHeader, slot int, values uint64) []byte {
	b = binary.AppendUvarint(b, uint64(slot)<<2|values)
	m := hd.durable()
	b = binary.AppendUvarint(b, m>>tidBits)
	if m == 0 {
		return b
	}
	b = binary.AppendUvarint(b, uint64(hd.xmin))
	b = binary.AppendUvarint(b, uint64(hd.xmax))
	b = binary.AppendUvarint(b, uint64(hd.next+1)&uint64(InvalidTID))
	b = binary.AppendUvarint(b, uint64(hd.cmin))
	b = binary.AppendUvarint(b, uint64(hd.cmax))
	if m&maskHeapOnly != 0 {
		b = binary.AppendUvarint(b, uint64(hd.root()))
	}
	return b
}

// appendVersion encodes a slot's header and values.
func appendVersion(b []byte, p *page, slot int) []byte {
	b = appendSlot(b, &p.hdr[slot], slot, allValues)
	row := p.row(slot)
	b = binary.AppendUvarint(b, uint64(len(row)))
	for i := range row {
		b = AppendDatum(b, row[i])
	}
	return b
}

// appendChange is appendVersion of a version that replaces the one at slot old.
func appendChange(b []byte, p *page, slot, old int) []byte {
	b = appendSlot(b, &p.hdr[slot], slot, changedValues)
	from, to := p.row(old), p.row(slot)
	head, end := 0, len(to)
	for head < end && to[head].Identical(from[head]) {
		head++
	}
	for end > head && to[end-1].Identical(from[end-1]) {
		end--
	}
	b = binary.AppendUvarint(b, uint64(old))
	b = binary.AppendUvarint(b, uint64(head))
	b = binary.AppendUvarint(b, uint64(len(to)-end))
	for i := head; i < end; i++ {
		b = AppendDatum(b, to[i])
	}
	return b
}

// log writes one record of a heap, unless it is unlogged.
func (h *Heap) log(t *Txn, info uint8, no uint32, payload []byte) {
	if !h.unlogged {
		h.store.wal.append(t, RmgrHeap, info, h.id, no, payload)
	}
}

// logHeaders logs changed headers of a latched page. t is nil for pruning and
// vacuum, whose caller holds Heap.pruning.
func (h *Heap) logHeaders(t *Txn, info uint8, no uint32, p *page, slots ...int) {
	buf := &h.scratch
	if t != nil {
		buf = &t.scratch
	}
	b := appendCount((*buf)[:0], len(slots))
	for _, i := range slots {
		b = appendHeader(b, p, i)
	}
	h.log(t, info, no, b)
	*buf = b
}

// logEnd logs the end of a transaction that wrote.
func (r *Ring) logEnd(t *Txn, st xidState) {
	info := infoCommit
	if st == xidAborted {
		info = infoAbort
	}
	r.logXIDs(t, info, t.xids)
}

func (r *Ring) logSubAbort(t *Txn, gone []XID) { r.logXIDs(t, infoSubAbort, gone) }

func (r *Ring) logXIDs(t *Txn, info uint8, xids []XID) {
	b := appendCount(t.scratch[:0], len(xids))
	for _, xid := range xids {
		b = binary.AppendUvarint(b, uint64(xid))
	}
	r.append(t, RmgrXact, info, 0, 0, b)
	t.scratch = b
}

// reader decodes payloads; after the first mistake it returns zeros and keeps
// the error.
type reader struct {
	b   []byte
	err error
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail()
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) fail() {
	if r.err == nil {
		r.err = pgerr.New(pgerr.DataCorrupted, "malformed record")
	}
	r.b = nil
}

// header decodes what appendSlot wrote.
func (r *reader) header() (slot int, hd tupleHeader, values uint64) {
	v := r.uvarint()
	hd.next = InvalidTID
	m := r.uvarint() << tidBits
	if m == 0 {
		return int(v >> 2), hd, noValues
	}
	hd.xmin, hd.xmax = XID(r.uvarint()), XID(r.uvarint())
	hd.next = TID(r.uvarint()-1) & InvalidTID
	hd.cmin, hd.cmax = CommandID(r.uvarint()), CommandID(r.uvarint())
	if m&maskHeapOnly != 0 {
		m |= r.uvarint() & uint64(InvalidTID)
	}
	if m&maskNormal != 0 && hd.xmax == 0 {
		m |= maskXmaxInvalid
	}
	hd.word = m
	return int(v >> 2), hd, v & 3
}

// change decodes the values that differ from the row of an older version on the page,
// which version returns.
func (r *reader) change(version func(slot int) types.Row) types.Row {
	old := version(int(r.uvarint()))
	head, tail := r.uvarint(), r.uvarint()
	if n := uint64(len(old)); head > n || tail > n-head {
		r.fail()
		return nil
	}
	row := slices.Clone(old)
	for i := int(head); i < len(row)-int(tail); i++ {
		row[i] = r.datum()
	}
	return row
}

// row decodes a row's values.
func (r *reader) row() types.Row {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.fail()
		return nil
	}
	row := make(types.Row, n)
	for i := range row {
		row[i] = r.datum()
	}
	return row
}
