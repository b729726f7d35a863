package parser

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"minidb/parser/lex"
	"minidb/parser/tree"
)

// Literals. They are taken from slabs, as a VALUES list has thousands.

const maxSlab = 512

func (p *parser) newConst() *tree.Const {
	if len(p.consts) == 0 {
		p.slab = min(max(2*p.slab, 4), maxSlab)
		p.consts = make([]tree.Const, p.slab)
	}
	c := &p.consts[0]
	p.consts = p.consts[1:]
	return c
}

// constant consumes a number, string or bit string.
func (p *parser) constant() *tree.Const {
	t := p.cur()
	p.i++
	c := p.newConst()
	c.Pos, c.Text = t.Pos, t.Text
	switch t.Kind {
	case lex.String:
		c.Kind = tree.ConstString
	case lex.Bit:
		c.Kind = tree.ConstBit
	case lex.Num:
		c.Kind = tree.ConstNumeric
		c.Text = strings.ReplaceAll(t.Text, "_", "")
	case lex.Int:
		setInteger(c, t.Text)
	default:
		p.fail(p.i - 1)
	}
	return c
}

// setInteger makes c the integer written as text, a numeric if it exceeds
// int8.
func setInteger(c *tree.Const, text string) {
	if v, ok := smallInt(text); ok {
		c.Kind, c.Int, c.Text = tree.ConstInt, v, text
		return
	}
	digits := strings.ReplaceAll(text, "_", "")
	if isDecimal(digits) {
		if v, err := strconv.ParseInt(digits, 10, 64); err == nil {
			c.Kind, c.Int, c.Text = tree.ConstInt, v, text
			return
		}
		c.Kind, c.Text = tree.ConstNumeric, digits
		return
	}
	n, _ := new(big.Int).SetString(digits, 0)
	if n.IsInt64() {
		c.Kind, c.Int, c.Text = tree.ConstInt, n.Int64(), text
		return
	}
	c.Kind, c.Text = tree.ConstNumeric, n.String()
}

// smallInt reads up to 18 plain decimal digits.
func smallInt(text string) (v int64, ok bool) {
	if len(text) > 18 {
		return 0, false
	}
	for _, d := range []byte(text) {
		if d < '0' || d > '9' {
			return 0, false
		}
		v = v*10 + int64(d-'0')
	}
	return v, true
}

func isDecimal(digits string) bool {
	return len(digits) < 2 || digits[0] != '0' || digits[1] >= '0' && digits[1] <= '9'
}

// negate returns -c for a number as PostgreSQL's grammar folds it; nil if c is
// no number. The sign at pos becomes the constant's start.
func (p *parser) negate(c *tree.Const, pos int32) *tree.Const {
	n := p.newConst()
	*n = *c
	n.Pos = pos
	switch {
	case c.Kind == tree.ConstInt && c.Int == math.MinInt64:
		n.Kind, n.Text = tree.ConstNumeric, "9223372036854775808"
	case c.Kind == tree.ConstInt:
		n.Int = -c.Int
		n.Text = negateText(c.Text)
	case c.Kind == tree.ConstNumeric:
		n.Text = negateText(c.Text)
		if n.Text == "-9223372036854775808" {
			n.Kind, n.Int = tree.ConstInt, math.MinInt64
		}
	default:
		return nil
	}
	return n
}

func negateText(text string) string {
	if text[0] == '-' {
		return text[1:]
	}
	return "-" + text
}

// param consumes $n.
func (p *parser) param() *tree.ParamRef {
	t := p.cur()
	p.i++
	n, _ := strconv.Atoi(t.Text)
	return &tree.ParamRef{Pos: t.Pos, Number: n}
}

// intConst consumes an integer literal that fits an int4.
func (p *parser) intConst() int64 {
	if p.cur().Kind != lex.Int {
		p.fail(p.i)
	}
	var c tree.Const
	setInteger(&c, p.cur().Text)
	if c.Kind != tree.ConstInt || c.Int > math.MaxInt32 {
		p.fail(p.i)
	}
	p.i++
	return c.Int
}

// signedInt consumes an integer literal with or without a sign.
func (p *parser) signedInt() int64 {
	if p.acceptOp("-") {
		return -p.intConst()
	}
	p.acceptOp("+")
	return p.intConst()
}

// number consumes a number with or without a sign (PostgreSQL's NumericOnly).
func (p *parser) number() *tree.Const {
	pos := p.pos()
	neg := p.isOp("-")
	if neg || p.isOp("+") {
		p.i++
	}
	if k := p.cur().Kind; k != lex.Int && k != lex.Num {
		p.fail(p.i)
	}
	c := p.constant()
	if neg {
		return p.negate(c, pos)
	}
	return c
}
