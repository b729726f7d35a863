package catalog

// CREATE TYPE ... AS ENUM and CREATE DOMAIN. Composite types are relations: see
// CreateTable with CompositeKind.

import (
	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// TypeSpec says what CreateType makes: an enum if Base is 0, else a domain.
type TypeSpec struct {
	Schema types.OID
	Name   string
	Owner  types.OID // the bootstrap user if 0
	Labels []string  // of an enum, in their order

	Base      types.OID // of a domain
	Typmod    int32
	Collation types.OID
	NotNull   bool
	Default   expr.Expr
	// Constraints of a domain; Domain is filled in. CaseTest stands for the value.
	Constraints []ConstraintSpec
}

// CreateType makes an enum or a domain with its array type: 42710 if the name
// is taken.
func (a *Access) CreateType(spec TypeSpec) (types.OID, error) {
	spec.Name = Truncate(spec.Name)
	if spec.Owner == 0 {
		spec.Owner = a.S.CurrentRole
	}
	if err := a.lockNamespace(spec.Schema); err != nil {
		return 0, err
	}
	if err := a.CheckCreateIn(spec.Schema); err != nil {
		return 0, err
	}
	if err := a.freeTypeName(spec.Schema, spec.Name); err != nil {
		e := pgerr.From(err)
		e.Hint = ""
		return 0, e
	}
	t := &types.Type{Name: spec.Name, Len: 4, ByVal: true, Align: 'i', Storage: 'p', Category: 'E', TypType: 'e', Delim: ',',
		Input: "enum_in", Output: "enum_out", Receive: "enum_recv", Send: "enum_send"}
	if spec.Base != 0 {
		base, ok := a.TypeInfo(spec.Base)
		if !ok {
			return 0, pgerr.New(pgerr.Internal, "cache lookup failed for type %d", spec.Base)
		}
		c := *base
		t = &c
		t.Name, t.TypType, t.Base, t.Collation, t.Preferred = spec.Name, 'd', spec.Base, spec.Collation, false
		t.Elem, t.Relid, t.Input, t.Receive, t.ModIn, t.ModOut, t.Subscript = 0, 0, "domain_in", "domain_recv", "", "", ""
	}
	t.Array = a.NewOID()
	t.OID = a.NewOID()
	if err := a.writeType(t, &spec); err != nil {
		return 0, err
	}
	if err := a.addRoleDepend(Object{Class: PgType, OID: t.OID}, spec.Owner, ownerDep); err != nil {
		return 0, err
	}
	if err := a.aclDepends(Object{Class: PgType, OID: t.OID}, spec.Owner, nil, a.newACL(TypeAcl, spec.Owner, spec.Schema)); err != nil {
		return 0, err
	}
	a.CommandEnd()
	if a.S.Savepoints() == 0 {
		a.newEnums().types[t.OID] = true
	}
	if err := a.typeParts(t.OID, &spec); err != nil {
		return 0, err
	}
	a.CommandEnd()
	return t.OID, nil
}

func (a *Access) writeType(t *types.Type, spec *TypeSpec) error {
	row := typeRow(t, spec.Schema, spec.Owner)
	row[TypeTypacl] = a.newACL(TypeAcl, spec.Owner, spec.Schema).datum()
	if spec.Base != 0 {
		row[TypeTyptypmod] = types.NewInt(int64(spec.Typmod))
		row[TypeTypnotnull] = boolDatum(spec.NotNull)
		if spec.Default != nil {
			row[TypeTypdefaultbin] = marshalled(spec.Default)
			row[TypeTypdefault] = textDatum(a.deparseExpr(spec.Default, nil, false))
		}
	}
	align := byte('i')
	if t.Align == 'd' {
		align = 'd'
	}
	arr := arrayTypeOf(a.arrayTypeName(spec.Schema, t.Name), t.Array, t.OID, align)
	arr.Collation = t.Collation
	if err := a.insertRows(PgType, []types.Row{row, typeRow(arr, spec.Schema, spec.Owner)}); err != nil {
		return err
	}
	self := Object{Class: PgType, OID: t.OID}
	on := []Object{{Class: PgNamespace, OID: spec.Schema}}
	if spec.Base != 0 {
		on = append(on, Object{Class: PgType, OID: spec.Base})
	}
	rows := appendDepends(nil, self, NormalDep, on...)
	return a.insertDepends(appendDepends(rows, Object{Class: PgType, OID: t.Array}, InternalDep, self))
}

// typeParts adds an enum's labels and a domain's constraints.
func (a *Access) typeParts(oid types.OID, spec *TypeSpec) error {
	if spec.Base == 0 {
		return a.enumLabelRows(oid, spec.Labels)
	}
	for _, con := range spec.Constraints {
		con.Domain = oid
		if con.Name == "" {
			label := "check"
			if con.Type == NotNullConstraint {
				label = "not_null"
			}
			con.Name = a.ChooseConstraintName(spec.Name, "", label, spec.Schema)
		}
		if err := a.AddConstraint(con); err != nil {
			return err
		}
	}
	return nil
}

// enumLabelRows writes the labels of a new enum: EnumValuesCreate. Rows and numbers
// are in the order of the labels.
func (a *Access) enumLabelRows(enum types.OID, labels []string) error {
	for _, label := range labels {
		if err := CheckEnumLabel(label); err != nil {
			return err
		}
	}
	w, err := a.bulkWriter(PgEnum, len(labels))
	if err != nil {
		return err
	}
	defer w.Close()
	row := make(types.Row, 4)
	for i, label := range labels {
		row[EnumOid], row[EnumEnumtypid] = oidDatum(a.evenOID()), oidDatum(enum)
		row[EnumEnumsortorder], row[EnumEnumlabel] = types.NewFloat4(float32(i+1)), textDatum(label)
		if err := w.Put(row); err != nil {
			return err
		}
	}
	return w.Flush()
}

// evenOID returns an even number: PostgreSQL's enum labels have even OIDs as
// long as the order of OIDs is the order of labels.
func (a *Access) evenOID() types.OID {
	for {
		if oid := a.NewOID(); oid%2 == 0 {
			return oid
		}
	}
}
