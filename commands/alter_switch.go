package commands

import (
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// ALTER TABLE's subcommands that switch something of the whole table.

// enableTrigger is ENABLE TRIGGER. No trigger can be disabled, so that those there
// are fire already.
func (t *alterTable) enableTrigger(cmd *tree.AlterTableCmd) error {
	if cmd.Name == "" && cmd.Text != "always" && cmd.Text != "replica" {
		return nil
	}
	for _, tr := range t.old.Triggers {
		if tr.Name == cmd.Name {
			return pgerr.Unsupported(int(cmd.Pos), "ALTER TABLE ENABLE TRIGGER of one trigger", "")
		}
	}
	return pgerr.New(pgerr.UndefinedObject, "trigger %q for table %q does not exist", cmd.Name, t.old.Name)
}

// setAccessMethod is SET ACCESS METHOD, which every table has already; a partitioned one
// would note it for its partitions.
func (t *alterTable) setAccessMethod(cmd *tree.AlterTableCmd) error {
	if err := tableMethod(cmd.Text); err != nil || t.old.PartKey == nil || cmd.Text == "" {
		return err
	}
	return pgerr.Unsupported(int(cmd.Pos), "ALTER TABLE SET ACCESS METHOD of a partitioned table", "Every table is a heap.")
}

// clusterOn notes in pg_index by which index CLUSTER is to sort the table.
func (t *alterTable) clusterOn(name string) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	ix, err := t.c.clusterIndex(rel, name, lmgr.ShareUpdateExclusive)
	if err != nil {
		return err
	}
	if rel.PartKey != nil {
		return clusteredPartitions()
	}
	return t.c.Access.MarkClustered(rel, ix.OID)
}

func clusteredPartitions() error {
	return pgerr.New(pgerr.FeatureNotSupported, "cannot mark index clustered in partitioned table")
}

// replicaIdentity notes in pg_class what logical replication would tell rows by.
func (t *alterTable) replicaIdentity(cmd *tree.AlterTableCmd) error {
	if cmd.Text == "index" {
		if t.old.IndexByName(cmd.Name) == nil {
			return pgerr.New(pgerr.UndefinedObject, "index %q for table %q does not exist", cmd.Name, t.old.Name)
		}
		return pgerr.Unsupported(int(cmd.Pos), "REPLICA IDENTITY USING INDEX", "")
	}
	t.step(passMisc, func() error { return t.c.Access.SetReplicaIdentity(t.old.OID, cmd.Text[0]) })
	return nil
}
