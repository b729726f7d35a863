package expr

// This file has the functions and operators of regular expressions.

import (
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

func regexOp(not, fold bool) code {
	return code{f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		re, err := compileRegex(b.Text(), reFlags{fold: fold})
		if err != nil {
			return types.NullDatum, err
		}
		ok, err := re.matches(c, a.Text())
		return types.NewBool(ok != not), err
	}}
}

func regexCodes() codeTable {
	t := codeTable{}
	for _, ty := range []string{"text", "name", "bpchar"} {
		t[ty+"regexeq"], t[ty+"regexne"] = regexOp(false, false), regexOp(true, false)
		t[ty+"icregexeq"], t[ty+"icregexne"] = regexOp(false, true), regexOp(true, true)
	}
	return t
}

var regexFuncCodes = codeTable{
	"textregexsubstr":                    {f2: regexSubstr},
	"substring(text,text,text)":          {f3: func(c *Ctx, a, p, e types.Datum) (types.Datum, error) { return similarSubstr(c, a, p, e) }},
	"textregexreplace_noopt":             {fn: regexReplace},
	"textregexreplace":                   {fn: regexReplace},
	"textregexreplace_extended_no_n":     {fn: regexReplaceExtended},
	"textregexreplace_extended_no_flags": {fn: regexReplaceExtended},
	"textregexreplace_extended":          {fn: regexReplaceExtended},
	"regexp_like_no_flags":               {fn: regexLike},
	"regexp_like":                        {fn: regexLike},
	"regexp_count_no_start":              {fn: regexCount},
	"regexp_count_no_flags":              {fn: regexCount},
	"regexp_count":                       {fn: regexCount},
	"regexp_match_no_flags":              {fn: regexMatch},
	"regexp_match":                       {fn: regexMatch},
	"regexp_matches_no_flags":            {srf: regexMatches},
	"regexp_matches":                     {srf: regexMatches},
	"regexp_split_to_array_no_flags":     {fn: regexSplitArray},
	"regexp_split_to_array":              {fn: regexSplitArray},
	"regexp_split_to_table_no_flags":     {srf: regexSplitTable},
	"regexp_split_to_table":              {srf: regexSplitTable},
	"regexp_substr_no_start":             {fn: regexpSubstr},
	"regexp_substr_no_n":                 {fn: regexpSubstr},
	"regexp_substr_no_flags":             {fn: regexpSubstr},
	"regexp_substr_no_subexpr":           {fn: regexpSubstr},
	"regexp_substr":                      {fn: regexpSubstr},
	"regexp_instr_no_start":              {fn: regexpInstr},
	"regexp_instr_no_n":                  {fn: regexpInstr},
	"regexp_instr_no_endoption":          {fn: regexpInstr},
	"regexp_instr_no_flags":              {fn: regexpInstr},
	"regexp_instr_no_subexpr":            {fn: regexpInstr},
	"regexp_instr":                       {fn: regexpInstr},
}

func groupText(s string, m []int, g int) types.Datum {
	if 2*g+1 >= len(m) || m[2*g] < 0 {
		return types.NullDatum
	}
	return types.NewText(s[m[2*g]:m[2*g+1]])
}

func regexSubstr(c *Ctx, a, p types.Datum) (types.Datum, error) {
	re, err := compileRegex(p.Text(), reFlags{})
	if err != nil {
		return types.NullDatum, err
	}
	ms, err := re.all(c, a.Text(), 0, 1)
	if err != nil || len(ms) == 0 {
		return types.NullDatum, err
	}
	return groupText(a.Text(), ms[0], min(re.groups, 1)), nil
}

func similarSubstr(c *Ctx, a, p, esc types.Datum) (types.Datum, error) {
	re, err := similarEscape2(c, p, esc)
	if err != nil {
		return types.NullDatum, err
	}
	return regexSubstr(c, a, re)
}

// regexArgs reads the arguments that most functions share: text, pattern and,
// at index flags, the options.
func regexArgs(name string, args []types.Datum, flags int, global bool) (string, *reProg, reFlags, error) {
	var f reFlags
	var err error
	if flags < len(args) {
		if f, err = parseFlags(args[flags].Text()); err != nil {
			return "", nil, f, err
		}
	}
	if f.global && !global {
		e := pgerr.New(pgerr.InvalidParameterValue, "%s does not support the \"global\" option", name+"()")
		if name == "regexp_match" {
			e.WithHint("Use the regexp_matches function instead.")
		}
		return "", nil, f, e
	}
	re, err := compileRegex(args[1].Text(), f)
	return args[0].Text(), re, f, err
}

