package minidb

// What the tests of package minidb_test may see of the inside: who waits, which
// locks are held, what memory a statement has not given back.

import (
	"fmt"
	"slices"

	"minidb/catalog"
	"minidb/storage"
	"minidb/types"
)

// Blocked tells whether the session waits for a lock.
func (s *Session) Blocked() bool {
	return len(s.db.cat.LockManager().Blockers(s.s.PID)) > 0 || len(s.db.cat.Store().SafeSnapshotBlockers(s.s.PID)) > 0
}

// MemoryUsed is what the session's nodes hold, in bytes.
func (s *Session) MemoryUsed() int64 {
	now, _ := s.s.MemoryUsed()
	return now
}

// LocksHeld lists all locks that are held or waited for, in the whole database.
func (db *DB) LocksHeld() []string {
	var out []string
	for _, l := range db.cat.LockManager().Snapshot() {
		out = append(out, fmt.Sprintf("%s %s granted=%v pid=%d", l.Tag, l.Mode, l.Granted, l.PID))
	}
	return out
}

// Files is how many heaps and indexes the database has.
func Files(db *DB) int { return db.cat.Store().Files() }

// WALRecords is how many records the database has logged.
func WALRecords(db *DB) int64 { return db.cat.Store().WALCounters().Records }

// Terminate ends a session as DB.Close does.
func Terminate(s *Session) { s.terminate(errShutdown()) }

// DeadRows is the estimate of a table's dead rows.
func DeadRows(s *Session, table string) int64 {
	rel, err := s.access.Lookup("", table)
	if err != nil || rel == nil {
		return -1
	}
	return rel.Heap.DeadEstimate()
}

// SIReadLocks counts what is kept of what serializable transactions have read.
func (db *DB) SIReadLocks() int { return len(db.cat.Store().SIReadLocks()) }

// SetSerialLimits sets the limits of SIREAD locks, and how many transactions are kept.
func (db *DB) SetSerialLimits(perTransaction, perRelation, perPage int64, kept int) {
	db.cat.Store().SetSerialLimits(perTransaction, perRelation, perPage)
	db.cat.Store().KeepFinished(kept)
}

// SerialFinished counts the committed serializable transactions that are kept.
func (db *DB) SerialFinished() int { return db.cat.Store().SerialFinished() }

// writtenInPlace are the columns of pg_class that no rollback takes back.
var writtenInPlace = map[int]bool{catalog.ClassRelpages: true, catalog.ClassReltuples: true, catalog.ClassRelallvisible: true,
	catalog.ClassRelhasindex: true, catalog.ClassRelfrozenxid: true}

// CatalogRows lists all rows of all system catalogs that a new transaction sees, in the
// bytes of the log, by catalog and in order, without what is written in place.
func CatalogRows(db *DB) map[string][]string {
	store := db.cat.Store()
	txn := store.Begin(storage.ReadCommitted, nil)
	defer txn.Commit()
	sn := txn.CatalogSnapshot()
	defer sn.Release()
	all := map[string][]string{}
	for oid := range types.FirstNormalOID {
		r := db.cat.System(oid)
		if r == nil || r.Heap == nil {
			continue
		}
		var rows []string
		scan := r.Heap.Scan(sn)
		for row := scan.Next(); row != nil; row = scan.Next() {
			var b []byte
			for i := range row {
				if oid != catalog.PgClass || !writtenInPlace[i] {
					b = storage.AppendDatum(b, row[i])
				}
			}
			rows = append(rows, string(b))
		}
		slices.Sort(rows)
		all[r.Name] = rows
	}
	return all
}

// AfterCatalogWrite makes f be called after each step of writing catalog rows; its error
// is the write's.
func (s *Session) AfterCatalogWrite(f func(catalog string) error) { s.access.AfterCatalogWrite = f }

// WhileRolesAreRead calls f while a client that connects has its role looked up.
func (db *DB) WhileRolesAreRead(f func()) {
	db.roles(func(*catalog.Access) error {
		f()
		return nil
	})
}
