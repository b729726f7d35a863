package tree

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Dump prints a tree for tests: one line per node and field, children
// indented, all positions and fields of zero value but kinds left out. Two trees
// are equal if their dumps are.
func Dump(n Node) string {
	var d dumper
	d.value(reflect.ValueOf(n))
	return strings.TrimPrefix(d.String(), " ") + "\n"
}

type dumper struct {
	strings.Builder
	indent int
}

func (d *dumper) newline() {
	d.WriteByte('\n')
	for range d.indent {
		d.WriteString("  ")
	}
}

// value prints v behind its field's name, on the same line if it is short.
func (d *dumper) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			d.WriteString(" nil")
			return
		}
		d.value(v.Elem())
	case reflect.Struct:
		d.structure(v)
	case reflect.Slice:
		d.slice(v)
	case reflect.String:
		d.WriteByte(' ')
		d.WriteString(strconv.Quote(v.String()))
	default:
		fmt.Fprintf(d, " %v", v.Interface())
	}
}

func (d *dumper) structure(v reflect.Value) {
	t := v.Type()
	if t == reflect.TypeFor[Const]() {
		c := v.Interface().(Const)
		d.WriteByte(' ')
		d.WriteString(dumpConst(&c))
		return
	}
	d.WriteByte(' ')
	d.WriteString(t.Name())
	d.indent++
	for i := range t.NumField() {
		f := v.Field(i)
		if name := t.Field(i).Name; name == "Pos" || name == "NamePos" || name == "CollatePos" || f.IsZero() && !(t.Field(i).Name == "Kind" && f.Kind() == reflect.Uint8) {
			continue
		}
		d.newline()
		d.WriteString(t.Field(i).Name)
		d.value(f)
	}
	d.indent--
}

func (d *dumper) slice(v reflect.Value) {
	if v.Type().Elem().Kind() == reflect.String {
		d.WriteString(" [")
		for i := range v.Len() {
			if i > 0 {
				d.WriteByte(' ')
			}
			d.WriteString(strconv.Quote(v.Index(i).String()))
		}
		d.WriteByte(']')
		return
	}
	d.indent++
	for i := range v.Len() {
		d.newline()
		d.WriteByte('-')
		d.value(v.Index(i))
	}
	d.indent--
}

func dumpConst(c *Const) string {
	switch c.Kind {
	case ConstNull:
		return "NULL"
	case ConstInt:
		return strconv.FormatInt(c.Int, 10)
	case ConstNumeric:
		return "numeric " + c.Text
	case ConstBit:
		return "bit " + c.Text
	case ConstBool:
		return strconv.FormatBool(c.Bool)
	}
	return strconv.Quote(c.Text)
}
