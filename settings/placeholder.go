package settings

// Placeholders: names of two or more parts ("myapp.user_id") that no package
// declared. Anybody may set them and read them back. The prefix minidb is
// reserved, so that a misspelt strategy flag is an error.

import (
	"strings"

	"minidb/pgerr"
)

const reservedPrefix = "minidb"

// settable finds a setting, or makes the placeholder of that name.
func (v *Values) settable(name string) (*Def, error) {
	d, err := v.Lookup(name)
	if err == nil {
		return d, nil
	}
	prefix, _, dotted := strings.Cut(name, ".")
	if !dotted {
		return nil, err
	}
	if !customName(name) {
		return nil, pgerr.New(pgerr.InvalidName, "invalid configuration parameter name %q", name).
			WithDetail("Custom parameter names must be two or more simple identifiers separated by dots.")
	}
	if strings.EqualFold(prefix, reservedPrefix) {
		return nil, pgerr.New(pgerr.InvalidName, "invalid configuration parameter name %q", name).
			WithDetail("%q is a reserved prefix.", prefix)
	}
	return v.addPlaceholder(name), nil
}

func (v *Values) placeholder(name string) *Def {
	if v.placeholders == nil {
		return nil
	}
	return v.placeholders[strings.ToLower(name)]
}

func (v *Values) addPlaceholder(name string) *Def {
	v.own()
	d := &Def{
		Name: name, Type: String, Context: User, Category: "Customized Options",
		id: len(v.vals), custom: true,
	}
	empty := value{source: SourceDefault}
	v.vals, v.resets = append(v.vals, empty), append(v.resets, empty)
	if v.placeholders == nil {
		v.placeholders = map[string]*Def{}
	}
	v.placeholders[strings.ToLower(name)] = d
	return d
}

// customName reports whether name is two or more simple identifiers joined by
// dots. A dollar sign may follow the first character of one.
func customName(name string) bool {
	parts := strings.Split(name, ".")
	for _, p := range parts {
		if p == "" {
			return false
		}
		for i := 0; i < len(p); i++ {
			c := p[i]
			letter := c == '_' || c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z'
			if !letter && (i == 0 || c != '$' && (c < '0' || c > '9')) {
				return false
			}
		}
	}
	return len(parts) > 1
}
