package storage

// What heaps and indexes tell of reads and writes by serializable transactions. A
// read is noted before the look that it stands for can be followed by a change, that
// is, under the latch or mutex of the look; a write asks who has read after it is
// made. So of a read and a write that meet, one always finds the other.

// firstUserOID is the lowest OID of a table whose rows are watched; the others are
// catalogs.
const firstUserOID = 16384

// watched returns the transaction as a watched one, nil if it is not, or not for a
// table. A READ ONLY transaction may have become safe meanwhile.
func (t *Txn) watched(table uint32) *sxact {
	if t == nil || t.serial == nil || table < firstUserOID {
		return nil
	}
	return t.serial
}

// fail keeps the error that the transaction's next step reports.
func (x *sxact) fail(err error) {
	if x.failure == nil {
		x.failure = err
	}
}

// SerialFailure returns why a serializable transaction must be rolled back, if a read
// found that out or another transaction decided it: 40001.
func (t *Txn) SerialFailure() error {
	if t == nil || t.serial == nil {
		return nil
	}
	s := &t.store.serial
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.serial.failure
}

// reading is the beginning of a read. It holds the mutex if it returns true; then
// the caller notes what it reads and calls s.mu.Unlock.
func (s *serial) reading(t *Txn, x *sxact) bool {
	s.mu.Lock()
	if x.safe {
		s.leave(t, x)
		s.mu.Unlock()
		return false
	}
	if x.doomed {
		x.fail(serialFailure("Canceled on identification as a pivot, during conflict out checking"))
	}
	return true
}

// readTable notes that all of the heap is read.
func (h *Heap) readTable(t *Txn) {
	x := t.watched(h.table.Load())
	if x == nil {
		return
	}
	s := &h.store.serial
	s.mu.Lock()
	if x.safe {
		s.leave(t, x)
	} else {
		s.lockTable(x, h.table.Load())
	}
	s.mu.Unlock()
}

// readVersions notes that a scan looks at all versions of a page, whose latch is held.
func (h *Heap) readVersions(sn *Snapshot, p *page) {
	t := sn.txn
	x := t.watched(h.table.Load())
	if x == nil {
		return
	}
	s := &h.store.serial
	if !s.reading(t, x) {
		return
	}
	defer s.mu.Unlock()
	for i := range p.hdr {
		hd := &p.hdr[i]
		if xid := h.changer(t, hd, sn.visible(h.store, hd, false)); xid != InvalidXID {
			if err := s.readOver(x, t.first, xid); err != nil {
				x.fail(err)
			}
		}
		h.readNews(s, sn, x, hd)
	}
}

// readVersion notes that sn's transaction looks at the version at tid: a lock if it is
// visible, and who changed it unseen. The page's latch is held.
func (h *Heap) readVersion(sn *Snapshot, hd *tupleHeader, tid TID, visible bool) {
	t := sn.txn
	x := t.watched(h.table.Load())
	if x == nil {
		return
	}
	s := &h.store.serial
	if !s.reading(t, x) {
		return
	}
	defer s.mu.Unlock()
	if visible {
		s.lock(x, sireadTag{sireadVersion, h.table.Load(), h.id, tid.Page(), tid.Slot(), false})
	}
	if xid := h.changer(t, hd, visible); xid != InvalidXID {
		if err := s.readOver(x, t.first, xid); err != nil {
			x.fail(err)
		}
	}
	h.readNews(s, sn, x, hd)
}

// readNews notes what a snapshot newer than the transaction's tells of a version.
func (h *Heap) readNews(s *serial, sn *Snapshot, x *sxact, hd *tupleHeader) {
	first := sn.txn.first
	if sn.completed == first.completed || hd.flags()&maskNormal == 0 {
		return
	}
	for _, xid := range [...]XID{hd.xmin, h.store.updater(hd, hd.flags())} {
		if sn.sees(xid) && h.store.log.state(xid) == xidCommitted {
			if err := s.observed(x, first, xid); err != nil {
				x.fail(err)
			}
		}
	}
}

// changer returns who made an invisible version, or ended a visible one: another
// transaction that has not been rolled back, InvalidXID if there is none.
func (h *Heap) changer(t *Txn, hd *tupleHeader, visible bool) XID {
	m := hd.flags()
	if m&maskNormal == 0 {
		return InvalidXID
	}
	xid := hd.xmin
	if visible {
		xid = h.store.updater(hd, m)
	} else if m&maskXminAborted != 0 {
		return InvalidXID // or frozen, which every snapshot sees
	}
	if xid == InvalidXID || t.owns(xid) || h.store.log.state(xid) == xidAborted {
		return InvalidXID
	}
	return xid
}

