package commands

import (
	"minidb/catalog"
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
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot change logged status of table %q because it is temporary", t.old.Name).
			On(t.old.Schema, t.old.Name, "")
	}
	t.persisted = t.old.Persistence != p
	if t.persisted && t.old.Kind == catalog.SequenceKind {
		t.step(passMisc, func() error {
			seq, err := t.rel()
			if err != nil {
				return err
			}
			return t.c.Access.SetSequencePersistence(seq, p)
		})
		return nil
	}
	if t.persisted {
		if err := t.keysAllow(p); err != nil {
			return err
		}
		t.rewrite = true
		t.step(passMisc, func() error { return t.writePersistence(p) })
	}
	return nil
}

// keysAllow makes sure that no logged table refers to an unlogged one afterwards.
func (t *alterTable) keysAllow(p byte) error {
	a := t.c.Access
	keys, verb, to, other := a.ForeignKeysOf(t.old.OID), "references", "logged", "unlogged"
	if p == 'u' {
		keys, to, other = a.ForeignKeysOn(t.old.OID), "unlogged", "logged"
	}
	for _, fk := range keys {
		oid := fk.Ref
		if p == 'u' {
			oid = fk.Table
		}
		rel, err := a.ByOID(oid)
		if err != nil {
			return err
		}
		if oid != t.old.OID && rel.Persistence != p {
			return pgerr.New(pgerr.InvalidTableDefinition, "could not change table %q to %s because it %s %s table %q", t.old.Name, to, verb, other, rel.Name).
				On(t.old.Schema, t.old.Name, fk.Name)
		}
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
