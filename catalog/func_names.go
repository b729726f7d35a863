package catalog

// Functions about names, schemas, visibility, privileges and sizes.

import (
	"slices"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

const bitOID, varbitOID = types.OID(1560), types.OID(1562)

// unbuiltTypes are the names of PostgreSQL's types that minidb has not.
var unbuiltTypes = map[types.OID]string{
	114: "json", 142: "xml", 600: "point", 601: "lseg", 602: "path", 603: "box", 604: "polygon", 628: "line", 650: "cidr",
	718: "circle", 774: "macaddr8", 790: "money", 829: "macaddr", 869: "inet", bitOID: "bit", varbitOID: "bit varying",
	1790: "refcursor", 3220: "pg_lsn", 3614: "tsvector", 3615: "tsquery", 3802: "jsonb", 3904: "int4range", 3906: "numrange",
	3908: "tsrange", 3910: "tstzrange", 3912: "daterange", 3926: "int8range", 4072: "jsonpath", 5069: "xid8",
}

var nameFuncs = map[string]catalogFunc{
	"format_type": func(a *Access, args []types.Datum) (types.Datum, error) {
		if args[0].IsNull() {
			return null, nil
		}
		t := datumOID(args[0])
		if len(args) < 2 || args[1].IsNull() {
			return textDatum(a.FormatType(t, -1)), nil
		}
		mod := int32(args[1].Int())
		if _, ok := types.ByOID(t); ok {
			return textDatum(types.FormatTypmod(t, mod)), nil
		}
		if name, ok := unbuiltTypes[t]; ok && mod >= 0 && (t == bitOID || t == varbitOID) {
			return textDatum(name + "(" + itoa(int64(mod)) + ")"), nil
		}
		return textDatum(a.FormatType(t, mod)), nil
	},
	"current_user": func(a *Access, _ []types.Datum) (types.Datum, error) {
		return textDatum(a.roleName(a.S.CurrentRole)), nil
	},
	"session_user": func(a *Access, _ []types.Datum) (types.Datum, error) {
		return textDatum(a.roleName(a.S.SessionRole)), nil
	},
	"current_schema":  currentSchema,
	"current_schemas": currentSchemas,
	"pg_get_userbyid": func(a *Access, args []types.Datum) (types.Datum, error) {
		if row, _ := a.first(PgAuthid, "pg_authid_oid_index", args[0]); row != nil {
			return row[AuthidRolname], nil
		}
		return textDatum("unknown (OID=" + itoa(args[0].Int()) + ")"), nil
	},
	"to_regclass": regOrNull((*Access).RegclassIn),
	"to_regtype":  regOrNull((*Access).RegtypeIn),
	"to_regtypemod": func(a *Access, args []types.Datum) (types.Datum, error) {
		o, err := regOrNull((*Access).RegtypeIn)(a, args)
		if o.IsNull() || err != nil {
			return null, err
		}
		mod, err := a.typmodOf(datumOID(o), args[0].Text())
		return types.NewInt(int64(mod)), err
	},
	"to_regproc":      regOrNull((*Access).RegprocIn),
	"to_regprocedure": regOrNull((*Access).RegprocedureIn),
	"to_regoper":      regOrNull((*Access).RegoperIn),
	"to_regoperator":  regOrNull((*Access).RegoperatorIn),
	"to_regnamespace": regOrNull((*Access).RegnamespaceIn),
	"to_regrole":      regOrNull((*Access).RegroleIn),
	"txid_current": func(a *Access, _ []types.Datum) (types.Datum, error) {
		a.S.Txn.XID()
		return types.NewInt(int64(a.S.Txn.TopXID())), nil
	},
	"txid_current_if_assigned": func(a *Access, _ []types.Datum) (types.Datum, error) {
		if !a.S.Txn.HasXID() {
			return null, nil
		}
		return types.NewInt(int64(a.S.Txn.TopXID())), nil
	},
	"pg_my_temp_schema": func(a *Access, _ []types.Datum) (types.Datum, error) {
		return oidDatum(a.temp.ns), nil
	},
	"pg_is_other_temp_schema": func(a *Access, args []types.Datum) (types.Datum, error) {
		ns := datumOID(args[0])
		return boolDatum(a.IsTemp(ns) && !a.IsMyTemp(ns)), nil
	},
	"pg_basetype": func(a *Access, args []types.Datum) (types.Datum, error) {
		oid := datumOID(args[0])
		for {
			t, ok := a.TypeInfo(oid)
			if !ok {
				return null, nil
			}
			if t.TypType != 'd' {
				return oidDatum(oid), nil
			}
			oid = t.Base
		}
	},
}

// regOrNull makes to_regclass and its kin: NULL instead of an error.
func regOrNull(in func(*Access, string) (types.OID, error)) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		o, err := in(a, args[0].Text())
		if err != nil {
			if code := pgerr.CodeOf(err); code == pgerr.InvalidName || code == pgerr.Internal || pgerr.From(err).Context != "" {
				return null, err
			}
			return null, nil
		}
		return oidDatum(o), nil
	}
}

