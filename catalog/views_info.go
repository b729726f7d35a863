package catalog

// The part of information_schema that clients read: schemata, tables, columns.
// Domains such as sql_identifier are name and text here.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

var infoViews = []VirtualView{
	{Schema: "information_schema", Name: "schemata", Columns: `catalog_name:name schema_name:name schema_owner:name
		default_character_set_catalog:name default_character_set_schema:name default_character_set_name:name
		sql_path:varchar`, Rows: schemataRows},
	{Schema: "information_schema", Name: "tables", Columns: `table_catalog:name table_schema:name table_name:name
		table_type:varchar self_referencing_column_name:name reference_generation:varchar
		user_defined_type_catalog:name user_defined_type_schema:name user_defined_type_name:name
		is_insertable_into:varchar is_typed:varchar commit_action:varchar`, Rows: infoTableRows},
	{Schema: "information_schema", Name: "columns", Columns: `table_catalog:name table_schema:name table_name:name
		column_name:name ordinal_position:int4 column_default:varchar is_nullable:varchar data_type:varchar
		character_maximum_length:int4 character_octet_length:int4 numeric_precision:int4 numeric_precision_radix:int4
		numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4
		character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name
		collation_schema:name collation_name:name domain_catalog:name domain_schema:name domain_name:name
		udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name
		maximum_cardinality:int4 dtd_identifier:name is_self_referencing:varchar is_identity:varchar
		identity_generation:varchar identity_start:varchar identity_increment:varchar identity_maximum:varchar
		identity_minimum:varchar identity_cycle:varchar is_generated:varchar generation_expression:varchar
		is_updatable:varchar`, Rows: infoColumnRows},
	{Schema: "information_schema", Name: "sequences", Columns: `sequence_catalog:name sequence_schema:name
		sequence_name:name data_type:varchar numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4
		start_value:varchar minimum_value:varchar maximum_value:varchar increment:varchar cycle_option:varchar`,
		Rows: infoSequenceRows},
	{Schema: "information_schema", Name: "views", Columns: `table_catalog:name table_schema:name table_name:name
		view_definition:varchar check_option:varchar is_updatable:varchar is_insertable_into:varchar
		is_trigger_updatable:varchar is_trigger_deletable:varchar is_trigger_insertable_into:varchar`, Rows: infoViewRows},
}

func yesNo(b bool) types.Datum {
	if b {
		return textDatum("YES")
	}
	return textDatum("NO")
}

func schemataRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, n := range a.rows(PgNamespace, "") {
		n := n.row
		me, all := a.S.CurrentRole, SchemaPrivileges
		if p, _ := a.inNamespace(me, datumOID(n[NamespaceOid]), all, 0); p == 0 && !a.HasPrivilegesOf(me, datumOID(n[NamespaceNspowner])) {
			continue
		}
		out = append(out, types.Row{textDatum(a.S.Database), n[NamespaceNspname],
			textDatum(a.roleName(datumOID(n[NamespaceNspowner]))), null, null, null, null})
	}
	return out, nil
}

func infoTableRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(TableKind, PartitionedTableKind, ViewKind) {
		if sees, err := a.seesRelation(c); err != nil || !sees {
			if err != nil {
				return nil, err
			}
			continue
		}
		kind := "BASE TABLE"
		switch {
		case datumChar(c[ClassRelpersistence]) == 't':
			kind = "LOCAL TEMPORARY"
		case RelKind(datumChar(c[ClassRelkind])) == ViewKind:
			kind = "VIEW"
		}
		e, err := a.events(datumOID(c[ClassOid]), 0)
		if err != nil {
			return nil, err
		}
		out = append(out, types.Row{textDatum(a.S.Database), textDatum(a.schemaOf(c)), c[ClassRelname], textDatum(kind),
			null, null, null, null, null, yesNo(e&insertEvent != 0), yesNo(false), null})
	}
	return out, nil
}

// seesRelation tells whether the current role owns the relation of a pg_class row or
// has some privilege on it or on a column.
func (a *Access) seesRelation(class types.Row) (bool, error) {
	me := a.S.CurrentRole
	if a.HasPrivilegesOf(me, datumOID(class[ClassRelowner])) {
		return true, nil
	}
	r, err := a.ByOID(datumOID(class[ClassOid]))
	if r == nil || err != nil {
		return false, err
	}
	p, _ := a.onAnyColumn(me, r, TablePrivileges&^MaintainPrivilege, 0)
	return p != 0, nil
}

func infoViewRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(ViewKind) {
		oid := datumOID(c[ClassOid])
		if sees, err := a.seesRelation(c); err != nil || !sees {
			if err != nil {
				return nil, err
			}
			continue
		}
		def, err := ViewDefinition(a, oid, false)
		if err != nil {
			return nil, pgerr.From(err)
		}
		if !a.HasPrivilegesOf(a.S.CurrentRole, datumOID(c[ClassRelowner])) {
			def = ""
		}
		e, err := a.events(oid, 0)
		if err != nil {
			return nil, err
		}
		check, _ := option(classOptions(c), "check_option")
		check = strings.ToUpper(check)
		if check == "" {
			check = "NONE"
		}
		out = append(out, types.Row{textDatum(a.S.Database), textDatum(a.schemaOf(c)), c[ClassRelname], textOrNull(def),
			textDatum(check), yesNo(e&(updateEvent|deleteEvent) == updateEvent|deleteEvent), yesNo(e&insertEvent != 0),
			yesNo(false), yesNo(false), yesNo(false)})
	}
	return out, nil
}

// infoSequenceRows lists the sequences but those of identity columns.
func infoSequenceRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(SequenceKind) {
		r, err := a.ByOID(datumOID(c[ClassOid]))
		if err != nil {
			return nil, err
		}
		if r == nil || r.Sequence == nil || !a.HasAnyPrivilege(a.S.CurrentRole, r, SequencePrivileges) && !a.HasPrivilegesOf(a.S.CurrentRole, r.Owner) {
			continue
		}
		if _, _, identity := a.SequenceOwner(r.OID, InternalDep); identity {
			continue
		}
		s := r.Sequence
		t, _ := a.TypeInfo(s.Type)
		row := types.Row{textDatum(a.S.Database), textDatum(r.Schema), textDatum(r.Name), textDatum(a.infoTypeName(s.Type)),
			types.NewInt(int64(8 * t.Len)), types.NewInt(2), types.NewInt(0)}
		for _, v := range []int64{s.Start, s.Min, s.Max, s.Increment} {
			row = append(row, textDatum(itoa(v)))
		}
		out = append(out, append(row, yesNo(s.Cycle)))
	}
	return out, nil
}

func infoColumnRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(TableKind, PartitionedTableKind, ViewKind) {
		r, err := a.ByOID(datumOID(c[ClassOid]))
		if err != nil {
			return nil, err
		}
		if r == nil {
			continue
		}
		me := a.S.CurrentRole
		whole := a.HasPrivilegesOf(me, r.Owner) || a.HasAnyPrivilege(me, r, ColumnPrivileges)
		for _, col := range r.Live() {
			if p, _ := a.onColumn(me, r, col.Num, ColumnPrivileges, 0); !whole && p == 0 {
				continue
			}
			row := a.infoColumn(r, col)
			e, err := a.events(r.OID, col.Num)
			if err != nil {
				return nil, err
			}
			row[43] = yesNo(e&(updateEvent|deleteEvent) == updateEvent|deleteEvent)
			out = append(out, row)
		}
	}
	return out, nil
}

// Positions in information_schema.columns that infoColumn fills one by one.
const (
	infoMaxLength = 8
	infoPrecision = 10
	infoDatetime  = 13
	infoCollation = 19
	infoDomain    = 22
	infoUdt       = 25
	infoIdentity  = 34
)

func (a *Access) infoColumn(r *Relation, c *Column) types.Row {
	row := make(types.Row, 44)
	db := textDatum(a.S.Database)
	row[0], row[1], row[2], row[3] = db, textDatum(r.Schema), textDatum(r.Name), textDatum(c.Name)
	row[4], row[6] = intDatum(c.Num), yesNo(!c.NotNull)
	t, ok := a.TypeInfo(c.Type)
	if !ok {
		return row
	}
	typ, typmod := t.OID, c.Typmod
	if t.TypType == 'd' {
		row[infoDomain], row[infoDomain+1], row[infoDomain+2] = db, textDatum(a.typeSchema(t.OID)), textDatum(t.Name)
		typ, typmod = t.Base, a.Domain(t.OID).Typmod
	}
	row[7] = textDatum(a.infoTypeName(typ))
	infoLengths(row, typ, typmod)
	if c.Collation != 0 && c.Collation != DefaultCollation {
		row[infoCollation], row[infoCollation+1] = db, textDatum("pg_catalog")
		row[infoCollation+2] = textDatum(a.nameOf(Object{Class: PgCollation, OID: c.Collation}))
	}
	if base, ok := a.TypeInfo(typ); ok {
		row[infoUdt], row[infoUdt+1], row[infoUdt+2] = db, textDatum(a.typeSchema(typ)), textDatum(base.Name)
	}
	row[32], row[33] = textDatum(itoa(int64(c.Num))), yesNo(false)
	row[infoIdentity], row[infoIdentity+6] = yesNo(c.Identity != 0), yesNo(false)
	a.infoIdentity(row, c)
	row[infoIdentity+7] = textDatum("NEVER")
	if c.Default != nil {
		text := a.deparseExpr(c.Default, r, false)
		if c.Generated {
			row[infoIdentity+7], row[infoIdentity+8] = textDatum("ALWAYS"), textDatum(text)
		} else {
			row[5] = textDatum(text)
		}
	}
	return row
}

