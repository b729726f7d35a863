package settings

// What the planner reads.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catGeneticQueryOptimizer = "Query Tuning / Genetic Query Optimizer"

// Query Tuning / Genetic Query Optimizer.
var (
	GEQO = declare(Def{Name: "geqo", Category: catGeneticQueryOptimizer, Type: Bool,
		Boot: "on", Context: User, Explain: true, NoEffect: true,
		Short: "Enables genetic query optimization.",
		Long:  "This algorithm attempts to do planning without exhaustive searching."})
	GEQOEffort = declare(Def{Name: "geqo_effort", Category: catGeneticQueryOptimizer, Type: Int, Min: 1, Max: 10,
		Boot: "5", Context: User, Explain: true, NoEffect: true,
		Short: "GEQO: effort is used to set the default for other GEQO parameters."})
	GEQOGenerations = declare(Def{Name: "geqo_generations", Category: catGeneticQueryOptimizer, Type: Int, Max: maxInt,
		Boot: "0", Context: User, Explain: true, NoEffect: true,
		Short: "GEQO: number of iterations of the algorithm.",
		Long:  "0 means use a suitable default value."})
	GEQOPoolSize = declare(Def{Name: "geqo_pool_size", Category: catGeneticQueryOptimizer, Type: Int, Max: maxInt,
		Boot: "0", Context: User, Explain: true, NoEffect: true,
		Short: "GEQO: number of individuals in the population.",
		Long:  "0 means use a suitable default value."})
	GEQOSeed = declare(Def{Name: "geqo_seed", Category: catGeneticQueryOptimizer, Type: Real, Max: 1,
		Boot: "0", Context: User, Explain: true, NoEffect: true,
		Short: "GEQO: seed for random path selection."})
	GEQOSelectionBias = declare(Def{Name: "geqo_selection_bias", Category: catGeneticQueryOptimizer, Type: Real, Min: 1.5, Max: 2,
		Boot: "2", Context: User, Explain: true, NoEffect: true,
		Short: "GEQO: selective pressure within the population."})
	GEQOThreshold = declare(Def{Name: "geqo_threshold", Category: catGeneticQueryOptimizer, Type: Int, Min: 2, Max: maxInt,
		Boot: "12", Context: User, Explain: true, NoEffect: true,
		Short: "Sets the threshold of FROM items beyond which GEQO is used."})
)

const catOtherPlannerOptions = "Query Tuning / Other Planner Options"

