package commands

import "minidb/parser/tree"

// VACUUM, ANALYZE, CLUSTER and REINDEX are lists of steps, one a table, which the
// session runs in transactions of their own, so that a table's lock is held no
// longer than its work.

// Step works on one table.
type Step func(*Ctx) error

// Maintenance is what such a statement does. Own tells whether each step has its
// own transaction rather than the one that runs.
type Maintenance struct {
	Steps []Step
	Own   bool
	Tag   string
}

// withSnapshot is a step with a snapshot, for which those wait who wait for older ones.
func withSnapshot(step Step) Step {
	return func(c *Ctx) error {
		defer c.Sess.Txn.CatalogSnapshot().Release()
		return step(c)
	}
}

// MaintenanceOf lists the steps of a statement, nil for other statements.
func MaintenanceOf(c *Ctx, s tree.Statement) (*Maintenance, error) {
	m := &Maintenance{}
	var err error
	switch s := s.(type) {
	case *tree.Vacuum:
		m.Steps, err = vacuumSteps(c, s)
		m.Own = !s.AnalyzeOnly || len(m.Steps) > 1 && !c.Block
		m.Tag = oneOf(s.AnalyzeOnly, "ANALYZE", "VACUUM")
	case *tree.Cluster:
		m.Steps, m.Own, err = clusterSteps(c, s)
		m.Tag = "CLUSTER"
	case *tree.Reindex:
		m, err = reindexSteps(c, s)
	case *tree.AlterTable:
		return besideOthers("ALTER TABLE", c, s, detachSteps)
	case *tree.CreateIndex:
		return besideOthers("CREATE INDEX", c, s, createIndexSteps)
	case *tree.Drop:
		return besideOthers("DROP INDEX", c, s, dropIndexSteps)
	default:
		return nil, nil
	}
	if err == nil && !m.Own {
		for i, step := range m.Steps {
			m.Steps[i] = withSnapshot(step)
		}
	}
	return m, err
}

// besideOthers is a command that has steps only if it is to run CONCURRENTLY.
func besideOthers[S tree.Statement](tag string, c *Ctx, s S, steps func(*Ctx, S) ([]Step, error)) (*Maintenance, error) {
	list, err := steps(c, s)
	if list == nil || err != nil {
		return nil, err
	}
	return &Maintenance{Steps: list, Own: true, Tag: tag}, nil
}