func currentSchema(a *Access, _ []types.Datum) (types.Datum, error) {
	p := a.currentPath()
	ns := p.create
	if p.pending {
		var err error
		if ns, err = a.TempNamespace(); err != nil {
			return null, err
		}
		a.CommandEnd()
	}
	if ns == 0 {
		return null, nil
	}
	return textDatum(a.NamespaceName(ns)), nil
}

func currentSchemas(a *Access, args []types.Datum) (types.Datum, error) {
	path := a.currentPath()
	oids := path.oids
	if !args[0].IsTrue() {
		if i := slices.Index(oids, path.create); i >= 0 {
			oids = oids[i:]
		} else {
			oids = nil
		}
	}
	names := make([]types.Datum, 0, len(oids))
	for _, ns := range oids {
		names = append(names, textDatum(a.NamespaceName(ns)))
	}
	return types.NewArray1(types.NameOID, names), nil
}

var visibilityFuncs = map[string]catalogFunc{
	"pg_table_is_visible": func(a *Access, args []types.Datum) (types.Datum, error) {
		row, _ := a.first(PgClass, "pg_class_oid_index", args[0])
		if row == nil {
			return null, nil
		}
		return boolDatum(a.relationVisible(row)), nil
	},
	"pg_type_is_visible": func(a *Access, args []types.Datum) (types.Datum, error) {
		if _, ok := a.TypeInfo(datumOID(args[0])); !ok {
			return null, nil
		}
		return boolDatum(a.typeVisible(datumOID(args[0]))), nil
	},
	"pg_function_is_visible":       inPath(PgProc, 2),
	"pg_operator_is_visible":       inPath(PgOperator, 2),
	"pg_opclass_is_visible":        inPath(PgOpclass, 3),
	"pg_opfamily_is_visible":       inPath(PgOpfamily, 3),
	"pg_collation_is_visible":      inPath(PgCollation, 2),
	"pg_conversion_is_visible":     inPath(PgConversion, 2),
	"pg_statistics_obj_is_visible": inPath(PgStatisticExt, 3),
	"pg_ts_config_is_visible":      inPath(PgTsConfig, 2),
	"pg_ts_dict_is_visible":        inPath(PgTsDict, 2),
	"pg_ts_parser_is_visible":      inPath(PgTsParser, 2),
	"pg_ts_template_is_visible":    inPath(PgTsTemplate, 2),
}

// inPath makes a visibility function for objects whose schema stands in column
// namespace of their row: visible if search_path has the schema.
func inPath(catalog types.OID, namespace int) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		for _, ix := range a.System(catalog).Indexes {
			if len(ix.Keys) == 1 && ix.Keys[0].Attr == 1 {
				if row, _ := a.first(catalog, ix.Name, args[0]); row != nil {
					return boolDatum(slices.Contains(a.SearchPath(), datumOID(row[namespace]))), nil
				}
			}
		}
		return null, nil
	}
}

