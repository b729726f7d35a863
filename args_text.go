package minidb

import (
	"database/sql/driver"
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"minidb/pgerr"
	"minidb/types"
)

// Go values as the text from which a parameter's type is read.

// goText is the text of a value for a parameter, or an element, of type t. ok is false
// for NULL: nil, also of a pointer, a slice or a map, and what a driver.Valuer calls so.
func goText(a any, t types.OID, env *types.Env) (text string, ok bool, err error) {
	return pointedText(a, maxPointers, t, env)
}

// maxPointers is how many pointers and Valuers may lead to a value: those that lead to
// themselves end somewhere.
const maxPointers = 100

func pointedText(a any, pointers int, t types.OID, env *types.Env) (text string, ok bool, err error) {
	switch v := a.(type) {
	case nil:
		return "", false, nil
	case string:
		return v, true, nil
	case time.Time:
		return timeText(v), true, nil
	case time.Duration:
		return durationText(v, t), true, nil
	}
	v := reflect.ValueOf(a)
	switch {
	case v.Kind() == reflect.Pointer && v.IsNil():
		return "", false, nil
	case pointers == 0:
		return "", false, errNoValue(a)
	}
	if of, ok := a.(driver.Valuer); ok {
		x, err := of.Value()
		switch {
		case err != nil:
			return "", false, pgerr.New(pgerr.InvalidParameterValue, "%s", err.Error()).Because(err)
		case !driver.IsValue(x):
			return "", false, errNoValue(x)
		}
		return pointedText(x, pointers-1, t, env)
	}
	if v.Kind() == reflect.Pointer && (writesItself(v.Elem()) || !writesItself(v)) {
		return pointedText(v.Elem().Interface(), pointers-1, t, env)
	}
	if k := v.Kind(); (k == reflect.Slice || k == reflect.Map) && v.IsNil() {
		return "", false, nil
	}
	return kindText(v, t, env)
}

// kindText is the text of a value that is neither nil nor a pointer, except to what
// writes itself.
func kindText(v reflect.Value, t types.OID, env *types.Env) (text string, ok bool, err error) {
	self := writesItself(v) && (!isNumber(v) || !takesNumber(t)) // a number with a name, if a number is wanted, is that
	switch k := v.Kind(); {
	case self:
		if m, ok := v.Interface().(encoding.TextMarshaler); ok {
			b, err := m.MarshalText()
			if err != nil {
				err = pgerr.New(pgerr.InvalidParameterValue, "%s", err.Error()).Because(err)
			}
			return string(b), true, err
		}
		return v.Interface().(fmt.Stringer).String(), true, nil
	case k == reflect.Bool:
		return strconv.FormatBool(v.Bool()), true, nil
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10), true, nil
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10), true, nil
	case v.CanFloat():
		return floatText(v.Float(), v.Type().Bits()), true, nil
	case k == reflect.String:
		return v.String(), true, nil
	case k == reflect.Slice || k == reflect.Array:
		elem, array := elementType(t, env)
		if v.Type().Elem().Kind() == reflect.Uint8 && !array {
			return bytesText(v, t), true, nil
		}
		var sb strings.Builder
		err := arrayText(&sb, v, 1, elem, env)
		return sb.String(), true, err
	}
	return "", false, errNoValue(v.Interface())
}

func errNoValue(a any) error {
	return pgerr.New(pgerr.FeatureNotSupported, "a value of Go's type %s cannot be a parameter", fmt.Sprintf("%T", a)).
		WithHint("It can with a method of driver.Valuer, encoding.TextMarshaler or fmt.Stringer.")
}

func writesItself(v reflect.Value) bool {
	if !v.IsValid() || !v.CanInterface() {
		return false
	}
	switch v.Interface().(type) {
	case time.Time, time.Duration, driver.Valuer, encoding.TextMarshaler, fmt.Stringer:
		return true
	}
	return false
}

func isNumber(v reflect.Value) bool {
	return v.Kind() == reflect.Bool || v.CanInt() || v.CanUint() || v.CanFloat()
}

