package shell

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// \pset: the print options by name, their checks, and what psql says of them.

var unicodeLines = []string{"single", "double"}

// set sets a print option. Without a value some are toggled, some are shown
// only.
func (f *Format) set(name, value string, given bool) (err error) {
	switch name {
	case "format":
		if given {
			return f.setKind(value)
		}
	case "linestyle":
		if given {
			return choose(&f.LineStyle, value, []string{"ascii", "old-ascii", "unicode"}, "line styles")
		}
	case "unicode_border_linestyle":
		return unicodeLine(&f.UnicodeBorder, "border", value, given)
	case "unicode_column_linestyle":
		return unicodeLine(&f.UnicodeColumn, "column", value, given)
	case "unicode_header_linestyle":
		return unicodeLine(&f.UnicodeHeader, "header", value, given)
	case "border":
		if given {
			f.Border = int(uint16(atoi(value))) // as in C
		}
	case "columns":
		if given {
			f.Columns = atoi(value)
		}
	case "pager_min_lines":
		if given {
			f.PagerMinLines = atoi(value)
		}
	case "expanded", "x", "vertical":
		return setExpanded(&f.Expanded, value, given)
	case "pager":
		return setPager(&f.Pager, value, given)
	case "csv_fieldsep":
		if given {
			return f.setCSVSep(value)
		}
	case "fieldsep":
		if given {
			f.FieldSep = separator(value)
		}
	case "fieldsep_zero":
		f.FieldSep = zeroByte
	case "recordsep":
		if given {
			f.RecordSep = separator(value)
		}
	case "recordsep_zero":
		f.RecordSep = zeroByte
	case "null":
		if given {
			f.Null = value
		}
	case "title", "C":
		f.Title = valueOf(value, given)
	case "tableattr", "T":
		f.TableAttr = valueOf(value, given)
	case "numericlocale":
		return flip(&f.NumericLocale, name, value, given)
	case "footer":
		return flip(&f.Footer, name, value, given)
	case "t", "tuples_only":
		return flip(&f.TuplesOnly, name, value, given)
	default:
		return fmt.Errorf("\\pset: unknown option: %s", name)
	}
	return nil
}

// valueOf is the value of an option that is unset without one.
func valueOf(value string, given bool) *string {
	if !given {
		return nil
	}
	return &value
}

// flip sets a switch, or turns it without a value.
func flip(b *bool, name, value string, given bool) error {
	if !given {
		*b = !*b
		return nil
	}
	v, ok := parseBool(value)
	if !ok {
		return errBoolean(value, name)
	}
	*b = v
	return nil
}

// setKind finds a format by the beginning of its name.
func (f *Format) setKind(value string) error {
	value = strings.ToLower(value)
	if _, ok := printers[value]; ok {
		f.Kind = value
		return nil
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(printers)) {
		if value != "" && strings.HasPrefix(name, value) {
			found = append(found, name)
		}
	}
	switch {
	case len(found) == 1 || len(found) > 0 && strings.HasPrefix(found[0], "latex"):
		f.Kind = found[0]
		return nil
	case len(found) > 1:
		return fmt.Errorf("\\pset: ambiguous abbreviation \"%s\" matches both \"%s\" and \"%s\"", value, found[0], found[1])
	}
	return errors.New("\\pset: allowed formats are " + strings.Join(slices.Sorted(maps.Keys(printers)), ", "))
}

// choose finds a word by its beginning.
func choose(to *string, value string, words []string, what string) error {
	for _, w := range words {
		if value != "" && strings.HasPrefix(w, strings.ToLower(value)) {
			*to = w
			return nil
		}
	}
	return fmt.Errorf("\\pset: allowed %s are %s", what, strings.Join(words, ", "))
}

func unicodeLine(to *int, what, value string, given bool) error {
	if !given {
		return nil
	}
	word := ""
	err := choose(&word, value, unicodeLines, "Unicode "+what+" line styles")
	if err == nil {
		*to = slices.Index(unicodeLines, word)
	}
	return err
}

func setExpanded(to *toggle, value string, given bool) error {
	switch b, ok := parseBool(value); {
	case strings.EqualFold(value, "auto"):
		*to = auto
	case !given && *to == off:
		*to = on
	case !given:
		*to = off
	case !ok:
		return errEnum(value, "expanded", []string{"on", "off", "auto"})
	case b:
		*to = on
	default:
		*to = off
	}
	return nil
}

func setPager(to *toggle, value string, given bool) error {
	switch b, ok := parseBool(value); {
	case strings.EqualFold(value, "always"):
		*to = auto
	case !given && *to == on:
		*to = off
	case !given:
		*to = on
	case !ok:
		return errEnum(value, "pager", []string{"on", "off", "always"})
	case b:
		*to = on
	default:
		*to = off
	}
	return nil
}

func (f *Format) setCSVSep(value string) error {
	if len(value) != 1 {
		return errors.New(`\pset: csv_fieldsep must be a single one-byte character`)
	}
	if strings.Contains("\"\n\r", value) {
		return errors.New(`\pset: csv_fieldsep cannot be a double quote, a newline, or a carriage return`)
	}
	f.CSVSep = value
	return nil
}

