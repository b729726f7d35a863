package planner

import (
	"math"
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

// checkRegex tries a regular expression: planning ends with the error of a wrong one,
// though no row may be there to match.
func (lv *level) checkRegex(op *expr.Operator, pattern types.Datum) {
	args := []expr.Expr{
		&expr.Const{Loc: -1, Value: types.NewText(""), T: op.Left, Mod: -1},
		&expr.Const{Loc: -1, Value: pattern, T: op.Right, Mod: -1},
	}
	match, err := expr.Compile(&expr.OpCall{Loc: -1, Op: op, Args: args, Ret: types.BoolOID})
	if err == nil {
		_, err = match(lv.g.foldCtx(), nil)
	}
	if lv.g.err == nil {
		lv.g.err = err
	}
}

// selMatch is the selectivity of a pattern.
func (lv *level) selMatch(v *varStats, op *expr.Operator, pattern types.Datum) float64 {
	like, fold := op.Rest == "likesel" || op.Rest == "iclikesel", op.Rest == "iclikesel" || op.Rest == "icregexeqsel"
	pat := pattern.Text()
	prefix, exact := "", false
	switch {
	case fold:
	case like:
		prefix, exact = likePrefix(pat)
	default:
		prefix, exact = regexPrefix(pat)
	}
	if !like {
		lv.checkRegex(op, pattern)
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
		guess := 0.0
		if like {
			guess = likeRestSel(likeRest(pat, prefix))
		} else {
			guess = regexSel(pat, len(prefix))
		}
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

// regexPrefix is the text that all matches of an anchored regular expression
// begin with; exact if it is all they are.
func regexPrefix(pat string) (prefix string, exact bool) {
	rest, anchored := strings.CutPrefix(pat, "^")
	if !anchored || strings.Contains(rest, "|") {
		return "", false
	}
	rest, group := strings.CutPrefix(rest, "(?:")
	var b strings.Builder
	i := 0
	for ; i < len(rest) && !strings.ContainsRune(`.[]()*+?{}$^`, rune(rest[i])); i++ {
		if rest[i] == '\\' {
			if i+1 == len(rest) || isAlnum(rest[i+1]) {
				break // a class, a back reference or the like
			}
			i++
		}
		b.WriteByte(rest[i])
	}
	prefix = b.String()
	if i < len(rest) && strings.IndexByte("*?{", rest[i]) >= 0 && prefix != "" {
		return prefix[:len(prefix)-1], false // what the quantifier is about
	}
	end := "$"
	if group {
		end = ")$"
	}
	return prefix, rest[i:] == end
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// regexSel is regex_selectivity: a factor for each part of the pattern beyond
// its fixed prefix.
func regexSel(pat string, prefix int) float64 {
	var s float64
	if body, ok := strings.CutSuffix(pat, "$"); ok && !strings.HasSuffix(body, `\`) {
		s = regexPartSel(body, 0)
	} else {
		s = 5 * regexPartSel(pat, 0)
	}
	return clampSel(s / math.Pow(0.2, float64(prefix)))
}

// regexPartSel is regex_selectivity_sub. depth bounds the recursion.
func regexPartSel(pat string, depth int) float64 {
	if depth > 100 {
		return 1
	}
	s := 1.0
	level, open := 0, 0
	times := func(f float64) {
		if level == 0 {
			s *= f
		}
	}
	for i := 0; i < len(pat); i++ {
		switch c := pat[i]; {
		case c == '(':
			if level == 0 {
				open = i
			}
			level++
		case c == ')' && level > 0:
			if level--; level == 0 {
				s *= regexPartSel(pat[open+1:i], depth+1)
			}
		case c == '|' && level == 0:
			return min(s+regexPartSel(pat[i+1:], depth+1), 1)
		case c == '[':
			f := 0.25
			if i++; i < len(pat) && pat[i] == '^' {
				f = 0.75
				i++
			}
			if i < len(pat) && pat[i] == ']' {
				i++
			}
			for i < len(pat) && pat[i] != ']' {
				i++
			}
			times(f)
		case c == '.':
			times(0.9)
		case c == '*' || c == '?' || c == '+':
			times(2)
		case c == '{':
			for i < len(pat) && pat[i] != '}' {
				i++
			}
			times(2)
		case c == '\\':
			if i++; i < len(pat) {
				times(0.2)
			}
		default:
			times(0.2)
		}
	}
	return min(s, 1)
}
