package tree

import (
	"reflect"
	"sync"
)

// Walking and dumping go by the types' own fields, so that a node type can
// never be forgotten in one of them. They serve analysis and tests, not the
// loops over rows.

// Walk calls visit for n and every node below it, parents first, in the order
// of the fields. A false answer leaves out what is below that node.
func Walk(n Node, visit func(Node) bool) {
	if n == nil {
		return
	}
	v := reflect.ValueOf(n)
	if v.Kind() != reflect.Pointer || v.IsNil() || !visit(n) {
		return
	}
	walkFields(v.Elem(), visit)
}

func walkFields(v reflect.Value, visit func(Node) bool) {
	for _, i := range childFields(v.Type()) {
		walkValue(v.Field(i), visit)
	}
}

func walkValue(v reflect.Value, visit func(Node) bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			Walk(v.Interface().(Node), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walkValue(v.Index(i), visit)
		}
	case reflect.Struct:
		walkFields(v, visit)
	}
}

var (
	nodeType   = reflect.TypeFor[Node]()
	fieldCache sync.Map // reflect.Type of a struct -> []int
)

// childFields returns the fields of a struct type that can lead to nodes.
func childFields(t reflect.Type) []int {
	if c, ok := fieldCache.Load(t); ok {
		return c.([]int)
	}
	var l []int
	for i := range t.NumField() {
		if leadsToNodes(t.Field(i).Type) {
			l = append(l, i)
		}
	}
	fieldCache.Store(t, l)
	return l
}

func leadsToNodes(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice:
		return leadsToNodes(t.Elem())
	case reflect.Struct:
		return len(childFields(t)) > 0
	}
	return t.Implements(nodeType)
}

// Leftmost returns the byte offset at which the text of e begins: the least
// known position in it. PostgreSQL points there when it complains about the
// type of an expression.
func Leftmost(e Expr) int32 {
	low := int32(-1)
	Walk(e, func(n Node) bool {
		if p := n.Position(); p >= 0 && (low < 0 || p < low) {
			low = p
		}
		return true
	})
	return low
}
