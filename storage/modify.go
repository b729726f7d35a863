package storage

// UPDATE and DELETE of one row version. A version is changed under its page's
// latch; if another transaction is in the way, the latch is given up, that
// transaction's end is awaited, and everything is looked at again.

import (
	"context"
	"errors"
	"time"
	"unsafe"

	"minidb/pgerr"
	"minidb/types"
)

// TMResult is how an attempt to change a row version ended, PostgreSQL's TM_Result.
type TMResult uint8

// The results. Anything but TMOk has changed nothing.
const (
	TMOk            TMResult = iota
	TMInvisible              // the version is not there for the caller
	TMSelfModified           // changed by this command, or a later one, of the own transaction
	TMUpdated                // replaced by a transaction that committed; TMFailure says by what
	TMDeleted                // deleted by a transaction that committed
	TMBeingModified          // not returned: such cases wait, or end in TMWouldBlock
	TMWouldBlock             // the row is locked and the caller did not want to wait
)

// TMFailure tells about the change that was in the way.
type TMFailure struct {
	TID   TID       // of the newer version for TMUpdated, else of the version itself
	Xmax  XID       // who changed it
	Cmax  CommandID // in which command, for TMSelfModified
	Moved bool      // the row moved to another partition: TMUpdated without a newer version here
	Own   bool      // TMInvisible: a command of the own transaction made the version
}

// Delete deletes the version at tid. sn gives the command that deletes; nil
// means the current one. It waits for a transaction that is changing the row.
// Errors come from waiting: deadlock, cancel, lock timeout.
func (h *Heap) Delete(ctx context.Context, t *Txn, sn *Snapshot, tid TID) (TMResult, TMFailure, error) {
	return h.remove(ctx, t, sn, tid, false)
}

// DeleteMoved is Delete of a row that moves to another partition: others that
// waited for the row learn so by TMFailure.Moved.
func (h *Heap) DeleteMoved(ctx context.Context, t *Txn, sn *Snapshot, tid TID) (TMResult, TMFailure, error) {
	return h.remove(ctx, t, sn, tid, true)
}

func (h *Heap) remove(ctx context.Context, t *Txn, sn *Snapshot, tid TID, moved bool) (TMResult, TMFailure, error) {
	t.XID()
	p, hd, res, fail, err := h.lockForChange(ctx, t, sn, tid, LockUpdate, WaitBlock, "deleting tuple")
	if p == nil {
		return res, fail, err
	}
	defer p.latch.Unlock()
	h.setXmax(t, p, int(tid.Slot()), LockUpdate, true)
	if moved {
		hd.set(maskMoved)
	}
	h.logHeaders(t, infoDelete, tid.Page(), p, int(tid.Slot()))
	h.live.Add(-1)
	h.dead.Add(1)
	t.wrote(h).Deleted++
	return TMOk, fail, h.wroteHere(t, tid)
}

// Update is UpdateLocking with the lock that goes with newKeys where every index
// is one of keys.
func (h *Heap) Update(ctx context.Context, t *Txn, sn *Snapshot, tid TID, row types.Row, newKeys bool) (TID, TMResult, TMFailure, error) {
	mode := LockNoKeyUpdate
	if newKeys {
		mode = LockUpdate
	}
	return h.UpdateLocking(ctx, t, sn, tid, row, newKeys, mode)
}

// UpdateLocking replaces the version at tid by row and returns the new version's
// place. With newKeys the caller inserts index entries for it; without, no
// indexed column changed, and the new version is reached through the old one
// (heap-only). mode is LockUpdate if a column changed that identifies the row,
// else LockNoKeyUpdate. sn, waiting and errors as in Delete.
func (h *Heap) UpdateLocking(ctx context.Context, t *Txn, sn *Snapshot, tid TID, row types.Row, newKeys bool, mode LockMode) (TID, TMResult, TMFailure, error) {
	natts := h.NAtts()
	if len(row) > natts {
		return InvalidTID, TMOk, TMFailure{}, tooWide(len(row), natts)
	}
	t.XID()
	h.makeRoom(tid.Page())
	p, hd, res, fail, err := h.lockForChange(ctx, t, sn, tid, mode, WaitBlock, "updating tuple")
	if p == nil {
		return InvalidTID, res, fail, err
	}
	v := newVersion(t.XID(), t.useCommand())
	if !newKeys {
		root := tid
		if hd.word&maskHeapOnly != 0 {
			root = hd.root()
		}
		v.word |= maskHeapOnly | uint64(root)
	}
	h.carryLockers(t, hd, &v)
	h.setXmax(t, p, int(tid.Slot()), mode, true)
	h.dead.Add(1)
	w := t.wrote(h)
	w.Updated++
	if !newKeys {
		w.HeapOnly++
	}
	if p.natts == natts && !p.full() {
		at := h.replaceHere(t, p, tid, row, v)
		return at, TMOk, fail, h.wroteHere(t, tid)
	}
	w.NewPage++
	at := h.replaceElsewhere(t, p, tid, row, v)
	return at, TMOk, fail, h.wroteHere(t, tid)
}

