package parser

import (
	"io"
	"sync"

	tidb "github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
)

// TiDB's parser leaves literals to a driver. The text sent to it has none but
// NULL, TRUE and FALSE, so two node types are all that this one needs.

// keepText is the longest text after which a parser is kept: its stack never
// shrinks.
const keepText = 64 << 10

var (
	installDriver sync.Once
	parsers       sync.Pool
)

// tidbParser returns a parser for one use at a time.
func tidbParser() *tidb.Parser {
	if p, ok := parsers.Get().(*tidb.Parser); ok {
		return p
	}
	installDriver.Do(func() {
		ast.NewValueExpr = func(v any, _, _ string) ast.ValueExpr {
			if h, ok := v.(ast.ValueExpr); ok {
				return h
			}
			return &valueNode{value: v}
		}
		ast.NewParamMarkerExpr = func(off int) ast.ParamMarkerExpr { return &holeNode{off: off} }
		no := func(string) (any, error) { panic("a literal was sent to TiDB") }
		ast.NewDecimal, ast.NewHexLiteral, ast.NewBitLiteral = no, no, no
	})
	return tidb.New()
}

// releaseParser takes a parser back after a text of n bytes. Reset drops what
// its stack still points at.
func releaseParser(p *tidb.Parser, n int) {
	if n <= keepText {
		p.Reset()
		parsers.Put(p)
	}
}

// valueNode is NULL, TRUE or FALSE, or the separator of GROUP_CONCAT.
type valueNode struct {
	ast.TexprNode
	value any
}

func (n *valueNode) SetValue(v any)                   { n.value = v }
func (n *valueNode) GetValue() any                    { return n.value }
func (n *valueNode) GetDatumString() string           { return n.GetString() }
func (n *valueNode) GetString() string                { s, _ := n.value.(string); return s }
func (n *valueNode) GetProjectionOffset() int         { return -1 }
func (n *valueNode) SetProjectionOffset(int)          {}
func (n *valueNode) Restore(*format.RestoreCtx) error { return nil }
func (n *valueNode) Format(io.Writer)                 {}
func (n *valueNode) Accept(v ast.Visitor) (ast.Node, bool) {
	m, _ := v.Enter(n)
	return v.Leave(m)
}

// holeNode is a question mark; off is its byte offset in the text sent.
type holeNode struct {
	ast.TexprNode
	off int
}

func (n *holeNode) SetValue(any)                     {}
func (n *holeNode) GetValue() any                    { return n }
func (n *holeNode) GetDatumString() string           { return "" }
func (n *holeNode) GetString() string                { return "" }
func (n *holeNode) GetProjectionOffset() int         { return -1 }
func (n *holeNode) SetProjectionOffset(int)          {}
func (n *holeNode) SetOrder(int)                     {}
func (n *holeNode) Restore(*format.RestoreCtx) error { return nil }
func (n *holeNode) Format(io.Writer)                 {}
func (n *holeNode) Accept(v ast.Visitor) (ast.Node, bool) {
	m, _ := v.Enter(n)
	return v.Leave(m)
}
