package settings

// Connections and locks.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catAuthentication = "Connections and Authentication / Authentication"

// Connections and Authentication / Authentication.
var (
	PasswordEncryption = declare(Def{Name: "password_encryption", Category: catAuthentication, Type: Enum,
		EnumVals: []string{"md5", "scram-sha-256"}, Boot: "scram-sha-256", Context: User,
		Short: "Chooses the algorithm for encrypting passwords."})
	ScramIterations = declare(Def{Name: "scram_iterations", Category: catAuthentication, Type: Int, Min: 1, Max: maxInt,
		Boot: "4096", Context: User, Report: true,
		Short: "Sets the iteration count for SCRAM secret generation."})
)

const catConnectionSettings = "Connections and Authentication / Connection Settings"

// Connections and Authentication / Connection Settings.
var (
	ListenAddresses = declare(Def{Name: "listen_addresses", Category: catConnectionSettings, Type: String,
		Boot: "localhost", Context: Postmaster, List: true, NoEffect: true,
		Short: "Sets the host name or IP address(es) to listen to."})
	MaxConnections = declare(Def{Name: "max_connections", Category: catConnectionSettings, Type: Int, Min: 1, Max: 262143,
		Boot: "100", Context: Postmaster,
		Short: "Sets the maximum number of concurrent connections."})
	Port = declare(Def{Name: "port", Category: catConnectionSettings, Type: Int, Min: 1, Max: 65535,
		Boot: "5432", Context: Postmaster, NoEffect: true,
		Short: "Sets the TCP port the server listens on."})
	SuperuserReservedConnections = declare(Def{Name: "superuser_reserved_connections", Category: catConnectionSettings, Type: Int, Max: 262143,
		Boot: "3", Context: Postmaster, NoEffect: true,
		Short: "Sets the number of connection slots reserved for superusers."})
	UnixSocketDirectories = declare(Def{Name: "unix_socket_directories", Category: catConnectionSettings, Type: String,
		Boot: "/tmp", Context: Postmaster, List: true, Quote: true, NoEffect: true,
		Short: "Sets the directories where Unix-domain sockets will be created."})
)

const catSsl = "Connections and Authentication / SSL"

// Connections and Authentication / SSL.
var (
	SSL = declare(Def{Name: "ssl", Category: catSsl, Type: Bool,
		Boot: "off", Context: Sighup, NoEffect: true,
		Short: "Enables SSL connections."})
)

const catLockManagement = "Lock Management"

// Lock Management.
var (
	DeadlockTimeout = declare(Def{Name: "deadlock_timeout", Category: catLockManagement, Type: Int, Unit: "ms", Min: 1, Max: maxInt,
		Boot: "1000", Context: Superuser,
		Short: "Sets the time to wait on a lock before checking for deadlock."})
	MaxLocksPerTransaction = declare(Def{Name: "max_locks_per_transaction", Category: catLockManagement, Type: Int, Min: 10, Max: maxInt,
		Boot: "64", Context: Postmaster,
		Short: "Sets the maximum number of locks per transaction.",
		Long:  `The shared lock table is sized on the assumption that at most "max_locks_per_transaction" objects per server process or prepared transaction will need to be locked at any one time.`})
	MaxPredLocksPerPage = declare(Def{Name: "max_pred_locks_per_page", Category: catLockManagement, Type: Int, Max: maxInt,
		Boot: "2", Context: Sighup,
		Short: "Sets the maximum number of predicate-locked tuples per page.",
		Long:  "If more than this number of tuples on the same page are locked by a connection, those locks are replaced by a page-level lock."})
	MaxPredLocksPerRelation = declare(Def{Name: "max_pred_locks_per_relation", Category: catLockManagement, Type: Int, Min: -2147483648, Max: maxInt,
		Boot: "-2", Context: Sighup,
		Short: "Sets the maximum number of predicate-locked pages and tuples per relation.",
		Long:  "If more than this total of pages and tuples in the same relation are locked by a connection, those locks are replaced by a relation-level lock."})
	MaxPredLocksPerTransaction = declare(Def{Name: "max_pred_locks_per_transaction", Category: catLockManagement, Type: Int, Min: 10, Max: maxInt,
		Boot: "64", Context: Postmaster,
		Short: "Sets the maximum number of predicate locks per transaction.",
		Long:  `The shared predicate lock table is sized on the assumption that at most "max_pred_locks_per_transaction" objects per server process or prepared transaction will need to be locked at any one time.`})
)