// noteRead locks what the scan has read so far. The index's mutex is held.
func (is *IndexScan) noteRead() {
	t, ix := is.sn.txn, is.ix
	x := t.watched(ix.table.Load())
	if x == nil {
		return
	}
	s := &ix.store.serial
	if !s.reading(t, x) {
		return
	}
	defer s.mu.Unlock()
	if !is.started {
		is.lock = s.lockRange(x, ix)
	}
	switch {
	case is.lock == nil:
	case ix.word != nil:
		is.lock.word = readSoFar(is, is.word, is.lastWord)
	default:
		is.lock.wide = readSoFar(is, is.wide, is.lastWide)
	}
}

// readSoFar is the part of a scan's bounds up to the last entry that it has read.
func readSoFar[E entry](is *IndexScan, b bounds[E], last E) bounds[E] {
	switch {
	case is.done:
	case is.backward:
		b.lo = last
	default:
		b.hi, b.open = last, false
	}
	return b
}

// writing is the beginning of the check of a write. It holds the mutex if it returns
// no error.
func (s *serial) writing(x *sxact) error {
	s.mu.Lock()
	x.wrote = true
	err := x.failure
	if err == nil && x.doomed {
		err = serialFailure("Canceled on identification as a pivot, during conflict in checking")
	}
	if err != nil {
		s.mu.Unlock()
	}
	return err
}

// wroteHere tells that t has written to the heap: a new row if tid is InvalidTID, else
// it ended the version there. The error is 40001.
func (h *Heap) wroteHere(t *Txn, tid TID) error {
	table := h.table.Load()
	x := t.watched(table)
	if x == nil {
		return nil
	}
	s := &h.store.serial
	if err := s.writing(x); err != nil {
		return err
	}
	defer s.mu.Unlock()
	if tid != InvalidTID {
		tag := sireadTag{sireadVersion, table, h.id, tid.Page(), tid.Slot(), false}
		if err := s.writeOver(x, tag); err != nil {
			return err
		}
		if len(t.levels) == 1 && x.has(tag) { // who writes it now meets the row lock; a savepoint's can go away
			s.drop(x, tag)
			x.held.fine[sireadTag{kind: sireadTable, table: table}]--
			x.held.fine[sireadTag{sireadPage, table, h.id, tid.Page(), 0, false}]--
		}
		tag.kind, tag.slot = sireadPage, 0
		if err := s.writeOver(x, tag); err != nil {
			return err
		}
	}
	return s.writeOver(x, sireadTag{kind: sireadTable, table: table})
}

// writeOver finds those who have read what is written.
func (s *serial) writeOver(me *sxact, tag sireadTag) error {
	for _, r := range s.locks.holders[tag] {
		if err := s.writeOverReader(me, r); err != nil {
			return err
		}
	}
	return s.writeOverOld(me, s.old.tags[tag])
}

// writeOverReader is for one reader, which matters if it runs, or ended after me began.
func (s *serial) writeOverReader(me, r *sxact) error {
	if r == me || r.doomed || r.committed() && r.ended <= me.begun {
		return nil
	}
	return s.edge(r, me, me)
}

// wroteKey tells that t has added an entry to the index. The error is 40001.
func (ix *Index) wroteKey(t *Txn, k encodedKey, tid TID) error {
	table := ix.table.Load()
	x := t.watched(table)
	if x == nil {
		return nil
	}
	s := &ix.store.serial
	if err := s.writing(x); err != nil {
		return err
	}
	defer s.mu.Unlock()
	word, wide := k.word, newWide(k.wide, tid)
	word.tid |= tid
	for _, tag := range [...]sireadTag{{kind: sireadIndex, table: table, file: ix.id}, ix.leafTag(table)} {
		if err := s.writeOver(x, tag); err != nil {
			return err
		}
	}
	for _, r := range s.locks.ranges[ix] {
		if r.has(ix, word, wide) {
			if err := s.writeOverReader(x, r.owner); err != nil {
				return err
			}
		}
	}
	for i := range s.old.ranges[ix] {
		if r := &s.old.ranges[ix][i]; r.has(ix, word, wide) {
			if err := s.writeOverOld(x, r.ended); err != nil {
				return err
			}
		}
	}
	return nil
}