var privilegeFuncs = map[string]catalogFunc{
	"has_table_privilege":      hasPrivilege(onRelation("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN")),
	"has_sequence_privilege":   hasPrivilege(onRelation("USAGE", "SELECT", "UPDATE")),
	"has_any_column_privilege": hasPrivilege(onRelation("SELECT", "INSERT", "UPDATE", "REFERENCES")),
	"has_column_privilege":     hasColumnPrivilege,
	"has_schema_privilege":     hasPrivilege(onSchema),
	"has_database_privilege":   hasPrivilege(openTo([]string{"CONNECT", "TEMPORARY", "TEMP"}, "CREATE")),
	"has_function_privilege":   hasPrivilege(openTo([]string{"EXECUTE"})),
	"has_type_privilege":       hasPrivilege(openTo([]string{"USAGE"})),
	"has_tablespace_privilege": hasPrivilege(openTo(nil, "CREATE")),
	"pg_has_role":              hasRole,
	"row_security_active": func(*Access, []types.Datum) (types.Datum, error) {
		return boolDatum(false), nil
	},
}

// hasPrivilege is has_table_privilege([role,] table, privilege) and its kin, for
// functions of one object; check says whether a role has one privilege on it, by
// its word, and ok is false for an unknown word.
func hasPrivilege(object func(*Access, types.Datum) (func(role types.OID, word string) (has, ok bool), error)) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		role := a.S.CurrentRole
		if len(args) == 3 {
			r, err := a.roleArgument(args[0])
			if err != nil {
				return null, err
			}
			role, args = r, args[1:]
		}
		check, err := object(a, args[0])
		if check == nil || err != nil {
			return null, err
		}
		return hasAny(args[1].Text(), func(word string) (bool, bool) { return check(role, word) })
	}
}

// hasAny asks for each of a list of privileges.
func hasAny(list string, check func(word string) (has, ok bool)) (types.Datum, error) {
	any := false
	for _, text := range strings.Split(list, ",") {
		text = strings.TrimSpace(text)
		has, ok := check(strings.ToUpper(text))
		if !ok {
			return null, pgerr.New(pgerr.InvalidParameterValue, "unrecognized privilege type: %s", quoted(text))
		}
		any = any || has
	}
	return boolDatum(any), nil
}

// tableWords are the privileges on tables, columns and sequences.
var tableWords = map[string]Privilege{"SELECT": SelectPrivilege, "INSERT": InsertPrivilege, "UPDATE": UpdatePrivilege,
	"DELETE": DeletePrivilege, "TRUNCATE": OtherPrivilege, "REFERENCES": OtherPrivilege, "TRIGGER": OtherPrivilege,
	"MAINTAIN": MaintainPrivilege, "USAGE": OtherPrivilege}

// onRelation checks privileges on a relation; words are those that there are.
func onRelation(words ...string) func(*Access, types.Datum) (func(types.OID, string) (bool, bool), error) {
	return func(a *Access, arg types.Datum) (func(types.OID, string) (bool, bool), error) {
		rel, err := a.tableArgument(arg)
		if rel == nil || err != nil {
			return nil, err
		}
		return func(role types.OID, word string) (has, ok bool) {
			plain, with := strings.CutSuffix(word, " WITH GRANT OPTION")
			if !slices.Contains(words, plain) {
				return false, false
			}
			if with {
				return a.HasPrivilegesOf(role, rel.Owner), true
			}
			return a.HasPrivilege(role, rel, tableWords[plain]), true
		}, nil
	}
}

// onSchema checks privileges on a schema.
func onSchema(a *Access, arg types.Datum) (func(types.OID, string) (bool, bool), error) {
	ns := types.OID(0)
	if arg.Kind() == types.Text {
		var ok bool
		if ns, ok = a.Namespace(arg.Text()); !ok {
			return nil, pgerr.New(pgerr.InvalidSchemaName, "schema %s does not exist", quoted(arg.Text()))
		}
	} else if ns = datumOID(arg); a.NamespaceName(ns) == "" {
		return nil, nil
	}
	return func(role types.OID, word string) (has, ok bool) {
		owns := a.HasPrivilegesOf(role, a.namespaceOwner(ns))
		switch word {
		case "CREATE", "CREATE WITH GRANT OPTION", "USAGE WITH GRANT OPTION":
			return owns, true
		case "USAGE":
			return owns || a.mayUseAs(role, ns), true
		}
		return false, false
	}, nil
}

