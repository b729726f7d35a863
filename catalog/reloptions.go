package catalog

import (
	"strings"

	"minidb/settings"
	"minidb/types"
)

// Storage parameters: the elements "name=value" of pg_class.reloptions. Of a
// table's, fillfactor bounds how full its pages count as being when their number
// is computed, and the autovacuum_* parameters that VACUUM after transactions has
// a use for take the place of the settings of the same names.

func classOptions(class types.Row) []string { return optionList(class[ClassReloptions]) }

func optionList(d types.Datum) []string {
	if d.IsNull() {
		return nil
	}
	var out []string
	for _, e := range d.Array().Elems {
		out = append(out, datumText(e))
	}
	return out
}

func optionsDatum(options []string) types.Datum {
	if len(options) == 0 {
		return null
	}
	var l []types.Datum
	for _, o := range options {
		l = append(l, textDatum(o))
	}
	return types.NewArray1(types.TextOID, l)
}

// SetColumnOptions replaces the options of a column.
func (a *Access) SetColumnOptions(rel types.OID, num int, options []string) error {
	return a.setAttribute(rel, num, AttributeAttoptions, optionsDatum(options))
}

// NDistinct is the number of distinct values that ANALYZE is to note for a column, of the
// rows of the whole tree or of the table alone: 0 if it is to count them, below 0 a
// share of the rows.
func (c *Column) NDistinct(inherited bool) float64 {
	if inherited {
		return realOption(c.Options, "n_distinct_inherited", 0)
	}
	return realOption(c.Options, "n_distinct", 0)
}

// SetOptions replaces a relation's storage parameters.
func (a *Access) SetOptions(rel types.OID, options []string) error {
	err := a.UpdateClass(rel, func(row types.Row) { row[ClassReloptions] = optionsDatum(options) })
	a.CommandEnd()
	return err
}

// SetReplicaIdentity sets pg_class.relreplident: 'd', 'f' or 'n'.
func (a *Access) SetReplicaIdentity(rel types.OID, kind byte) error {
	err := a.UpdateClass(rel, func(row types.Row) { row[ClassRelreplident] = charDatum(kind) })
	a.CommandEnd()
	return err
}

// Option returns the text of a storage parameter that was set.
func (r *Relation) Option(name string) (string, bool) { return option(r.Options, name) }

func option(options []string, name string) (string, bool) {
	for _, o := range options {
		if rest, ok := strings.CutPrefix(o, name); ok && strings.HasPrefix(rest, "=") {
			return rest[1:], true
		}
	}
	return "", false
}

// AutovacuumOff tells whether the table's storage parameters keep autovacuum away.
func (r *Relation) AutovacuumOff() bool {
	text, ok := r.Option("autovacuum_enabled")
	on, _ := settings.ParseBool(text)
	return ok && !on
}

// RealOption is a storage parameter as a number, or what holds without it.
func (r *Relation) RealOption(name string, otherwise float64) float64 {
	return realOption(r.Options, name, otherwise)
}

func realOption(options []string, name string, otherwise float64) float64 {
	if s, ok := option(options, name); ok {
		if f, ok := settings.ParseNumber(s, false); ok {
			return f
		}
	}
	return otherwise
}

// FillFactor is the percentage of a leaf that building the index fills.
func (ix *Index) FillFactor() float64 { return realOption(ix.Options, "fillfactor", 90) }

// Deduplicates tells whether equal keys may share a posting list.
func (ix *Index) Deduplicates() bool {
	s, set := option(ix.Options, "deduplicate_items")
	on, ok := settings.ParseBool(s)
	return !set || !ok || on
}