// regexReplace is regexp_replace(text, pattern, replacement [, flags]).
func regexReplace(c *Ctx, args []types.Datum) (types.Datum, error) {
	if len(args) > 3 {
		if f := args[3].Text(); f != "" && f[0] >= '0' && f[0] <= '9' {
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "invalid regular expression option: \"%s\"", f[:1]).
				WithHint("If you meant to use regexp_replace() with a start parameter, cast the fourth argument to integer explicitly.")
		}
	}
	s, re, f, err := regexArgs("regexp_replace", args, 3, true)
	if err != nil {
		return types.NullDatum, err
	}
	limit := 1
	if f.global {
		limit = -1
	}
	ms, err := re.all(c, s, 0, limit)
	if err != nil {
		return types.NullDatum, err
	}
	return replaceMatches(s, args[2].Text(), ms)
}

// regexReplaceExtended is regexp_replace with start, N and flags.
func regexReplaceExtended(c *Ctx, args []types.Datum) (types.Datum, error) {
	s, re, f, err := regexArgs("regexp_replace", args, 5, true)
	if err != nil {
		return types.NullDatum, err
	}
	start, err := positive("start", args, 3, 1)
	if err != nil {
		return types.NullDatum, err
	}
	n := 1
	if f.global {
		n = 0
	}
	if len(args) > 4 {
		if n = int(args[4].Int()); n < 0 {
			return types.NullDatum, badParam("n", args[4].Int())
		}
	}
	limit := n
	if n == 0 {
		limit = -1
	}
	ms, err := re.all(c, s, charOffset(s, int64(start-1)), limit)
	if err != nil {
		return types.NullDatum, err
	}
	if n > 0 {
		if len(ms) < n {
			return args[0], nil
		}
		ms = ms[n-1 : n]
	}
	return replaceMatches(s, args[2].Text(), ms)
}

func badParam(name string, v int64) error {
	return pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter \"%s\": %d", name, v)
}

// positive reads an optional integer argument that must be at least 1.
func positive(name string, args []types.Datum, i, def int) (int, error) {
	if i >= len(args) {
		return def, nil
	}
	if v := args[i].Int(); v < 1 {
		return 0, badParam(name, v)
	}
	return int(args[i].Int()), nil
}

// replaceMatches puts the replacement, with \1 and \& filled in, for each match.
func replaceMatches(s, repl string, ms [][]int) (types.Datum, error) {
	var b strings.Builder
	last := 0
	for _, m := range ms {
		b.WriteString(s[last:m[0]])
		last = m[1]
		for i := 0; i < len(repl); i++ {
			if repl[i] != '\\' || i+1 == len(repl) {
				b.WriteByte(repl[i])
				continue
			}
			i++
			switch c := repl[i]; {
			case c == '&':
				b.WriteString(s[m[0]:m[1]])
			case c >= '1' && c <= '9':
				if g := int(c - '0'); 2*g+1 < len(m) && m[2*g] >= 0 {
					b.WriteString(s[m[2*g]:m[2*g+1]])
				}
			case c == '\\':
				b.WriteByte('\\')
			default:
				b.WriteByte('\\')
				i--
			}
		}
		if err := checkLength(b.Len()); err != nil {
			return types.NullDatum, err
		}
	}
	b.WriteString(s[last:])
	return types.NewText(b.String()), nil
}

func regexLike(c *Ctx, args []types.Datum) (types.Datum, error) {
	s, re, _, err := regexArgs("regexp_like", args, 2, false)
	if err != nil {
		return types.NullDatum, err
	}
	ok, err := re.matches(c, s)
	return types.NewBool(ok), err
}

func regexCount(c *Ctx, args []types.Datum) (types.Datum, error) {
	start, err := positive("start", args, 2, 1)
	if err != nil {
		return types.NullDatum, err
	}
	s, re, _, err := regexArgs("regexp_count", args, 3, false)
	if err != nil {
		return types.NullDatum, err
	}
	ms, err := re.all(c, s, charOffset(s, int64(start-1)), -1)
	return types.NewInt(int64(len(ms))), err
}

