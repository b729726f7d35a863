package planner

// What EXPLAIN says of window functions: show_window_def and the strategies that
// PostgreSQL does not have.

import (
	"strings"

	"minidb/expr"
)

var windowStrategies = [...]string{"Stored", "Streaming", "Hashed"}

func (b *explainer) windowTitle(n *xnode, p *WindowAgg) {
	n.kind, n.title = "WindowAgg", "WindowAgg"
	if p.Strategy == WindowHashed {
		n.title = "HashWindowAgg"
	}
	if p.Strategy != WindowStored {
		n.head = []prop{{name: "Strategy", val: windowStrategies[p.Strategy]}}
	}
}

func (b *explainer) windowDetails(n *xnode, p *WindowAgg) {
	var parts []string
	keys := func(list []expr.Expr) string {
		out := make([]string, len(list))
		for i, e := range list {
			if passesOn(p.Child) {
				out[i] = b.below(e)
			} else {
				out[i] = b.labelled(e)
			}
		}
		return strings.Join(out, ", ")
	}
	np := len(p.PartCols)
	if np > 0 {
		parts = append(parts, "PARTITION BY "+keys(p.KeyExprs[:np]))
	}
	if len(p.OrderCols) > 0 {
		parts = append(parts, "ORDER BY "+keys(p.KeyExprs[np:]))
	}
	if p.Window.Frame.Written {
		parts = append(parts, frameText(p.Window, b.deparse))
	}
	n.add("Window", expr.QuoteIdent(p.Window.Name)+" AS ("+strings.Join(parts, " ")+")")
	if (p.Strategy == WindowStream || p.Reread) && b.x.Options.Verbose {
		n.props = append(n.props, prop{raw: "Store: none", textOnly: true})
	}
	defer b.overChild(p)()
	b.cond(n, "Run Condition", p.Run)
	b.filter(n)
}

// overChild lets values that p's child computes be written in parentheses until the
// function that it returns is called.
func (b *explainer) overChild(p *WindowAgg) func() {
	outs := p.Child.Base().Targets
	b.opts.Computed = func(e expr.Expr) bool {
		switch e.(type) {
		case *expr.Var, *expr.Const, *expr.Param:
			return false
		}
		for i := range outs {
			if outs[i].Expr != nil && equalExpr(outs[i].Expr, e) {
				return true
			}
		}
		return false
	}
	return func() { b.opts.Computed = nil }
}

// over names the window of a call: that of the first node at or below the one at hand
// that computes it.
func (b *explainer) over(c *expr.WindowCall) string {
	if w := windowOf(b.node, c); w != nil {
		return expr.QuoteIdent(w.Window.Name)
	}
	return "(?)"
}

func windowOf(p Plan, c *expr.WindowCall) *WindowAgg {
	if w, ok := p.(*WindowAgg); ok {
		for _, f := range w.Calls {
			if equalExpr(f.Call, c) {
				return w
			}
		}
	}
	if p == nil {
		return nil
	}
	for _, child := range p.Children() {
		if w := windowOf(child, c); w != nil {
			return w
		}
	}
	return nil
}
