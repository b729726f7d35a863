package catalog

// Functions of transaction ids, and those of a server that minidb has little to say of.

import (
	"math"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

var xactFuncs = map[string]catalogFunc{
	"txid_current": func(a *Access, _ []types.Datum) (types.Datum, error) {
		a.S.Txn.XID()
		return types.NewInt(int64(a.S.Txn.TopXID())), nil
	},
	"txid_current_if_assigned": func(a *Access, _ []types.Datum) (types.Datum, error) {
		if !a.S.Txn.HasXID() {
			return null, nil
		}
		return types.NewInt(int64(a.S.Txn.TopXID())), nil
	},
	"txid_current_snapshot": func(a *Access, _ []types.Datum) (types.Datum, error) {
		sn := a.S.Txn.TakeSnapshot()
		defer sn.Release()
		xmin, xmax, running := sn.Bounds()
		s := types.TxidSnapshot{Xmin: uint64(xmin), Xmax: uint64(xmax)}
		for _, xid := range running {
			s.Xip = append(s.Xip, uint64(xid))
		}
		return types.NewTxidSnapshot(s), nil
	},
	"txid_snapshot_xmin": func(_ *Access, args []types.Datum) (types.Datum, error) {
		return types.NewInt(int64(args[0].TxidSnapshot().Xmin)), nil
	},
	"txid_snapshot_xmax": func(_ *Access, args []types.Datum) (types.Datum, error) {
		return types.NewInt(int64(args[0].TxidSnapshot().Xmax)), nil
	},
	"txid_snapshot_xip": func(_ *Access, args []types.Datum) (types.Datum, error) {
		var elems []types.Datum
		for _, xid := range args[0].TxidSnapshot().Xip {
			elems = append(elems, types.NewInt(int64(xid)))
		}
		return types.NewArray1(types.Int8OID, elems), nil
	},
	"txid_visible_in_snapshot": func(_ *Access, args []types.Datum) (types.Datum, error) {
		return boolDatum(args[1].TxidSnapshot().Sees(uint64(args[0].Int()))), nil
	},
	"txid_status": func(a *Access, args []types.Datum) (types.Datum, error) {
		n := uint64(args[0].Int())
		switch {
		case n == 0:
			return null, nil
		case n >= uint64(a.S.Store.NextXID()):
			return null, pgerr.New(pgerr.InvalidParameterValue, "transaction ID %d is in the future", n)
		}
		return textDatum(a.S.Store.XIDStatus(storage.XID(n))), nil
	},
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
