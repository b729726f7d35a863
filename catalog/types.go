package catalog

// Types by name and number: built-in ones from package types, users' from
// pg_type, with the labels of enums and the columns of composites.

import (
	"slices"
	"strings"

	"minidb/expr"
	"minidb/types"
)

// typeEntry is what is cached of a user's type. It is immutable.
type typeEntry struct {
	typ    *types.Type
	domain *DomainInfo // of a domain, else nil
	labels []enumLabel // in their order
	ns     types.OID

	version uint64 // for plans: see buildType
}

// DomainInfo is what a domain adds to its base type. Checks see the value as
// expr.CaseTest; Default is nil if there is none.
type DomainInfo struct {
	Base    types.OID
	Typmod  int32 // of the base type
	NotNull bool
	Default expr.Expr
	Checks  []Check // by name
}

type enumLabel struct {
	oid   types.OID
	order float32
	label string
}

// Type finds a type by name, in schema or along search_path if schema is empty.
// Arrays are found by the name of their element type with _ before it.
func (a *Access) Type(schema, name string) (types.OID, bool) {
	if schema != "" {
		ns, ok := a.ExplicitNamespace(schema)
		if !ok {
			return 0, false
		}
		return a.typeIn(ns, name)
	}
	for _, ns := range a.SearchPath() {
		if oid, ok := a.typeIn(ns, name); ok {
			return oid, true
		}
	}
	return 0, false
}

func (a *Access) typeIn(ns types.OID, name string) (types.OID, bool) {
	if ns == CatalogNamespace {
		if t, ok := types.ByName(name); ok {
			return t.OID, true
		}
	}
	row, _ := a.first(PgType, "pg_type_typname_nsp_index", textDatum(name), oidDatum(ns))
	if row == nil {
		return 0, false
	}
	return datumOID(row[TypeOid]), true
}

// TypeInfo describes a type, built-in or not.
func (a *Access) TypeInfo(oid types.OID) (*types.Type, bool) {
	if t, ok := types.ByOID(oid); ok {
		return t, true
	}
	if e := a.typeEntry(oid); e != nil {
		return e.typ, true
	}
	return nil, false
}

// typeEntry returns the entry of a user's type, nil if there is none.
func (a *Access) typeEntry(oid types.OID) *typeEntry {
	e := a.cachedType(oid)
	if a.uses != nil && e != nil {
		a.uses[Use{oid: oid, version: e.version}] = struct{}{}
	}
	return e
}

func (a *Access) cachedType(oid types.OID) *typeEntry {
	gen := a.shared.generation()
	if ov := a.overlay(); ov != nil {
		if p, mine := ov.types[oid]; mine {
			if p.valid && p.gen == gen {
				return p.entry
			}
			e := a.buildType(oid)
			ov.types[oid] = private[*typeEntry]{e, true, gen}
			return e
		}
	}
	if e := a.shared.typeByOID(oid); e != nil {
		return e
	}
	e := a.buildType(oid)
	if e != nil {
		e = a.shared.addType(e, gen)
	}
	return e
}

// buildType makes a type's entry. As in PostgreSQL, plans stay good for as long as the type
// is there, whatever it or its labels are called, unless it is a domain: only domains'
// entries have another version each time.
func (a *Access) buildType(oid types.OID) *typeEntry {
	row, _ := a.first(PgType, "pg_type_oid_index", oidDatum(oid))
	if row == nil {
		return nil
	}
	t := &types.Type{
		OID:       oid,
		Name:      datumText(row[TypeTypname]),
		SQLName:   expr.QuoteIdent(datumText(row[TypeTypname])),
		Len:       int16(row[TypeTyplen].Int()),
		ByVal:     row[TypeTypbyval].IsTrue(),
		Align:     datumChar(row[TypeTypalign]),
		Storage:   datumChar(row[TypeTypstorage]),
		Category:  datumChar(row[TypeTypcategory]),
		Preferred: row[TypeTypispreferred].IsTrue(),
		Array:     datumOID(row[TypeTyparray]),
		Elem:      datumOID(row[TypeTypelem]),
		Relid:     datumOID(row[TypeTyprelid]),
		Base:      datumOID(row[TypeTypbasetype]),
		TypType:   datumChar(row[TypeTyptype]),
		Delim:     datumChar(row[TypeTypdelim]),
		Collation: datumOID(row[TypeTypcollation]),
	}
	e := &typeEntry{typ: t, ns: datumOID(row[TypeTypnamespace]), version: 1}
	t.Kind = types.Array
	switch {
	case t.TypType == 'e':
		t.Kind = types.Float4
		e.labels = a.enumLabels(oid)
	case t.TypType == 'c':
		t.Kind = types.Record
	case t.TypType == 'd':
		if base, ok := a.TypeInfo(t.Base); ok {
			t.Kind = base.Kind
		}
		e.domain, e.version = a.buildDomain(row), a.stamp()
	case t.Elem != 0:
		t.Subscript = "array_subscript_handler"
		if el, ok := a.TypeInfo(t.Elem); ok {
			t.SQLName = el.SQLName + "[]"
		}
	}
	return e
}

