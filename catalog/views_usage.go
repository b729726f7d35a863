package catalog

// What views are made of, as information_schema says it, and views of what minidb has
// none of: they are there, empty, for programs that ask.

import (
	"slices"
	"strings"

	"minidb/types"
)

var usageViews = []VirtualView{
	{Schema: "information_schema", Name: "view_table_usage", Columns: `view_catalog:name view_schema:name view_name:name
		table_catalog:name table_schema:name table_name:name`,
		Rows: func(a *Access) ([]types.Row, error) { return a.viewUsage(false) }},
	{Schema: "information_schema", Name: "view_column_usage", Columns: `view_catalog:name view_schema:name view_name:name
		table_catalog:name table_schema:name table_name:name column_name:name`,
		Rows: func(a *Access) ([]types.Row, error) { return a.viewUsage(true) }},
	{Schema: "information_schema", Name: "view_routine_usage", Columns: `table_catalog:name table_schema:name table_name:name
		specific_catalog:name specific_schema:name specific_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "check_constraint_routine_usage", Columns: `constraint_catalog:name
		constraint_schema:name constraint_name:name specific_catalog:name specific_schema:name specific_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "triggers", Columns: `trigger_catalog:name trigger_schema:name trigger_name:name
		event_manipulation:varchar event_object_catalog:name event_object_schema:name event_object_table:name
		action_order:int4 action_condition:varchar action_statement:varchar action_orientation:varchar
		action_timing:varchar action_reference_old_table:name action_reference_new_table:name
		action_reference_old_row:name action_reference_new_row:name created:timestamptz`, Rows: noRows},
	{Schema: "information_schema", Name: "triggered_update_columns", Columns: `trigger_catalog:name trigger_schema:name
		trigger_name:name event_object_catalog:name event_object_schema:name event_object_table:name
		event_object_column:name`, Rows: noRows},
	{Schema: "information_schema", Name: "domains", Columns: `domain_catalog:name domain_schema:name domain_name:name
		data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name
		character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name
		collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4
		datetime_precision:int4 interval_type:varchar interval_precision:int4 domain_default:varchar udt_catalog:name
		udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4
		dtd_identifier:name`, Rows: noRows},
	{Schema: "information_schema", Name: "domain_constraints", Columns: `constraint_catalog:name constraint_schema:name
		constraint_name:name domain_catalog:name domain_schema:name domain_name:name is_deferrable:varchar
		initially_deferred:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "domain_udt_usage", Columns: `udt_catalog:name udt_schema:name udt_name:name
		domain_catalog:name domain_schema:name domain_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "column_domain_usage", Columns: `domain_catalog:name domain_schema:name
		domain_name:name table_catalog:name table_schema:name table_name:name column_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "foreign_data_wrappers", Columns: `foreign_data_wrapper_catalog:name
		foreign_data_wrapper_name:name authorization_identifier:name library_name:varchar
		foreign_data_wrapper_language:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "foreign_servers", Columns: `foreign_server_catalog:name foreign_server_name:name
		foreign_data_wrapper_catalog:name foreign_data_wrapper_name:name foreign_server_type:varchar
		foreign_server_version:varchar authorization_identifier:name`, Rows: noRows},
	{Schema: "information_schema", Name: "foreign_tables", Columns: `foreign_table_catalog:name foreign_table_schema:name
		foreign_table_name:name foreign_server_catalog:name foreign_server_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "user_mappings", Columns: `authorization_identifier:name
		foreign_server_catalog:name foreign_server_name:name`, Rows: noRows},
	{Name: "pg_prepared_xacts", Columns: `transaction:xid gid:text prepared:timestamptz owner:name database:name`, Rows: noRows},
	{Name: "pg_available_extensions", Columns: `name:name default_version:text installed_version:text comment:text`, Rows: noRows},
	{Name: "pg_available_extension_versions", Columns: `name:name version:text installed:bool superuser:bool trusted:bool
		relocatable:bool schema:name requires:_name comment:text`, Rows: noRows},
	{Name: "pg_publication_tables", Columns: `pubname:name schemaname:name tablename:name attnames:_name rowfilter:text`, Rows: noRows},
	{Name: "pg_timezone_abbrevs", Columns: `abbrev:text utc_offset:interval is_dst:bool`, Rows: abbrevRows},
}

// viewUsage lists the tables, or their columns, that the views' queries read, for the
// tables whose owner the current role has the privileges of.
func (a *Access) viewUsage(columns bool) ([]types.Row, error) {
	var out []types.Row
	db := textDatum(a.S.Database)
	for _, v := range a.classRows(ViewKind) {
		rule, _ := a.first(PgRewrite, "pg_rewrite_rel_rulename_index", v[ClassOid], textDatum("_RETURN"))
		if rule == nil {
			continue
		}
		type read struct {
			table  types.OID
			column int64
		}
		var reads []read
		self := Object{Class: PgRewrite, OID: datumOID(rule[RewriteOid])}
		for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(self)...) {
			r := read{datumOID(f.row[DependRefobjid]), f.row[DependRefobjsubid].Int()}
			if !columns {
				r.column = 0
			}
			if datumOID(f.row[DependRefclassid]) == PgClass && r.table != datumOID(v[ClassOid]) && (r.column > 0 || !columns) && !slices.Contains(reads, r) {
				reads = append(reads, r)
			}
		}
		for _, r := range reads {
			t, err := a.ByOID(r.table)
			if err != nil {
				return nil, err
			}
			if t == nil || !a.HasPrivilegesOf(a.S.CurrentRole, t.Owner) ||
				t.Kind != TableKind && t.Kind != PartitionedTableKind && t.Kind != ViewKind {
				continue
			}
			row := types.Row{db, textDatum(a.schemaOf(v)), v[ClassRelname], db, textDatum(t.Schema), textDatum(t.Name)}
			if columns {
				row = append(row, textDatum(t.Columns[r.column-1].Name))
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// abbrevRows are the abbreviations that input accepts, without those that only the
// session's time zone has.
func abbrevRows(*Access) ([]types.Row, error) {
	var out []types.Row
	types.EachZoneAbbrev(func(name string, offset int, dst bool) {
		out = append(out, types.Row{textDatum(strings.ToUpper(name)), types.NewInterval(types.IntervalVal{Micros: int64(offset) * 1e6}), boolDatum(dst)})
	})
	return out, nil
}
