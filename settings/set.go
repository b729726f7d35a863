package settings

// SET, RESET and who may use them.

import (
	"maps"
	"slices"
	"strings"

	"minidb/pgerr"
)

// SetOpts are the circumstances of a Set.
type SetOpts struct {
	Local  bool   // SET LOCAL: ends with the transaction
	Source Source // zero: SET
}

// Set changes a setting. Errors are PostgreSQL's: 42704 unknown name, 42602
// bad placeholder name, 55P02 not changeable now, 42501 not allowed, 22023 bad
// value, and 0A000 for a value that minidb does not implement. A setting of
// minidb's own whose code is still to come is set with a warning.
func (v *Values) Set(name, text string, o SetOpts) error {
	d, err := v.settable(name)
	if err != nil {
		return err
	}
	if err := v.writable(d, o); err != nil {
		return err
	}
	if d == Profile {
		return v.setProfile(text, o)
	}
	if err := v.set(d, text, o); err != nil {
		return err
	}
	if d == EnablePartitionwiseAggregate && v.Warn != nil {
		e := pgerr.New(pgerr.Warning, "setting %q has no effect yet", d.Name)
		e.Severity = "WARNING"
		v.Warn(e)
	}
	return nil
}

// set gives a setting that may be set the value that text means.
func (v *Values) set(d *Def, text string, o SetOpts) error {
	val, err := v.parse(d, text)
	if err != nil {
		return err
	}
	if d.OnlyDefault && o.Source != SourceOverride && val.differs(defaults()[d.id]) {
		return pgerr.Unsupported(-1, d.Name+" = "+d.format(val, true), "")
	}
	val.source = o.Source
	return v.assign(d, val, o)
}

// Reset returns a setting to the value that the session began with. An unknown
// name that could be a placeholder is no error, as in PostgreSQL.
func (v *Values) Reset(name string) error { return v.SetDefault(name, SetOpts{}) }

// SetDefault is SET [LOCAL] name TO DEFAULT.
func (v *Values) SetDefault(name string, o SetOpts) error {
	d, err := v.settable(name)
	if err != nil {
		return err
	}
	if err := v.writable(d, o); err != nil {
		return err
	}
	if d.OfTransaction || d == Seed {
		return pgerr.New(pgerr.FeatureNotSupported, "parameter %q cannot be reset", d.Name)
	}
	if d == Profile {
		for _, d := range profiled() {
			if err := v.assign(d, v.resets[d.id], o); err != nil {
				return err
			}
		}
		return nil
	}
	return v.assign(d, v.resets[d.id], o)
}

// ResetAll is RESET ALL: every setting that the user may set, except those of
// the running transaction and of the role.
func (v *Values) ResetAll() {
	if v.shared {
		return
	}
	reset := func(d *Def) {
		if d.NoReset || d.Context != User && d.Context != Superuser {
			return
		}
		if v.vals[d.id].differs(v.resets[d.id]) || v.vals[d.id].source != v.resets[d.id].source {
			v.save(d, false)
			v.put(d, v.resets[d.id])
		}
	}
	for _, d := range registry {
		reset(d)
	}
	for _, d := range v.placeholders {
		reset(d)
	}
}

// assign asks the observer, keeps the old value for a rollback and stores.
// SET LOCAL outside a transaction does nothing; the caller warns.
// A new session user begins without SET ROLE.
func (v *Values) assign(d *Def, val value, o SetOpts) error {
	if err := v.assignOne(d, val, o); err != nil || d != SessionAuthorization {
		return err
	}
	return v.set(Role, "none", o)
}

func (v *Values) assignOne(d *Def, val value, o SetOpts) error {
	if v.Check != nil {
		if err := v.Check(d, d.format(val, true)); err != nil {
			return err
		}
	}
	if o.Local && v.level == 0 {
		return nil
	}
	if o.Source != SourceSession {
		v.own()
		v.resets[d.id] = val
	}
	v.save(d, o.Local)
	v.put(d, val)
	return nil
}

func (a value) differs(b value) bool { return a.num != b.num || a.str != b.str }

// writable checks the context of a setting against the circumstances.
func (v *Values) writable(d *Def, o SetOpts) error {
	if o.Source == SourceOverride {
		return nil
	}
	if o.Source == SourceServer && d.Context != Internal {
		return nil
	}
	if kept := o.Source == SourceDatabase || o.Source == SourceUser; kept && d.Context == Superuser {
		return nil // it was checked when it was stored
	}
	starting := o.Source == SourceClient
	switch d.Context {
	case Internal:
		return pgerr.New(pgerr.CantChangeRuntimeParam, "parameter %q cannot be changed", d.Name)
	case Postmaster:
		return pgerr.New(pgerr.CantChangeRuntimeParam, "parameter %q cannot be changed without restarting the server", d.Name)
	case Sighup:
		return pgerr.New(pgerr.CantChangeRuntimeParam, "parameter %q cannot be changed now", d.Name)
	case Backend, SuperuserBackend:
		if !starting {
			return pgerr.New(pgerr.CantChangeRuntimeParam, "parameter %q cannot be set after connection start", d.Name)
		}
	}
	if !v.Bool(IsSuperuser) && (d.Context == Superuser || d.Context == SuperuserBackend) {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to set parameter %q", d.Name)
	}
	return nil
}

// Force gives a setting a value outside of SET's rules: no context, no
// transaction, no reset value. The engine uses it for what a new transaction
// starts with. text must be valid.
func (v *Values) Force(d *Def, text string) {
	val, err := v.parse(d, text)
	if err != nil {
		panic("settings: " + err.Error())
	}
	val.source = SourceOverride
	v.put(d, val)
}

// SetArg is an argument of SET; numbers are never quoted.
type SetArg struct {
	Text   string
	Number bool
}

// JoinArgs makes one value of the arguments of SET name = a, b, ...: lists are
// joined, with elements quoted where the setting asks for it; other settings
// take one argument (22023).
func JoinArgs(name string, args []SetArg) (string, error) {
	d := Lookup(name)
	if d == nil || !d.List {
		if len(args) != 1 {
			return "", pgerr.New(pgerr.InvalidParameterValue, "SET %s takes only one argument", name)
		}
		return args[0].Text, nil
	}
	parts := make([]string, len(args))
	for i, a := range args {
		if parts[i] = a.Text; d.Quote && !a.Number {
			parts[i] = quoteIdentifier(a.Text)
		}
	}
	return strings.Join(parts, ", "), nil
}

// CopyTo gives another session's values what was set in v: by SET, by the connection
// or for the role. The modes of the running transaction stay out.
func (v *Values) CopyTo(to *Values) error {
	all := slices.Clone(registry)
	for _, name := range slices.Sorted(maps.Keys(v.placeholders)) {
		all = append(all, v.placeholders[name])
	}
	last := func(d *Def) bool { return d == SessionAuthorization || d == Role }
	all = slices.DeleteFunc(all, func(d *Def) bool {
		return last(d) || d.Context != User && d.Context != Superuser || d.OfTransaction || d == Profile || d == Seed
	})
	all = append(all, SessionAuthorization, Role) // in this order: a new session user begins without SET ROLE
	for _, d := range all {
		target, err := to.settable(d.Name)
		if err != nil {
			return err
		}
		for _, val := range []value{v.resets[d.id], v.vals[d.id]} { // as RESET gives it, and now
			switch val.source {
			case SourceDefault, SourceServer, SourceOverride:
				continue
			}
			if err := to.assign(target, val, SetOpts{Source: val.source}); err != nil {
				return err
			}
		}
	}
	return nil
}
