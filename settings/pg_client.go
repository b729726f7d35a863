package settings

// Client connection defaults: what a statement means and how values look.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catLocaleAndFormatting = "Client Connection Defaults / Locale and Formatting"

// Client Connection Defaults / Locale and Formatting.
var (
	DateStyle = declare(Def{Name: "DateStyle", Category: catLocaleAndFormatting, Type: String,
		Boot: "ISO, MDY", Context: User, List: true, Report: true, check: checkDateStyle,
		Short: "Sets the display format for date and time values.",
		Long:  "Also controls interpretation of ambiguous date inputs."})
	IntervalStyle = declare(Def{Name: "IntervalStyle", Category: catLocaleAndFormatting, Type: Enum,
		EnumVals: []string{"postgres", "postgres_verbose", "sql_standard", "iso_8601"}, Boot: "postgres", Context: User, Report: true,
		Short: "Sets the display format for interval values."})
	TimeZone = declare(Def{Name: "TimeZone", Category: catLocaleAndFormatting, Type: String,
		Boot: "UTC", Context: User, Report: true, check: checkTimeZone,
		Short: "Sets the time zone for displaying and interpreting time stamps."})
	ClientEncoding = declare(Def{Name: "client_encoding", Category: catLocaleAndFormatting, Type: String,
		Boot: "UTF8", Context: User, Report: true, check: checkEncoding,
		Short: "Sets the client's character set encoding."})
	DefaultTextSearchConfig = declare(Def{Name: "default_text_search_config", Category: catLocaleAndFormatting, Type: String,
		Boot: "pg_catalog.english", Context: User, check: checkTextSearch, NoEffect: true,
		Short: "Sets default text search configuration."})
	ExtraFloatDigits = declare(Def{Name: "extra_float_digits", Category: catLocaleAndFormatting, Type: Int, Min: -15, Max: 3,
		Boot: "1", Context: User,
		Short: "Sets the number of digits displayed for floating-point values.",
		Long:  "This affects real, double precision, and geometric data types. A zero or negative parameter value is added to the standard number of digits (FLT_DIG or DBL_DIG as appropriate). Any value greater than zero selects precise output mode."})
	IcuValidationLevel = declare(Def{Name: "icu_validation_level", Category: catLocaleAndFormatting, Type: Enum,
		EnumVals: []string{"disabled", "debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning", "error"}, Boot: "warning", Context: User, NoEffect: true,
		Short: "Log level for reporting invalid ICU locale strings."})
	LCMessages = declare(Def{Name: "lc_messages", Category: catLocaleAndFormatting, Type: String,
		Boot: "C", Context: Superuser, check: checkLocale, NoEffect: true,
		Short: "Sets the language in which messages are displayed.",
		Long:  "An empty string means use the operating system setting."})
	LCMonetary = declare(Def{Name: "lc_monetary", Category: catLocaleAndFormatting, Type: String,
		Boot: "C", Context: User, check: checkLocale, NoEffect: true,
		Short: "Sets the locale for formatting monetary amounts.",
		Long:  "An empty string means use the operating system setting."})
	LCNumeric = declare(Def{Name: "lc_numeric", Category: catLocaleAndFormatting, Type: String,
		Boot: "C", Context: User, check: checkLocale, NoEffect: true,
		Short: "Sets the locale for formatting numbers.",
		Long:  "An empty string means use the operating system setting."})
	LCTime = declare(Def{Name: "lc_time", Category: catLocaleAndFormatting, Type: String,
		Boot: "C", Context: User, check: checkLocale, NoEffect: true,
		Short: "Sets the locale for formatting date and time values.",
		Long:  "An empty string means use the operating system setting."})
	TimezoneAbbreviations = declare(Def{Name: "timezone_abbreviations", Category: catLocaleAndFormatting, Type: String,
		Boot: "Default", Context: User, NoEffect: true,
		Short: "Selects a file of time zone abbreviations."})
)

const catOtherDefaults = "Client Connection Defaults / Other Defaults"

// Client Connection Defaults / Other Defaults.
var (
	DynamicLibraryPath = declare(Def{Name: "dynamic_library_path", Category: catOtherDefaults, Type: String,
		Boot: "$libdir", Context: Superuser, NoEffect: true,
		Short: "Sets the path for dynamically loadable modules.",
		Long:  "If a dynamically loadable module needs to be opened and the specified name does not have a directory component (i.e., the name does not contain a slash), the system will search this path for the specified file."})
	ExtensionControlPath = declare(Def{Name: "extension_control_path", Category: catOtherDefaults, Type: String,
		Boot: "$system", Context: Superuser, NoEffect: true,
		Short: "Sets the path for extension control files.",
		Long:  "The remaining extension script and secondary control files are then loaded from the same directory where the primary control file was found."})
	GINFuzzySearchLimit = declare(Def{Name: "gin_fuzzy_search_limit", Category: catOtherDefaults, Type: Int, Max: maxInt,
		Boot: "0", Context: User, NoEffect: true,
		Short: "Sets the maximum allowed result for exact search by GIN.",
		Long:  "0 means no limit."})
)