// wroteUnique is wroteKey for a key that nobody has, as it turned out: not even a row
// that the transaction's snapshot sees, but that another one has deleted since.
func (ix *Index) wroteUnique(t *Txn, heap *Heap, k encodedKey, tid TID) error {
	x := t.watched(ix.table.Load())
	if x == nil {
		return nil
	}
	if err := ix.wroteKey(t, k, tid); err != nil {
		return err
	}
	var xids []XID
	ix.mu.RLock()
	ix.eachEqual(k, func(at TID) bool {
		xids = heap.endedBy(at, xids)
		return true
	})
	ix.mu.RUnlock()
	s := &ix.store.serial
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, xid := range xids {
		if t.owns(xid) {
			continue
		}
		if err := s.observed(x, t.first, xid); err != nil {
			return err
		}
	}
	return nil
}

// endedBy appends who ended the versions of the chain at root and has committed.
func (h *Heap) endedBy(root TID, xids []XID) []XID {
	tid, want := root, InvalidXID
	for {
		p, hd := h.slotOf(tid)
		if p == nil {
			return xids
		}
		m, next, xmin := hd.flags(), hd.next, hd.xmin
		upd := h.store.updater(hd, m)
		p.latch.RUnlock()
		switch {
		case m&maskRedirect != 0:
			tid, want = next, xmin
			continue
		case m&maskNormal == 0 || want != InvalidXID && xmin != want, upd == InvalidXID:
			return xids
		case h.store.log.state(upd) == xidCommitted:
			xids = append(xids, upd)
		}
		if m&maskHotUpdated == 0 || next == InvalidTID {
			return xids
		}
		tid, want = next, upd
	}
}

// foundUnique tells that a key is taken by the row at tid. If the transaction may go on
// after that error, and its snapshot does not see the row, it must not contradict it.
func (ix *Index) foundUnique(t *Txn, heap *Heap, k encodedKey, tid TID) error {
	x := t.watched(ix.table.Load())
	if x == nil {
		return nil
	}
	if err := ix.wroteKey(t, k, tid); err != nil {
		return err
	}
	sys, ok := heap.System(tid)
	if !ok || t.owns(sys.Xmin) {
		return nil
	}
	s := &ix.store.serial
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.observed(x, t.first, sys.Xmin) != nil {
		x.doomed = true
	}
	return nil
}

func (ix *Index) leafTag(table uint32) sireadTag {
	return sireadTag{kind: sireadPage, table: table, file: ix.id, page: 1, index: true}
}

// has tells whether a key is in the range. Only one of the two forms counts.
func (r *sireadRange) has(ix *Index, word wordEntry, wide wideEntry) bool {
	if ix.word != nil {
		return within(&r.word, word, lessWord)
	}
	return within(&r.wide, wide, lessWide)
}

func within[E entry](b *bounds[E], e E, less func(a, b E) bool) bool {
	return !b.empty && !less(e, b.lo) && (b.open || !less(b.hi, e))
}

// Replaced tells that t gives up the file of a table or of an index: who has read
// something there has read all of the table as it was, and t writes over that. What
// that leads to is reported by SerialFailure.
func (s *Store) Replaced(t *Txn, file FileID) {
	table := uint32(0)
	heap, ix := s.OpenHeap(file), s.OpenIndex(file)
	switch {
	case heap != nil:
		table = heap.table.Load()
	case ix != nil:
		table = ix.table.Load()
	}
	if table < firstUserOID {
		return
	}
	sr := &s.serial
	sr.mu.Lock()
	defer sr.mu.Unlock()
	readers := map[*sxact]bool{}
	for tag, xs := range sr.locks.holders {
		if tag.table == table && (tag.file == file || tag.kind == sireadTable) {
			for _, x := range xs {
				readers[x] = true
			}
		}
	}
	for _, r := range sr.locks.ranges[ix] {
		readers[r.owner] = true
	}
	for x := range readers {
		sr.lockTable(x, table)
	}
	sr.old.replaced(table, file, ix)
	if heap != nil && t.serial != nil {
		t.serial.wrote = true
		if err := sr.writeOver(t.serial, sireadTag{kind: sireadTable, table: table}); err != nil {
			t.serial.fail(err)
		}
	}
}
