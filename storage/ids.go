package storage

// The numbers that name things in storage: transactions, commands, row
// versions and files. All are plain integers, so that headers stay small.

import "fmt"

// XID is a transaction id. It has 64 bits and never wraps around.
type XID uint64

// Special transaction ids, as in PostgreSQL's transam.h.
const (
	InvalidXID     XID = 0
	BootstrapXID   XID = 1 // wrote what was there before the first transaction
	FrozenXID      XID = 2 // committed before every snapshot
	FirstNormalXID XID = 3
)

// CommandID numbers the commands of one transaction from 0.
type CommandID uint32

// TID is the place of a row version: page<<16 | slot. It uses 48 bits.
type TID uint64

// InvalidTID is the place of nothing.
const InvalidTID TID = 1<<48 - 1

const tidBits = 48

// MakeTID makes a TID from a page number and a slot number, both from 0.
func MakeTID(page uint32, slot uint16) TID { return TID(page)<<16 | TID(slot) }

// Page returns the number of the page, from 0.
func (t TID) Page() uint32 { return uint32(t >> 16) }

// Slot returns the number of the slot in its page, from 0.
func (t TID) Slot() uint16 { return uint16(t) }

// String prints a TID as PostgreSQL prints a ctid: slots count from 1.
func (t TID) String() string { return fmt.Sprintf("(%d,%d)", t.Page(), uint32(t.Slot())+1) }

// FileID names a heap or an index of one store, from 1. Ids are not used twice.
type FileID uint32