// openTo checks privileges on objects that are open to everybody, but for the
// words in owner, which are for superusers.
func openTo(public []string, owner ...string) func(*Access, types.Datum) (func(types.OID, string) (bool, bool), error) {
	return func(a *Access, _ types.Datum) (func(types.OID, string) (bool, bool), error) {
		return func(role types.OID, word string) (has, ok bool) {
			plain, with := strings.CutSuffix(word, " WITH GRANT OPTION")
			open := slices.Contains(public, plain)
			return open && !with || a.IsSuperuser(role), open || slices.Contains(owner, plain)
		}, nil
	}
}

// hasColumnPrivilege is has_column_privilege([role,] table, column, privilege).
func hasColumnPrivilege(a *Access, args []types.Datum) (types.Datum, error) {
	n := len(args)
	return hasPrivilege(onRelation("SELECT", "INSERT", "UPDATE", "REFERENCES"))(a, append(slices.Clone(args[:n-2]), args[n-1]))
}

func (a *Access) roleArgument(d types.Datum) (types.OID, error) {
	if d.Kind() == types.Int {
		return datumOID(d), nil
	}
	if o := a.roleOID(d.Text()); o != 0 {
		return o, nil
	}
	return 0, pgerr.New(pgerr.UndefinedObject, "role %s does not exist", quoted(d.Text()))
}

// tableArgument finds a table given by name or number, nil for an unknown number.
func (a *Access) tableArgument(d types.Datum) (*Relation, error) {
	oid := types.OID(0)
	if d.Kind() == types.Text {
		o, err := a.RegclassIn(d.Text())
		if err != nil {
			return nil, err
		}
		oid = o
	} else {
		oid = datumOID(d)
	}
	return a.ByOID(oid)
}

var sizeFuncs = map[string]catalogFunc{
	"pg_relation_size":       relationSize,
	"pg_table_size":          sizeOf((*sizer).whole),
	"pg_indexes_size":        sizeOf((*sizer).indexes),
	"pg_total_relation_size": sizeOf(func(s *sizer, r *Relation, ix *Index) int64 { return s.whole(r, ix) + s.indexes(r, ix) }),
	"pg_database_size":       databaseSize,
	"pg_tablespace_size":     databaseSize,
	"pg_tablespace_location": func(*Access, []types.Datum) (types.Datum, error) { return textDatum(""), nil },
	"pg_relation_filenode": func(a *Access, args []types.Datum) (types.Datum, error) {
		row, _ := a.first(PgClass, "pg_class_oid_index", args[0])
		if row == nil || datumOID(row[ClassRelfilenode]) == 0 {
			return null, nil
		}
		return row[ClassRelfilenode], nil
	},
	"pg_relation_filepath": func(a *Access, args []types.Datum) (types.Datum, error) {
		row, _ := a.first(PgClass, "pg_class_oid_index", args[0])
		if row == nil || datumOID(row[ClassRelfilenode]) == 0 {
			return null, nil
		}
		return textDatum("base/5/" + itoa(row[ClassRelfilenode].Int())), nil
	},
	"pg_relation_is_updatable": func(a *Access, args []types.Datum) (types.Datum, error) {
		e, err := a.events(datumOID(args[0]), 0)
		return intDatum(e), err
	},
	"pg_column_is_updatable": func(a *Access, args []types.Datum) (types.Datum, error) {
		n := int(args[1].Int())
		if n <= 0 {
			return boolDatum(false), nil
		}
		e, err := a.events(datumOID(args[0]), n)
		return boolDatum(e&(updateEvent|deleteEvent) == updateEvent|deleteEvent), err
	},
	"pg_relation_is_publishable": func(a *Access, args []types.Datum) (types.Datum, error) {
		r, err := a.ByOID(datumOID(args[0]))
		return boolDatum(r != nil && !r.System && (r.Kind == TableKind || r.Kind == PartitionedTableKind)), err
	},
	"pg_stat_get_live_tuples": tupleEstimate(func(r *Relation) int64 { return r.Heap.LiveEstimate() }),
	"pg_stat_get_dead_tuples": tupleEstimate(func(r *Relation) int64 { return r.Heap.DeadEstimate() }),
}

func tupleEstimate(f func(r *Relation) int64) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		r, err := a.ByOID(datumOID(args[0]))
		if err != nil || r == nil || r.Heap == nil {
			return types.NewInt(0), err
		}
		return types.NewInt(f(r)), nil
	}
}
