package minidb

import (
	"context"
	"slices"
	"time"

	"minidb/catalog"
	"minidb/commands"
	"minidb/settings"
	"minidb/storage"
	"minidb/types"
)

// Dead row versions are removed by VACUUM, and quietly by the session that made
// them: after a transaction, when a table it wrote to has more dead rows than
// PostgreSQL's autovacuum would tolerate. There is no background worker. Few dead
// rows wait for autovacuum_naptime, as they do in PostgreSQL: rows that come soon
// after a DELETE stand behind the others, which shows without ORDER BY.

// manyDead values in dead rows of a table, 400 kB, are too much to wait for
// autovacuum_naptime: every scan passes them.
const manyDead = 16 << 10

// note remembers what a statement wrote to.
func (s *Session) note(r *Rows) {
	if r.ec != nil {
		for _, rel := range r.ec.Touched {
			if i := slices.IndexFunc(s.touched, func(r *catalog.Relation) bool { return r.OID == rel.OID }); i >= 0 {
				s.touched[i] = rel
			} else {
				s.touched = append(s.touched, rel)
			}
		}
	} else if commands.Writes(r.stmt.Tree) {
		s.ddl = true
	}
}

// cleanUp vacuums what was written to once the transaction is over.
func (s *Session) cleanUp() {
	if s.s.Txn != nil || s.s.InBlock() || len(s.touched) == 0 && !s.ddl {
		return
	}
	if s.s.Set.Bool(settings.Autovacuum) {
		if err := guard(func() error { s.autovacuum(); return nil }); err != nil {
			s.s.Abandon()
		}
	}
	clear(s.touched) // a dropped table must not stay for an idle session's sake
	s.touched, s.ddl = s.touched[:0], false
}

// autovacuum cleans the tables and catalogs that need it.
func (s *Session) autovacuum() {
	for _, was := range s.touched {
		if !s.ddl && !s.bloated(was) { // as the statement knew it: nearly always
			continue
		}
		if rel, err := s.access.ByOID(was.OID); err == nil && rel != nil && s.bloated(rel) {
			s.vacuumQuietly(rel.OID)
		}
	}
	if s.ddl {
		for _, rel := range s.access.Catalogs() {
			if s.bloated(rel) {
				s.vacuumQuietly(rel.OID)
			}
		}
	}
}

// bloated compares a table's dead rows with autovacuum's threshold. It leaves
// temporary tables to their session's VACUUM.
func (s *Session) bloated(rel *catalog.Relation) bool {
	if rel.Heap == nil || rel.Heap.DeadEstimate() == 0 || rel.Persistence == 't' || rel.AutovacuumOff() {
		return false
	}
	set := s.s.Set
	limit := rel.RealOption("autovacuum_vacuum_threshold", float64(set.Int(settings.AutovacuumVacuumThreshold))) +
		rel.RealOption("autovacuum_vacuum_scale_factor", set.Real(settings.AutovacuumVacuumScaleFactor))*float64(rel.Heap.LiveEstimate())
	dead := rel.Heap.DeadEstimate()
	return float64(dead) > limit && rel.Heap.VacuumMayHelp() && (dead*int64(rel.Heap.NAtts()) > manyDead || rel.System || s.rested(rel))
}

// rested reports whether autovacuum_naptime has passed since the table was vacuumed, or
// since the database began.
func (s *Session) rested(rel *catalog.Relation) bool {
	since := s.db.opened
	if last := rel.Heap.Stats().Counts().Upkeep[storage.Autovacuumed].Last; last.After(since) {
		since = last
	}
	return time.Since(since) >= time.Duration(s.s.Set.Int(settings.AutovacuumNaptime))*time.Second
}

// vacuumQuietly cleans one table in a transaction of its own, unless someone
// holds a lock that keeps VACUUM away. pg_class is left as it is.
func (s *Session) vacuumQuietly(oid types.OID) {
	s.alone(context.Background(), func() error {
		return commands.AutoVacuum(&commands.Ctx{Access: s.access, Sess: s.s}, oid)
	})
}
