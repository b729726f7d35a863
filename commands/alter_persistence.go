package commands

import (
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// ALTER TABLE SET LOGGED and SET UNLOGGED: the table, its indexes and the
// sequences of its columns get new files, whose changes are or are not logged.

func (t *alterTable) setPersistence(p byte) error {
	switch {
	case t.persisted:
		return pgerr.New(pgerr.FeatureNotSupported, "cannot change persistence setting twice")
	case t.old.Persistence == 't':
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot change logged status of table %q because it is temporary", t.old.Name)
	}
	t.persisted = true
	if t.old.Persistence != p {
		t.rewrite = true
		t.step(passMisc, func() error { return t.writePersistence(p) })
	}
	return nil
}

func (t *alterTable) writePersistence(p byte) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	if err := t.c.Access.SetPersistence(rel, p); err != nil {
		return err
	}
	for _, oid := range t.c.Access.OwnedSequences(rel.OID) {
		seq, err := t.c.Access.OpenOID(oid, lmgr.AccessExclusive)
		if err != nil {
			return err
		}
		if err := t.c.Access.SetSequencePersistence(seq, p); err != nil {
			return err
		}
	}
	return nil
}
