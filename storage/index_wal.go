package storage

// WAL records of indexes: the key as the tree holds it, and the place.

import "encoding/binary"

func appendTID(b []byte, tid TID) []byte { return binary.AppendUvarint(b, uint64(tid)) }

func appendWordEntry(b []byte, e wordEntry, tid TID) []byte {
	b = append(b, byte(e.tid>>63))
	b = binary.LittleEndian.AppendUint64(b, e.key)
	return appendTID(b, tid)
}

func appendWideEntry(b []byte, key string, tid TID) []byte {
	return appendTID(appendString(b, key), tid)
}

// log writes one record of an index, unless it is unlogged.
func (ix *Index) log(t *Txn, info uint8, payload []byte) {
	if !ix.unlogged {
		ix.store.wal.append(t, RmgrBtree, info, ix.id, 0, payload)
	}
}

func (ix *Index) logWord(t *Txn, e wordEntry, tid TID) {
	t.scratch = appendWordEntry(t.scratch[:0], e, tid)
	ix.log(t, infoLeafInsert, t.scratch)
}

func (ix *Index) logWide(t *Txn, key string, tid TID) {
	t.scratch = appendWideEntry(t.scratch[:0], key, tid)
	ix.log(t, infoLeafInsert, t.scratch)
}
