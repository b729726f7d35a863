package expr

// Functions of xid8 and pg_lsn but for comparisons (funcs_compare.go) and hashes.

import (
	"minidb/pgerr"
	"minidb/types"
)

var lsnCodes = codeTable{
	"xid8toxid": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInt(int64(uint32(a.Unsigned()))), nil
	}},
	"pg_lsn_mi":       {f2: lsnDiff},
	"pg_wal_lsn_diff": {f2: lsnDiff},
	"numeric_pg_lsn":  {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return lsnOf(a.Dec()) }},
	"pg_lsn_pli":      {f2: lsnPlus},
	"numeric_pl_pg_lsn": {f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		return lsnPlus(c, b, a)
	}},
	"pg_lsn_mii": {f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		if b.Dec().IsNaN() {
			return types.NullDatum, pgerr.New(pgerr.FeatureNotSupported, "cannot subtract NaN from pg_lsn")
		}
		return lsnPlus(c, a, types.NewNumeric(b.Dec().Neg()))
	}},
}

func lsnOf(d *types.Dec) (types.Datum, error) {
	v, err := d.LSN()
	return types.NewUnsigned(v), err
}

func lsnPlus(_ *Ctx, a, b types.Datum) (types.Datum, error) {
	if b.Dec().IsNaN() {
		return types.NullDatum, pgerr.New(pgerr.FeatureNotSupported, "cannot add NaN to pg_lsn")
	}
	sum, err := types.DecFromUint64(a.Unsigned()).Add(b.Dec())
	if err != nil {
		return types.NullDatum, err
	}
	return lsnOf(sum)
}

func lsnDiff(_ *Ctx, a, b types.Datum) (types.Datum, error) {
	d, err := types.DecFromUint64(a.Unsigned()).Sub(types.DecFromUint64(b.Unsigned()))
	return types.NewNumeric(d), err
}
