package settings

// Logging and statistics of the server, which minidb accepts and does not do.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catProcessTitle = "Reporting and Logging / Process Title"

// Reporting and Logging / Process Title.
var (
	ClusterName = declare(Def{Name: "cluster_name", Category: catProcessTitle, Type: String,
		Boot: "", Context: Postmaster, NoEffect: true,
		Short: "Sets the name of the cluster, which is included in the process title."})
	UpdateProcessTitle = declare(Def{Name: "update_process_title", Category: catProcessTitle, Type: Bool,
		Boot: "on", Context: Superuser, NoEffect: true,
		Short: "Updates the process title to show the active SQL command.",
		Long:  "Enables updating of the process title every time a new SQL command is received by the server."})
)

const catWhatToLog = "Reporting and Logging / What to Log"

// Reporting and Logging / What to Log.
var (
	ApplicationName = declare(Def{Name: "application_name", Category: catWhatToLog, Type: String,
		Boot: "", Context: User, Report: true, check: cleanASCII,
		Short: "Sets the application name to be reported in statistics and logs."})
	DebugPrettyPrint = declare(Def{Name: "debug_pretty_print", Category: catWhatToLog, Type: Bool,
		Boot: "on", Context: User, NoEffect: true,
		Short: "Indents parse and plan tree displays."})
	DebugPrintParse = declare(Def{Name: "debug_print_parse", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: User, NoEffect: true,
		Short: "Logs each query's parse tree."})
	DebugPrintPlan = declare(Def{Name: "debug_print_plan", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: User, NoEffect: true,
		Short: "Logs each query's execution plan."})
	DebugPrintRewritten = declare(Def{Name: "debug_print_rewritten", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: User, NoEffect: true,
		Short: "Logs each query's rewritten parse tree."})
	LogCheckpoints = declare(Def{Name: "log_checkpoints", Category: catWhatToLog, Type: Bool,
		Boot: "on", Context: Sighup, NoEffect: true,
		Short: "Logs each checkpoint."})
	LogConnections = declare(Def{Name: "log_connections", Category: catWhatToLog, Type: String,
		Boot: "", Context: SuperuserBackend, List: true, NoEffect: true,
		Short: "Logs specified aspects of connection establishment and setup."})
	LogDisconnections = declare(Def{Name: "log_disconnections", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: SuperuserBackend, NoEffect: true,
		Short: "Logs end of a session, including duration."})
	LogDuration = declare(Def{Name: "log_duration", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Logs the duration of each completed SQL statement."})
	LogErrorVerbosity = declare(Def{Name: "log_error_verbosity", Category: catWhatToLog, Type: Enum,
		EnumVals: []string{"terse", "default", "verbose"}, Boot: "default", Context: Superuser, NoEffect: true,
		Short: "Sets the verbosity of logged messages."})
	LogLockFailures = declare(Def{Name: "log_lock_failures", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Logs lock failures."})
	LogLockWaits = declare(Def{Name: "log_lock_waits", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: Superuser,
		Short: "Logs long lock waits."})
	LogParameterMaxLength = declare(Def{Name: "log_parameter_max_length", Category: catWhatToLog, Type: Int, Unit: "B", Min: -1, Max: 1073741823,
		Boot: "-1", Context: Superuser, NoEffect: true,
		Short: "Sets the maximum length in bytes of data logged for bind parameter values when logging statements.",
		Long:  "-1 means log values in full."})
	LogParameterMaxLengthOnError = declare(Def{Name: "log_parameter_max_length_on_error", Category: catWhatToLog, Type: Int, Unit: "B", Min: -1, Max: 1073741823,
		Boot: "0", Context: User, NoEffect: true,
		Short: "Sets the maximum length in bytes of data logged for bind parameter values when logging statements, on error.",
		Long:  "-1 means log values in full."})
	LogReplicationCommands = declare(Def{Name: "log_replication_commands", Category: catWhatToLog, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Logs each replication command."})
	LogStatement = declare(Def{Name: "log_statement", Category: catWhatToLog, Type: Enum,
		EnumVals: []string{"none", "ddl", "mod", "all"}, Boot: "none", Context: Superuser, NoEffect: true,
		Short: "Sets the type of statements logged."})
	LogTempFiles = declare(Def{Name: "log_temp_files", Category: catWhatToLog, Type: Int, Unit: "kB", Min: -1, Max: maxInt,
		Boot: "-1", Context: Superuser, NoEffect: true,
		Short: "Log the use of temporary files larger than this number of kilobytes.",
		Long:  "-1 disables logging temporary files. 0 means log all temporary files."})
	LogTimezone = declare(Def{Name: "log_timezone", Category: catWhatToLog, Type: String,
		Boot: "GMT", Context: Sighup, NoEffect: true, check: checkTimeZone,
		Short: "Sets the time zone to use in log messages."})
)

const catWhenToLog = "Reporting and Logging / When to Log"

// Reporting and Logging / When to Log.
var (
	LogMinDurationSample = declare(Def{Name: "log_min_duration_sample", Category: catWhenToLog, Type: Int, Unit: "ms", Min: -1, Max: maxInt,
		Boot: "-1", Context: Superuser, NoEffect: true,
		Short: `Sets the minimum execution time above which a sample of statements will be logged. Sampling is determined by "log_statement_sample_rate".`,
		Long:  "-1 disables sampling. 0 means sample all statements."})
	LogMinDurationStatement = declare(Def{Name: "log_min_duration_statement", Category: catWhenToLog, Type: Int, Unit: "ms", Min: -1, Max: maxInt,
		Boot: "-1", Context: Superuser, NoEffect: true,
		Short: "Sets the minimum execution time above which all statements will be logged.",
		Long:  "-1 disables logging statement durations. 0 means log all statement durations."})
	LogMinErrorStatement = declare(Def{Name: "log_min_error_statement", Category: catWhenToLog, Type: Enum,
		EnumVals: []string{"debug5", "debug4", "debug3", "debug2", "debug1", "info", "notice", "warning", "error", "log", "fatal", "panic"}, Aliases: []string{"debug=debug2"}, Boot: "error", Context: Superuser, NoEffect: true,
		Short: "Causes all statements generating error at or above this level to be logged.",
		Long:  "Each level includes all the levels that follow it. The later the level, the fewer messages are sent."})
	LogMinMessages = declare(Def{Name: "log_min_messages", Category: catWhenToLog, Type: Enum,
		EnumVals: []string{"debug5", "debug4", "debug3", "debug2", "debug1", "info", "notice", "warning", "error", "log", "fatal", "panic"}, Aliases: []string{"debug=debug2"}, Boot: "warning", Context: Superuser, NoEffect: true,
		Short: "Sets the message levels that are logged.",
		Long:  "Each level includes all the levels that follow it. The later the level, the fewer messages are sent."})
	LogStatementSampleRate = declare(Def{Name: "log_statement_sample_rate", Category: catWhenToLog, Type: Real, Max: 1,
		Boot: "1", Context: Superuser, NoEffect: true,
		Short: `Fraction of statements exceeding "log_min_duration_sample" to be logged.`,
		Long:  "Use a value between 0.0 (never log) and 1.0 (always log)."})
	LogTransactionSampleRate = declare(Def{Name: "log_transaction_sample_rate", Category: catWhenToLog, Type: Real, Max: 1,
		Boot: "0", Context: Superuser, NoEffect: true,
		Short: "Sets the fraction of transactions from which to log all statements.",
		Long:  "Use a value between 0.0 (never log) and 1.0 (log all statements for all transactions)."})
)

const catWhereToLog = "Reporting and Logging / Where to Log"

// Reporting and Logging / Where to Log.
var (
	EventSource = declare(Def{Name: "event_source", Category: catWhereToLog, Type: String,
		Boot: "PostgreSQL", Context: Postmaster, NoEffect: true,
		Short: "Sets the application name used to identify PostgreSQL messages in the event log."})
)

const catCumulativeQueryAndIndexStatistics = "Statistics / Cumulative Query and Index Statistics"

// Statistics / Cumulative Query and Index Statistics.
var (
	StatsFetchConsistency = declare(Def{Name: "stats_fetch_consistency", Category: catCumulativeQueryAndIndexStatistics, Type: Enum,
		EnumVals: []string{"none", "cache", "snapshot"}, Boot: "cache", Context: User, NoEffect: true,
		Short: "Sets the consistency of accesses to statistics data."})
	TrackActivities = declare(Def{Name: "track_activities", Category: catCumulativeQueryAndIndexStatistics, Type: Bool,
		Boot: "on", Context: Superuser, NoEffect: true,
		Short: "Collects information about executing commands.",
		Long:  "Enables the collection of information on the currently executing command of each session, along with the time at which that command began execution."})
	TrackActivityQuerySize = declare(Def{Name: "track_activity_query_size", Category: catCumulativeQueryAndIndexStatistics, Type: Int, Unit: "B", Min: 100, Max: 1048576,
		Boot: "1024", Context: Postmaster, NoEffect: true,
		Short: "Sets the size reserved for pg_stat_activity.query, in bytes."})
	TrackCostDelayTiming = declare(Def{Name: "track_cost_delay_timing", Category: catCumulativeQueryAndIndexStatistics, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Collects timing statistics for cost-based vacuum delay."})
	TrackCounts = declare(Def{Name: "track_counts", Category: catCumulativeQueryAndIndexStatistics, Type: Bool,
		Boot: "on", Context: Superuser, NoEffect: true,
		Short: "Collects statistics on database activity."})
	TrackFunctions = declare(Def{Name: "track_functions", Category: catCumulativeQueryAndIndexStatistics, Type: Enum,
		EnumVals: []string{"none", "pl", "all"}, Boot: "none", Context: Superuser, NoEffect: true,
		Short: "Collects function-level statistics on database activity."})
	TrackIOTiming = declare(Def{Name: "track_io_timing", Category: catCumulativeQueryAndIndexStatistics, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Collects timing statistics for database I/O activity."})
	TrackWALIOTiming = declare(Def{Name: "track_wal_io_timing", Category: catCumulativeQueryAndIndexStatistics, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Collects timing statistics for WAL I/O activity."})
)

const catMonitoring = "Statistics / Monitoring"

// Statistics / Monitoring.
var (
	ComputeQueryID = declare(Def{Name: "compute_query_id", Category: catMonitoring, Type: Enum,
		EnumVals: []string{"auto", "regress", "on", "off"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off"}, Boot: "auto", Context: Superuser, NoEffect: true,
		Short: "Enables in-core computation of query identifiers."})
	LogExecutorStats = declare(Def{Name: "log_executor_stats", Category: catMonitoring, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Writes executor performance statistics to the server log."})
	LogParserStats = declare(Def{Name: "log_parser_stats", Category: catMonitoring, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Writes parser performance statistics to the server log."})
	LogPlannerStats = declare(Def{Name: "log_planner_stats", Category: catMonitoring, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Writes planner performance statistics to the server log."})
	LogStatementStats = declare(Def{Name: "log_statement_stats", Category: catMonitoring, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Writes cumulative performance statistics to the server log."})
)
