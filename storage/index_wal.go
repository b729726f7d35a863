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

func (ix *Index) logWord(t *Txn, e wordEntry, tid TID) {
	t.scratch = appendWordEntry(t.scratch[:0], e, tid)
	ix.store.wal.append(t, RmgrBtree, infoLeafInsert, ix.id, 0, t.scratch)
}

func (ix *Index) logWide(t *Txn, key string, tid TID) {
	t.scratch = appendWideEntry(t.scratch[:0], key, tid)
	ix.store.wal.append(t, RmgrBtree, infoLeafInsert, ix.id, 0, t.scratch)
}
