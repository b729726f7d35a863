package catalog

// Names of objects in messages, as pg_describe_object words them.

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// Describe returns an object's description: "table t", "column a of table t".
func (a *Access) Describe(o Object) string {
	switch o.Class {
	case PgClass:
		if o.Sub != 0 {
			return "column " + a.columnName(o.OID, o.Sub) + " of " + a.describeRelation(o.OID)
		}
		return a.describeRelation(o.OID)
	case PgType:
		return "type " + a.FormatType(o.OID, -1)
	case PgNamespace:
		return "schema " + a.NamespaceName(o.OID)
	case PgConstraint:
		return a.describeConstraint(o.OID)
	case PgAttrdef:
		if row, _ := a.first(PgAttrdef, "pg_attrdef_oid_index", oidDatum(o.OID)); row != nil {
			return "default value for " + a.Describe(ColumnObject(datumOID(row[AttrdefAdrelid]), int(row[AttrdefAdnum].Int())))
		}
	case PgProc:
		return "function " + a.procSignature(o.OID)
	case PgRewrite:
		if row, _ := a.first(PgRewrite, "pg_rewrite_oid_index", oidDatum(o.OID)); row != nil {
			return "rule " + datumText(row[RewriteRulename]) + " on " + a.describeRelation(datumOID(row[RewriteEvClass]))
		}
	case PgTrigger:
		if row, _ := a.first(PgTrigger, "pg_trigger_oid_index", oidDatum(o.OID)); row != nil {
			return "trigger " + datumText(row[TriggerTgname]) + " on " + a.describeRelation(datumOID(row[TriggerTgrelid]))
		}
	case PgAuthid:
		return "role " + a.roleName(o.OID)
	case PgAuthMembers:
		if row, _ := a.first(PgAuthMembers, "pg_auth_members_oid_index", oidDatum(o.OID)); row != nil {
			return "membership of role " + a.roleName(datumOID(row[AuthMembersMember])) + " in role " + a.roleName(datumOID(row[AuthMembersRoleid]))
		}
	}
	if k, ok := tsKinds[o.Class]; ok {
		return k.word + " " + a.tsName(o.Class, o.OID)
	}
	if o.Class == PgDefaultAcl {
		return a.defaultAclDescription(o.OID)
	}
	if word, ok := plainObjects[o.Class]; ok {
		if name := a.nameOf(o); name != "" {
			return word + " " + name
		}
	}
	return "object " + itoa(int64(o.OID)) + " of catalog " + itoa(int64(o.Class))
}

// plainObjects are described by a word and their name.
var plainObjects = map[types.OID]string{
	PgCollation: "collation", PgDatabase: "database", PgTablespace: "tablespace", PgLanguage: "language",
	PgStatisticExt: "statistics object", PgExtension: "extension",
	PgPublication: "publication", PgAm: "access method",
}

// nameOf returns the name in an object's row, which stands behind its OID.
func (a *Access) nameOf(o Object) string {
	catalog := a.System(o.Class)
	for _, ix := range catalog.Indexes {
		if len(ix.Keys) == 1 && ix.Keys[0].Attr == 1 {
			if row, _ := a.first(o.Class, ix.Name, oidDatum(o.OID)); row != nil {
				for i := range catalog.Columns {
					if catalog.Columns[i].Type == types.NameOID {
						return datumText(row[i])
					}
				}
			}
		}
	}
	return ""
}

var kindWords = map[RelKind]string{
	TableKind: "table ", PartitionedTableKind: "table ", IndexKind: "index ", PartitionedIndexKind: "index ",
	SequenceKind: "sequence ", ViewKind: "view ", CompositeKind: "composite type ",
}

func (a *Access) describeRelation(oid types.OID) string {
	row, _ := a.first(PgClass, "pg_class_oid_index", oidDatum(oid))
	if row == nil {
		return "relation " + itoa(int64(oid))
	}
	return kindWords[RelKind(datumChar(row[ClassRelkind]))] + a.qualified(row)
}