// buildDomain reads a domain's constraints. An expression that cannot be read
// is left out: only damaged catalogs have one.
func (a *Access) buildDomain(row types.Row) *DomainInfo {
	d := &DomainInfo{Base: datumOID(row[TypeTypbasetype]), Typmod: int32(row[TypeTyptypmod].Int()),
		NotNull: row[TypeTypnotnull].IsTrue()}
	d.Default, _ = expr.Unmarshal(datumText(row[TypeTypdefaultbin]))
	for _, con := range a.Scan(a.System(PgConstraint), "pg_constraint_contypid_index", row[TypeOid]) {
		if datumChar(con[ConstraintContype]) != CheckConstraint {
			continue
		}
		if e, err := expr.Unmarshal(datumText(con[ConstraintConbin])); err == nil {
			d.Checks = append(d.Checks, Check{OID: datumOID(con[ConstraintOid]), Name: datumText(con[ConstraintConname]),
				Expr: e, Validated: con[ConstraintConvalidated].IsTrue()})
		}
	}
	slices.SortFunc(d.Checks, func(x, y Check) int { return strings.Compare(x.Name, y.Name) })
	return d
}

// Domain describes a domain, nil if the type is none.
func (a *Access) Domain(oid types.OID) *DomainInfo {
	if oid < types.FirstNormalOID {
		return nil
	}
	if e := a.typeEntry(oid); e != nil {
		return e.domain
	}
	return nil
}

// enumLabels reads the labels of an enum by their order.
func (a *Access) enumLabels(oid types.OID) []enumLabel {
	var out []enumLabel
	for _, row := range a.Scan(a.System(PgEnum), "pg_enum_typid_sortorder_index", oidDatum(oid)) {
		out = append(out, enumLabel{datumOID(row[EnumOid]), float32(row[EnumEnumsortorder].Float()), datumText(row[EnumEnumlabel])})
	}
	return out
}

// EnumLabels returns the labels of an enum in their order.
func (a *Access) EnumLabels(oid types.OID) []string {
	e := a.typeEntry(oid)
	if e == nil {
		return nil
	}
	out := make([]string, len(e.labels))
	for i, l := range e.labels {
		out[i] = l.label
	}
	return out
}

// RowType returns the live columns of a composite type.
func (a *Access) RowType(oid types.OID) (names []string, ts []types.OID, typmods []int32, ok bool) {
	t, ok := a.TypeInfo(oid)
	if !ok || t.Relid == 0 {
		return nil, nil, nil, false
	}
	r, err := a.ByOID(t.Relid)
	if err != nil || r == nil {
		return nil, nil, nil, false
	}
	if a.uses != nil {
		a.uses[Use{oid: r.OID, version: r.Version, relation: true}] = struct{}{}
	}
	for i := range r.Columns {
		c, name := &r.Columns[i], ""
		if !c.Dropped {
			name = c.Name
		}
		names, ts, typmods = append(names, name), append(ts, c.Type), append(typmods, c.Typmod)
	}
	return names, ts, typmods, true
}

// RowInherits implements types.Names.
func (a *Access) RowInherits(oid, above types.OID) bool {
	t, ok := a.TypeInfo(oid)
	up, found := a.TypeInfo(above)
	if !ok || !found || t.Relid == 0 || up.Relid == 0 {
		return false
	}
	for rel := t.Relid; ; {
		r, err := a.ByOID(rel)
		if err != nil || r == nil || r.Parent == 0 {
			return false
		}
		if rel = r.Parent; rel == up.Relid {
			return true
		}
	}
}

// typeVisible reports whether an unqualified name finds the type.
func (a *Access) typeVisible(oid types.OID) bool {
	if _, ok := types.ByOID(oid); ok {
		return slices.Contains(a.SearchPath(), CatalogNamespace)
	}
	e := a.typeEntry(oid)
	if e == nil {
		return false
	}
	found, ok := a.Type("", e.typ.Name)
	return ok && found == oid
}
