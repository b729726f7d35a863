package catalog

// PostgreSQL's own types that minidb has not. Clients know their numbers, and declare
// parameters with them.

import "minidb/types"

const bitOID, varbitOID = types.OID(1560), types.OID(1562)

type unbuiltType struct {
	name  string
	array types.OID
}

var unbuiltTypes = map[types.OID]unbuiltType{
	142: {"xml", 143}, 600: {"point", 1017}, 601: {"lseg", 1018}, 602: {"path", 1019}, 603: {"box", 1020},
	604: {"polygon", 1027}, 628: {"line", 629}, 650: {"cidr", 651}, 718: {"circle", 719}, 774: {"macaddr8", 775},
	790: {"money", 791}, 829: {"macaddr", 1040}, 869: {"inet", 1041}, bitOID: {"bit", 1561}, varbitOID: {"varbit", 1563},
	1790: {"refcursor", 2201}, 3614: {"tsvector", 3643}, 3615: {"tsquery", 3645}, 3642: {"gtsvector", 3644},
	3802: {"jsonb", 3807}, 3904: {"int4range", 3905}, 3906: {"numrange", 3907}, 3908: {"tsrange", 3909},
	3910: {"tstzrange", 3911}, 3912: {"daterange", 3913}, 3926: {"int8range", 3927}, 4072: {"jsonpath", 4073},
	4191: {"regcollation", 4192}, 4451: {"int4multirange", 6150}, 4532: {"nummultirange", 6151},
	4533: {"tsmultirange", 6152}, 4534: {"tstzmultirange", 6153}, 4535: {"datemultirange", 6155}, 4536: {"int8multirange", 6157},
}

// unbuiltNames are the types by name, unbuiltElems by their array.
var unbuiltNames, unbuiltElems = map[string]types.OID{}, map[types.OID]types.OID{}

func init() {
	for oid, t := range unbuiltTypes {
		unbuiltNames[t.name], unbuiltElems[t.array] = oid, oid
	}
}

// Unbuilt tells whether PostgreSQL has a type of that name, and minidb has not.
func Unbuilt(name string) bool { return unbuiltNames[name] != 0 }

// FormatUnbuilt is FormatType of a type that minidb has not; false if PostgreSQL has it
// not either. No modifier is -1.
func FormatUnbuilt(oid types.OID, typmod int32) (string, bool) {
	if elem, ok := unbuiltElems[oid]; ok {
		name, _ := FormatUnbuilt(elem, typmod)
		return name + "[]", true
	}
	t, ok := unbuiltTypes[oid]
	name := t.name
	if oid == varbitOID {
		name = "bit varying"
	}
	if typmod >= 0 && (oid == bitOID || oid == varbitOID) {
		name += "(" + itoa(int64(typmod)) + ")"
	}
	return name, ok
}