// matchArray is one match as an array: the groups, or the whole if there is none.
func matchArray(re *reProg, s string, m []int) types.Datum {
	if re.groups == 0 {
		return types.NewArray1(types.TextOID, []types.Datum{groupText(s, m, 0)})
	}
	out := make([]types.Datum, re.groups)
	for g := range out {
		out[g] = groupText(s, m, g+1)
	}
	return types.NewArray1(types.TextOID, out)
}

func regexMatch(c *Ctx, args []types.Datum) (types.Datum, error) {
	s, re, _, err := regexArgs("regexp_match", args, 2, false)
	if err != nil {
		return types.NullDatum, err
	}
	ms, err := re.all(c, s, 0, 1)
	if err != nil || len(ms) == 0 {
		return types.NullDatum, err
	}
	return matchArray(re, s, ms[0]), nil
}

func regexMatches(c *Ctx, args []types.Datum) (SRFIter, error) {
	s, re, f, err := regexArgs("regexp_matches", args, 2, true)
	if err != nil {
		return nil, err
	}
	limit := 1
	if f.global {
		limit = -1
	}
	ms, err := re.all(c, s, 0, limit)
	if err != nil {
		return nil, err
	}
	return sliceIter(len(ms), func(i int) types.Datum { return matchArray(re, s, ms[i]) }), nil
}

// splitByRegex cuts s at the matches; empty matches at the ends and right after
// a match do not count.
func splitByRegex(c *Ctx, re *reProg, s string) ([]types.Datum, error) {
	ms, err := re.all(c, s, 0, -1)
	if err != nil {
		return nil, err
	}
	out := c.newElems()
	last := 0
	for _, m := range ms {
		if m[0] >= len(s) || m[1] <= last {
			continue
		}
		if err := out.Add(types.NewText(s[last:m[0]])); err != nil {
			return nil, err
		}
		last = m[1]
	}
	return append(out.Elems, types.NewText(s[last:])), nil
}

func regexSplitArray(c *Ctx, args []types.Datum) (types.Datum, error) {
	s, re, _, err := regexArgs("regexp_split_to_array", args, 2, false)
	if err != nil {
		return types.NullDatum, err
	}
	parts, err := splitByRegex(c, re, s)
	if err != nil {
		return types.NullDatum, err
	}
	return types.NewArray1(types.TextOID, parts), nil
}

func regexSplitTable(c *Ctx, args []types.Datum) (SRFIter, error) {
	s, re, _, err := regexArgs("regexp_split_to_table", args, 2, false)
	if err != nil {
		return nil, err
	}
	parts, err := splitByRegex(c, re, s)
	if err != nil {
		return nil, err
	}
	return sliceIter(len(parts), func(i int) types.Datum { return parts[i] }), nil
}

// nthMatch finds the match that regexp_substr and regexp_instr mean.
func nthMatch(c *Ctx, name string, args []types.Datum, flags, sub int) (s string, m []int, group int, err error) {
	start, err := positive("start", args, 2, 1)
	if err != nil {
		return "", nil, 0, err
	}
	n, err := positive("n", args, 3, 1)
	if err != nil {
		return "", nil, 0, err
	}
	if sub < len(args) {
		if v := args[sub].Int(); v < 0 {
			return "", nil, 0, badParam("subexpr", v)
		}
		group = int(args[sub].Int())
	}
	s, re, _, err := regexArgs(name, args, flags, false)
	if err != nil {
		return "", nil, 0, err
	}
	if re.groups == 0 {
		group = 0
	}
	ms, err := re.all(c, s, charOffset(s, int64(start-1)), n)
	if err != nil || len(ms) < n || group > re.groups {
		return s, nil, group, err
	}
	return s, ms[n-1], group, nil
}

func regexpSubstr(c *Ctx, args []types.Datum) (types.Datum, error) {
	s, m, g, err := nthMatch(c, "regexp_substr", args, 4, 5)
	if err != nil || m == nil {
		return types.NullDatum, err
	}
	return groupText(s, m, g), nil
}

func regexpInstr(c *Ctx, args []types.Datum) (types.Datum, error) {
	end := 0
	if len(args) > 4 {
		if v := args[4].Int(); v != 0 && v != 1 {
			return types.NullDatum, badParam("endoption", v)
		}
		end = int(args[4].Int())
	}
	s, m, g, err := nthMatch(c, "regexp_instr", args, 5, 6)
	if err != nil {
		return types.NullDatum, err
	}
	if m == nil || m[2*g] < 0 {
		return types.NewInt(0), nil
	}
	return types.NewInt(int64(utf8.RuneCountInString(s[:m[2*g+end]])) + 1), nil
}
