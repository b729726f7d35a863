package planner

// Strategy S5: what a cached generic plan locks of partitioned tables before it runs.
// Planning locked P partitions in its own transaction; every later execution must
// lock again what it reads, and may find it changed.
//
//	executor_locks   locks of an execution, k of P partitions left by pruning
//	all              P+1 (AcquireExecutorLocks)
//	unpruned         k+1, and partitions that are partitioned themselves
//
// For unpruned the plan cache itself prunes with the parameters, and hands the very
// result on to the executor: so nothing runs that is not locked. (PostgreSQL 18 had
// that until shortly before its release, 525392d572; it kept the result in the plan,
// which other executions share. Here it is in a copy of the statement.)

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/session"
	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

// planLock is a partition that a plan reads, as planning saw it.
type planLock struct {
	known  catalog.Known // OID 0: the range-table entry is no partition
	mode   lmgr.Mode
	leaf   bool
	memory []memory // of a leaf that was executed
}

// planLocks are those of a generic plan.
type planLocks struct {
	choice string     // of the setting that they are made for
	list   []planLock // by range-table index minus 1; empty if there are no partitions
	choose bool       // leaves may be left out
	deep   bool       // some are partitioned themselves
	sum    uint64     // of what was touched
}

// newPlanLocks collects the partitions among a plan's relations.
func newPlanLocks(st *PlannedStmt, set *settings.Values) planLocks {
	l := planLocks{choice: set.Enum(settings.ExecutorLocks)}
	l.choose = l.choice == "unpruned" && st.prunesAtStart()
	for i, e := range st.Range {
		if !e.partition {
			continue
		}
		if l.list == nil {
			l.list = make([]planLock, len(st.Range))
		}
		l.list[i] = planLock{known: catalog.Known{OID: e.RelOID, Version: e.Rel.Version}, mode: e.LockMode, leaf: !e.partitioned()}
		l.deep = l.deep || e.partitioned()
	}
	return l
}

func (st *PlannedStmt) prunesAtStart() bool {
	for _, p := range st.Prunes {
		if p.atStart {
			return true
		}
	}
	return false
}

// take locks one partition and tells whether it is as it was.
func (l *planLock) take(a *catalog.Access) (bool, error) {
	a.S.Counters.ModifyTable.LocksByPlanCache++
	return a.LockCurrent(&l.known, l.mode)
}

// lock locks what an execution of st with these parameters reads. It returns the
// statement to run, nil if something has changed and there must be a new plan.
func (l *planLocks) lock(a *catalog.Access, st *PlannedStmt, params []types.Datum) (*PlannedStmt, error) {
	if !l.choose || l.deep {
		for i := range l.list {
			p := &l.list[i]
			if p.known.OID == 0 || l.choose && p.leaf {
				continue
			}
			if ok, err := p.take(a); !ok {
				return nil, err
			}
		}
	}
	if !l.choose {
		return st, nil
	}
	run := *st
	var err error
	if run.Survivors, err = st.Prune(a.S, a, params); err != nil {
		return nil, err
	}
	ok := true
	run.eachRead(func(rel int, scan Plan) {
		if p := &l.list[rel-1]; ok && p.leaf {
			l.touch(p, st.Root, scan)
			ok, err = p.take(a)
		}
	})
	if !ok {
		return nil, err
	}
	return &run, nil
}

// eachRead calls f with the range-table indexes of the tables that the statement reads
// or changes, once pruned, and with the nodes that scan them; nil for none.
func (st *PlannedStmt) eachRead(f func(rel int, scan Plan)) {
	visit := func(p Plan) {
		if s := ScanOf(p); s != nil {
			f(s.Rel, p)
		}
		if m, ok := p.(*ModifyTable); ok && m.TableSlot >= 0 {
			for _, i := range m.unread {
				f(m.Rels[i].Rel, nil)
			}
		}
	}
	st.eachNode(st.Survivors, visit)
}

// eachNode calls visit for the nodes of the statement and of its subplans, see eachPlan.
func (st *PlannedStmt) eachNode(survivors [][]int, visit func(Plan)) {
	eachPlan(st.Root, survivors, visit)
	for _, d := range st.SubPlans {
		if d.Plan != nil {
			eachPlan(d.Plan, survivors, visit)
		}
	}
}

// Opens lists the tables and indexes that the plan's execution opens, which no command of
// the same session may change: what it scans or changes, and partitioned tables only to
// prune their partitions while it runs.
func (st *PlannedStmt) Opens() []types.OID {
	var oids []types.OID
	add := func(rel *catalog.Relation) {
		if rel != nil {
			oids = append(oids, rel.OID)
		}
	}
	st.eachNode(nil, func(p Plan) {
		if s := ScanOf(p); s != nil {
			add(s.Relation)
		}
		switch p := p.(type) {
		case *IndexScan:
			oids = append(oids, p.Index.OID)
		case *BitmapIndexScan:
			oids = append(oids, p.Index.OID)
		case *ModifyTable:
			for i := range p.Rels {
				add(p.Rels[i].Relation)
			}
		}
	})
	for _, p := range st.Prunes {
		for _, t := range p.tables {
			oids = append(oids, t.table)
		}
	}
	return oids
}

// Prune finds, by PruneInfo.Index, the members that the parameters leave over; nil
// where there is nothing to find out.
func (st *PlannedStmt) Prune(s *session.Session, a *catalog.Access, params []types.Datum) ([][]int, error) {
	if len(st.Prunes) == 0 {
		return nil, nil
	}
	ctx := expr.Ctx{Params: params, Sess: s, Catalog: a}
	out := make([][]int, len(st.Prunes))
	for i, p := range st.Prunes {
		if !p.AtStart() {
			continue
		}
		left, err := p.Start(&ctx)
		if err != nil {
			return nil, err
		}
		if out[i] = left; left == nil {
			out[i] = []int{}
		}
	}
	return out, nil
}
