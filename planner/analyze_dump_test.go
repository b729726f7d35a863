package planner_test

// Printing analyzed queries for the goldens: every field that is set, one a
// line, nested ones indented.

import (
	"fmt"
	"reflect"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/types"
)

// dump analyzes a statement and prints the query.
func dump(a *catalog.Access, sql string) string {
	q, _, err := analyze(a, sql)
	if err != nil {
		return showError(err)
	}
	p := &printer{}
	p.value(reflect.ValueOf(q))
	return p.b.String() + "\n"
}

type printer struct {
	b     strings.Builder
	depth int
}

func (p *printer) line() {
	p.b.WriteByte('\n')
	p.b.WriteString(strings.Repeat("  ", p.depth))
}

// short prints a value that needs no lines of its own.
func short(v reflect.Value) (string, bool) {
	switch x := v.Interface().(type) {
	case types.OID:
		return typeName(x), true
	case types.Datum:
		if x.IsNull() {
			return "NULL", true
		}
		return x.String(), true
	case *expr.Func:
		return x.Name, true
	case *expr.Operator:
		return x.Name, true
	case *expr.Aggregate:
		return x.Fn.Name, true
	case *catalog.Relation:
		return x.Name, true
	case []string:
		return strings.Join(x, ","), true
	case []types.OID:
		var l []string
		for _, o := range x {
			l = append(l, typeName(o))
		}
		return strings.Join(l, ","), true
	case []int32, []int:
		return fmt.Sprint(x), true
	case *tree.WindowFrame:
		return "frame", true
	}
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int16, reflect.Int32, reflect.Uint8, reflect.Uint32, reflect.String:
		return fmt.Sprint(v.Interface()), true
	}
	return "", false
}

func (p *printer) value(v reflect.Value) {
	if s, ok := short(v); ok {
		p.b.WriteString(s)
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		p.value(v.Elem())
	case reflect.Slice:
		p.depth++
		for i := range v.Len() {
			p.line()
			p.b.WriteString("- ")
			p.value(v.Index(i))
		}
		p.depth--
	case reflect.Struct:
		p.fields(v)
	}
}

// hidden has the fields whose values depend on numbers given at run time or
// repeat others.
var hidden = map[string]bool{"RelOID": true, "OrigTable": true, "Arbiters": true, "CTERef": true, "Loc": true, "Pos": true, "Slot": true, "RowType": true}

// fields prints a struct: what is short on its own line, then the rest.
func (p *printer) fields(v reflect.Value) {
	p.b.WriteString(v.Type().Name())
	var long []int
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if hidden[f.Name] || !f.IsExported() || v.Field(i).IsZero() || f.Name == "Mod" && v.Field(i).Int() < 0 {
			continue
		}
		if s, ok := short(v.Field(i)); ok {
			fmt.Fprintf(&p.b, " %s=%s", f.Name, s)
			continue
		}
		long = append(long, i)
	}
	p.depth++
	for _, i := range long {
		p.line()
		p.b.WriteString(v.Type().Field(i).Name + ": ")
		p.value(v.Field(i))
	}
	p.depth--
}
