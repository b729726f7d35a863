package catalog

// information_schema.routines: the functions there are.

import (
	"strings"

	"minidb/types"
)

var routineViews = []VirtualView{
	{Schema: "information_schema", Name: "routines", Columns: `specific_catalog:name specific_schema:name specific_name:name routine_catalog:name routine_schema:name
		routine_name:name routine_type:varchar module_catalog:name module_schema:name module_name:name
		udt_catalog:name udt_schema:name udt_name:name data_type:varchar character_maximum_length:int4
		character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name
		collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4
		numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar
		interval_precision:int4 type_udt_catalog:name type_udt_schema:name type_udt_name:name scope_catalog:name
		scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name routine_body:varchar
		routine_definition:varchar external_name:varchar external_language:varchar parameter_style:varchar
		is_deterministic:varchar sql_data_access:varchar is_null_call:varchar sql_path:varchar
		schema_level_routine:varchar max_dynamic_result_sets:int4 is_user_defined_cast:varchar
		is_implicitly_invocable:varchar security_type:varchar to_sql_specific_catalog:name
		to_sql_specific_schema:name to_sql_specific_name:name as_locator:varchar created:timestamptz
		last_altered:timestamptz new_savepoint_level:varchar is_udt_dependent:varchar
		result_cast_from_data_type:varchar result_cast_as_locator:varchar result_cast_char_max_length:int4
		result_cast_char_octet_length:int4 result_cast_char_set_catalog:name result_cast_char_set_schema:name
		result_cast_char_set_name:name result_cast_collation_catalog:name result_cast_collation_schema:name
		result_cast_collation_name:name result_cast_numeric_precision:int4
		result_cast_numeric_precision_radix:int4 result_cast_numeric_scale:int4
		result_cast_datetime_precision:int4 result_cast_interval_type:varchar result_cast_interval_precision:int4
		result_cast_type_udt_catalog:name result_cast_type_udt_schema:name result_cast_type_udt_name:name
		result_cast_scope_catalog:name result_cast_scope_schema:name result_cast_scope_name:name
		result_cast_maximum_cardinality:int4 result_cast_dtd_identifier:name`, Rows: routineRows},
}

// Columns of pg_proc.
const (
	procOid        = 0
	procName       = 1
	procNamespace  = 2
	procOwner      = 3
	procLanguage   = 4
	procKind       = 9
	procSecDef     = 10
	procStrict     = 12
	procVolatility = 14
	procReturns    = 18
	procSource     = 25
)

func routineRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	me, kind, languages := a.S.CurrentRole, objectKinds[FunctionAcl], objectKinds[LanguageAcl]
	db, yes, no := textDatum(a.S.Database), yesNo(true), yesNo(false)
	for _, f := range a.rows(PgProc, "") {
		p := f.row
		owner := datumOID(p[procOwner])
		mine := a.HasPrivilegesOf(me, owner)
		if may, _ := a.granted(kind.list(p), me, owner, ExecutePrivilege, 0); !mine && may == 0 {
			continue
		}
		row := make(types.Row, 82)
		schema, name := textDatum(a.NamespaceName(datumOID(p[procNamespace]))), p[procName].Text()
		row[0], row[1], row[2] = db, schema, textDatum(name+"_"+itoa(p[procOid].Int()))
		row[3], row[4], row[5] = db, schema, p[procName]
		ret := datumOID(p[procReturns])
		switch datumChar(p[procKind]) {
		case 'f':
			row[6] = textDatum("FUNCTION")
		case 'p':
			row[6] = textDatum("PROCEDURE")
		}
		if datumChar(p[procKind]) != 'p' {
			row[13] = textDatum(a.infoTypeName(ret))
			if t, ok := a.TypeInfo(ret); ok {
				row[28], row[29], row[30] = db, textDatum("pg_catalog"), textDatum(t.Name)
			}
			row[35], row[43] = textDatum("0"), yesNo(p[procStrict].IsTrue())
		}
		language := ""
		if l := a.objectRow(languages, datumOID(p[procLanguage])); l != nil {
			language = strings.ToUpper(l[languages.name].Text())
		}
		row[36] = textDatum("EXTERNAL")
		if language == "SQL" {
			row[36] = textDatum("SQL")
		}
		if mine {
			row[37] = p[procSource]
		}
		row[39], row[40] = textDatum(language), textDatum("GENERAL")
		row[41], row[42] = yesNo(datumChar(p[procVolatility]) == 'i'), textDatum("MODIFIES")
		row[45], row[46] = yes, types.NewInt(0)
		row[49] = textDatum("INVOKER")
		if p[procSecDef].IsTrue() {
			row[49] = textDatum("DEFINER")
		}
		row[53], row[57] = no, no
		out = append(out, row)
	}
	return out, nil
}