const catSharedLibraryPreloading = "Client Connection Defaults / Shared Library Preloading"

// Client Connection Defaults / Shared Library Preloading.
var (
	LocalPreloadLibraries = declare(Def{Name: "local_preload_libraries", Category: catSharedLibraryPreloading, Type: String,
		Boot: "", Context: User, List: true, Quote: true, NoEffect: true,
		Short: "Lists unprivileged shared libraries to preload into each backend."})
	SessionPreloadLibraries = declare(Def{Name: "session_preload_libraries", Category: catSharedLibraryPreloading, Type: String,
		Boot: "", Context: Superuser, List: true, Quote: true, NoEffect: true,
		Short: "Lists shared libraries to preload into each backend."})
	SharedPreloadLibraries = declare(Def{Name: "shared_preload_libraries", Category: catSharedLibraryPreloading, Type: String,
		Boot: "", Context: Postmaster, List: true, Quote: true, NoEffect: true,
		Short: "Lists shared libraries to preload into server."})
)

const catStatementBehavior = "Client Connection Defaults / Statement Behavior"

// Client Connection Defaults / Statement Behavior.
var (
	ByteaOutput = declare(Def{Name: "bytea_output", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"escape", "hex"}, Boot: "hex", Context: User,
		Short: "Sets the output format for bytea."})
	CheckFunctionBodies = declare(Def{Name: "check_function_bodies", Category: catStatementBehavior, Type: Bool,
		Boot: "on", Context: User, NoEffect: true,
		Short: "Check routine bodies during CREATE FUNCTION and CREATE PROCEDURE."})
	ClientMinMessages = declare(Def{Name: "client_min_messages", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning", "error"}, Aliases: []string{"debug=debug2", "info=info"}, Boot: "notice", Context: User,
		Short: "Sets the message levels that are sent to the client.",
		Long:  "Each level includes all the levels that follow it. The later the level, the fewer messages are sent."})
	CreateroleSelfGrant = declare(Def{Name: "createrole_self_grant", Category: catStatementBehavior, Type: String,
		Boot: "", Context: User, List: true, check: checkSelfGrant,
		Short: "Sets whether a CREATEROLE user automatically grants the role to themselves, and with which options.",
		Long:  "An empty string disables automatic self grants."})
	DefaultTableAccessMethod = declare(Def{Name: "default_table_access_method", Category: catStatementBehavior, Type: String,
		Boot: "heap", Context: User, check: oneOf("Table access method", "heap"), NoEffect: true,
		Short: "Sets the default table access method for new tables."})
	DefaultTablespace = declare(Def{Name: "default_tablespace", Category: catStatementBehavior, Type: String,
		Boot: "", Context: User, check: oneOf("Tablespace", "", "pg_default"), NoEffect: true,
		Short: "Sets the default tablespace to create tables and indexes in.",
		Long:  "An empty string means use the database's default tablespace."})
	DefaultToastCompression = declare(Def{Name: "default_toast_compression", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"pglz"}, Boot: "pglz", Context: User, NoEffect: true,
		Short: "Sets the default compression method for compressible values."})
	DefaultTransactionDeferrable = declare(Def{Name: "default_transaction_deferrable", Category: catStatementBehavior, Type: Bool,
		Boot: "off", Context: User, NoEffect: true,
		Short: "Sets the default deferrable status of new transactions."})
	DefaultTransactionIsolation = declare(Def{Name: "default_transaction_isolation", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"serializable", "repeatable read", "read committed", "read uncommitted"}, Boot: "read committed", Context: User,
		Short: "Sets the transaction isolation level of each new transaction."})
	DefaultTransactionReadOnly = declare(Def{Name: "default_transaction_read_only", Category: catStatementBehavior, Type: Bool,
		Boot: "off", Context: User, Report: true,
		Short: "Sets the default read-only status of new transactions."})
	EventTriggers = declare(Def{Name: "event_triggers", Category: catStatementBehavior, Type: Bool,
		Boot: "on", Context: Superuser, NoEffect: true,
		Short: "Enables event triggers.",
		Long:  "When enabled, event triggers will fire for all applicable statements."})
	GINPendingListLimit = declare(Def{Name: "gin_pending_list_limit", Category: catStatementBehavior, Type: Int, Unit: "kB", Min: 64, Max: maxInt,
		Boot: "4096", Context: User, NoEffect: true,
		Short: "Sets the maximum size of the pending list for GIN index."})
	IdleInTransactionSessionTimeout = declare(Def{Name: "idle_in_transaction_session_timeout", Category: catStatementBehavior, Type: Int, Unit: "ms", Max: maxInt,
		Boot: "0", Context: User,
		Short: "Sets the maximum allowed idle time between queries, when in a transaction.",
		Long:  "0 disables the timeout."})
	IdleSessionTimeout = declare(Def{Name: "idle_session_timeout", Category: catStatementBehavior, Type: Int, Unit: "ms", Max: maxInt,
		Boot: "0", Context: User,
		Short: "Sets the maximum allowed idle time between queries, when not in a transaction.",
		Long:  "0 disables the timeout."})
	LockTimeout = declare(Def{Name: "lock_timeout", Category: catStatementBehavior, Type: Int, Unit: "ms", Max: maxInt,
		Boot: "0", Context: User,
		Short: "Sets the maximum allowed duration of any wait for a lock.",
		Long:  "0 disables the timeout."})
	RestrictNonsystemRelationKind = declare(Def{Name: "restrict_nonsystem_relation_kind", Category: catStatementBehavior, Type: String,
		Boot: "", Context: User, List: true, NoEffect: true,
		Short: "Prohibits access to non-system relations of specified kinds."})
	RowSecurity = declare(Def{Name: "row_security", Category: catStatementBehavior, Type: Bool,
		Boot: "on", Context: User, Plan: true, NoEffect: true,
		Short: "Enables row security.",
		Long:  "When enabled, row security will be applied to all users."})
	SearchPath = declare(Def{Name: "search_path", Category: catStatementBehavior, Type: String,
		Boot: `"$user", public`, Context: User, List: true, Quote: true, Report: true, Explain: true, check: checkIdentifiers,
		Short: "Sets the schema search order for names that are not schema-qualified."})
	SessionReplicationRole = declare(Def{Name: "session_replication_role", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"origin", "replica", "local"}, Boot: "origin", Context: Superuser, OnlyDefault: true,
		Short: "Sets the session's behavior for triggers and rewrite rules."})
	// Seed has no value to show: setting it begins the session's random numbers anew.
	Seed = declare(Def{Name: "seed", Category: catStatementBehavior, Type: Real, Min: -1, Max: 1,
		Boot: "0", Context: User, NoShowAll: true, NoReset: true,
		Short: "Sets the seed for random-number generation."})
	StatementTimeout = declare(Def{Name: "statement_timeout", Category: catStatementBehavior, Type: Int, Unit: "ms", Max: maxInt,
		Boot: "0", Context: User,
		Short: "Sets the maximum allowed duration of any statement.",
		Long:  "0 disables the timeout."})
	TempTablespaces = declare(Def{Name: "temp_tablespaces", Category: catStatementBehavior, Type: String,
		Boot: "", Context: User, List: true, Quote: true, check: checkTablespaces, NoEffect: true,
		Short: "Sets the tablespace(s) to use for temporary tables and sort files.",
		Long:  "An empty string means use the database's default tablespace."})
	TransactionDeferrable = declare(Def{Name: "transaction_deferrable", Category: catStatementBehavior, Type: Bool,
		Boot: "off", Context: User, NoReset: true, OfTransaction: true, NoEffect: true,
		Short: "Whether to defer a read-only serializable transaction until it can be executed with no possible serialization failures."})
	TransactionIsolation = declare(Def{Name: "transaction_isolation", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"serializable", "repeatable read", "read committed", "read uncommitted"}, Boot: "read committed", Context: User, NoReset: true, OfTransaction: true,
		Short: "Sets the current transaction's isolation level."})
	TransactionReadOnly = declare(Def{Name: "transaction_read_only", Category: catStatementBehavior, Type: Bool,
		Boot: "off", Context: User, NoReset: true, OfTransaction: true,
		Short: "Sets the current transaction's read-only status."})
	TransactionTimeout = declare(Def{Name: "transaction_timeout", Category: catStatementBehavior, Type: Int, Unit: "ms", Max: maxInt,
		Boot: "0", Context: User,
		Short: "Sets the maximum allowed duration of any transaction within a session (not a prepared transaction).",
		Long:  "0 disables the timeout."})
	XMLBinary = declare(Def{Name: "xmlbinary", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"base64", "hex"}, Boot: "base64", Context: User, NoEffect: true,
		Short: "Sets how binary values are to be encoded in XML."})
	XMLOption = declare(Def{Name: "xmloption", Category: catStatementBehavior, Type: Enum,
		EnumVals: []string{"content", "document"}, Boot: "content", Context: User, NoEffect: true,
		Short: "Sets whether XML data in implicit parsing and serialization operations is to be considered as documents or content fragments."})
)
