package settings

// The settings of minidb itself. Each strategy flag chooses between the old
// and the new way of one file, named by Where; results are the same under all
// values. The old values come first, the default is what minidb thinks best.

const (
	catStrategies = "Strategies"
	catTeaching   = "Teaching"
)

// strategy declares a setting of a strategy.
func strategy(name, boot string, vals []string, plan bool, where, source, short string) *Def {
	d := Def{Name: "minidb." + name, Category: catStrategies, Type: Enum, EnumVals: vals, Boot: boot,
		Context: User, Explain: true, Plan: plan, Where: where, Source: source, Short: short}
	if len(vals) == 2 && vals[0] == "off" && vals[1] == "on" {
		d.Type, d.EnumVals = Bool, nil
	}
	return declare(d)
}

var offOn = []string{"off", "on"}

// S1: conversion of rows between a parent's and a partition's column order.
var (
	AttrMap = strategy("attr_map", "adaptive",
		[]string{"scan", "same_position", "cursor", "hash", "adaptive"}, false,
		"executor/attr_map.go", "PostgreSQL 12, convert_tuples_by_name_map",
		"How the columns of two relations are matched by name.")
	AttrMapCache = strategy("attr_map_cache", "on", []string{"off", "flag", "on"}, false,
		"executor/attr_map_cache.go", "minidb, after the thread's closing question",
		"Whether a partition remembers how its columns match its parent's.")
	InheritTranslation = strategy("inherit_translation", "cursor", []string{"scan", "syscache", "cursor"}, true,
		"planner/append_info.go", "PostgreSQL 12, make_inh_translation_list",
		"How the planner matches the columns of a child to its parent's.")
)

// S2: the end of a transaction after many locks.
var (
	LockRelease = strategy("lock_release", "owner_lists",
		[]string{"scan", "shrink", "shrink_average", "list", "owner_lists"}, false,
		"storage/lmgr/local.go", "pgsql-hackers 2019 and 2026, not committed",
		"How the session finds the locks to release at the end of a transaction.")
	LockTableShrinkThreshold = declare(Def{Name: "minidb.lock_table_shrink_threshold", Category: catStrategies,
		Type: Int, Min: 16, Max: maxInt, Boot: "64", Context: User, Explain: true,
		Where: "storage/lmgr/local.go", Source: "pgsql-hackers 2019, not committed",
		Short: "Buckets above which lock_release = shrink rebuilds the local lock table."})
	LockTableShrinkMultiple = declare(Def{Name: "minidb.lock_table_shrink_multiple", Category: catStrategies,
		Type: Real, Min: 1, Max: 1e6, Boot: "4", Context: User, Explain: true,
		Where: "storage/lmgr/local.go", Source: "pgsql-hackers 2019, version 8, not committed",
		Short: "How many buckets for each lock of the usual need lock_release = shrink_average keeps."})
	LockTableShrinkMinimum = declare(Def{Name: "minidb.lock_table_shrink_minimum", Category: catStrategies,
		Type: Int, Min: 16, Max: maxInt, Boot: "16", Context: User, Explain: true,
		Where: "storage/lmgr/local.go", Source: "minidb's own",
		Short: "Buckets up to which lock_release = shrink_average never rebuilds the local lock table."})
	FastPath = declare(Def{Name: "minidb.fast_path", Category: catStrategies, Type: Enum,
		EnumVals: []string{"16", "groups"}, Boot: "groups", Context: User, Explain: true,
		Where: "storage/lmgr/fastpath.go", Source: "PostgreSQL 18, LockAcquire",
		Short: "How many weak relation locks a session keeps outside the shared lock table."})
)

