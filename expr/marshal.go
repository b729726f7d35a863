package expr

// Text of an expression tree for catalogs (pg_attrdef.adbin, pg_index.indexprs
// and the like): an S-expression with functions and operators by OID,
//
//	(op 521 16 [(var 1 3 23 -1) (const 23 -1 i3)])
//
// Each node type has one function below that names its fields in order; the
// same function writes and reads them, so the two cannot drift apart. Places in
// statement text are not kept. Subqueries cannot be stored.

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// maxNesting bounds the depth of trees and values that Unmarshal accepts.
const maxNesting = 5000

// Marshal returns the text of e; "" for nil.
func Marshal(e Expr) string {
	if e == nil {
		return ""
	}
	c := coder{}
	c.expr(&e)
	return c.out.String()
}

// Unmarshal reads what Marshal wrote; nil for "". Any other text is an error
// with code XX000.
func Unmarshal(s string) (Expr, error) {
	if s == "" {
		return nil, nil
	}
	c := coder{reading: true, in: s}
	var e Expr
	c.expr(&e)
	if c.err == nil && strings.TrimSpace(c.in) != "" {
		c.fail("trailing text")
	}
	if c.err != nil {
		return nil, c.err
	}
	return e, nil
}

// EachNode calls f for e and every node below it, parents first.
func EachNode(e Expr, f func(Expr)) {
	if e != nil {
		c := coder{visit: f}
		c.expr(&e)
	}
}

// coder writes, reads or visits. Its methods take addresses: reading fills
// them, the other two look at them. After the first error reading does nothing.
type coder struct {
	out     strings.Builder
	reading bool
	in      string
	depth   int
	err     error
	visit   func(Expr)
	query   func(c *Coder, p *any) // codes subqueries; nil in expressions without
}

func (c *coder) fail(format string, args ...any) {
	if c.err == nil {
		c.err = pgerr.New(pgerr.Internal, "unreadable expression: "+format, args...)
	}
	c.in = ""
}

func (c *coder) nest() bool {
	if c.depth++; c.depth > maxNesting {
		c.fail("nested too deeply")
	}
	return c.err == nil
}

// atom writes s, or reads the next word into it.
func (c *coder) atom(s string) string {
	switch {
	case c.visit != nil:
		return s
	case !c.reading:
		if n := c.out.Len(); n > 0 && c.out.String()[n-1] != '(' && c.out.String()[n-1] != '[' {
			c.out.WriteByte(' ')
		}
		c.out.WriteString(s)
		return s
	}
	c.in = strings.TrimLeft(c.in, " ")
	end := 0
	for end < len(c.in) && !endsAtom(c.in[end]) {
		end++
	}
	word := c.in[:end]
	if word == "" {
		c.fail("missing word")
	}
	c.in = c.in[len(word):]
	return word
}

func endsAtom(b byte) bool {
	switch b {
	case ' ', '(', ')', '[', ']', '"':
		return true
	}
	return false
}

// punct writes or expects one of the four brackets.
func (c *coder) punct(p byte) {
	switch {
	case c.visit != nil:
	case !c.reading:
		if p == '(' || p == '[' {
			if n := c.out.Len(); n > 0 && c.out.String()[n-1] != '(' && c.out.String()[n-1] != '[' {
				c.out.WriteByte(' ')
			}
		}
		c.out.WriteByte(p)
	case !c.next(p):
		c.fail("missing %q", p)
	default:
		c.in = c.in[1:]
	}
}

// next reports whether the text to read goes on with p.
func (c *coder) next(p byte) bool {
	c.in = strings.TrimLeft(c.in, " ")
	return c.in != "" && c.in[0] == p
}

