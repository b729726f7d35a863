package storage

// The write-ahead log: every change of heaps and indexes is encoded as a record
// into a ring in memory. Nothing goes to disk; what is kept is what PostgreSQL's
// optimizations are measured by, the number and size of records, and the newest
// records themselves, from which pages can be built again.
//
//	record: length 4 | CRC-32C 4 | xid 8 | previous LSN 8 | file 4 | page 4 |
//	        rmgr 1 | info 1 | unused 2 | payload | zeros up to a multiple of 8

import (
	"encoding/binary"
	"hash/crc32"
	"sync"
	"time"
)

// LSN is a position in the log: bytes written before it.
type LSN uint64

// Rmgr says which part of storage wrote a record.
type Rmgr uint8

// The resource managers.
const (
	RmgrHeap Rmgr = iota
	RmgrBtree
	RmgrXact
	numRmgrs
)

// String returns PostgreSQL's name of the resource manager.
func (r Rmgr) String() string { return [...]string{"Heap", "Btree", "Transaction"}[r] }

// WALStats counts records and their bytes, headers and padding included.
type WALStats struct{ Records, Bytes int64 }

const (
	maxInfos  = 11 // of one resource manager
	walHeader = 36
	walChunk  = 64 << 10
	walChunks = 64 // 4 MB in all
	walSize   = walChunk * walChunks
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Ring holds the newest 4 MB of log. Its memory comes in chunks of 64 kB as it
// fills, so that a store that writes little costs little.
type Ring struct {
	mu     sync.Mutex
	chunks [walChunks][]byte
	end    LSN // where the next record goes
	oldest LSN // first whole record still there
	last   LSN // start of the newest record
	stats  [numRmgrs][maxInfos]WALStats
	since  time.Time       // when the store was made
	off    bool            // during replay
	header [walHeader]byte // of the record being written
}

// LSN returns the end of the log.
func (r *Ring) LSN() LSN {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.end
}

// RecordStats are the counts of one type of record.
type RecordStats struct {
	Rmgr Rmgr
	Type string // as pg_waldump prints it
	WALStats
}

// Stats returns the counts of all types of records that were written.
func (r *Ring) Stats() []RecordStats {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []RecordStats
	for rm := range r.stats {
		for info, st := range r.stats[rm] {
			if st.Records > 0 {
				out = append(out, RecordStats{Rmgr(rm), infoNames[rm][info], st})
			}
		}
	}
	return out
}

// Since is when the counting began.
func (r *Ring) Since() time.Time { return r.since }

// append writes one record and counts it for t, which may be nil. A page's
// records are in the order of its changes, because its latch is held.
func (r *Ring) append(t *Txn, rm Rmgr, info uint8, file FileID, pageNo uint32, payload []byte) {
	size := (walHeader + len(payload) + 7) &^ 7
	xid := InvalidXID
	if t != nil {
		xid = t.levels[len(t.levels)-1].xid
		t.WAL.Records++
		t.WAL.Bytes += int64(size)
	}
	crc := crc32.Update(0, castagnoli, payload)

	r.mu.Lock()
	defer r.mu.Unlock()
	st := &r.stats[rm][info]
	st.Records++
	st.Bytes += int64(size)
	if r.off {
		return
	}
	hd := &r.header
	binary.LittleEndian.PutUint32(hd[0:], uint32(size))
	binary.LittleEndian.PutUint64(hd[8:], uint64(xid))
	binary.LittleEndian.PutUint64(hd[16:], uint64(r.last))
	binary.LittleEndian.PutUint32(hd[24:], uint32(file))
	binary.LittleEndian.PutUint32(hd[28:], pageNo)
	hd[32], hd[33] = byte(rm), info
	hd[34] = byte(size - walHeader - len(payload)) // padding
	binary.LittleEndian.PutUint32(hd[4:], crc32.Update(crc, castagnoli, hd[8:]))
	start := r.end
	r.last = start
	if size > walSize { // too large to keep: the log starts again after it
		r.end += LSN(size)
		r.oldest = r.end
		return
	}
	for r.oldest+walSize < start+LSN(size) {
		r.oldest += LSN(r.lengthAt(r.oldest))
	}
	r.put(start, hd[:])
	r.put(start+walHeader, payload)
	r.end += LSN(size)
}

// lengthAt reads a record's length: records are aligned, so it does not
// straddle two chunks.
func (r *Ring) lengthAt(at LSN) uint32 {
	off := at % walSize
	return binary.LittleEndian.Uint32(r.chunks[off/walChunk][off%walChunk:])
}

// put copies bytes to a position, across chunks and around the end.
func (r *Ring) put(at LSN, b []byte) {
	for len(b) > 0 {
		off := at % walSize
		c := &r.chunks[off/walChunk]
		if *c == nil {
			*c = make([]byte, walChunk)
		}
		n := copy((*c)[off%walChunk:], b)
		b = b[n:]
		at += LSN(n)
	}
}

// get copies n bytes from a position.
func (r *Ring) get(at LSN, n int) []byte {
	b := make([]byte, 0, n)
	for len(b) < n {
		off := at % walSize
		c := r.chunks[off/walChunk][off%walChunk:]
		b = append(b, c[:min(len(c), n-len(b))]...)
		at = at - at%walChunk + walChunk
	}
	return b
}
