package planner

import (
	"strings"

	"minidb/expr"
	"minidb/types"
)

// Selectivities of LIKE and of regular expressions: patternsel_common of
// PostgreSQL 18, utils/adt/like_support.c. A pattern is tried on the histogram's
// bounds and on the most common values; what it looks like stands in for values
// that statistics do not have.

func (lv *level) selPattern(n *expr.OpCall, r *rel, negate bool) float64 {
	def := defaultMatchSel
	if negate {
		def = 1 - defaultMatchSel
	}
	v, other, onLeft, ok := lv.restriction(n.Args[0], n.Args[1], r)
	c, isConst := other.(*expr.Const)
	switch {
	case !ok || !onLeft || !isConst:
		return def
	case c.Value.IsNull():
		return 0
	case c.Value.Kind() != types.Text:
		return def
	}
	op := n.Op
	if negate {
		op = op.Negator
	}
	s := lv.selMatch(&v, op, c.Value)
	if negate {
		s = 1 - s - v.nullFrac()
	}
	return clampSel(s)
}

// selMatch is the selectivity of a pattern.
func (lv *level) selMatch(v *varStats, op *expr.Operator, pattern types.Datum) float64 {
	like, fold := op.Rest == "likesel" || op.Rest == "iclikesel", op.Rest == "iclikesel" || op.Rest == "icregexeqsel"
	prefix, exact, rest := "", false, defaultMatchSel
	if like {
		prefix, exact = likePrefix(pattern.Text())
		if fold {
			prefix, exact = "", false
		}
		rest = likeRestSel(likeRest(pattern.Text(), prefix))
	}
	if exact {
		return lv.selConst(v, types.NewText(prefix), false)
	}
	test := lv.test(v, op, pattern, true)
	h := v.histogram()
	s := -1.0
	if len(h) >= 10 {
		pass := 0
		for _, d := range h[1 : len(h)-1] {
			if test(d) {
				pass++
			}
		}
		s = float64(pass) / float64(len(h)-2)
	}
	if len(h) < 100 {
		guess := rest
		if prefix != "" {
			guess *= lv.selPrefix(v, prefix)
		}
		if s < 0 {
			s = guess
		} else {
			w := float64(len(h)) / 100
			s = s*w + guess*(1-w)
		}
	}
	s = min(max(s, 0.0001), 0.9999)
	pass, all := lv.selCommon(v, test)
	return s*(1-v.nullFrac()-all) + pass
}

// selPrefix is prefix_selectivity: texts that begin with prefix.
func (lv *level) selPrefix(v *varStats, prefix string) float64 {
	text := func(strategy int) *expr.Operator { return btreeOperator(types.TextOID, types.TextOID, strategy) }
	d := types.NewText(prefix)
	s := lv.selHistogram(v, text(1), d)
	if s < 0 {
		return defaultMatchSel
	}
	if up := nextPrefix(prefix); up != "" {
		s += lv.selHistogram(v, text(-2), types.NewText(up)) - 1
	}
	return clampSel(max(s, lv.selConst(v, d, false)))
}

// likeRestSel is like_selectivity: each character and wildcard after the fixed
// prefix has a factor.
func likeRestSel(rest string) float64 {
	s := 1.0
	rest = strings.TrimLeft(rest, "%_")
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '%':
			s *= 5
		case '_':
			s *= 0.9
		case '\\':
			i++
			s *= 0.2
		default:
			s *= 0.2
		}
	}
	return min(s, 1)
}

// likePrefix is the text before a LIKE pattern's first wildcard; exact if there
// is none.
func likePrefix(pat string) (prefix string, exact bool) {
	var b strings.Builder
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '%', '_':
			return b.String(), false
		case '\\':
			i++
			if i == len(pat) {
				return b.String(), true
			}
		}
		b.WriteByte(pat[i])
	}
	return b.String(), true
}

func likeRest(pat, prefix string) string {
	i := 0
	for range len(prefix) {
		if pat[i] == '\\' {
			i++
		}
		i++
	}
	return pat[i:]
}
