package settings

// SHOW and the columns of pg_settings.

import (
	"math"
	"strconv"
	"strings"
)

// Show returns a value as SHOW prints it, with its unit.
func (v *Values) Show(name string) (string, error) {
	d, err := v.Lookup(name)
	if err != nil {
		return "", err
	}
	return v.ShowDef(d), nil
}

// ShowDef is Show for a setting at hand.
func (v *Values) ShowDef(d *Def) string {
	switch d {
	case Profile:
		return v.profile()
	case Seed:
		return "unavailable"
	}
	return d.format(v.vals[d.id], true)
}

// Setting returns a value as pg_settings.setting has it: in the base unit.
func (v *Values) Setting(d *Def) string {
	if d == Profile {
		return v.profile()
	}
	return d.format(v.vals[d.id], false)
}

// ResetVal returns the value to which RESET returns, in the base unit.
func (v *Values) ResetVal(d *Def) string { return d.format(v.resets[d.id], false) }

// SourceOf says who set the value that holds now.
func (v *Values) SourceOf(d *Def) Source { return v.vals[d.id].source }

// IsDefault reports whether a value is the built-in default.
func (v *Values) IsDefault(d *Def) bool {
	if d.custom {
		return v.vals[d.id].str == ""
	}
	if d == Profile {
		return v.profile() == d.Boot
	}
	return !v.vals[d.id].differs(defaults()[d.id])
}

// MinText and MaxText return the bounds as pg_settings prints them, empty for
// settings without bounds.
func (d *Def) MinText() string { return d.bound(d.Min) }

// MaxText returns the upper bound; see MinText.
func (d *Def) MaxText() string { return d.bound(d.Max) }

func (d *Def) bound(f float64) string {
	if d.Type != Int && d.Type != Real {
		return ""
	}
	return d.plain(f)
}

// format prints a value; units as SHOW does, or none.
func (d *Def) format(val value, units bool) string {
	switch d.Type {
	case Bool:
		if val.num != 0 {
			return "on"
		}
		return "off"
	case Int:
		n := int64(val.num)
		if !units || n <= 0 || d.Unit == "" {
			return strconv.FormatInt(n, 10)
		}
		f, unit := inLargestUnit(float64(n), d.Unit, 0)
		return strconv.FormatInt(int64(f), 10) + unit
	case Real:
		f := math.Float64frombits(val.num)
		if !units || f <= 0 || d.Unit == "" {
			return d.plain(f)
		}
		f, unit := inLargestUnit(f, d.Unit, 1e-8)
		return d.plain(f) + unit
	}
	return val.str
}

// Detail is Long as pg_settings.extra_desc prints it. The short texts of
// PostgreSQL's settings stay as they are: what minidb ignores is said here.
func (d *Def) Detail() string {
	if d.NoEffect {
		return strings.TrimLeft(d.Long+" minidb accepts this setting; it has no effect.", " ")
	}
	return d.Long
}

// Markdown returns the table of minidb's own settings that the README shows: the
// strategy it is of, if any, setting, values (the default in bold), what it chooses,
// file, source.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| | setting | values | what it chooses | file | source |\n|---|---|---|---|---|---|\n")
	row := func(strategy string, d *Def) {
		b.WriteString("| " + strings.Join([]string{strategy, "`" + d.Name + "`", d.valuesText(), d.Short, d.Where, d.Source}, " | ") + " |\n")
	}
	for _, g := range Groups() {
		for _, d := range g.Settings {
			row(g.Name, d)
		}
	}
	for _, d := range All() {
		if d.Category == catTeaching {
			row("", d)
		}
	}
	return b.String()
}

// valuesText lists the values of a setting, the default in bold.
func (d *Def) valuesText() string {
	vals := d.EnumVals
	switch d.Type {
	case Bool:
		vals = []string{"off", "on"}
	case Int, Real:
		return strings.TrimSpace(d.MinText()+" to "+d.MaxText()+" "+d.Unit) + ", **" + d.Boot + "**"
	}
	text := make([]string, len(vals))
	for i, s := range vals {
		if text[i] = "`" + s + "`"; s == d.Boot {
			text[i] = "**`" + s + "`**"
		}
	}
	return strings.Join(text, ", ")
}

// Since orders settings by when they left their defaults.
func (v *Values) Since(d *Def) uint64 { return v.vals[d.id].since }
