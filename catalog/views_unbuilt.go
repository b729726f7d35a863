package catalog

import (
	"slices"
	"strings"
)

// The system views of PostgreSQL 18 that minidb has not: reading them is refused as not
// supported rather than as unknown.

var unbuiltViews = strings.Fields(`
	pg_aios pg_backend_memory_contexts pg_config pg_shmem_allocations pg_shmem_allocations_numa
	pg_stat_archiver pg_stat_bgwriter pg_stat_checkpointer pg_stat_database
	pg_stat_database_conflicts pg_stat_io pg_stat_progress_analyze pg_stat_progress_basebackup
	pg_stat_progress_cluster pg_stat_progress_copy pg_stat_progress_create_index
	pg_stat_progress_vacuum pg_stat_recovery_prefetch pg_stat_slru pg_stat_xact_all_tables
	pg_stat_xact_sys_tables pg_stat_xact_user_tables pg_statio_all_indexes pg_statio_all_sequences
	pg_statio_all_tables pg_statio_sys_indexes pg_statio_sys_sequences pg_statio_sys_tables
	pg_statio_user_indexes pg_statio_user_sequences pg_statio_user_tables pg_stats_ext
	pg_stats_ext_exprs pg_wait_events`)

var unbuiltInfoViews = strings.Fields(`
	column_column_usage column_udt_usage data_type_privileges element_types parameters
	role_routine_grants role_udt_grants role_usage_grants routine_privileges sql_features
	sql_implementation_info sql_parts sql_sizing udt_privileges usage_privileges`)

// UnbuiltView reports whether PostgreSQL has a system view of that name, which minidb has
// not; schema may be empty.
func UnbuiltView(schema, name string) bool {
	switch schema {
	case "", "pg_catalog":
		return slices.Contains(unbuiltViews, name)
	case "information_schema":
		return slices.Contains(unbuiltInfoViews, name)
	}
	return false
}
