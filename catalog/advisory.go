package catalog

// The functions of advisory locks. Their names differ in three things: whether the
// lock is shared, whether the transaction or the session owns it, and whether the
// caller waits. After PostgreSQL 18, utils/adt/lockfuncs.c.

import (
	"errors"

	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

var advisoryFuncs = makeAdvisoryFuncs()

func makeAdvisoryFuncs() map[string]catalogFunc {
	fs := map[string]catalogFunc{"pg_advisory_unlock_all": unlockAllAdvisory}
	for suffix, mode := range map[string]lmgr.Mode{"": lmgr.Exclusive, "_shared": lmgr.Share} {
		fs["pg_advisory_lock"+suffix] = advisoryLock(mode, false)
		fs["pg_advisory_xact_lock"+suffix] = advisoryLock(mode, true)
		fs["pg_try_advisory_lock"+suffix] = tryAdvisoryLock(mode, false)
		fs["pg_try_advisory_xact_lock"+suffix] = tryAdvisoryLock(mode, true)
		fs["pg_advisory_unlock"+suffix] = advisoryUnlock(mode)
	}
	return fs
}

// advisoryTag is of one bigint, or of two integers.
func advisoryTag(args []types.Datum) lmgr.Tag {
	if len(args) == 2 {
		return lmgr.AdvisoryTag2(int32(args[0].Int()), int32(args[1].Int()))
	}
	return lmgr.AdvisoryTag(args[0].Int())
}

func (a *Access) lockAdvisory(args []types.Datum, mode lmgr.Mode, xact, nowait bool) error {
	acquire := a.S.Locks.AcquireSession
	if xact {
		acquire = a.S.Locks.Acquire
	}
	_, err := acquire(a.S.Ctx, advisoryTag(args), mode, nowait)
	return err
}

func advisoryLock(mode lmgr.Mode, xact bool) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		return void, a.lockAdvisory(args, mode, xact, false)
	}
}

func tryAdvisoryLock(mode lmgr.Mode, xact bool) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		err := a.lockAdvisory(args, mode, xact, true)
		var e *pgerr.Error
		if errors.As(err, &e) && e.Code == pgerr.LockNotAvailable {
			return boolDatum(false), nil
		}
		return boolDatum(err == nil), err
	}
}

func advisoryUnlock(mode lmgr.Mode) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		ok := a.S.Locks.ReleaseSession(advisoryTag(args), mode)
		if !ok {
			a.S.Warn(pgerr.Warning, "you don't own a lock of type %s", mode)
		}
		return boolDatum(ok), nil
	}
}

func unlockAllAdvisory(a *Access, _ []types.Datum) (types.Datum, error) {
	a.S.Locks.ReleaseAdvisory()
	return void, nil
}
