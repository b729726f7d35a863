package catalog

// What an index, its columns and its access method can do, by the name of the
// property; NULL for what has no such property.

import (
	"strings"

	"minidb/types"
)

var indexPropertyFuncs = map[string]catalogFunc{
	"pg_indexam_has_property": func(a *Access, args []types.Datum) (types.Datum, error) {
		row, _ := a.first(PgAm, "pg_am_oid_index", args[0])
		if row == nil || datumChar(row[3]) != 'i' {
			return null, nil
		}
		hash := datumOID(args[0]) == HashAM
		switch strings.ToLower(args[1].Text()) {
		case "can_order", "can_unique", "can_multi_col", "can_include":
			return boolDatum(!hash), nil
		case "can_exclude":
			return boolDatum(true), nil
		}
		return null, nil
	},
	"pg_index_has_property": func(a *Access, args []types.Datum) (types.Datum, error) {
		if row, _ := a.first(PgIndex, "pg_index_indexrelid_index", args[0]); row == nil {
			return null, nil
		}
		switch strings.ToLower(args[1].Text()) {
		case "clusterable", "index_scan", "bitmap_scan", "backward_scan":
			return boolDatum(true), nil
		}
		return null, nil
	},
	"pg_index_column_has_property": indexColumnProperty,
}

func indexColumnProperty(a *Access, args []types.Datum) (types.Datum, error) {
	row, _ := a.first(PgIndex, "pg_index_indexrelid_index", args[0])
	n := args[1].Int()
	if row == nil || n < 1 || n > row[IndexIndnatts].Int() {
		return null, nil
	}
	key := n <= row[IndexIndnkeyatts].Int()
	const desc, nullsFirst = 1, 2
	option := 0
	if key {
		option = arrayInts(row[IndexIndoption])[n-1]
	}
	of := func(yes bool) (types.Datum, error) {
		if !key {
			return null, nil
		}
		return boolDatum(yes), nil
	}
	switch strings.ToLower(args[2].Text()) {
	case "asc":
		return of(option&desc == 0)
	case "desc":
		return of(option&desc != 0)
	case "nulls_first":
		return of(option&nullsFirst != 0)
	case "nulls_last":
		return of(option&nullsFirst == 0)
	case "search_array", "search_nulls":
		return of(true)
	case "orderable":
		return boolDatum(key), nil
	case "distance_orderable":
		return boolDatum(false), nil
	case "returnable":
		return boolDatum(true), nil
	}
	return null, nil
}
