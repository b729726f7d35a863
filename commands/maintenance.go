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
		m.Steps, err = clusterSteps(c, s)
		m.Own, m.Tag = s.Relation == nil, "CLUSTER"
	case *tree.Reindex:
		m.Steps, err = reindexSteps(c, s)
		m.Own, m.Tag = s.Relation == nil || len(m.Steps) != 1, "REINDEX"
	case *tree.AlterTable:
		m.Steps, err = detachSteps(c, s)
		if m.Steps == nil && err == nil {
			return nil, nil
		}
		m.Own, m.Tag = true, "ALTER TABLE"
	default:
		return nil, nil
	}
	return m, err
}
