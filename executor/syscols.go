package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/storage"
	"minidb/types"
)

// System columns. Inside the executor a ctid is an Int datum that holds the
// storage.TID; types.Output prints it as (page,slot).

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

func tidDatum(t storage.TID) types.Datum { return types.NewInt(int64(t)) }

func datumTID(d types.Datum) storage.TID { return storage.TID(d.Int()) }