func coded[T ~int | ~int16 | ~int32 | ~uint32 | ~uint8](c *coder, p *T) {
	word := c.atom(strconv.FormatInt(int64(*p), 10))
	if !c.reading {
		return
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || int64(T(n)) != n {
		c.fail("bad number %q", word)
		return
	}
	*p = T(n)
}

func (c *coder) bool(p *bool) {
	n := 0
	if *p {
		n = 1
	}
	coded(c, &n)
	if c.reading {
		*p = n != 0
	}
}

func (c *coder) str(p *string) {
	switch {
	case c.visit != nil:
	case !c.reading:
		c.atom(strconv.Quote(*p))
	default:
		c.in = strings.TrimLeft(c.in, " ")
		q, err := strconv.QuotedPrefix(c.in)
		if err != nil || q[0] != '"' {
			c.fail("missing text")
			return
		}
		c.in = c.in[len(q):]
		*p, err = strconv.Unquote(q)
		if err != nil {
			c.fail("bad text")
		}
	}
}

// list codes a slice between square brackets, element by element.
func list[T any](c *coder, p *[]T, each func(*T)) {
	c.punct('[')
	if c.reading {
		for c.err == nil && !c.next(']') {
			var v T
			each(&v)
			*p = append(*p, v)
		}
	} else {
		for i := range *p {
			each(&(*p)[i])
		}
	}
	c.punct(']')
}

func (c *coder) exprs(p *[]Expr)      { list(c, p, c.expr) }
func (c *coder) strs(p *[]string)     { list(c, p, c.str) }
func (c *coder) opers(p *[]*Operator) { list(c, p, c.oper) }

func (c *coder) oper(p **Operator) {
	var oid types.OID
	if *p != nil {
		oid = (*p).OID
	}
	coded(c, &oid)
	if c.reading && oid != 0 && c.err == nil {
		op, ok := OperatorByOID(oid)
		if !ok {
			c.fail("no operator %d", oid)
		}
		*p = op
	}
}

func (c *coder) fn(p **Func) {
	var oid types.OID
	if *p != nil {
		oid = (*p).OID
	}
	coded(c, &oid)
	if c.reading && c.err == nil {
		f, ok := FuncByOID(oid)
		if !ok {
			c.fail("no function %d", oid)
		}
		*p = f
	}
}

// expr codes one node, "-" for nil.
func (c *coder) expr(p *Expr) {
	if !c.nest() {
		return
	}
	defer func() { c.depth-- }()
	if c.reading {
		*p = c.readNode()
		return
	}
	if *p == nil {
		c.atom("-")
		return
	}
	if c.visit != nil {
		c.visit(*p)
	}
	c.punct('(')
	c.atom(c.nodeName(*p))
	c.fields(*p)
	c.punct(')')
}

func (c *coder) readNode() Expr {
	if !c.next('(') {
		if word := c.atom(""); word != "-" {
			c.fail("unexpected %q", word)
		}
		return nil
	}
	c.punct('(')
	name := c.atom("")
	if c.err != nil {
		return nil
	}
	make, ok := nodeTypes[name]
	if !ok {
		c.fail("no node %q", name)
		return nil
	}
	e := make()
	c.fields(e)
	c.punct(')')
	return e
}

// datum codes a constant's value: a letter for its kind, then the value.
func (c *coder) datum(p *types.Datum) {
	if c.visit != nil || !c.nest() {
		return
	}
	defer func() { c.depth-- }()
	if c.reading {
		c.readDatum(p)
		return
	}
	d := *p
	switch d.Kind() {
	case types.Null:
		c.atom("null")
	case types.Bool:
		c.atom(map[bool]string{true: "true", false: "false"}[d.Bool()])
	case types.Int:
		c.atom("i" + strconv.FormatInt(d.Int(), 10))
	case types.Float4:
		c.atom("f" + strconv.FormatFloat(d.Float(), 'g', -1, 32))
	case types.Float8:
		c.atom("d" + strconv.FormatFloat(d.Float(), 'g', -1, 64))
	case types.Numeric:
		c.atom("n" + d.Dec().String())
	case types.Text:
		s := d.Text()
		c.str(&s)
	case types.Bytea:
		c.atom("x" + hex.EncodeToString(d.Bytes()))
	case types.Date, types.Time, types.Timetz, types.Timestamp, types.Timestamptz:
		c.atom(string("DTUSZ"[d.Kind()-types.Date]) + strconv.FormatInt(d.Num(), 10))
	case types.Interval:
		v := d.Interval()
		c.atom(fmt.Sprintf("I%d/%d/%d", v.Months, v.Days, v.Micros))
	case types.UUID:
		u := d.UUID()
		c.atom("u" + hex.EncodeToString(u[:]))
	case types.Array:
		v := *d.Array()
		c.punct('(')
		c.atom("array")
		c.arrayVal(&v)
		c.punct(')')
	case types.Record:
		v := *d.Record()
		c.punct('(')
		c.atom("record")
		c.recordVal(&v)
		c.punct(')')
	}
}

func (c *coder) arrayVal(v *types.ArrayVal) {
	coded(c, &v.Elem)
	list(c, &v.Dims, func(n *int32) { coded(c, n) })
	list(c, &v.Lower, func(n *int32) { coded(c, n) })
	list(c, &v.Elems, c.datum)
	if !c.reading {
		return
	}
	want := int64(0)
	for i, n := range v.Dims {
		if i == 0 {
			want = 1
		}
		if n <= 0 || want > 1<<30 {
			c.fail("bad array")
			return
		}
		want *= int64(n)
	}
	if len(v.Lower) != len(v.Dims) || want != int64(len(v.Elems)) {
		c.fail("bad array")
	}
}

func (c *coder) recordVal(v *types.RecordVal) {
	list(c, &v.Types, func(o *types.OID) { coded(c, o) })
	c.strs(&v.Names)
	list(c, &v.Fields, c.datum)
}

func (c *coder) readDatum(p *types.Datum) {
	if c.next('"') {
		var s string
		c.str(&s)
		*p = types.NewText(s)
		return
	}
	if c.next('(') {
		c.punct('(')
		switch name := c.atom(""); name {
		case "array":
			v := new(types.ArrayVal)
			c.arrayVal(v)
			*p = types.NewArray(v)
		case "record":
			v := new(types.RecordVal)
			c.recordVal(v)
			*p = types.NewRecord(v)
		default:
			c.fail("bad value %q", name)
		}
		c.punct(')')
		return
	}
	word := c.atom("")
	if c.err != nil {
		return
	}
	switch word {
	case "null":
	case "true", "false":
		*p = types.NewBool(word == "true")
	default:
		d, err := parseValue(word[0], word[1:])
		if err != nil {
			c.fail("bad value %q", word)
		}
		*p = d
	}
}

// parseValue reads the value after a kind's letter.
func parseValue(kind byte, s string) (types.Datum, error) {
	switch kind {
	case 'f':
		f, err := strconv.ParseFloat(s, 32)
		return types.NewFloat4(float32(f)), err
	case 'd':
		f, err := strconv.ParseFloat(s, 64)
		return types.NewFloat8(f), err
	case 'n':
		v, err := types.ParseDec(s)
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewNumeric(v), nil
	case 'x':
		b, err := hex.DecodeString(s)
		return types.NewBytea(b), err
	case 'u':
		b, err := hex.DecodeString(s)
		if err != nil || len(b) != 16 {
			return types.NullDatum, strconv.ErrSyntax
		}
		return types.NewUUID([16]byte(b)), nil
	case 'I':
		var v types.IntervalVal
		if n, err := fmt.Sscanf(s, "%d/%d/%d", &v.Months, &v.Days, &v.Micros); n != 3 {
			return types.NullDatum, err
		}
		return types.NewInterval(v), nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	switch kind {
	case 'i':
		return types.NewInt(n), err
	case 'D':
		return types.NewDate(n), err
	case 'T':
		return types.NewTime(n), err
	case 'U':
		return types.TimetzFromNum(n), err
	case 'S':
		return types.NewTimestamp(n), err
	case 'Z':
		return types.NewTimestamptz(n), err
	}
	return types.NullDatum, strconv.ErrSyntax
}
