package expr

// This file has the calls whose arguments have conflicting collations: they fail
// when they get values to work on.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// needsCollation says what a function needs a collation for, by the function's
// name; empty if it needs none.
func needsCollation(fn string) string {
	switch fn {
	case "lower", "upper", "initcap":
		return fn + "() function"
	case "replace", "strpos", "position", "split_part", "starts_with":
		return "string comparison"
	case "textlike", "textnlike", "bpcharlike", "bpcharnlike", "namelike", "namenlike":
		return "LIKE"
	case "texticlike", "texticnlike", "bpchariclike", "bpcharicnlike", "nameiclike", "nameicnlike":
		return "ILIKE"
	}
	if strings.Contains(fn, "regex") || strings.HasPrefix(fn, "regexp_") {
		return "regular expression"
	}
	for end := range compareNames {
		for _, typ := range [...]string{"text", "text_", "bpchar", "name", "nametext", "textname", "array_"} {
			if fn == typ+end || typ == "nametext" && fn == "name"+end+"text" || typ == "textname" && fn == "text"+end+"name" {
				return "string comparison"
			}
		}
	}
	return ""
}

func compileNoCollation(what string, args []Expr) (Eval, error) {
	evals := make([]Eval, len(args))
	for i, a := range args {
		var err error
		if evals[i], err = Compile(a); err != nil {
			return nil, err
		}
	}
	return func(c *Ctx, r types.Row) (types.Datum, error) {
		for _, f := range evals {
			if d, err := f(c, r); err != nil || d.IsNull() {
				return types.NullDatum, err
			}
		}
		return types.NullDatum, pgerr.New(pgerr.IndeterminateCollation, "could not determine which collation to use for %s", what).
			WithHint("Use the COLLATE clause to set the collation explicitly.")
	}, nil
}
