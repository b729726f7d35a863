package catalog

// pg_get_keywords: the key words and where they may stand, which drivers ask for to
// know what to quote.

import (
	"minidb/parser/lex"
	"minidb/types"
)

var keywordClasses = [...]struct {
	code byte
	text string
}{
	lex.Unreserved: {'U', "unreserved"},
	lex.ColName:    {'C', "unreserved (cannot be function or type name)"},
	lex.TypeFunc:   {'T', "reserved (can be function or type name)"},
	lex.Reserved:   {'R', "reserved"},
}

func getKeywords(*Access, []types.Datum) (types.Datum, error) {
	columns := []types.OID{types.TextOID, types.CharOID, types.BoolOID, types.TextOID, types.TextOID}
	var rows []types.Datum
	for _, word := range lex.Keywords() {
		c, needAS := lex.ClassOf(word)
		label := "can be bare label"
		if needAS {
			label = "requires AS"
		}
		k := keywordClasses[c]
		rows = append(rows, types.NewRecord(&types.RecordVal{Types: columns,
			Fields: []types.Datum{textDatum(word), charDatum(k.code), boolDatum(!needAS), textDatum(k.text), textDatum(label)}}))
	}
	return types.NewArray1(types.RecordOID, rows), nil
}
