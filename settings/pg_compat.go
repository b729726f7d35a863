package settings

// Compatibility with older releases, error handling, and options for developers.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catDeveloperOptions = "Developer Options"

// Developer Options.
var (
	AllowInPlaceTablespaces = declare(Def{Name: "allow_in_place_tablespaces", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Allows tablespaces directly inside pg_tblspc, for testing."})
	AllowSystemTableMods = declare(Def{Name: "allow_system_table_mods", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: Superuser, OnlyDefault: true,
		Short: "Allows modifications of the structure of system tables."})
	BacktraceFunctions = declare(Def{Name: "backtrace_functions", Category: catDeveloperOptions, Type: String,
		Boot: "", Context: Superuser, NoEffect: true,
		Short: "Log backtrace for errors in these functions."})
	DebugDiscardCaches = declare(Def{Name: "debug_discard_caches", Category: catDeveloperOptions, Type: Int, Max: 0,
		Boot: "0", Context: Superuser, NoEffect: true,
		Short: "Aggressively flush system caches for debugging purposes.",
		Long:  "0 means use normal caching behavior."})
	DebugLogicalReplicationStreaming = declare(Def{Name: "debug_logical_replication_streaming", Category: catDeveloperOptions, Type: Enum,
		EnumVals: []string{"buffered", "immediate"}, Boot: "buffered", Context: User, NoEffect: true,
		Short: "Forces immediate streaming or serialization of changes in large transactions.",
		Long:  "On the publisher, it allows streaming or serializing each change in logical decoding. On the subscriber, it allows serialization of all changes to files and notifies the parallel apply workers to read and apply them at the end of the transaction."})
	DebugParallelQuery = declare(Def{Name: "debug_parallel_query", Category: catDeveloperOptions, Type: Enum,
		EnumVals: []string{"off", "on", "regress"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off"}, Boot: "off", Context: User, Explain: true, NoEffect: true,
		Short: "Forces the planner's use parallel query nodes.",
		Long:  "This can be useful for testing the parallel query infrastructure by forcing the planner to generate plans that contain nodes that perform tuple communication between workers and the main process."})
	IgnoreChecksumFailure = declare(Def{Name: "ignore_checksum_failure", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Continues processing after a checksum failure.",
		Long:  "Detection of a checksum failure normally causes PostgreSQL to report an error, aborting the current transaction. Setting ignore_checksum_failure to true causes the system to ignore the failure (but still report a warning), and continue processing. This behavior could cause crashes or other serious problems. Only has an effect if checksums are enabled."})
	IgnoreSystemIndexes = declare(Def{Name: "ignore_system_indexes", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: Backend, OnlyDefault: true,
		Short: "Disables reading from system indexes.",
		Long:  "It does not prevent updating the indexes, so it is safe to use.  The worst consequence is slowness."})
	JITDebuggingSupport = declare(Def{Name: "jit_debugging_support", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: SuperuserBackend, NoEffect: true,
		Short: "Register JIT-compiled functions with debugger."})
	JITDumpBitcode = declare(Def{Name: "jit_dump_bitcode", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Write out LLVM bitcode to facilitate JIT debugging."})
	JITExpressions = declare(Def{Name: "jit_expressions", Category: catDeveloperOptions, Type: Bool,
		Boot: "on", Context: User, NoEffect: true,
		Short: "Allow JIT compilation of expressions."})
	JITProfilingSupport = declare(Def{Name: "jit_profiling_support", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: SuperuserBackend, NoEffect: true,
		Short: "Register JIT-compiled functions with perf profiler."})
	JITTupleDeforming = declare(Def{Name: "jit_tuple_deforming", Category: catDeveloperOptions, Type: Bool,
		Boot: "on", Context: User, NoEffect: true,
		Short: "Allow JIT compilation of tuple deforming."})
	TraceNotify = declare(Def{Name: "trace_notify", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: User, NoEffect: true,
		Short: "Generates debugging output for LISTEN and NOTIFY."})
	TraceSort = declare(Def{Name: "trace_sort", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: User, NoEffect: true,
		Short: "Emit information about resource usage in sorting."})
	WALConsistencyChecking = declare(Def{Name: "wal_consistency_checking", Category: catDeveloperOptions, Type: String,
		Boot: "", Context: Superuser, List: true, NoEffect: true,
		Short: "Sets the WAL resource managers for which WAL consistency checks are done.",
		Long:  "Full-page images will be logged for all data blocks and cross-checked against the results of WAL replay."})
	ZeroDamagedPages = declare(Def{Name: "zero_damaged_pages", Category: catDeveloperOptions, Type: Bool,
		Boot: "off", Context: Superuser, OnlyDefault: true,
		Short: "Continues processing past damaged page headers.",
		Long:  `Detection of a damaged page header normally causes PostgreSQL to report an error, aborting the current transaction. Setting "zero_damaged_pages" to true causes the system to instead report a warning, zero out the damaged page, and continue processing. This behavior will destroy data, namely all the rows on the damaged page.`})
)

const catErrorHandling = "Error Handling"

// Error Handling.
var (
	ExitOnError = declare(Def{Name: "exit_on_error", Category: catErrorHandling, Type: Bool,
		Boot: "off", Context: User, OnlyDefault: true,
		Short: "Terminate session on any error."})
)

const catOtherPlatformsAndClients = "Version and Platform Compatibility / Other Platforms and Clients"

// Version and Platform Compatibility / Other Platforms and Clients.
var (
	TransformNullEquals = declare(Def{Name: "transform_null_equals", Category: catOtherPlatformsAndClients, Type: Bool,
		Boot: "off", Context: User,
		Short: `Treats "expr=NULL" as "expr IS NULL".`,
		Long:  "When turned on, expressions of the form expr = NULL (or NULL = expr) are treated as expr IS NULL, that is, they return true if expr evaluates to the null value, and false otherwise. The correct behavior of expr = NULL is to always return null (unknown)."})
)

const catPreviousPostgresqlVersions = "Version and Platform Compatibility / Previous PostgreSQL Versions"

// Version and Platform Compatibility / Previous PostgreSQL Versions.
var (
	ArrayNulls = declare(Def{Name: "array_nulls", Category: catPreviousPostgresqlVersions, Type: Bool,
		Boot: "on", Context: User, OnlyDefault: true,
		Short: "Enables input of NULL elements in arrays.",
		Long:  "When turned on, unquoted NULL in an array input value means a null value; otherwise it is taken literally."})
	BackslashQuote = declare(Def{Name: "backslash_quote", Category: catPreviousPostgresqlVersions, Type: Enum,
		EnumVals: []string{"safe_encoding", "on", "off"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off"}, Boot: "safe_encoding", Context: User,
		Short: `Sets whether "\'" is allowed in string literals.`})
	// DefaultWithOIDs is in old dumps, which turn it off.
	DefaultWithOIDs = declare(Def{Name: "default_with_oids", Category: catPreviousPostgresqlVersions, Type: Bool,
		Boot: "off", Context: User, NoShowAll: true, NoEffect: true,
		Short: "WITH OIDS is no longer supported; this can only be false."})
	EscapeStringWarning = declare(Def{Name: "escape_string_warning", Category: catPreviousPostgresqlVersions, Type: Bool,
		Boot: "on", Context: User, NoEffect: true,
		Short: "Warn about backslash escapes in ordinary string literals."})
	LOCompatPrivileges = declare(Def{Name: "lo_compat_privileges", Category: catPreviousPostgresqlVersions, Type: Bool,
		Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Enables backward compatibility mode for privilege checks on large objects.",
		Long:  "Skips privilege checks when reading or modifying large objects, for compatibility with PostgreSQL releases prior to 9.0."})
	QuoteAllIdentifiers = declare(Def{Name: "quote_all_identifiers", Category: catPreviousPostgresqlVersions, Type: Bool,
		Boot: "off", Context: User, OnlyDefault: true,
		Short: "When generating SQL fragments, quote all identifiers."})
	StandardConformingStrings = declare(Def{Name: "standard_conforming_strings", Category: catPreviousPostgresqlVersions, Type: Bool,
		Boot: "on", Context: User, Report: true, OnlyDefault: true,
		Short: "Causes '...' strings to treat backslashes literally."})
	SynchronizeSeqscans = declare(Def{Name: "synchronize_seqscans", Category: catPreviousPostgresqlVersions, Type: Bool,
		Boot: "on", Context: User, NoEffect: true,
		Short: "Enables synchronized sequential scans."})
)
