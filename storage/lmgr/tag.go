package lmgr

// Tags name what can be locked.

import "fmt"

// TagKind is the kind of a lockable object.
type TagKind uint8

// The kinds, in the order and with the names of pg_locks.locktype.
const (
	KindRelation TagKind = iota
	KindTransaction
	KindTuple
	KindObject
	KindAdvisory
	KindVirtual
)

// String returns the kind as pg_locks.locktype spells it.
func (k TagKind) String() string {
	return [...]string{"relation", "transactionid", "tuple", "object", "advisory", "virtualxid"}[k]
}

// DatabaseOID is the database that tags name: 5, the OID of "postgres".
const DatabaseOID = 5

// Tag names one lockable object. Its fields mean, by kind:
//
//	relation     DB, Rel
//	transaction  A: the transaction's id
//	tuple        DB, Rel, A: page, B: slot counted from 1
//	object       DB, Rel: the catalog's OID, A: the object's OID, B: sub-object
//	advisory     DB, A: the key (two 32-bit keys: high and low half), B: 1 or 2 keys
//	virtual      A: the number of a session's transaction, B: the session
type Tag struct {
	Kind    TagKind
	DB, Rel uint32
	A       uint64
	B       uint32
}

// RelationTag names a table, index or other relation by OID.
func RelationTag(rel uint32) Tag { return Tag{Kind: KindRelation, DB: DatabaseOID, Rel: rel} }

// XIDTag names a transaction by id.
func XIDTag(xid uint64) Tag { return Tag{Kind: KindTransaction, A: xid} }

// TupleTag names a row by page and slot; slots count from 1.
func TupleTag(rel, page uint32, slot uint16) Tag {
	return Tag{Kind: KindTuple, DB: DatabaseOID, Rel: rel, A: uint64(page), B: uint32(slot)}
}

// ObjectTag names the object obj of the catalog class.
func ObjectTag(class, obj uint32) Tag {
	return Tag{Kind: KindObject, DB: DatabaseOID, Rel: class, A: uint64(obj)}
}

// AdvisoryTag names one 64-bit key of the advisory lock functions.
func AdvisoryTag(key int64) Tag {
	return Tag{Kind: KindAdvisory, DB: DatabaseOID, A: uint64(key), B: 1}
}

// String describes the object as deadlock reports do.
func (t Tag) String() string {
	switch t.Kind {
	case KindRelation:
		return fmt.Sprintf("relation %d of database %d", t.Rel, t.DB)
	case KindTransaction:
		return fmt.Sprintf("transaction %d", t.A)
	case KindTuple:
		return fmt.Sprintf("tuple (%d,%d) of relation %d of database %d", t.A, t.B, t.Rel, t.DB)
	case KindObject:
		return fmt.Sprintf("object %d of class %d of database %d", t.A, t.Rel, t.DB)
	case KindVirtual:
		return fmt.Sprintf("virtual transaction %d/%d", t.B, t.A)
	}
	return fmt.Sprintf("advisory lock [%d,%d,%d,%d]", t.DB, t.A>>32, uint32(t.A), t.B)
}

// hash mixes all fields of a tag; the high bits are the best.
func (t *Tag) hash() uint64 {
	const golden = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	h := (uint64(t.Rel)<<32 | uint64(t.DB)<<8 | uint64(t.Kind)) * golden
	h = (h ^ h>>32 ^ t.A ^ uint64(t.B)<<40) * golden
	return h ^ h>>32
}
