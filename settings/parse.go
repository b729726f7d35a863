package settings

// Reading values: booleans by unique prefixes, numbers with units, enums by
// name. The texts of the errors are PostgreSQL's.

import (
	"math"
	"strconv"
	"strings"

	"minidb/pgerr"
)

// parse turns text into a value of d and checks its range.
func (v *Values) parse(d *Def, text string) (value, error) {
	var val value
	var err error
	switch d.Type {
	case Bool:
		on, ok := ParseBool(text)
		if !ok {
			return val, pgerr.New(pgerr.InvalidParameterValue, "parameter %q requires a Boolean value", d.Name)
		}
		if on {
			val.num = 1
		}
		if on && d == DefaultWithOIDs {
			err = pgerr.New(pgerr.FeatureNotSupported, "tables declared WITH OIDS are not supported")
		}
	case Int:
		var f float64
		if f, err = d.number(text); err == nil {
			f = math.RoundToEven(f)
			if f > math.MaxInt32 || f < math.MinInt32 {
				return val, d.invalid(text).WithHint("Value exceeds integer range.")
			}
			val.num = uint64(int64(f))
			err = d.inRange(f)
		}
	case Real:
		var f float64
		if f, err = d.number(text); err == nil {
			val.num = math.Float64bits(f)
			err = d.inRange(f)
		}
	case String:
		val.str = strings.Clone(text)
	case Enum:
		val.str, err = d.enum(text)
	}
	if err == nil && d.check != nil {
		val.str, err = d.check(v, d, val.str)
	}
	return val, err
}

func (d *Def) invalid(text string) *pgerr.Error {
	return pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter %q: \"%s\"", d.Name, text)
}

// ParseBool accepts any case and every prefix of true, false, yes, no that is
// unique, on and off by two letters at least, 1 and 0.
func ParseBool(s string) (on, ok bool) {
	if s == "" {
		return false, false
	}
	s = strings.ToLower(s)
	switch {
	case strings.HasPrefix("true", s), strings.HasPrefix("yes", s), s == "on", s == "1":
		return true, true
	case strings.HasPrefix("false", s), strings.HasPrefix("no", s), s == "of", s == "off", s == "0":
		return false, true
	}
	return false, false
}

func (d *Def) enum(text string) (string, error) {
	for _, e := range d.EnumVals {
		if strings.EqualFold(e, text) {
			return e, nil
		}
	}
	for _, a := range d.Aliases {
		if spelling, val, _ := strings.Cut(a, "="); strings.EqualFold(spelling, text) {
			return val, nil
		}
	}
	return "", d.invalid(text).WithHint("Available values: %s.", strings.Join(d.EnumVals, ", "))
}

// number reads a number and its unit and returns it in d's base unit.
func (d *Def) number(text string) (float64, error) {
	f, rest, ok := scanNumber(text, d.Type == Int)
	if !ok || math.IsNaN(f) {
		return 0, d.invalid(text)
	}
	unit := strings.Trim(rest, " \t\n\v\f\r")
	if unit == "" {
		return f, nil
	}
	table := unitsOf(d.Unit)
	if table == nil {
		return 0, d.invalid(text)
	}
	for i, u := range table {
		if u.name != unit {
			continue
		}
		f *= u.size / baseSize(d.Unit)
		// A fraction is rounded to the next smaller unit: 30.1 GB is whole MB.
		if i+1 < len(table) {
			step := table[i+1].size / baseSize(d.Unit)
			f = math.RoundToEven(f/step) * step
		}
		return f, nil
	}
	return 0, d.invalid(text).WithHint("%s", unitHint(d.Unit))
}

// ParseNumber reads a number without a unit, for integers also in C's hexadecimal or
// octal form.
func ParseNumber(text string, integer bool) (f float64, ok bool) {
	f, rest, ok := scanNumber(text, integer)
	return f, ok && strings.TrimLeft(rest, " \t\n\v\f\r") == ""
}

// scanNumber reads a decimal number, or (for integers) one in C's hexadecimal
// or octal form, and returns what follows it.
func scanNumber(s string, integer bool) (f float64, rest string, ok bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	n := 0
	if n < len(s) && (s[n] == '+' || s[n] == '-') {
		n++
	}
	if integer {
		if i, end, ok := scanPrefixed(s, n); ok {
			return float64(i), s[end:], true
		}
	}
	if !integer { // as strtod has it
		for _, word := range [...]string{"infinity", "inf"} {
			if len(s) >= n+len(word) && strings.EqualFold(s[n:n+len(word)], word) {
				f := math.Inf(1)
				if n > 0 && s[0] == '-' {
					f = math.Inf(-1)
				}
				return f, s[n+len(word):], true
			}
		}
	}
	digits := func() bool {
		start := n
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		return n > start
	}
	whole := digits()
	if n < len(s) && s[n] == '.' {
		n++
		whole = digits() || whole
	}
	if !whole {
		return 0, "", false
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		mark := n
		if n++; n < len(s) && (s[n] == '+' || s[n] == '-') {
			n++
		}
		if !digits() {
			n = mark
		}
	}
	f, err := strconv.ParseFloat(s[:n], 64)
	return f, s[n:], err == nil
}

// scanPrefixed reads 0x1F or 017 at s[n:], with the sign before it.
func scanPrefixed(s string, n int) (i int64, end int, ok bool) {
	if len(s) < n+2 || s[n] != '0' {
		return 0, 0, false
	}
	base, from := 8, n+1
	if s[n+1] == 'x' || s[n+1] == 'X' {
		base, from = 16, n+2
	}
	end = from
	for end < len(s) {
		if _, err := strconv.ParseUint(s[end:end+1], base, 8); err != nil {
			break
		}
		end++
	}
	if end == from || end < len(s) && (s[end] == '.' || base == 8 && s[end]|0x20 == 'e') {
		return 0, 0, false
	}
	i, err := strconv.ParseInt(s[from:end], base, 64)
	if n > 0 && s[0] == '-' {
		i = -i
	}
	return i, end, err == nil
}

func (d *Def) inRange(f float64) error {
	if f >= d.Min && f <= d.Max {
		return nil
	}
	unit := d.Unit
	if unit != "" {
		unit = " " + unit
	}
	return pgerr.New(pgerr.InvalidParameterValue,
		"%s%s is outside the valid range for parameter %q (%s%s .. %s%s)",
		d.plain(f), unit, d.Name, d.plain(d.Min), unit, d.plain(d.Max), unit)
}

// plain prints a number without its unit.
func (d *Def) plain(f float64) string {
	if d.Type == Int {
		return strconv.FormatInt(int64(f), 10)
	}
	switch {
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// ParseKB reads an amount of memory in kB, with or without a unit, as settings of
// that unit are written; false if it is none.
func ParseKB(text string) (kb int64, ok bool) {
	f, err := (&Def{Type: Int, Unit: "kB"}).number(text)
	return int64(f), err == nil
}
