package types

// OID is an object identifier, as in PostgreSQL. Built-in objects have
// PostgreSQL's own numbers (pg_type.dat, pg_class.h, ...); objects that users
// make start at FirstNormalOID.
type OID uint32

// FirstNormalOID is where the counter for users' objects starts
// (access/transam.h, FirstNormalObjectId).
const FirstNormalOID OID = 16384

// firstGenbkiOID is where OIDs begin that are not the same in all releases
// (FirstGenbkiObjectId).
const firstGenbkiOID OID = 10000

// OIDs of the built-in types that the engine names in code.
const (
	BoolOID          OID = 16
	ByteaOID         OID = 17
	CharOID          OID = 18 // "char"
	NameOID          OID = 19
	Int8OID          OID = 20
	Int2OID          OID = 21
	Int2VectorOID    OID = 22
	Int4OID          OID = 23
	RegprocOID       OID = 24
	TextOID          OID = 25
	OidOID           OID = 26
	TidOID           OID = 27
	XidOID           OID = 28
	CidOID           OID = 29
	OidVectorOID     OID = 30
	Float4OID        OID = 700
	Float8OID        OID = 701
	UnknownOID       OID = 705
	BpcharOID        OID = 1042
	VarcharOID       OID = 1043
	DateOID          OID = 1082
	TimeOID          OID = 1083
	TimetzOID        OID = 1266
	JSONOID          OID = 114
	TimestampOID     OID = 1114
	TimestamptzOID   OID = 1184
	IntervalOID      OID = 1186
	NumericOID       OID = 1700
	RegclassOID      OID = 2205
	RegtypeOID       OID = 2206
	RecordOID        OID = 2249
	VoidOID          OID = 2278
	AnyOID           OID = 2276
	AnyArrayOID      OID = 2277
	AnyElementOID    OID = 2283
	UUIDOID          OID = 2950
	LSNOID           OID = 3220
	SnapshotOID      OID = 5038
	Xid8OID          OID = 5069
	TxidSnapshotOID  OID = 2970
	RegconfigOID     OID = 3734
	RegdictionaryOID OID = 3769
	RegnamespaceOID  OID = 4089
	RegroleOID       OID = 4096
	PgNodeTreeOID    OID = 194
)
