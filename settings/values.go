package settings

// Values are one session's values. Those of a new session are the defaults,
// shared by all sessions until the first write: opening a session costs
// nothing. A value is kept parsed, so that code reads it by one index.

import (
	"hash/maphash"
	"math"
	"sync"

	"minidb/pgerr"
)

// value is one parsed value: num holds a boolean, an integer or the bits of a
// real, str a string or the canonical spelling of an enum.
type value struct {
	num    uint64
	str    string
	source Source
	since  uint64 // orders the settings by when each left its default
}

// Source says where a value came from.
type Source uint8

// The sources. The zero Source is SET. All but SourceSession also move the
// value to which RESET returns.
const (
	SourceSession  Source = iota // SET
	SourceDefault                // nobody set it
	SourceServer                 // given when the database was opened
	SourceDatabase               // ALTER DATABASE ... SET
	SourceUser                   // ALTER ROLE ... SET
	SourceClient                 // the connection's startup packet
	SourceOverride               // the engine itself: every context may be set
)

// String returns the source as pg_settings.source spells it.
func (s Source) String() string {
	return [...]string{"session", "default", "command line", "database", "user", "client", "override"}[s]
}

// Values holds one session's values. It is not safe for concurrent use.
type Values struct {
	// Check, if not nil, may refuse a value that parsed well, before it is
	// assigned: the session and the catalog know what settings cannot.
	Check func(d *Def, canonical string) error
	// Changed, if not nil, is called after a setting changed, also when a
	// rollback brought the old value back.
	Changed func(d *Def)
	// Warn, if not nil, is given the warnings of Set.
	Warn func(*pgerr.Error)

	vals, resets []value // by Def.id
	shared       bool    // both are the defaults' own: copied before a write
	placeholders map[string]*Def
	version      uint64
	moved        uint64 // counts how often a setting left its default

	level int // 0 outside a transaction, 1 in it, more in savepoints
	stack []saved
}

var defaults = sync.OnceValue(func() []value {
	vals := make([]value, len(registry))
	v := &Values{vals: vals}
	for _, d := range registry {
		val, err := v.parse(d, d.Boot)
		if err != nil {
			panic("settings: default of " + d.Name + ": " + err.Error())
		}
		val.source = SourceDefault
		vals[d.id] = val
	}
	return vals
})

// Defaults returns a session's values, all at their defaults.
func Defaults() *Values {
	return &Values{vals: defaults(), resets: defaults(), shared: true}
}

// Bool returns the value of a Bool setting.
func (v *Values) Bool(d *Def) bool { return v.vals[d.id].num != 0 }

// Int returns the value of an Int setting in its base unit.
func (v *Values) Int(d *Def) int64 { return int64(v.vals[d.id].num) }

// Real returns the value of a Real setting in its base unit.
func (v *Values) Real(d *Def) float64 { return math.Float64frombits(v.vals[d.id].num) }

// Str returns the value of a String setting.
func (v *Values) Str(d *Def) string { return v.vals[d.id].str }

// Enum returns the value of an Enum setting in its canonical spelling.
func (v *Values) Enum(d *Def) string { return v.vals[d.id].str }

// Version is a fingerprint of all settings that plans depend on: equal
// settings give equal versions, so that a plan made before a flip is found
// again after flipping back.
func (v *Values) Version() uint64 { return v.version }

// Lookup finds a setting by name regardless of case, among the declared ones
// and the session's placeholders. The error is PostgreSQL's 42704.
func (v *Values) Lookup(name string) (*Def, error) {
	if d := Lookup(name); d != nil {
		return d, nil
	}
	if d := v.placeholder(name); d != nil {
		return d, nil
	}
	return nil, unrecognized(name)
}

func unrecognized(name string) error {
	return pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", name)
}

// own makes the values this session's before the first write.
func (v *Values) own() {
	if !v.shared {
		return
	}
	v.vals = append([]value(nil), v.vals...)
	v.resets = append([]value(nil), v.resets...)
	v.shared = false
}

// put stores a value and tells the observer.
func (v *Values) put(d *Def, val value) {
	v.own()
	old := v.vals[d.id]
	if val.since = old.since; old.source == SourceDefault {
		v.moved++
		val.since = v.moved
	}
	v.vals[d.id] = val
	if old.num == val.num && old.str == val.str {
		return
	}
	if d.Plan {
		v.version ^= fingerprint(d, old) ^ fingerprint(d, val)
	}
	if v.Changed != nil {
		v.Changed(d)
	}
}

var seed = maphash.MakeSeed()

func fingerprint(d *Def, val value) uint64 {
	h := maphash.String(seed, val.str) + uint64(d.id)*0x9e3779b97f4a7c15
	h ^= val.num * 0xbf58476d1ce4e5b9
	h ^= h >> 29
	return h * 0x94d049bb133111eb
}