// replaceHere puts the new version on the old one's page, whose latch is held
// and given up.
func (h *Heap) replaceHere(t *Txn, p *page, tid TID, row types.Row, v tupleHeader) TID {
	defer p.latch.Unlock()
	slot := p.putVersion(p.row(int(tid.Slot())), row, v)
	at := MakeTID(tid.Page(), uint16(slot))
	link(&p.hdr[tid.Slot()], at, v.word&maskHeapOnly != 0)
	b := appendCount(t.scratch[:0], 2)
	b = appendHeader(b, p, int(tid.Slot()))
	b = appendChange(b, p, slot, int(tid.Slot()))
	info := infoUpdate
	if v.word&maskHeapOnly != 0 {
		info = infoHotUpdate
	}
	h.log(t, info, tid.Page(), b)
	t.scratch = b
	return at
}

// putVersion stores a new version of old's row on a latched page.
func (p *page) putVersion(old, row types.Row, v tupleHeader) int {
	slot := p.takeSlot()
	keepTexts(old, row, p.row(slot))
	p.hdr[slot] = v
	p.hot = p.hot || v.word&maskHeapOnly != 0
	return slot
}

// replaceElsewhere puts the new version on another page. The old version's latch
// is held and given up. While both pages are latched nobody sees one without the
// other; if the other page is busy, the old version's xmax, set already, keeps
// others away while no latch is held in between.
func (h *Heap) replaceElsewhere(t *Txn, p *page, tid TID, row types.Row, v tupleHeader) TID {
	old := p.row(int(tid.Slot()))
	no, np := h.tryTarget(t)
	both := np != nil
	if !both {
		h.logHeaders(t, infoUpdate, tid.Page(), p, int(tid.Slot()))
		p.latch.Unlock()
		no, np = h.pageForInsert(t, h.NAtts())
	}
	slot := np.putVersion(old, row, v)
	at := MakeTID(no, uint16(slot))
	b := appendCount(t.scratch[:0], 1)
	b = appendVersion(b, np, slot)
	h.log(t, infoInsert, no, b)
	t.scratch = b
	np.latch.Unlock()

	if both {
		link(&p.hdr[tid.Slot()], at, v.word&maskHeapOnly != 0)
		h.logHeaders(t, infoUpdate, tid.Page(), p, int(tid.Slot()))
		p.latch.Unlock()
		return at
	}
	p, hd := h.lockSlot(tid)
	link(hd, at, v.word&maskHeapOnly != 0)
	h.logHeaders(t, infoUpdate, tid.Page(), p, int(tid.Slot()))
	late := h.lockers(hd)
	p.latch.Unlock()
	for _, m := range late {
		if !m.update {
			h.addLocker(t, at, t.XID(), m)
		}
	}
	return at
}

// keepTexts is own for a new version: texts that are the old version's very own
// are shared, not copied.
func keepTexts(old, row, dst types.Row) {
	n := copy(dst, row)
	clear(dst[n:])
	for i := range dst[:n] {
		if dst[i].Kind() == types.Text && (i >= len(old) || !sameText(old[i], dst[i])) {
			dst[i] = dst[i].Owned()
		}
	}
}

func sameText(a, b types.Datum) bool {
	if a.Kind() != types.Text {
		return false
	}
	x, y := a.Text(), b.Text()
	return len(x) == len(y) && unsafe.StringData(x) == unsafe.StringData(y)
}

// link makes the old version lead to the new one.
func link(old *tupleHeader, at TID, hot bool) {
	old.next = at
	if hot {
		old.set(maskHotUpdated)
	}
}

