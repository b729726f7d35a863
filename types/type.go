package types

// Type is what pg_type says of a type, and the way from an OID or a name to it.
// Users' types (enums, domains, composites and their arrays) are Types too, made
// by the catalog and reached through Env.Names.

// Type describes one SQL type. It is shared and never changed.
type Type struct {
	OID       OID
	Name      string // pg_type.typname: "int4"
	SQLName   string // format_type without a modifier: "integer"
	Len       int16  // bytes, -1 for variable length, -2 for a C string
	ByVal     bool
	Align     byte // 'c', 's', 'i' or 'd'
	Storage   byte // 'p', 'x', 'm' or 'e'
	Category  byte // 'N' for numbers, 'S' for strings, ...
	Preferred bool // preferred in its category when an expression is ambiguous
	Array     OID  // the type's array type, 0 if it has none
	Elem      OID  // the element type of what can be subscripted, else 0
	Relid     OID  // the relation of a composite type, else 0
	Base      OID  // the type under a domain, else 0
	TypType   byte // 'b' base, 'c' composite, 'd' domain, 'e' enum, 'p' pseudo
	Delim     byte // between the elements of an array's text
	Kind      Kind // of the type's datums; Null for pseudo-types without values
	Collation OID  // pg_type.typcollation

	// Names of the pg_proc entries, empty for '-'.
	Input, Output, Receive, Send, ModIn, ModOut, Subscript, Analyze string
}

// OIDs of further built-in types, and of the array types that code names.
const (
	RegprocedureOID     OID = 2202
	RegoperOID          OID = 2203
	RegoperatorOID      OID = 2204
	CstringOID          OID = 2275
	TriggerOID          OID = 2279
	InternalOID         OID = 2281
	AnyNonArrayOID      OID = 2776
	AnyEnumOID          OID = 3500
	AnyCompatibleOID    OID = 5077
	AnyCompatibleArray  OID = 5078
	AnyCompatibleNonArr OID = 5079
	AclitemOID          OID = 1033

	BoolArrayOID        OID = 1000
	CharArrayOID        OID = 1002
	NameArrayOID        OID = 1003
	Int2ArrayOID        OID = 1005
	Int4ArrayOID        OID = 1007
	TextArrayOID        OID = 1009
	BpcharArrayOID      OID = 1014
	VarcharArrayOID     OID = 1015
	Int8ArrayOID        OID = 1016
	Float4ArrayOID      OID = 1021
	Float8ArrayOID      OID = 1022
	OidArrayOID         OID = 1028
	AclitemArrayOID     OID = 1034
	TimestampArrayOID   OID = 1115
	DateArrayOID        OID = 1182
	TimestamptzArrayOID OID = 1185
	NumericArrayOID     OID = 1231
	UUIDArrayOID        OID = 2951
	RecordArrayOID      OID = 2287
)

// Variables of the package that ask for types are made after these, and before init.
var builtinByOID, builtinByName = indexBuiltin()

func indexBuiltin() (byOID map[OID]*Type, byName map[string]*Type) {
	byOID, byName = make(map[OID]*Type, len(builtin)), make(map[string]*Type, len(builtin))
	for i := range builtin {
		t := &builtin[i]
		byOID[t.OID], byName[t.Name] = t, t
	}
	return byOID, byName
}

// Builtin returns every built-in type by ascending OID. The slice is shared and
// must not be changed.
func Builtin() []Type { return builtin }

// ByOID finds a built-in type.
func ByOID(o OID) (*Type, bool) {
	t, ok := builtinByOID[o]
	return t, ok
}

// ByName finds a built-in type by pg_type.typname, not by its SQL name.
func ByName(name string) (*Type, bool) {
	t, ok := builtinByName[name]
	return t, ok
}
