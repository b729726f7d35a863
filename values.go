package minidb

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"minidb/types"
)

// Values of results, from SQL to Go.

// Value returns column i of the current row as Go's value: nil for NULL, bool,
// int64, float64, []byte for bytea, time.Time for dates and timestamps that are
// not infinite (in the session's time zone where the type has one, else in UTC),
// and the text that PostgreSQL prints for everything else.
func (r *Rows) Value(i int) any { return r.cell(i).value() }

// cell is a value of a result: a column's, or an element of an array there.
type cell struct {
	r   *Rows
	d   types.Datum
	typ types.OID
	mod int32
}

func (r *Rows) cell(i int) cell {
	return cell{r, r.row[i], r.columns[i].Type, r.columns[i].Mod}
}

func (c cell) value() any {
	d := c.d
	switch d.Kind() {
	case types.Null:
		return nil
	case types.Bool:
		return d.Bool()
	case types.Int:
		switch c.typ {
		case types.Int2OID, types.Int4OID, types.Int8OID, types.OidOID:
			return d.Int()
		}
	case types.Float4, types.Float8:
		return d.Float()
	case types.Bytea:
		return append([]byte{}, d.Bytes()...)
	case types.Date:
		if types.DateIsFinite(d.Num()) {
			y, m, day := types.CivilFromDays(d.Num())
			return time.Date(y, time.Month(m), day, 0, 0, 0, 0, time.UTC)
		}
	case types.Timestamp:
		if types.TimestampIsFinite(d.Num()) {
			return types.TimeFromMicros(d.Num())
		}
	case types.Timestamptz:
		if types.TimestampIsFinite(d.Num()) {
			return types.TimeFromMicros(d.Num()).In(c.r.sess.s.Env.TimeZone)
		}
	}
	return c.text()
}

// text is Rows.Text of a cell.
func (c cell) text() string {
	if c.d.IsNull() {
		return ""
	}
	s, err := types.OutputText(c.d, c.typ, c.r.sess.s.Env)
	if err != nil {
		_ = c.r.Fail(err)
	}
	return s
}

// Scan copies the current row's columns into what dest points to: each a pointer
// to a type that Value's result converts to without loss, a time.Duration for an
// interval of hours and less, a slice for an array of one dimension, to such a
// pointer (nil for NULL), to any, to a string, which takes any type as PostgreSQL
// prints it, or a sql.Scanner. A nil in dest skips the column.
func (r *Rows) Scan(dest ...any) error {
	if len(dest) != len(r.columns) {
		return fmt.Errorf("minidb: %d destinations for %d columns", len(dest), len(r.columns))
	}
	if r.done || len(r.row) != len(r.columns) {
		return errors.New("minidb: there is no row; Next comes before Scan")
	}
	for i, to := range dest {
		if err := r.cell(i).scan(to); err != nil {
			return fmt.Errorf("minidb: column %d, %q: %w", i+1, r.columns[i].Name, err)
		}
	}
	return r.err // of a text that is too large
}

func (c cell) scan(to any) error {
	if to == nil {
		return nil
	}
	p := reflect.ValueOf(to)
	if p.Kind() == reflect.Pointer && p.IsNil() {
		return fmt.Errorf("%T is nil", to)
	}
	switch to := to.(type) {
	case sql.Scanner:
		return to.Scan(c.value())
	case *any:
		*to = c.value()
		return nil
	}
	if p.Kind() != reflect.Pointer {
		return fmt.Errorf("%T is no pointer", to)
	}
	v := p.Elem()
	if v.Kind() == reflect.Pointer {
		if c.d.IsNull() {
			v.SetZero()
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return c.scan(v.Interface())
	}
	if c.d.IsNull() {
		return fmt.Errorf("NULL does not fit %s", v.Type())
	}
	return c.assign(v)
}

// assign sets v from c, which is not NULL.
func (c cell) assign(v reflect.Value) error {
	value := c.value()
	switch x := value.(type) {
	case int64:
		switch {
		case v.CanInt() && !v.OverflowInt(x):
			v.SetInt(x)
			return nil
		case v.CanUint() && x >= 0 && !v.OverflowUint(uint64(x)):
			v.SetUint(uint64(x))
			return nil
		case v.CanFloat() && int64(float64(x)) == x:
			v.SetFloat(float64(x))
			return nil
		}
	case float64:
		if v.CanFloat() && !v.OverflowFloat(x) {
			v.SetFloat(x)
			return nil
		}
	}
	if c.typ == types.IntervalOID && v.Type() == reflect.TypeFor[time.Duration]() {
		iv := c.d.Interval()
		if d := time.Duration(iv.Micros) * time.Microsecond; iv.Months == 0 && iv.Days == 0 && d.Microseconds() == iv.Micros {
			v.SetInt(int64(d))
			return nil
		}
	}
	if c.typ == types.NumericOID && v.Kind() != reflect.String {
		return parseNumber(v, c.text())
	}
	if c.d.Kind() == types.Array && v.Kind() == reflect.Slice && len(c.d.Array().Dims) <= 1 {
		return c.elements(v)
	}
	got := reflect.ValueOf(value)
	switch {
	case got.Type().AssignableTo(v.Type()):
		v.Set(got)
	case v.Kind() == reflect.String:
		v.SetString(c.text())
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 && got.Kind() == reflect.String:
		v.SetBytes([]byte(c.text()))
	case v.Kind() == got.Kind() && got.CanConvert(v.Type()):
		v.Set(got.Convert(v.Type()))
	default:
		return fmt.Errorf("%s %s does not fit %s", c.r.sess.access.FormatType(c.typ, c.mod), c.text(), v.Type())
	}
	return nil
}

// elements sets a slice from an array. The subscripts that it begins with are lost.
func (c cell) elements(v reflect.Value) error {
	a := c.d.Array()
	list := reflect.MakeSlice(v.Type(), len(a.Elems), len(a.Elems))
	for i, d := range a.Elems {
		e := cell{c.r, d, a.Elem, c.mod}
		if err := e.scan(list.Index(i).Addr().Interface()); err != nil {
			return fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	v.Set(list)
	return nil
}

// parseNumber sets v from a numeric, which must fit: a float takes the nearest.
func parseNumber(v reflect.Value, text string) error {
	switch {
	case v.CanInt():
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
		return err
	case v.CanUint():
		n, err := strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
		return err
	case v.CanFloat():
		f, err := strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(f)
		return err
	}
	return fmt.Errorf("numeric %s does not fit %s", text, v.Type())
}