// qualified returns the quoted name in a pg_class row, with its schema if
// search_path does not find it.
func (a *Access) qualified(class types.Row) string {
	name := expr.QuoteIdent(datumText(class[ClassRelname]))
	if a.relationVisible(class) {
		return name
	}
	return expr.QuoteIdent(a.NamespaceName(datumOID(class[ClassRelnamespace]))) + "." + name
}

// relationVisible reports whether the unqualified name in a pg_class row finds
// that relation.
func (a *Access) relationVisible(class types.Row) bool {
	ns, name := datumOID(class[ClassRelnamespace]), datumText(class[ClassRelname])
	path := a.SearchPath()
	if !slices.Contains(path, ns) {
		return false
	}
	for _, p := range path {
		if p == ns {
			return true
		}
		if a.relationOID(p, name) != 0 {
			return false
		}
	}
	return false
}

func (a *Access) columnName(rel types.OID, num int) string {
	row, _ := a.first(PgAttribute, "pg_attribute_relid_attnum_index", oidDatum(rel), intDatum(num))
	if row == nil {
		return itoa(int64(num))
	}
	return datumText(row[AttributeAttname])
}

func (a *Access) describeConstraint(oid types.OID) string {
	row, _ := a.first(PgConstraint, "pg_constraint_oid_index", oidDatum(oid))
	if row == nil {
		return "constraint " + itoa(int64(oid))
	}
	s := "constraint " + datumText(row[ConstraintConname])
	if rel := datumOID(row[ConstraintConrelid]); rel != 0 {
		s += " on " + a.describeRelation(rel)
	}
	return s
}

func (a *Access) roleName(oid types.OID) string {
	row, _ := a.first(PgAuthid, "pg_authid_oid_index", oidDatum(oid))
	if row == nil {
		return itoa(int64(oid))
	}
	return datumText(row[AuthidRolname])
}

// procSignature writes a function as regprocedure prints it: name(types).
func (a *Access) procSignature(oid types.OID) string {
	row, _ := a.first(PgProc, "pg_proc_oid_index", oidDatum(oid))
	if row == nil {
		return itoa(int64(oid))
	}
	s := a.procQualifier(row) + expr.QuoteIdent(datumText(row[ProcProname])) + "("
	for i, t := range arrayOIDs(row[ProcProargtypes]) {
		if i > 0 {
			s += ","
		}
		s += a.FormatType(t, -1)
	}
	return s + ")"
}

// procQualifier is the schema of a function, with a dot, if search_path does not have it.
func (a *Access) procQualifier(row types.Row) string {
	namespace := datumOID(row[ProcPronamespace])
	if slices.Contains(a.SearchPath(), namespace) {
		return ""
	}
	return expr.QuoteIdent(a.NamespaceName(namespace)) + "."
}

// FormatTypmod is FormatType for a type whose modifier is known, -1 if it has none.
func (a *Access) FormatTypmod(oid types.OID, typmod int32) string {
	if oid == types.BpcharOID || oid == types.BpcharArrayOID {
		return types.FormatTypmod(oid, typmod)
	}
	return a.FormatType(oid, typmod)
}

// FormatType writes a type as format_type does: SQL names, user types qualified
// if search_path does not find them, modifiers in parentheses. Modifier -1
// means none.
func (a *Access) FormatType(oid types.OID, typmod int32) string {
	if oid == 0 {
		return "-"
	}
	if _, ok := types.ByOID(oid); ok {
		return types.FormatType(oid, typmod)
	}
	e := a.typeEntry(oid)
	if e == nil {
		if name, ok := FormatUnbuilt(oid, typmod); ok {
			return name
		}
		return "???"
	}
	if e.typ.Elem != 0 && e.typ.Len == -1 {
		return a.FormatType(e.typ.Elem, typmod) + "[]"
	}
	if a.typeVisible(oid) {
		return e.typ.SQLName
	}
	return expr.QuoteIdent(a.NamespaceName(e.ns)) + "." + e.typ.SQLName
}
