package types

// Env is what reading and printing values depends on besides the value: the
// session's settings, the clock and the catalog. It is passed in, so that types
// knows no session.

import (
	"strconv"
	"time"

	"minidb/pgerr"
)

// DateStyle is the output form of dates and timestamps.
type DateStyle uint8

// The date styles.
const (
	ISODates DateStyle = iota
	SQLDates
	PostgresDates
	GermanDates
)

// DateOrder says how to read and print days and months that are both numbers.
type DateOrder uint8

// The date orders.
const (
	MDY DateOrder = iota
	DMY
	YMD
)

// IntervalStyle is the output form of intervals.
type IntervalStyle uint8

// The interval styles.
const (
	PostgresIntervals IntervalStyle = iota
	PostgresVerboseIntervals
	SQLIntervals
	ISOIntervals
)

// ByteaOutput is the output form of bytea.
type ByteaOutput uint8

// The bytea forms.
const (
	ByteaHex ByteaOutput = iota
	ByteaEscape
)

// Env holds the settings, the clock and the names that text input and output
// use. It must not change while a call uses it.
type Env struct {
	DateStyle        DateStyle
	DateOrder        DateOrder
	IntervalStyle    IntervalStyle
	ExtraFloatDigits int // over 0: shortest exact; else 15 (6 for float4) digits plus this
	ByteaOutput      ByteaOutput
	TimeZone         *time.Location // never nil
	TimeZoneName     string         // as SHOW timezone prints it
	// Now is the time of the transaction, for inputs such as 'now' and 'today'.
	Now func() time.Time
	// Client is the encoding of texts from and to the client; nil: UTF8, as here. Only
	// a client outside of the process can have another.
	Client *Encoding
	// Names resolves what only the catalog knows; never nil.
	Names  Names
	Limits Limits // of the running statement; nil: none
	// Place is that of the literal which is being read, from 1; 0: none is. Warnings
	// point at it.
	Place int
}

// Names is the catalog's part in input and output: the reg* types, enums and
// users' types. Errors are *pgerr.Error, worded as PostgreSQL's. The Out methods
// return an unknown object's number in decimal.
type Names interface {
	RegclassIn(s string) (OID, error)
	RegclassOut(o OID) string
	RegtypeIn(s string) (OID, error)
	RegtypeOut(o OID) string
	RegprocIn(s string) (OID, error)
	RegprocOut(o OID) string
	RegprocedureIn(s string) (OID, error)
	RegprocedureOut(o OID) string
	RegoperIn(s string) (OID, error)
	RegoperOut(o OID) string
	RegoperatorIn(s string) (OID, error)
	RegoperatorOut(o OID) string
	RegnamespaceIn(s string) (OID, error)
	RegnamespaceOut(o OID) string
	RegroleIn(s string) (OID, error)
	RegroleOut(o OID) string
	RegconfigIn(s string) (OID, error)
	RegconfigOut(o OID) string
	RegdictionaryIn(s string) (OID, error)
	RegdictionaryOut(o OID) string
	// AclitemIn and AclitemOut turn an aclitem into what is stored, the numbers of
	// roles instead of names, and back.
	AclitemIn(s string) (string, error)
	AclitemOut(s string) string
	// TypeByOID finds a type that is not built in.
	TypeByOID(o OID) (*Type, bool)
	// EnumIn and EnumOut turn a label of enum t into its datum, whose Compare
	// order is the order of the labels, and back.
	EnumIn(t OID, label string) (Datum, error)
	EnumOut(t OID, d Datum) string
	// RowType returns the columns of composite type t.
	// Dropped columns have no name and type 0.
	RowType(t OID) (names []string, types []OID, typmods []int32, ok bool)
	// RowInherits reports whether row type t is that of a partition, at whatever level,
	// of the table whose rows are of type above.
	RowInherits(t, above OID) bool
}

// DefaultEnv returns the settings of a fresh session: ISO dates, MDY, UTC, no
// catalog. The caller may change the copy.
func DefaultEnv() *Env {
	return &Env{
		ExtraFloatDigits: 1,
		TimeZone:         time.UTC,
		TimeZoneName:     "UTC",
		Now:              time.Now,
		Names:            NoNames{},
	}
}

// NoNames knows no catalog: numbers pass, names do not exist. Other
// implementations may embed it.
type NoNames struct{}

