package expr

// What stored queries need besides: nodes that only queries have, and the way
// for package planner, whose queries hold the expressions, to write and read
// its own parts with the same coder.

import "minidb/types"

// Coder writes or reads the text of a query. Its methods take addresses:
// reading fills them.
type Coder = coder

// MarshalQuery returns the text that code writes. Subqueries inside expressions
// are written by sub.
func MarshalQuery(code func(*Coder), sub func(*Coder, *any)) string {
	c := coder{query: sub}
	code(&c)
	return c.out.String()
}

// UnmarshalQuery reads what MarshalQuery wrote, with the same functions.
func UnmarshalQuery(s string, code func(*Coder), sub func(*Coder, *any)) error {
	c := coder{reading: true, in: s, query: sub}
	code(&c)
	return c.err
}

// Reading tells whether the coder reads.
func (c *coder) Reading() bool { return c.reading }

// Expr codes an expression, which may be nil.
func (c *coder) Expr(p *Expr) { c.expr(p) }

// Bool codes a truth value.
func (c *coder) Bool(p *bool) { c.bool(p) }

// Text codes a string.
func (c *coder) Text(p *string) { c.str(p) }

// Operator codes an operator, which may be nil.
func (c *coder) Operator(p **Operator) { c.oper(p) }

// Fail makes the text unreadable, for a reason of the caller's.
func (c *coder) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.in = ""
}

// Failed tells whether reading met an error.
func (c *coder) Failed() bool { return c.err != nil }

// Code codes a number.
func Code[T ~int | ~int16 | ~int32 | ~uint32 | ~uint8](c *Coder, p *T) { coded(c, p) }

// CodeList codes a slice, element by element.
func CodeList[T any](c *Coder, p *[]T, each func(*T)) { list(c, p, each) }

func (c *coder) queryFields(e Expr) {
	if c.query == nil && c.visit == nil {
		return
	}
	switch e := e.(type) {
	case *Agg:
		c.aggregate(&e.Fn)
		c.exprs(&e.Args)
		c.bool(&e.Star)
		c.bool(&e.Distinct)
		list(c, &e.Order, func(k *SortKey) {
			c.expr(&k.Expr)
			c.bool(&k.Desc)
			c.bool(&k.NullsFirst)
			c.oper(&k.Op)
		})
		c.exprs(&e.Direct)
		c.expr(&e.Filter)
		coded(c, &e.Up)
		coded(c, &e.T)
		coded(c, &e.Mod)
	case *WindowCall:
		isAgg := e.Agg != nil
		if c.bool(&isAgg); isAgg {
			c.aggregate(&e.Agg)
		} else {
			c.fn(&e.Fn)
		}
		c.exprs(&e.Args)
		c.bool(&e.Star)
		c.expr(&e.Filter)
		coded(c, &e.Ref)
		coded(c, &e.T)
		coded(c, &e.Mod)
	case *SubLink:
		coded(c, &e.Kind)
		c.expr(&e.Test)
		coded(c, &e.T)
		coded(c, &e.Mod)
		if c.query != nil {
			c.query(c, &e.Query)
		}
	}
}

func (c *coder) aggregate(p **Aggregate) {
	var oid types.OID
	if *p != nil {
		oid = (*p).Fn.OID
	}
	coded(c, &oid)
	if c.reading && c.err == nil {
		a, ok := AggregateByOID(oid)
		if !ok {
			c.fail("no aggregate %d", oid)
		}
		*p = a
	}
}