// S3: the tuplestores of window functions.
var (
	WindowStore = strategy("window_store", "reuse", []string{"recreate", "reuse"}, false,
		"executor/window_store.go", "PostgreSQL 18, nodeWindowAgg.c",
		"Whether a window function's tuplestore is kept for the next partition.")
	WindowStoreAlloc = strategy("window_store_alloc", "heap", []string{"heap", "gc"}, false,
		"storage/memheap.go", "minidb",
		"Where tuplestores take their memory from: a model of malloc, or Go's collector.")
	WindowPlan = strategy("window_plan", "auto", []string{"sorted", "auto"}, true,
		"planner/window_hash.go", "minidb",
		"Whether window functions are planned without a store or without a sort where possible.")
	WindowRunCondition = strategy("window_run_condition", "on", offOn, true,
		"planner/window_runcond.go", "PostgreSQL 15, find_window_run_conditions",
		"Whether a bound on row_number() and its kin stops the window function early.")
	WindowRowsForRange = strategy("window_rows_for_range", "on", offOn, true,
		"planner/window.go", "PostgreSQL 16, optimize_window_clauses",
		"Whether RANGE frames become ROWS frames for functions that cannot tell them apart; if not, wrong offsets of such frames are errors, as before PostgreSQL 16.")
)

// S4: writing system catalogs.
var (
	CatalogInsert = strategy("catalog_insert", "multi", []string{"per_tuple", "open_once", "multi"}, false,
		"catalog/insert.go", "PostgreSQL 14 and 16, CatalogTuplesMultiInsertWithInfo",
		"How many catalog rows are written at a time, and for how many the indexes are opened.")
	CatalogOpen = strategy("catalog_open", "lazy", []string{"eager", "lazy_unknown", "lazy"}, false,
		"catalog/insert.go", "PostgreSQL 16, CatalogOpenIndexes",
		"When the indexes of a catalog are opened: before the first row, also if there will be none, or at need.")
	CatalogIndexInsert = strategy("catalog_index_insert", "batch", []string{"each", "batch"}, false,
		"catalog/insert.go", "minidb",
		"Whether index entries of a batch of catalog rows are written one by one, or in order, leaf by leaf.")
)

// S5: inserting into and modifying partitioned tables.
var (
	ModifyPlan = strategy("modify_plan", "single", []string{"per_partition", "single"}, true,
		"planner/plan_leaves.go", "PostgreSQL 14, inheritance_planner removed",
		"Whether UPDATE and DELETE plan each partition on its own.")
	ResultRelInit = strategy("result_rel_init", "lazy", []string{"eager", "lazy_fields", "unpruned", "lazy"}, false,
		"executor/targets.go", "PostgreSQL 14 and 18, ExecInitModifyTable",
		"When the partitions that a statement may change are opened.")
	ExecutorLocks = strategy("executor_locks", "unpruned", []string{"all", "unpruned"}, false,
		"planner/plan_locks.go", "pgsql-hackers, reverted from PostgreSQL 18",
		"Which partitions a cached plan locks before it runs.")
	InsertLocks = strategy("insert_locks", "on_route", []string{"all", "on_route"}, false,
		"executor/route.go", "PostgreSQL 12, ExecSetupPartitionTupleRouting",
		"When INSERT locks the partitions of a table.")
	RoutingCache = strategy("routing_cache", "on", offOn, false,
		"executor/route_cache.go", "PostgreSQL 16, get_partition_for_tuple",
		"Whether routing tries the last partition found before it searches.")
)

// Settings that show what the strategies do, and the limits of the engine.
var (
	Profile = declare(Def{Name: "minidb.profile", Category: catTeaching, Type: Enum,
		EnumVals: profileNames, Boot: "best", Context: User, NoReset: true,
		Short: "Sets all strategies to how a PostgreSQL release works.",
		Long:  "Shows \"custom\" when they are like no release."})
	ExplainCounters = declare(Def{Name: "minidb.explain_counters", Category: catTeaching, Type: Bool,
		Boot: "off", Context: User, Short: "EXPLAIN ANALYZE prints the counters of the strategies."})
	ExplainFold = declare(Def{Name: "minidb.explain_fold", Category: catTeaching, Type: Bool,
		Boot: "off", Context: User, Short: "EXPLAIN prints partitions that are read in the same way once."})
	MemoryLimit = declare(Def{Name: "minidb.memory_limit", Category: catTeaching, Type: Int, Unit: "kB",
		Min: 0, Max: maxInt, Boot: "1048576", Context: User,
		Short: "Memory that one statement may use before it ends with an error.",
		Long:  "Zero means no limit."})
)
