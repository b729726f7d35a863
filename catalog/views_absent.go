package catalog

// Views of what minidb has none of, as files of settings, replication, and composite types
// of their own: they are there, empty, for programs that ask.

var absentViews = []VirtualView{
	{Name: "pg_file_settings", Columns: `sourcefile:text sourceline:int4 seqno:int4 name:text setting:text
		applied:bool error:text`, Rows: noRows},
	{Name: "pg_hba_file_rules", Columns: `rule_number:int4 file_name:text line_number:int4 type:text
		database:_text user_name:_text address:text netmask:text auth_method:text options:_text error:text`, Rows: noRows},
	{Name: "pg_ident_file_mappings", Columns: `map_number:int4 file_name:text line_number:int4 map_name:text
		sys_name:text pg_username:text error:text`, Rows: noRows},
	{Name: "pg_replication_origin_status", Columns: `local_id:oid external_id:text remote_lsn:pg_lsn
		local_lsn:pg_lsn`, Rows: noRows},
	{Name: "pg_replication_slots", Columns: `slot_name:name plugin:name slot_type:text datoid:oid
		database:name temporary:bool active:bool active_pid:int4 xmin:xid catalog_xmin:xid restart_lsn:pg_lsn
		confirmed_flush_lsn:pg_lsn wal_status:text safe_wal_size:int8 two_phase:bool two_phase_at:pg_lsn
		inactive_since:timestamptz conflicting:bool invalidation_reason:text failover:bool synced:bool`, Rows: noRows},
	{Name: "pg_seclabels", Columns: `objoid:oid classoid:oid objsubid:int4 objtype:text objnamespace:oid
		objname:text provider:text label:text`, Rows: noRows},
	{Name: "pg_stat_replication", Columns: `pid:int4 usesysid:oid usename:name application_name:text
		client_addr:text client_hostname:text client_port:int4 backend_start:timestamptz backend_xmin:xid state:text
		sent_lsn:pg_lsn write_lsn:pg_lsn flush_lsn:pg_lsn replay_lsn:pg_lsn write_lag:interval flush_lag:interval
		replay_lag:interval sync_priority:int4 sync_state:text reply_time:timestamptz`, Rows: noRows},
	{Name: "pg_stat_replication_slots", Columns: `slot_name:text spill_txns:int8 spill_count:int8
		spill_bytes:int8 stream_txns:int8 stream_count:int8 stream_bytes:int8 total_txns:int8 total_bytes:int8
		stats_reset:timestamptz`, Rows: noRows},
	{Name: "pg_stat_subscription", Columns: `subid:oid subname:name worker_type:text pid:int4
		leader_pid:int4 relid:oid received_lsn:pg_lsn last_msg_send_time:timestamptz
		last_msg_receipt_time:timestamptz latest_end_lsn:pg_lsn latest_end_time:timestamptz`, Rows: noRows},
	{Name: "pg_stat_subscription_stats", Columns: `subid:oid subname:name apply_error_count:int8
		sync_error_count:int8 confl_insert_exists:int8 confl_update_origin_differs:int8 confl_update_exists:int8
		confl_update_missing:int8 confl_delete_origin_differs:int8 confl_delete_missing:int8
		confl_multiple_unique_conflicts:int8 stats_reset:timestamptz`, Rows: noRows},
	{Name: "pg_stat_wal_receiver", Columns: `pid:int4 status:text receive_start_lsn:pg_lsn
		receive_start_tli:int4 written_lsn:pg_lsn flushed_lsn:pg_lsn received_tli:int4
		last_msg_send_time:timestamptz last_msg_receipt_time:timestamptz latest_end_lsn:pg_lsn
		latest_end_time:timestamptz slot_name:text sender_host:text sender_port:int4 conninfo:text`, Rows: noRows},
	{Name: "pg_stat_user_functions", Columns: `funcid:oid schemaname:name funcname:name calls:int8
		total_time:float8 self_time:float8`, Rows: noRows},
	{Name: "pg_stat_xact_user_functions", Columns: `funcid:oid schemaname:name funcname:name calls:int8
		total_time:float8 self_time:float8`, Rows: noRows},
	{Schema: "information_schema", Name: "attributes", Columns: `udt_catalog:name udt_schema:name
		udt_name:name attribute_name:name ordinal_position:int4 attribute_default:varchar is_nullable:varchar
		data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name
		character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name
		collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4
		datetime_precision:int4 interval_type:varchar interval_precision:int4 attribute_udt_catalog:name
		attribute_udt_schema:name attribute_udt_name:name scope_catalog:name scope_schema:name scope_name:name
		maximum_cardinality:int4 dtd_identifier:name is_derived_reference_attribute:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "column_options", Columns: `table_catalog:name table_schema:name
		table_name:name column_name:name option_name:name option_value:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "foreign_data_wrapper_options", Columns: `foreign_data_wrapper_catalog:name foreign_data_wrapper_name:name option_name:name option_value:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "foreign_server_options", Columns: `foreign_server_catalog:name
		foreign_server_name:name option_name:name option_value:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "foreign_table_options", Columns: `foreign_table_catalog:name
		foreign_table_schema:name foreign_table_name:name option_name:name option_value:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "routine_column_usage", Columns: `specific_catalog:name
		specific_schema:name specific_name:name routine_catalog:name routine_schema:name routine_name:name
		table_catalog:name table_schema:name table_name:name column_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "routine_routine_usage", Columns: `specific_catalog:name
		specific_schema:name specific_name:name routine_catalog:name routine_schema:name routine_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "routine_sequence_usage", Columns: `specific_catalog:name
		specific_schema:name specific_name:name routine_catalog:name routine_schema:name routine_name:name
		sequence_catalog:name sequence_schema:name sequence_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "routine_table_usage", Columns: `specific_catalog:name
		specific_schema:name specific_name:name routine_catalog:name routine_schema:name routine_name:name
		table_catalog:name table_schema:name table_name:name`, Rows: noRows},
	{Schema: "information_schema", Name: "transforms", Columns: `udt_catalog:name udt_schema:name
		udt_name:name specific_catalog:name specific_schema:name specific_name:name group_name:name
		transform_type:varchar`, Rows: noRows},
	{Schema: "information_schema", Name: "user_defined_types", Columns: `user_defined_type_catalog:name
		user_defined_type_schema:name user_defined_type_name:name user_defined_type_category:varchar
		is_instantiable:varchar is_final:varchar ordering_form:varchar ordering_category:varchar
		ordering_routine_catalog:name ordering_routine_schema:name ordering_routine_name:name reference_type:varchar
		data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name
		character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name
		collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4
		datetime_precision:int4 interval_type:varchar interval_precision:int4 source_dtd_identifier:name
		ref_dtd_identifier:name`, Rows: noRows},
	{Schema: "information_schema", Name: "user_mapping_options", Columns: `authorization_identifier:name
		foreign_server_catalog:name foreign_server_name:name option_name:name option_value:varchar`, Rows: noRows},
}
