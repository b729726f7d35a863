package settings

import (
	"strings"

	"minidb/pgerr"
)

// Checks of settings that are kept for later sessions (ALTER ROLE ... SET).

// MaySet is the error of who may not change a setting now: that of SET. A
// placeholder, which nobody knows, is for superusers.
func (v *Values) MaySet(name string) error {
	d, err := v.Lookup(name)
	if err == nil {
		return v.writable(d, SetOpts{})
	}
	prefix, _, dotted := strings.Cut(name, ".")
	switch {
	case !dotted || !customName(name) || strings.EqualFold(prefix, reservedPrefix):
		return err
	case !v.Bool(IsSuperuser):
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to set parameter %q", name)
	}
	return nil
}

// Validate is the error that Set would give, for a value that is not set.
func (v *Values) Validate(name, text string) error {
	if err := v.MaySet(name); err != nil {
		return err
	}
	d, err := v.Lookup(name)
	if err != nil {
		return nil // a placeholder takes anything
	}
	val, err := v.parse(d, text)
	if err == nil && d.OnlyDefault && val.differs(defaults()[d.id]) {
		err = pgerr.Unsupported(-1, d.Name+" = "+d.format(val, true), "")
	}
	return err
}
