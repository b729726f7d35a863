package catalog

// Functions about names, schemas, visibility, privileges and sizes.

import (
	"slices"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

var nameFuncs = map[string]catalogFunc{
	"pg_get_keywords":      getKeywords,
	"pg_show_all_settings": showAllSettings,
	"format_type": func(a *Access, args []types.Datum) (types.Datum, error) {
		if args[0].IsNull() {
			return null, nil
		}
		t := datumOID(args[0])
		if len(args) < 2 || args[1].IsNull() {
			return textDatum(a.FormatType(t, -1)), nil
		}
		mod := int32(args[1].Int())
		if ty, ok := types.ByOID(t); ok {
			if t == types.IntervalOID || ty.Elem == types.IntervalOID {
				if err := types.CheckIntervalTypmod(mod); err != nil {
					return null, err
				}
			}
			return textDatum(types.FormatTypmod(t, mod)), nil
		}
		if mod < 0 && (t == bitOID || t == unbuiltTypes[bitOID].array) {
			return textDatum(strings.Replace(a.FormatType(t, mod), "bit", `"bit"`, 1)), nil // the plain word would be bit(1)
		}
		return textDatum(a.FormatType(t, mod)), nil
	},
	"current_user": func(a *Access, _ []types.Datum) (types.Datum, error) {
		return a.ownRole(a.S.CurrentRole)
	},
	"session_user": func(a *Access, _ []types.Datum) (types.Datum, error) {
		return a.ownRole(a.S.SessionRole)
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
	"to_regtype": func(a *Access, args []types.Datum) (types.Datum, error) {
		o, err := regOrNull((*Access).typeNamed)(a, args)
		if err == nil && !o.IsNull() { // an unknown type gives NULL, wrong modifiers an error
			_, err = a.typmodOf(datumOID(o), args[0].Text())
		}
		return o, err
	},
	"to_regtypemod": func(a *Access, args []types.Datum) (types.Datum, error) {
		o, err := regOrNull((*Access).typeNamed)(a, args)
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

// regOrNull makes to_regclass and its kin: NULL instead of an error, but for a schema that
// is refused.
func regOrNull(in func(*Access, string) (types.OID, error)) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		s := args[0].Text()
		o, err := in(a, s)
		if err != nil {
			if code := pgerr.CodeOf(err); code == pgerr.InvalidName || code == pgerr.SyntaxError && s != "" || code == pgerr.InsufficientPrivilege || code == pgerr.Internal || pgerr.From(err).Context != "" {
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
