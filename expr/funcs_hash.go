package expr

// This file has the functions hash...() that PostgreSQL's hash opclasses use,
// with its results (Bob Jenkins's lookup3, common/hashfn.c). minidb's own hash
// tables use types.Hash.

import "minidb/types"

func hashCodes() codeTable {
	t := codeTable{}
	for name, extended := range map[string]string{
		"hashint2": "", "hashint4": "", "hashint8": "", "hashoid": "", "hashtext": "",
		"hashname": "", "hashbpchar": "", "hashfloat4": "", "hashfloat8": "", "hash_numeric": "hash_numeric_extended",
		"hashbool": "", "hash_array": "hash_array_extended", "hash_record": "hash_record_extended",
		"uuid_hash": "uuid_hash_extended", "timestamp_hash": "timestamp_hash_extended",
		"timestamptz_hash": "timestamptz_hash_extended", "time_hash": "time_hash_extended",
		"interval_hash": "interval_hash_extended", "hashdate": "", "hashbytea": "",
	} {
		bpchar := name == "hashbpchar"
		if extended == "" {
			extended = name + "extended"
		}
		t[name] = code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
			return types.NewInt(int64(int32(types.HashStored(a, bpchar)))), nil
		}}
		t[extended] = code{f2: func(_ *Ctx, a, seed types.Datum) (types.Datum, error) {
			return types.NewInt(int64(types.HashExtended(a, bpchar, uint64(seed.Int())))), nil
		}}
	}
	for name, extended := range map[string]string{"hashxid8": "hashxid8extended", "pg_lsn_hash": "pg_lsn_hash_extended"} {
		t[name] = code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
			return types.NewInt(int64(int32(types.HashUnsigned(a, 0)))), nil
		}}
		t[extended] = code{f2: func(_ *Ctx, a, seed types.Datum) (types.Datum, error) {
			return types.NewInt(int64(types.HashUnsigned(a, uint64(seed.Int())))), nil
		}}
	}
	char := func(d types.Datum) uint32 {
		if s := d.Text(); s != "" {
			return uint32(int32(int8(s[0])))
		}
		return 0
	}
	t["hashchar"] = code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInt(int64(int32(types.HashUint32(char(a), 0)))), nil
	}}
	t["hashcharextended"] = code{f2: func(_ *Ctx, a, seed types.Datum) (types.Datum, error) {
		return types.NewInt(int64(types.HashUint32(char(a), uint64(seed.Int())))), nil
	}}
	return t
}