// Query Tuning / Other Planner Options.
var (
	ConstraintExclusion = declare(Def{Name: "constraint_exclusion", Category: catOtherPlannerOptions, Type: Enum,
		EnumVals: []string{"partition", "on", "off"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off"}, Boot: "partition", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner to use constraints to optimize queries.",
		Long:  "Table scans will be skipped if their constraints guarantee that no rows match the query."})
	CursorTupleFraction = declare(Def{Name: "cursor_tuple_fraction", Category: catOtherPlannerOptions, Type: Real, Max: 1,
		Boot: "0.1", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's estimate of the fraction of a cursor's rows that will be retrieved."})
	DefaultStatisticsTarget = declare(Def{Name: "default_statistics_target", Category: catOtherPlannerOptions, Type: Int, Min: 1, Max: 10000,
		Boot: "100", Context: User,
		Short: "Sets the default statistics target.",
		Long:  "This applies to table columns that have not had a column-specific target set via ALTER TABLE SET STATISTICS."})
	FromCollapseLimit = declare(Def{Name: "from_collapse_limit", Category: catOtherPlannerOptions, Type: Int, Min: 1, Max: maxInt,
		Boot: "8", Context: User, Explain: true, Plan: true,
		Short: "Sets the FROM-list size beyond which subqueries are not collapsed.",
		Long:  "The planner will merge subqueries into upper queries if the resulting FROM list would have no more than this many items."})
	JIT = declare(Def{Name: "jit", Category: catOtherPlannerOptions, Type: Bool,
		Boot: "on", Context: User, Explain: true, NoEffect: true,
		Short: "Allow JIT compilation."})
	JoinCollapseLimit = declare(Def{Name: "join_collapse_limit", Category: catOtherPlannerOptions, Type: Int, Min: 1, Max: maxInt,
		Boot: "8", Context: User, Explain: true, Plan: true,
		Short: "Sets the FROM-list size beyond which JOIN constructs are not flattened.",
		Long:  "The planner will flatten explicit JOIN constructs into lists of FROM items whenever a list of no more than this many items would result."})
	PlanCacheMode = declare(Def{Name: "plan_cache_mode", Category: catOtherPlannerOptions, Type: Enum,
		EnumVals: []string{"auto", "force_generic_plan", "force_custom_plan"}, Boot: "auto", Context: User, Explain: true,
		Short: "Controls the planner's selection of custom or generic plan.",
		Long:  "Prepared statements can have custom and generic plans, and the planner will attempt to choose which is better.  This can be set to override the default behavior."})
	RecursiveWorktableFactor = declare(Def{Name: "recursive_worktable_factor", Category: catOtherPlannerOptions, Type: Real, Min: 0.001, Max: 1e+06,
		Boot: "10", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's estimate of the average size of a recursive query's working table."})
)

const catPlannerCostConstants = "Query Tuning / Planner Cost Constants"

// Query Tuning / Planner Cost Constants.
var (
	CPUIndexTupleCost = declare(Def{Name: "cpu_index_tuple_cost", Category: catPlannerCostConstants, Type: Real, Max: maxReal,
		Boot: "0.005", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's estimate of the cost of processing each index entry during an index scan."})
	CPUOperatorCost = declare(Def{Name: "cpu_operator_cost", Category: catPlannerCostConstants, Type: Real, Max: maxReal,
		Boot: "0.0025", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's estimate of the cost of processing each operator or function call."})
	CPUTupleCost = declare(Def{Name: "cpu_tuple_cost", Category: catPlannerCostConstants, Type: Real, Max: maxReal,
		Boot: "0.01", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's estimate of the cost of processing each tuple (row)."})
	EffectiveCacheSize = declare(Def{Name: "effective_cache_size", Category: catPlannerCostConstants, Type: Int, Unit: "8kB", Min: 1, Max: maxInt,
		Boot: "524288", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's assumption about the total size of the data caches.",
		Long:  "That is, the total size of the caches (kernel cache and shared buffers) used for PostgreSQL data files. This is measured in disk pages, which are normally 8 kB each."})
	JITAboveCost = declare(Def{Name: "jit_above_cost", Category: catPlannerCostConstants, Type: Real, Min: -1, Max: maxReal,
		Boot: "100000", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Perform JIT compilation if query is more expensive.",
		Long:  "-1 disables JIT compilation."})
	JITInlineAboveCost = declare(Def{Name: "jit_inline_above_cost", Category: catPlannerCostConstants, Type: Real, Min: -1, Max: maxReal,
		Boot: "500000", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Perform JIT inlining if query is more expensive.",
		Long:  "-1 disables inlining."})
	JITOptimizeAboveCost = declare(Def{Name: "jit_optimize_above_cost", Category: catPlannerCostConstants, Type: Real, Min: -1, Max: maxReal,
		Boot: "500000", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Optimize JIT-compiled functions if query is more expensive.",
		Long:  "-1 disables optimization."})
	MinParallelIndexScanSize = declare(Def{Name: "min_parallel_index_scan_size", Category: catPlannerCostConstants, Type: Int, Unit: "8kB", Max: 715827882,
		Boot: "64", Context: User, Explain: true, NoEffect: true,
		Short: "Sets the minimum amount of index data for a parallel scan.",
		Long:  "If the planner estimates that it will read a number of index pages too small to reach this limit, a parallel scan will not be considered."})
	MinParallelTableScanSize = declare(Def{Name: "min_parallel_table_scan_size", Category: catPlannerCostConstants, Type: Int, Unit: "8kB", Max: 715827882,
		Boot: "1024", Context: User, Explain: true, NoEffect: true,
		Short: "Sets the minimum amount of table data for a parallel scan.",
		Long:  "If the planner estimates that it will read a number of table pages too small to reach this limit, a parallel scan will not be considered."})
	ParallelSetupCost = declare(Def{Name: "parallel_setup_cost", Category: catPlannerCostConstants, Type: Real, Max: maxReal,
		Boot: "1000", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Sets the planner's estimate of the cost of starting up worker processes for parallel query."})
	ParallelTupleCost = declare(Def{Name: "parallel_tuple_cost", Category: catPlannerCostConstants, Type: Real, Max: maxReal,
		Boot: "0.1", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Sets the planner's estimate of the cost of passing each tuple (row) from worker to leader backend."})
	RandomPageCost = declare(Def{Name: "random_page_cost", Category: catPlannerCostConstants, Type: Real, Max: maxReal,
		Boot: "4", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's estimate of the cost of a nonsequentially fetched disk page."})
	SeqPageCost = declare(Def{Name: "seq_page_cost", Category: catPlannerCostConstants, Type: Real, Max: maxReal,
		Boot: "1", Context: User, Explain: true, Plan: true,
		Short: "Sets the planner's estimate of the cost of a sequentially fetched disk page."})
)

const catPlannerMethodConfiguration = "Query Tuning / Planner Method Configuration"

// Query Tuning / Planner Method Configuration.
var (
	EnableAsyncAppend = declare(Def{Name: "enable_async_append", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables the planner's use of async append plans."})
	EnableBitmapscan = declare(Def{Name: "enable_bitmapscan", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of bitmap-scan plans."})
	EnableDistinctReordering = declare(Def{Name: "enable_distinct_reordering", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables reordering of DISTINCT keys."})
	EnableGathermerge = declare(Def{Name: "enable_gathermerge", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables the planner's use of gather merge plans."})
	EnableGroupByReordering = declare(Def{Name: "enable_group_by_reordering", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables reordering of GROUP BY keys."})
	EnableHashagg = declare(Def{Name: "enable_hashagg", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of hashed aggregation plans."})
	EnableHashjoin = declare(Def{Name: "enable_hashjoin", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of hash join plans."})
	EnableIncrementalSort = declare(Def{Name: "enable_incremental_sort", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of incremental sort steps."})
	EnableIndexonlyscan = declare(Def{Name: "enable_indexonlyscan", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of index-only-scan plans."})
	EnableIndexscan = declare(Def{Name: "enable_indexscan", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of index-scan plans."})
	EnableMaterial = declare(Def{Name: "enable_material", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of materialization."})
	EnableMemoize = declare(Def{Name: "enable_memoize", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true,
		Short: "Enables the planner's use of memoization."})
	EnableMergejoin = declare(Def{Name: "enable_mergejoin", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of merge join plans."})
	EnableNestloop = declare(Def{Name: "enable_nestloop", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of nested-loop join plans."})
	EnableParallelAppend = declare(Def{Name: "enable_parallel_append", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables the planner's use of parallel append plans."})
	EnableParallelHash = declare(Def{Name: "enable_parallel_hash", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables the planner's use of parallel hash plans."})
	EnablePartitionPruning = declare(Def{Name: "enable_partition_pruning", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables plan-time and execution-time partition pruning.",
		Long:  "Allows the query planner and executor to compare partition bounds to conditions in the query to determine which partitions must be scanned."})
	EnablePartitionwiseAggregate = declare(Def{Name: "enable_partitionwise_aggregate", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "off", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables partitionwise aggregation and grouping."})
	EnablePartitionwiseJoin = declare(Def{Name: "enable_partitionwise_join", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "off", Context: User, Explain: true, Plan: true,
		Short: "Enables partitionwise join."})
	EnablePresortedAggregate = declare(Def{Name: "enable_presorted_aggregate", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Enables the planner's ability to produce plans that provide presorted input for ORDER BY / DISTINCT aggregate functions.",
		Long:  "Allows the query planner to build plans that provide presorted input for aggregate functions with an ORDER BY / DISTINCT clause.  When disabled, implicit sorts are always performed during execution."})
	EnableSelfJoinElimination = declare(Def{Name: "enable_self_join_elimination", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables removal of unique self-joins."})
	EnableSeqscan = declare(Def{Name: "enable_seqscan", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of sequential-scan plans."})
	EnableSort = declare(Def{Name: "enable_sort", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of explicit sort steps."})
	EnableTIDScan = declare(Def{Name: "enable_tidscan", Category: catPlannerMethodConfiguration, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true,
		Short: "Enables the planner's use of TID scan plans."})
)
