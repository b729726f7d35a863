package storage

// What is left of committed serializable transactions that are too many to be kept
// one by one. PostgreSQL's SummarizeOldestCommittedSxact, and its pg_serial.

// oldSerial is the sum of several transactions. The zero value is of none.
type oldSerial struct {
	sum    *sxact // stands for all of them as reader; nil if there is none
	newest seqNo  // their last commit
	// tags and ranges are what was read, with the last commit of a reader.
	tags   map[sireadTag]seqNo
	ranges map[*Index][]oldRange
	// outs has, for each id, when the first that its transaction has an edge to had
	// committed, plus 1; never if there is none. 0 is no id of theirs.
	outs map[XID]*[oldPage]seqNo
}

type oldRange struct {
	sireadRange
	ended seqNo
}

// oldPage is how many ids share an array.
const oldPage = 1024

// sumUp adds the oldest transaction that is kept, and forgets it.
func (s *serial) sumUp(x *sxact) {
	o := &s.old
	if o.sum == nil {
		o.sum = &sxact{prepared: never, ended: never, outFirst: never}
		o.tags, o.ranges, o.outs = map[sireadTag]seqNo{}, map[*Index][]oldRange{}, map[XID]*[oldPage]seqNo{}
	}
	o.newest = x.ended
	for tag := range x.held.tags {
		o.tags[tag] = x.ended
	}
	if len(o.tags) > s.limit().all {
		o.coarsen()
	}
	for ix := range x.held.ranges {
		if len(o.ranges[ix]) >= s.limit().perTable {
			o.tags[sireadTag{kind: sireadIndex, table: ix.table.Load(), file: ix.id}] = x.ended
			continue
		}
		for _, r := range s.locks.ranges[ix] {
			if r.owner == x {
				o.ranges[ix] = append(o.ranges[ix], oldRange{*r, x.ended})
			}
		}
	}
	first := x.outFirst
	if first != never {
		first++
	}
	for _, xid := range x.xids {
		p := o.outs[xid/oldPage]
		if p == nil {
			p = new([oldPage]seqNo)
			o.outs[xid/oldPage] = p
		}
		p[xid%oldPage] = first
	}
	for _, w := range x.out {
		w.oldIn = true
	}
	for _, r := range x.in {
		r.oldOut = true
	}
	s.forget(x)
}

// coarsen lets tables stand for all that was read in them.
func (o *oldSerial) coarsen() {
	tables := map[sireadTag]seqNo{}
	for tag, ended := range o.tags {
		t := sireadTag{kind: sireadTable, table: tag.table}
		tables[t] = max(tables[t], ended)
	}
	o.tags = tables
}

// clean forgets them if nobody that ran beside one of them runs any more.
func (o *oldSerial) clean(low seqNo) {
	if o.sum != nil && o.newest <= low {
		*o = oldSerial{}
	}
}

func (o *oldSerial) dropLocks() {
	clear(o.tags)
	clear(o.ranges)
}

// replaced is Store.Replaced for what is summed up.
func (o *oldSerial) replaced(table uint32, file FileID, ix *Index) {
	var ended seqNo
	for tag, e := range o.tags {
		if tag.table == table && tag.file == file {
			ended = max(ended, e)
		}
	}
	for _, r := range o.ranges[ix] {
		ended = max(ended, r.ended)
	}
	if ended > 0 {
		t := sireadTag{kind: sireadTable, table: table}
		o.tags[t] = max(o.tags[t], ended)
	}
}

// readOverOld is readOver for an id that is nobody's that is kept.
func (s *serial) readOverOld(me *sxact, xid XID) error {
	p := s.old.outs[xid/oldPage]
	if p == nil || p[xid%oldPage] == 0 {
		return nil // a transaction of another level
	}
	first := p[xid%oldPage]
	if first != never && (!me.readOnly || first-1 <= me.begun) {
		return serialFailure("Canceled on conflict out to old pivot %d", uint32(xid))
	}
	if me.oldIn || len(me.in) > 0 {
		return serialFailure("Canceled on identification as a pivot, with conflict out to old committed transaction %d", uint32(xid))
	}
	me.oldOut = true
	return nil
}

// writeOverOld tells that me writes over what one that is summed up has read, the last
// of which ended then; 0 if none did.
func (s *serial) writeOverOld(me *sxact, ended seqNo) error {
	if ended <= me.begun {
		return nil
	}
	return s.edge(s.old.sum, me, me)
}