func takesNumber(t types.OID) bool {
	switch t {
	case types.BoolOID, types.Int2OID, types.Int4OID, types.Int8OID, types.OidOID, types.Float4OID, types.Float8OID, types.NumericOID:
		return true
	}
	return false
}

// timeText writes a time with its offset; years before the first are BC.
func timeText(v time.Time) string {
	layout := "01-02 15:04:05.999999Z07:00"
	if _, offset := v.Zone(); offset%60 != 0 {
		layout += ":00"
	}
	if y := v.Year(); y <= 0 {
		return fmt.Sprintf("%04d-%s BC", 1-y, v.Format(layout))
	}
	return v.Format("2006-" + layout)
}

// durationText writes nanoseconds for a number, microseconds for an interval: Go's own
// text has one sign for all of it, PostgreSQL's one for each field.
func durationText(v time.Duration, t types.OID) string {
	switch {
	case t == types.IntervalOID:
		return strconv.FormatInt(micros(v), 10) + " us"
	case takesNumber(t):
		return strconv.FormatInt(int64(v), 10)
	}
	return v.String()
}

func micros(d time.Duration) int64 { return d.Round(time.Microsecond).Microseconds() }

// floatText has an exponent only where the digits would be many, since integers do not
// read one.
func floatText(f float64, bits int) string {
	if a := max(f, -f); a == 0 || a >= 1e-6 && a < 1e21 {
		return strconv.FormatFloat(f, 'f', -1, bits)
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// bytesText writes a slice or an array of bytes: the 16 of an uuid, or a text.
func bytesText(v reflect.Value, t types.OID) string {
	if v.Kind() == reflect.Array {
		slice := reflect.MakeSlice(reflect.SliceOf(v.Type().Elem()), v.Len(), v.Len())
		reflect.Copy(slice, v)
		v = slice
	}
	b := v.Bytes()
	if t == types.ByteaOID || t == types.UUIDOID && len(b) == 16 {
		text := fmt.Sprintf("%x", b)
		if t == types.ByteaOID {
			text = `\x` + text
		}
		return text
	}
	return string(b)
}

// elementType is that of array type t; text of other types.
func elementType(t types.OID, env *types.Env) (elem types.OID, array bool) {
	ty, ok := env.Type(t)
	for ok && ty.TypType == 'd' {
		ty, ok = env.Type(ty.Base)
	}
	if ok && ty.Category == 'A' && ty.Elem != 0 {
		return ty.Elem, true
	}
	return types.TextOID, false
}

// maxDims is how many dimensions an array can have.
const maxDims = 6

// arrayText writes a slice or an array as PostgreSQL reads arrays; it is that of the given
// dimension.
func arrayText(sb *strings.Builder, v reflect.Value, dim int, elem types.OID, env *types.Env) error {
	if dim > maxDims { // it would be refused, and may contain itself
		return pgerr.New(pgerr.ProgramLimitExceeded, "number of array dimensions exceeds the maximum allowed (%d)", maxDims)
	}
	sb.WriteByte('{')
	for i := range v.Len() {
		if i > 0 {
			sb.WriteByte(',')
		}
		e := v.Index(i)
		for n := 0; n < maxPointers && (e.Kind() == reflect.Pointer || e.Kind() == reflect.Interface) && !e.IsNil() && !writesItself(e); n++ {
			e = e.Elem()
		}
		if k := e.Kind(); (k == reflect.Slice || k == reflect.Array) && e.Type().Elem().Kind() != reflect.Uint8 && !writesItself(e) {
			if err := arrayText(sb, e, dim+1, elem, env); err != nil {
				return err
			}
			continue
		}
		text, ok, err := goText(e.Interface(), elem, env)
		if err != nil {
			return err
		}
		if !ok {
			sb.WriteString("NULL")
			continue
		}
		sb.WriteString(`"` + arrayEscapes.Replace(text) + `"`)
	}
	sb.WriteByte('}')
	return nil
}

var arrayEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