// lockForChange latches the page of tid exclusively once t may change or lock
// the version there in the given mode. A nil page means that it may not: the
// result says why, and nothing is latched. doing is for the error of a wait.
func (h *Heap) lockForChange(ctx context.Context, t *Txn, sn *Snapshot, tid TID, mode LockMode, wait WaitPolicy, doing string) (*page, *tupleHeader, TMResult, TMFailure, error) {
	cid := t.command
	if sn != nil {
		cid = sn.CurCommand
	}
	if err := t.SerialFailure(); err != nil {
		return nil, nil, TMBeingModified, TMFailure{TID: tid}, err
	}
	q := rowQueue{t: t, rowPlace: rowPlace{tag: h.rowTag(tid), mode: queueModes[mode]}}
	defer q.leave()
	t.visit(h.local)
	for {
		p, hd := h.lockSlot(tid)
		if p == nil {
			return nil, nil, TMInvisible, TMFailure{TID: tid}, nil
		}
		res, blocker := h.obstacle(t, cid, hd, mode)
		if res == TMOk && t.hasOwnXID() {
			return p, hd, TMOk, TMFailure{TID: tid}, nil
		}
		if res == TMOk { // who only waited has no id, and keeps its place while it gets one
			p.latch.Unlock()
			t.XID()
			continue
		}
		fail := h.failure(t, tid, hd, res)
		q.member = q.member || res == TMBeingModified && h.holds(t, hd, LockKeyShare)
		p.latch.Unlock()
		if res != TMBeingModified {
			q.moves = res == TMUpdated && !fail.Moved && t.iso == ReadCommitted
			return nil, nil, res, fail, nil
		}
		if wait != WaitBlock {
			return nil, nil, TMWouldBlock, fail, nil
		}
		first, err := q.enter(ctx)
		if err == nil && !first {
			err = waitFailure(t.waitFor(ctx, blocker), doing, tid)
		}
		if err != nil {
			return nil, nil, TMBeingModified, fail, err
		}
	}
}

// obstacle says what stands in the way of t's command cid; TMBeingModified comes
// with a transaction to wait for.
func (h *Heap) obstacle(t *Txn, cid CommandID, hd *tupleHeader, mode LockMode) (TMResult, XID) {
	res := h.store.updatable(t, cid, hd)
	if res == TMUpdated && mode == LockKeyShare && h.keyKept(hd) {
		return TMOk, InvalidXID // whoever asks for the key finds it here too
	}
	if res != TMBeingModified {
		return res, InvalidXID
	}
	if blocker := h.blocker(t, hd, mode); blocker != InvalidXID {
		return res, blocker
	}
	// What is left does not conflict, unless it has just committed.
	if res = h.store.updatable(t, cid, hd); res == TMBeingModified {
		res = TMOk
	}
	return res, InvalidXID
}

// keyKept tells whether the update that ended the version left its key as it was.
func (h *Heap) keyKept(hd *tupleHeader) bool {
	_, mode := h.ending(hd)
	return mode == LockNoKeyUpdate
}

// ending returns who deleted or replaced the version, committed or not, and the
// lock that goes with it: LockUpdate if the key went too. InvalidXID if nobody did.
func (h *Heap) ending(hd *tupleHeader) (XID, LockMode) {
	m := hd.flags()
	if m&maskMulti == 0 {
		return h.store.updater(hd, m), hd.mode()
	}
	for _, mem := range h.store.multis.members(hd.xmax) {
		if mem.update {
			return mem.xid, mem.mode
		}
	}
	return InvalidXID, LockKeyShare
}

func (h *Heap) failure(t *Txn, tid TID, hd *tupleHeader, res TMResult) TMFailure {
	m := hd.flags()
	f := TMFailure{TID: tid, Xmax: h.store.updater(hd, m), Cmax: hd.cmax}
	f.Own = res == TMInvisible && m&maskNormal != 0 && t.owns(hd.xmin)
	if res == TMUpdated {
		f.TID, f.Moved = hd.next, m&maskMoved != 0
	}
	return f
}

// waitFor waits until xid has ended: first on its own lock, then, if that was a
// subtransaction's that was released, on the one of the whole transaction
// (XactLockTableWait). No latch or mutex may be held.
func (t *Txn) waitFor(ctx context.Context, xid XID) error {
	for t.store.log.state(xid) == xidInProgress {
		if t.locks == nil {
			return pgerr.New(pgerr.Internal, "transaction %d waits for %d without a lock owner", t.TopXID(), xid)
		}
		if err := t.locks.WaitXID(ctx, uint64(xid)); err != nil {
			return err
		}
		if t.store.log.state(xid) != xidInProgress {
			return nil
		}
		if top := t.store.topOf(xid); top != xid && top != InvalidXID {
			xid = top
			continue
		}
		// The other side has no lock owner, or no lock yet, so there is nothing to wait on.
		if err := canceled(ctx); err != nil {
			return err
		}
		time.Sleep(50 * time.Microsecond)
	}
	return nil
}

// canceled returns why ctx has ended, nil if it has not.
func canceled(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	var e *pgerr.Error
	if errors.As(context.Cause(ctx), &e) {
		return e
	}
	return pgerr.New(pgerr.QueryCanceled, "canceling statement due to user request")
}
