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
	return types.NullDatum
}

func tidDatum(t storage.TID) types.Datum { return types.NewInt(int64(t) + 1) }

func datumTID(d types.Datum) storage.TID {
	if d.Int()&0xffff == 0 { // no slot has number 0
		return storage.InvalidTID
	}
	return storage.TID(d.Int() - 1)
}
