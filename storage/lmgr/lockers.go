package lmgr

// Waiting for those who have a relation locked, without asking for the lock: nobody
// queues behind who waits, and who locks it later is not waited for (WaitForLockers).
// They are waited for by their transactions' numbers. A session's lock on the number of
// its own transaction is in the shared table only if somebody waits for it, who puts it
// there (VirtualXactLock).

import (
	"context"
	"sync/atomic"
)

// virtual is the number of a session's transaction, times two; the lowest bit tells that
// the session's lock on it is in the shared table.
type virtual struct{ atomic.Uint64 }

const virtualShared = 1

// Virtual is a transaction by its session and its number in there, which it has before it
// writes anything: PostgreSQL's VirtualTransactionId.
type Virtual struct {
	session *Locks
	number  uint64
}

// Virtual returns the session's running transaction. Others may ask while they know that
// it does not end meanwhile.
func (l *Locks) Virtual() Virtual { return Virtual{l, l.virtual.Load() &^ virtualShared} }

// WaitForLockers waits until all transactions of other sessions have ended that now hold
// a lock on the relation which conflicts with mode. The errors are those of Acquire.
func (l *Locks) WaitForLockers(ctx context.Context, tag Tag, mode Mode) error {
	lockers, err := l.lockers(&tag, mode)
	if err != nil {
		return err
	}
	for _, w := range lockers {
		if err := l.WaitVirtual(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (l *Locks) lockers(tag *Tag, mode Mode) (list []Virtual, err error) {
	hash := tag.hash()
	if err := l.m.moveFast(tag, hash); err != nil {
		return nil, err
	}
	p := l.m.partition(hash)
	p.mu.Lock()
	defer p.mu.Unlock()
	if lk := p.find(tag, hash); lk != nil {
		for h := lk.holders; h != nil; h = h.next {
			if h.owner != l && h.mask&conflicts[mode] != 0 {
				list = append(list, h.owner.Virtual())
			}
		}
	}
	return list, nil
}

// WaitVirtual waits for the end of one transaction. The errors are those of Acquire.
func (l *Locks) WaitVirtual(ctx context.Context, w Virtual) error {
	tag := w.session.virtualTag(w.number)
	running, err := w.session.shareVirtual(&tag, w.number)
	if !running || err != nil {
		return err
	}
	if _, err := l.Acquire(ctx, tag, Share, false); err != nil {
		return err
	}
	l.Release(tag, Share)
	return nil
}

func (l *Locks) virtualTag(number uint64) Tag {
	return Tag{Kind: KindVirtual, A: number >> 1, B: uint32(l.pid)}
}

// shareVirtual puts l's lock on the number of its transaction into the shared table, for
// another session that waits for it; false if that transaction has ended.
func (l *Locks) shareVirtual(tag *Tag, number uint64) (bool, error) {
	hash := tag.hash()
	p := l.m.partition(hash)
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.virtual.Load() == number|virtualShared {
		return true, nil
	}
	lk, err := l.m.findOrAdd(p, tag, hash)
	if err != nil {
		return false, err
	}
	if !l.virtual.CompareAndSwap(number, number|virtualShared) {
		if lk.holders == nil {
			p.discard(lk)
			l.m.locked.Add(-1)
		}
		return false, nil
	}
	h := &holder{owner: l}
	h.link(lk)
	lk.grant(h, Exclusive)
	return true, nil
}

// endVirtual is the transaction's end: the next one has another number.
func (l *Locks) endVirtual() {
	number := l.virtual.Load() &^ virtualShared
	if l.virtual.Swap(number+2)&virtualShared != 0 {
		tag := l.virtualTag(number)
		l.ungrab(nil, &tag, Exclusive, tag.hash())
	}
}