// infoIdentity fills in what is said of identity columns.
func (a *Access) infoIdentity(row types.Row, c *Column) {
	switch c.Identity {
	case 'a':
		row[infoIdentity+1] = textDatum("ALWAYS")
	case 'd':
		row[infoIdentity+1] = textDatum("BY DEFAULT")
	}
	seq, err := a.ByOID(c.Sequence)
	if err != nil || seq == nil || seq.Sequence == nil {
		return
	}
	s := seq.Sequence
	for i, v := range []int64{s.Start, s.Increment, s.Max, s.Min} {
		row[infoIdentity+2+i] = textDatum(itoa(v))
	}
	row[infoIdentity+6] = yesNo(s.Cycle)
}

func (a *Access) typeSchema(oid types.OID) string {
	if e := a.typeEntry(oid); e != nil && oid >= types.FirstNormalOID {
		return a.NamespaceName(e.ns)
	}
	return "pg_catalog"
}

func (a *Access) infoTypeName(oid types.OID) string {
	if t, ok := types.ByOID(oid); ok {
		if t.Category == 'A' && t.Elem != 0 {
			return "ARRAY"
		}
		return types.FormatType(oid, -1)
	}
	if t, ok := a.TypeInfo(oid); ok && t.Category == 'A' {
		return "ARRAY"
	}
	return "USER-DEFINED"
}

// infoLengths fills in the lengths and precisions of built-in types.
func infoLengths(row types.Row, typ types.OID, typmod int32) {
	digits := func(precision, radix, scale int64) {
		row[infoPrecision], row[infoPrecision+1] = types.NewInt(precision), types.NewInt(radix)
		if scale >= 0 {
			row[infoPrecision+2] = types.NewInt(scale)
		}
	}
	switch typ {
	case types.Int2OID:
		digits(16, 2, 0)
	case types.Int4OID:
		digits(32, 2, 0)
	case types.Int8OID:
		digits(64, 2, 0)
	case types.Float4OID:
		digits(24, 2, -1)
	case types.Float8OID:
		digits(53, 2, -1)
	case types.NumericOID:
		row[infoPrecision+1] = types.NewInt(10)
		if typmod >= 4 {
			digits(int64((typmod-4)>>16&0xffff), 10, int64(((typmod-4)&0x7ff)^1024-1024))
		}
	case types.TextOID:
		row[infoMaxLength+1] = types.NewInt(1 << 30)
	case types.VarcharOID, types.BpcharOID:
		row[infoMaxLength+1] = types.NewInt(1 << 30)
		if typmod >= 4 {
			row[infoMaxLength], row[infoMaxLength+1] = types.NewInt(int64(typmod-4)), types.NewInt(4*int64(typmod-4))
		}
	case types.DateOID:
		row[infoDatetime] = types.NewInt(0)
	case types.TimeOID, types.TimetzOID, types.TimestampOID, types.TimestamptzOID:
		row[infoDatetime] = types.NewInt(6)
		if typmod >= 0 && typmod <= 6 {
			row[infoDatetime] = types.NewInt(int64(typmod))
		}
	case types.IntervalOID:
		row[infoDatetime] = types.NewInt(6)
		if p := typmod & 0xffff; typmod >= 0 && p != 0xffff {
			row[infoDatetime] = types.NewInt(int64(p))
		}
		if fields := strings.TrimPrefix(types.ModOut(typ, typmod), " "); fields != "" && fields[0] != '(' {
			row[infoDatetime+1] = textDatum(strings.ToUpper(fields))
		}
	}
}
