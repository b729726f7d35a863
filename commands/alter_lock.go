package commands

import (
	"minidb/parser/tree"
	"minidb/storage/lmgr"
)

// How strongly ALTER TABLE locks its table: as its strongest subcommand asks.
// After PostgreSQL 18, commands/tablecmds.c (AlterTableGetLockLevel).

func alterLock(cmds []*tree.AlterTableCmd) lmgr.Mode {
	mode := lmgr.ShareUpdateExclusive
	for _, c := range cmds {
		mode = max(mode, subcommandLock(c))
	}
	return mode
}

// subcommandLock: what readers cannot tell leaves them alone; what only planner and
// vacuum look at leaves writers alone too.
func subcommandLock(c *tree.AlterTableCmd) lmgr.Mode {
	switch c.Kind {
	case tree.SetStatistics, tree.SetColumnOptions, tree.ResetColumnOptions, tree.ClusterOn, tree.SetWithoutCluster,
		tree.ValidateConstraint, tree.SetRelOptions, tree.ResetRelOptions, tree.AttachPartition:
		return lmgr.ShareUpdateExclusive
	case tree.EnableTrigger, tree.DisableTrigger:
		return lmgr.ShareRowExclusive
	case tree.DetachPartition:
		if c.Concurrently || c.Finalize {
			return lmgr.ShareUpdateExclusive
		}
	case tree.AddConstraint:
		if c.Constraint.Kind == tree.ConstrForeign {
			return lmgr.ShareRowExclusive // as CREATE TRIGGER
		}
	}
	return lmgr.AccessExclusive
}
