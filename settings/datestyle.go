package settings

// DateStyle names a form of output and the order of day, month and year. It is
// written in any order and with old synonyms, and shown in one form.

import "strings"

// checkDateStyle merges the words of the list into the current style and
// returns the canonical form, "ISO, MDY".
func checkDateStyle(v *Values, d *Def, in string) (string, error) {
	words, ok := SplitIdentifiers(in)
	if !ok {
		return "", d.invalid(in).WithDetail("List syntax is invalid.")
	}
	style, order := "", ""
	conflict := false
	set := func(at *string, to string) {
		conflict = conflict || *at != "" && *at != to
		*at = to
	}
	for _, w := range words {
		switch s, o := dateStyleWord(strings.ToLower(w)); {
		case w == "default":
			if style == "" {
				style, _, _ = strings.Cut(d.Boot, ", ")
			}
			if order == "" {
				_, order, _ = strings.Cut(d.Boot, ", ")
			}
		case s == "" && o == "":
			return "", d.invalid(in).WithDetail("Unrecognized key word: \"%s\".", w)
		default:
			if s != "" {
				set(&style, s)
			}
			if o != "" {
				set(&order, o)
			}
		}
	}
	if conflict {
		return "", d.invalid(in).WithDetail("Conflicting %q specifications.", d.Name)
	}
	current := d.Boot
	if d.id < len(v.vals) && v.vals[d.id].str != "" {
		current = v.vals[d.id].str
	}
	oldStyle, oldOrder, _ := strings.Cut(current, ", ")
	if order == "" {
		if order = oldOrder; style == "German" {
			order = "DMY"
		}
	}
	if style == "" {
		style = oldStyle
	}
	return style + ", " + order, nil
}

func dateStyleWord(w string) (style, order string) {
	switch w {
	case "iso":
		return "ISO", ""
	case "sql":
		return "SQL", ""
	case "german":
		return "German", ""
	case "ymd":
		return "", "YMD"
	case "us", "mdy":
		return "", "MDY"
	}
	switch {
	case strings.HasPrefix(w, "postgres"):
		return "Postgres", ""
	case w == "dmy", strings.HasPrefix(w, "euro"):
		return "", "DMY"
	case strings.HasPrefix(w, "noneuro"):
		return "", "MDY"
	}
	return "", ""
}
