package lmgr

// The eight modes of table locks and the table of their conflicts. All other
// locks use the same modes: a transaction holds ExclusiveLock on its own id,
// and who waits for it asks for ShareLock.

// Mode is the strength of a lock. The zero Mode is no lock.
type Mode uint8

// The modes, from weak to strong.
const (
	AccessShare          Mode = iota + 1 // SELECT
	RowShare                             // SELECT FOR UPDATE
	RowExclusive                         // INSERT, UPDATE, DELETE, MERGE
	ShareUpdateExclusive                 // VACUUM, ANALYZE
	Share                                // CREATE INDEX
	ShareRowExclusive                    // CREATE TRIGGER
	Exclusive                            // REFRESH MATERIALIZED VIEW CONCURRENTLY
	AccessExclusive                      // ALTER TABLE, DROP TABLE, TRUNCATE
	numModes
)

var modeNames = [numModes]string{"INVALID", "AccessShareLock", "RowShareLock", "RowExclusiveLock",
	"ShareUpdateExclusiveLock", "ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"}

// String returns the mode as pg_locks.mode spells it.
func (m Mode) String() string { return modeNames[m] }

// modeSet is a set of modes: bit m for mode m.
type modeSet uint16

func (m Mode) bit() modeSet { return 1 << m }

// conflicts lists, for each mode, the modes that it cannot share an object
// with. The relation is symmetric.
var conflicts = [numModes]modeSet{
	AccessShare:          setOf(AccessExclusive),
	RowShare:             setOf(Exclusive, AccessExclusive),
	RowExclusive:         setOf(Share, ShareRowExclusive, Exclusive, AccessExclusive),
	ShareUpdateExclusive: setOf(ShareUpdateExclusive, Share, ShareRowExclusive, Exclusive, AccessExclusive),
	Share:                setOf(RowExclusive, ShareUpdateExclusive, ShareRowExclusive, Exclusive, AccessExclusive),
	ShareRowExclusive: setOf(RowExclusive, ShareUpdateExclusive, Share, ShareRowExclusive,
		Exclusive, AccessExclusive),
	Exclusive: setOf(RowShare, RowExclusive, ShareUpdateExclusive, Share, ShareRowExclusive,
		Exclusive, AccessExclusive),
	AccessExclusive: setOf(AccessShare, RowShare, RowExclusive, ShareUpdateExclusive, Share,
		ShareRowExclusive, Exclusive, AccessExclusive),
}

func setOf(modes ...Mode) modeSet {
	var s modeSet
	for _, m := range modes {
		s |= m.bit()
	}
	return s
}

// Conflicts reports whether two sessions cannot hold a and b on one object.
func Conflicts(a, b Mode) bool { return conflicts[a]&b.bit() != 0 }
