package catalog

import (
	"strings"

	"minidb/types"
)

var optionFuncs = map[string]catalogFunc{"pg_options_to_table": optionsToTable}

// optionsToTable splits options NAME=VALUE; one without a value has NULL.
func optionsToTable(_ *Access, args []types.Datum) (types.Datum, error) {
	var rows []types.Datum
	for _, e := range args[0].Array().Elems {
		if e.IsNull() {
			continue
		}
		name, value, given := strings.Cut(e.Text(), "=")
		fields := []types.Datum{textDatum(name), null}
		if given {
			fields[1] = textDatum(value)
		}
		rows = append(rows, types.NewRecord(&types.RecordVal{Types: []types.OID{types.TextOID, types.TextOID}, Fields: fields}))
	}
	return types.NewArray1(types.RecordOID, rows), nil
}