// atoi reads the digits that a text begins with, as C's atoi does.
func atoi(s string) int {
	s = strings.TrimLeft(s, slashSpace)
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || n == 0 && (s[0] == '-' || s[0] == '+')) {
		n++
	}
	i, _ := strconv.Atoi(s[:n])
	return i
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

// say tells what a print option is now, as \pset does.
func (f *Format) say(name string) string {
	switch name {
	case "border":
		return fmt.Sprintf("Border style is %d.", f.Border)
	case "columns":
		if f.Columns == 0 {
			return "Target width is unset."
		}
		return fmt.Sprintf("Target width is %d.", f.Columns)
	case "expanded", "x", "vertical":
		return [3]string{"Expanded display is off.", "Expanded display is on.", "Expanded display is used automatically."}[f.Expanded]
	case "csv_fieldsep":
		return `Field separator for CSV is "` + f.CSVSep + `".`
	case "fieldsep", "fieldsep_zero":
		return saySeparator("Field", f.FieldSep)
	case "recordsep", "recordsep_zero":
		return saySeparator("Record", f.RecordSep)
	case "footer":
		return "Default footer is " + onOff(f.Footer) + "."
	case "format":
		return "Output format is " + f.Kind + "."
	case "linestyle":
		return "Line style is " + f.LineStyle + "."
	case "null":
		return `Null display is "` + f.Null + `".`
	case "numericlocale":
		return "Locale-adjusted numeric output is " + onOff(f.NumericLocale) + "."
	case "pager":
		return [3]string{"Pager usage is off.", "Pager is used for long output.", "Pager is always used."}[f.Pager]
	case "pager_min_lines":
		if f.PagerMinLines == 1 {
			return "Pager won't be used for less than 1 line."
		}
		return fmt.Sprintf("Pager won't be used for less than %d lines.", f.PagerMinLines)
	case "tableattr", "T":
		if f.TableAttr == nil {
			return "Table attributes unset."
		}
		return `Table attributes are "` + *f.TableAttr + `".`
	case "title", "C":
		if f.Title == nil {
			return "Title is unset."
		}
		return `Title is "` + *f.Title + `".`
	case "t", "tuples_only":
		return "Tuples only is " + onOff(f.TuplesOnly) + "."
	case "unicode_border_linestyle":
		return `Unicode border line style is "` + unicodeLines[f.UnicodeBorder] + `".`
	case "unicode_column_linestyle":
		return `Unicode column line style is "` + unicodeLines[f.UnicodeColumn] + `".`
	case "unicode_header_linestyle":
		return `Unicode header line style is "` + unicodeLines[f.UnicodeHeader] + `".`
	}
	return ""
}

func saySeparator(what string, s separator) string {
	switch s {
	case zeroByte:
		return what + " separator is zero byte."
	case "\n":
		return what + " separator is <newline>."
	}
	return what + ` separator is "` + string(s) + `".`
}

// list prints all print options, as \pset without arguments does.
func (f *Format) list() string {
	quoted := func(s string) string {
		return "'" + strings.NewReplacer("\n", `\n`, "'", `\'`).Replace(s) + "'"
	}
	zero := func(s separator) string {
		if s == zeroByte {
			return "''"
		}
		return quoted(string(s))
	}
	orNothing := func(s *string) string {
		if s == nil {
			return ""
		}
		return quoted(*s)
	}
	var b strings.Builder
	for _, o := range [][2]string{
		{"border", strconv.Itoa(f.Border)},
		{"columns", strconv.Itoa(f.Columns)},
		{"csv_fieldsep", quoted(f.CSVSep)},
		{"expanded", [3]string{"off", "on", "auto"}[f.Expanded]},
		{"fieldsep", zero(f.FieldSep)},
		{"fieldsep_zero", onOff(f.FieldSep == zeroByte)},
		{"footer", onOff(f.Footer)},
		{"format", f.Kind},
		{"linestyle", f.LineStyle},
		{"null", quoted(f.Null)},
		{"numericlocale", onOff(f.NumericLocale)},
		{"pager", strconv.Itoa(int(f.Pager))},
		{"pager_min_lines", strconv.Itoa(f.PagerMinLines)},
		{"recordsep", zero(f.RecordSep)},
		{"recordsep_zero", onOff(f.RecordSep == zeroByte)},
		{"tableattr", orNothing(f.TableAttr)},
		{"title", orNothing(f.Title)},
		{"tuples_only", onOff(f.TuplesOnly)},
		{"unicode_border_linestyle", unicodeLines[f.UnicodeBorder]},
		{"unicode_column_linestyle", unicodeLines[f.UnicodeColumn]},
		{"unicode_header_linestyle", unicodeLines[f.UnicodeHeader]},
	} {
		fmt.Fprintf(&b, "%-24s %s\n", o[0], o[1])
	}
	return b.String()
}
