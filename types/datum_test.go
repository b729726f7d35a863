package types

import (
	"testing"
	"unsafe"

	"minidb/pgerr"
)

func TestDatumSize(t *testing.T) {
	if got := unsafe.Sizeof(Datum{}); got != 24 {
		t.Fatalf("Datum is %d bytes, want 24", got)
	}
	if !(Datum{}).IsNull() {
		t.Fatal("the zero Datum is not NULL")
	}
}

func TestAccessorsCheckTheKind(t *testing.T) {
	defer func() {
		e, ok := recover().(*pgerr.Error)
		if !ok || e.Code != pgerr.Internal {
			t.Fatalf("got %v, want an internal error", e)
		}
	}()
	_ = NewText("x").Dec()
}

func TestArena(t *testing.T) {
	var a Arena
	var rows []Row
	src := Row{NewInt(0), NewText("abc")}
	for i := range 5000 {
		src[0] = NewInt(int64(i))
		rows = append(rows, a.Copy(src))
	}
	for i, r := range rows {
		if r[0].Int() != int64(i) || r[1].Text() != "abc" {
			t.Fatalf("row %d is %v", i, r)
		}
	}
	if want := int64(5000 * (48 + 3)); a.Bytes() != want {
		t.Fatalf("%d bytes, want %d", a.Bytes(), want)
	}
	wide := make(Row, 1500)
	if got := a.Copy(wide); len(got) != 1500 {
		t.Fatalf("%d datums, want 1500", len(got))
	}
	slabs := len(a.slabs)
	a.Reset()
	for range 5000 {
		a.Copy(src)
	}
	if a.Bytes() != 5000*51 || len(a.slabs) != slabs {
		t.Fatalf("after Reset: %d bytes, %d slabs, want %d and %d", a.Bytes(), len(a.slabs), 5000*51, slabs)
	}
}

func TestBpchar(t *testing.T) {
	a, b := NewText("ab  "), NewText("ab")
	if CompareBpchar(a, b) != 0 || HashBpchar(a) != HashBpchar(b) || Compare(a, b) == 0 {
		t.Fatal("trailing blanks of char(n) count, or those of text do not")
	}
}

func TestImplicitLength(t *testing.T) {
	for _, c := range []struct {
		typ    OID
		typmod int32
		in     string
		want   string
	}{
		{VarcharOID, 7, "abcd", "!22001: value too long for type character varying(3)"},
		{VarcharOID, 7, "abc   ", "=abc"},
		{BpcharOID, 7, "abcd", "!22001: value too long for type character(3)"},
		{BpcharOID, 7, "äö", "=äö "},
		{NameOID, -1, "äöü", "=äöü"},
	} {
		d, err := Input(c.typ, c.typmod, c.in, DefaultEnv())
		got := "=" + d.String()
		if err != nil {
			got = describe(err)
		}
		if got != c.want {
			t.Errorf("%d(%d) %q: got %s, want %s", c.typ, c.typmod, c.in, got, c.want)
		}
	}
}

func TestFormatType(t *testing.T) {
	for _, c := range []struct {
		o    OID
		mods []int64
		want string
	}{
		{Int4OID, nil, "integer"},
		{Int4ArrayOID, nil, "integer[]"},
		{VarcharOID, []int64{10}, "character varying(10)"},
		{VarcharArrayOID, []int64{10}, "character varying(10)[]"},
		{BpcharOID, []int64{1}, "character(1)"},
		{NumericOID, []int64{10, 2}, "numeric(10,2)"},
		{NumericOID, []int64{3, -2}, "numeric(3,-2)"},
		{TimestampOID, []int64{3}, "timestamp(3) without time zone"},
		{TimestamptzOID, []int64{0}, "timestamp(0) with time zone"},
		{TimeOID, []int64{6}, "time(6) without time zone"},
		{IntervalOID, []int64{MaskYear | MaskMonth}, "interval year to month"},
		{IntervalOID, []int64{fullRange, 3}, "interval(3)"},
		{IntervalOID, []int64{MaskSecond, 2}, "interval second(2)"},
		{CharOID, nil, `"char"`},
		{0, nil, "-"},
		{999999, nil, "???"},
		{VarcharOID, []int64{0}, "!22023: length for type varchar must be at least 1"},
		{VarcharOID, []int64{10485761}, "!22023: length for type varchar cannot exceed 10485760"},
		{BpcharOID, []int64{0}, "!22023: length for type char must be at least 1"},
		{NumericOID, []int64{0}, "!22023: NUMERIC precision 0 must be between 1 and 1000"},
		{NumericOID, []int64{4, 1001}, "!22023: NUMERIC scale 1001 must be between -1000 and 1000"},
		{NumericOID, []int64{1, 2, 3}, "!22023: invalid NUMERIC type modifier"},
		{Int4OID, []int64{3}, `!42601: type modifier is not allowed for type "int4"`},
	} {
		typmod, err := int32(-1), error(nil)
		if c.mods != nil {
			typmod, err = ModIn(c.o, c.mods)
		}
		got := FormatType(c.o, typmod)
		if err != nil {
			got = describe(err)
		}
		if got != c.want {
			t.Errorf("%d %v: got %s, want %s", c.o, c.mods, got, c.want)
		}
	}
}

func TestRecordText(t *testing.T) {
	r := NewRecord(&RecordVal{Types: []OID{Int4OID, TextOID, TextOID, TextOID, BoolOID},
		Fields: []Datum{NewInt(1), NewText(`a "b" \`), NullDatum, NewText(""), NewBool(true)}})
	if got, want := r.String(), `(1,"a ""b"" \\",,"",t)`; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
}
