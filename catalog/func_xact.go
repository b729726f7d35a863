package catalog

// Functions of transaction ids, and those of a server that minidb has little to say of.

import (
	"math"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// xidForm is how functions take and return transaction ids.
type xidForm struct {
	typ   types.OID
	datum func(uint64) types.Datum
	value func(types.Datum) uint64
}

var (
	xid8s = xidForm{types.Xid8OID, types.NewUnsigned, types.Datum.Unsigned}
	txids = xidForm{types.Int8OID, func(v uint64) types.Datum { return types.NewInt(int64(v)) },
		func(d types.Datum) uint64 { return uint64(d.Int()) }}
)

func (f xidForm) current(a *Access, _ []types.Datum) (types.Datum, error) {
	a.S.Txn.XID()
	return f.datum(uint64(a.S.Txn.TopXID())), nil
}

func (f xidForm) currentIfAssigned(a *Access, _ []types.Datum) (types.Datum, error) {
	if !a.S.Txn.HasXID() {
		return null, nil
	}
	return f.datum(uint64(a.S.Txn.TopXID())), nil
}

func currentSnapshot(a *Access, _ []types.Datum) (types.Datum, error) {
	sn := a.S.Txn.TakeSnapshot()
	defer sn.Release()
	xmin, xmax, running := sn.Bounds()
	s := types.XidSnapshot{Xmin: uint64(xmin), Xmax: uint64(xmax)}
	for _, xid := range running {
		s.Xip = append(s.Xip, uint64(xid))
	}
	return types.NewXidSnapshot(s), nil
}

func (f xidForm) xmin(_ *Access, args []types.Datum) (types.Datum, error) {
	return f.datum(args[0].XidSnapshot().Xmin), nil
}

func (f xidForm) xmax(_ *Access, args []types.Datum) (types.Datum, error) {
	return f.datum(args[0].XidSnapshot().Xmax), nil
}

func (f xidForm) xip(_ *Access, args []types.Datum) (types.Datum, error) {
	var elems []types.Datum
	for _, xid := range args[0].XidSnapshot().Xip {
		elems = append(elems, f.datum(xid))
	}
	return types.NewArray1(f.typ, elems), nil
}

func (f xidForm) visible(_ *Access, args []types.Datum) (types.Datum, error) {
	return boolDatum(args[1].XidSnapshot().Sees(f.value(args[0]))), nil
}

func (f xidForm) status(a *Access, args []types.Datum) (types.Datum, error) {
	n := f.value(args[0])
	switch {
	case n == 0:
		return null, nil
	case n >= uint64(a.S.Store.NextXID()):
		return null, pgerr.New(pgerr.InvalidParameterValue, "transaction ID %d is in the future", n)
	}
	return textDatum(a.S.Store.XIDStatus(storage.XID(n))), nil
}

func currentLSN(a *Access, _ []types.Datum) (types.Datum, error) {
	return types.NewUnsigned(uint64(a.S.Store.WAL().LSN())), nil
}

var xactFuncs = map[string]catalogFunc{
	"pg_current_xact_id": xid8s.current, "txid_current": txids.current,
	"pg_current_xact_id_if_assigned": xid8s.currentIfAssigned, "txid_current_if_assigned": txids.currentIfAssigned,
	"pg_current_snapshot": currentSnapshot, "txid_current_snapshot": currentSnapshot,
	"pg_snapshot_xmin": xid8s.xmin, "txid_snapshot_xmin": txids.xmin,
	"pg_snapshot_xmax": xid8s.xmax, "txid_snapshot_xmax": txids.xmax,
	"pg_snapshot_xip": xid8s.xip, "txid_snapshot_xip": txids.xip,
	"pg_visible_in_snapshot": xid8s.visible, "txid_visible_in_snapshot": txids.visible,
	"pg_xact_status": xid8s.status, "txid_status": txids.status,
	// The log is written to nowhere, and so at once.
	"pg_current_wal_lsn": currentLSN, "pg_current_wal_insert_lsn": currentLSN, "pg_current_wal_flush_lsn": currentLSN,
	// age counts from the transaction's own id, or the next one if it has none.
	"age": func(a *Access, args []types.Datum) (types.Datum, error) {
		xid := storage.XID(args[0].Int())
		if xid < storage.FirstNormalXID {
			return types.NewInt(math.MaxInt32), nil
		}
		now := a.S.Txn.TopXID()
		if now == 0 {
			now = a.S.Store.NextXID()
		}
		return types.NewInt(int64(int32(uint32(now) - uint32(xid)))), nil
	},
	"pg_reload_conf": func(a *Access, _ []types.Datum) (types.Datum, error) {
		if !a.IsSuperuser(a.S.CurrentRole) {
			return null, denied("function", "pg_reload_conf")
		}
		return boolDatum(true), nil // there are no files
	},
}
