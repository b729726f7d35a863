package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/storage"
	"minidb/types"
)

// System columns. A ctid is an Int datum that types.Output prints as (page,slot);
// its slots count from 1, as PostgreSQL's do, those of a storage.TID from 0.

// systemColumn returns the value of a system column of the row at tid.
func systemColumn(rel *catalog.Relation, attr int, tid storage.TID) types.Datum {
	switch attr {
	case expr.AttrCtid:
		return tidDatum(tid)
	case expr.AttrTableOID:
		return types.NewInt(int64(rel.OID))
	}
	if rel.Heap == nil {
		return types.NullDatum
	}
	sys, ok := rel.Heap.System(tid)
	switch {
	case !ok:
		return types.NullDatum
	case attr == expr.AttrXmin:
		return xidDatum(sys.Xmin)
	case attr == expr.AttrXmax:
		return xidDatum(sys.Xmax)
	}
	return types.NewInt(int64(commandOf(sys)))
}

// xidDatum is a transaction id as SQL's type xid has it: its low 32 bits.
func xidDatum(x storage.XID) types.Datum { return types.NewInt(int64(uint32(x))) }

// commandOf is both cmin and cmax: PostgreSQL's rows have one place for the two,
// which a transaction that ends another one's row takes over. What it shows of a
// row that one transaction both made and ended is a number without meaning
// (a "combo" id); here that is cmin.
func commandOf(sys storage.SystemColumns) storage.CommandID {
	if sys.Ended && sys.Xmin != sys.Xmax {
		return sys.Cmax
	}
	return sys.Cmin
}

func tidDatum(t storage.TID) types.Datum { return types.NewInt(int64(t) + 1) }

func datumTID(d types.Datum) storage.TID {
	if d.Int()&0xffff == 0 { // no slot has number 0
		return storage.InvalidTID
	}
	return storage.TID(d.Int() - 1)
}