func noName(code pgerr.Code, what, s string) (OID, error) {
	if s == "-" {
		return 0, nil
	}
	if n, err := strconv.ParseUint(s, 10, 32); err == nil {
		return OID(n), nil
	}
	return 0, pgerr.New(code, "%s %q does not exist", what, s)
}

func oidText(o OID) string { return strconv.FormatUint(uint64(o), 10) }

// RegclassIn reads a number.
func (NoNames) RegclassIn(s string) (OID, error) { return noName(pgerr.UndefinedTable, "relation", s) }

// RegclassOut prints a number.
func (NoNames) RegclassOut(o OID) string { return regOut(o) }

// RegtypeIn reads a number or the name of a built-in type.
func (NoNames) RegtypeIn(s string) (OID, error) {
	if t, ok := ByName(s); ok {
		return t.OID, nil
	}
	return noName(pgerr.UndefinedObject, "type", s)
}

// RegtypeOut prints the name of a built-in type or a number.
func (NoNames) RegtypeOut(o OID) string {
	if t, ok := ByOID(o); ok {
		return t.SQLName
	}
	return regOut(o)
}

// RegprocIn reads a number.
func (NoNames) RegprocIn(s string) (OID, error) {
	return noName(pgerr.UndefinedFunction, "function", s)
}

// RegprocOut prints a number.
func (NoNames) RegprocOut(o OID) string { return regOut(o) }

// RegprocedureIn reads a number.
func (n NoNames) RegprocedureIn(s string) (OID, error) { return n.RegprocIn(s) }

// RegprocedureOut prints a number.
func (NoNames) RegprocedureOut(o OID) string { return regOut(o) }

// RegoperIn reads a number.
func (NoNames) RegoperIn(s string) (OID, error) {
	return noName(pgerr.UndefinedFunction, "operator", s)
}

// RegoperOut prints a number.
func (NoNames) RegoperOut(o OID) string { return oidText(o) }

// RegoperatorIn reads a number.
func (n NoNames) RegoperatorIn(s string) (OID, error) { return n.RegoperIn(s) }

// RegoperatorOut prints a number.
func (NoNames) RegoperatorOut(o OID) string { return oidText(o) }

// RegnamespaceIn reads a number.
func (NoNames) RegnamespaceIn(s string) (OID, error) {
	return noName(pgerr.InvalidSchemaName, "schema", s)
}

// RegnamespaceOut prints a number.
func (NoNames) RegnamespaceOut(o OID) string { return regOut(o) }

// RegroleIn reads a number.
func (NoNames) RegroleIn(s string) (OID, error) { return noName(pgerr.UndefinedObject, "role", s) }

// RegroleOut prints a number.
func (NoNames) RegroleOut(o OID) string { return regOut(o) }

// TypeByOID knows no type.
func (NoNames) TypeByOID(OID) (*Type, bool) { return nil, false }

// EnumIn knows no label.
func (NoNames) EnumIn(t OID, label string) (Datum, error) {
	return NullDatum, pgerr.New(pgerr.Internal, "cache lookup failed for type %d", t)
}

// EnumOut prints what it is given.
func (NoNames) EnumOut(_ OID, d Datum) string {
	if d.Kind() == Text {
		return d.Text()
	}
	return d.String()
}

// RowType knows no type.
func (NoNames) RowType(OID) ([]string, []OID, []int32, bool) { return nil, nil, nil, false }

// RowInherits knows no type.
func (NoNames) RowInherits(OID, OID) bool { return false }

func regOut(o OID) string {
	if o == 0 {
		return "-"
	}
	return oidText(o)
}

// Type finds a built-in or a user's type.
func (e *Env) Type(o OID) (*Type, bool) {
	if t, ok := builtinByOID[o]; ok {
		return t, true
	}
	return e.Names.TypeByOID(o)
}

// AclitemIn takes what is stored.
func (NoNames) AclitemIn(s string) (string, error) { return s, nil }

// AclitemOut gives what is stored.
func (NoNames) AclitemOut(s string) string { return s }

// RegconfigIn reads a number.
func (NoNames) RegconfigIn(s string) (OID, error) {
	return noName(pgerr.UndefinedObject, "text search configuration", s)
}

// RegconfigOut prints a number.
func (NoNames) RegconfigOut(o OID) string { return regOut(o) }

// RegdictionaryIn reads a number.
func (NoNames) RegdictionaryIn(s string) (OID, error) {
	return noName(pgerr.UndefinedObject, "text search dictionary", s)
}

// RegdictionaryOut prints a number.
func (NoNames) RegdictionaryOut(o OID) string { return regOut(o) }
