// Package settings holds every run-time setting in one list: minidb's strategy
// flags and the PostgreSQL settings that clients use. Each setting is declared
// once, with its type, unit, range, default and meaning; SET, SHOW, pg_settings
// and the README's table are all read from that list. A session's values are
// read by id, without a look-up by name and without allocation.
package settings

import (
	"slices"
	"strings"
	"sync"
)

// Type is the type of a setting's value.
type Type uint8

// The types of settings.
const (
	Bool Type = iota
	Int
	Real
	String
	Enum
)

// String returns the type as pg_settings.vartype spells it.
func (t Type) String() string {
	return [...]string{"bool", "integer", "real", "string", "enum"}[t]
}

// The contexts of settings: who may change one, and when. From the narrowest
// to the widest: never; at server start; by a reload; at connection start (two
// kinds); a superuser at any time; everybody at any time.
const (
	Internal         = "internal"
	Postmaster       = "postmaster"
	Sighup           = "sighup"
	SuperuserBackend = "superuser-backend"
	Backend          = "backend"
	Superuser        = "superuser"
	User             = "user"
)

// Def declares one setting. Defs are made by declare, in flags.go and the pg_
// files, and never change afterwards.
type Def struct {
	Name     string // as SHOW ALL spells it; look-ups ignore case
	Category string // as in pg_settings
	Type     Type
	// Unit is the base unit of a number: B, kB, 8kB, MB, ms, s, min, or empty.
	// Min and Max bound numbers, in that unit, both inclusive.
	Unit     string
	Min, Max float64
	EnumVals []string // in the order in which hints list them
	// Aliases are further spellings of enum values, "spelling=value". A value
	// that is in no EnumVals (client_min_messages = info) is an alias of itself.
	Aliases []string
	Boot    string // default, in the base unit
	Context string // who may change it: one of the context constants
	Short   string // one sentence
	Long    string // a second one, or empty

	// Where and Source are set for strategies: the file with the old and the new
	// way, and the PostgreSQL release or thread that argued for it.
	Where, Source string

	List      bool // a comma-separated list
	Quote     bool // elements of the list are quoted as identifiers
	Report    bool // clients are told when it changes (ParameterStatus)
	Explain   bool // EXPLAIN (SETTINGS) shows it
	Plan      bool // plans depend on it: part of Values.Version
	NoShowAll bool // hidden from SHOW ALL and pg_settings
	NoReset   bool // left alone by RESET ALL
	// OfTransaction: a mode of the running transaction, which cannot be reset.
	OfTransaction bool
	// NoEffect says that minidb accepts the setting and does nothing about it;
	// Detail says so too.
	NoEffect bool
	// OnlyDefault says that another value would change results in a way that
	// minidb does not implement, and is refused (0A000).
	OnlyDefault bool

	id     int
	custom bool
	check  func(v *Values, d *Def, in string) (string, error)
}

// registry is filled while package variables are initialized, and only read
// afterwards.
var registry []*Def

func declare(d Def) *Def {
	d.id = len(registry)
	registry = append(registry, &d)
	return &d
}

// index finds settings by name in lower case; sorted holds them by name.
var index = sync.OnceValue(func() map[string]*Def {
	m := make(map[string]*Def, len(registry))
	for _, d := range registry {
		m[strings.ToLower(d.Name)] = d
	}
	return m
})

var sorted = sync.OnceValue(func() []*Def {
	all := slices.Clone(registry)
	slices.SortFunc(all, func(a, b *Def) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return all
})

// All returns every declared setting, sorted by name regardless of case, as
// SHOW ALL lists them. The caller must not change the slice.
func All() []*Def { return sorted() }

// Lookup finds a declared setting by name, regardless of case; nil if there is
// none. Placeholders that a session made are not found: see Values.Lookup.
func Lookup(name string) *Def {
	if d := index()[name]; d != nil {
		return d
	}
	return index()[strings.ToLower(name)]
}

// Strategies returns the settings that choose between the old and the new way
// of a strategy, in the order of their declaration.
func Strategies() []*Def {
	var s []*Def
	for _, d := range registry {
		if d.Where != "" {
			s = append(s, d)
		}
	}
	return s
}
