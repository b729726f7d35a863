package settings

// Write-ahead log and vacuum.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catSendingServers = "Replication / Sending Servers"

// Replication / Sending Servers.
var (
	MaxReplicationSlots = declare(Def{Name: "max_replication_slots", Category: catSendingServers, Type: Int, Max: 262143,
		Boot: "10", Context: Postmaster, NoEffect: true,
		Short: "Sets the maximum number of simultaneously defined replication slots."})
	MaxWALSenders = declare(Def{Name: "max_wal_senders", Category: catSendingServers, Type: Int, Max: 262143,
		Boot: "10", Context: Postmaster,
		Short: "Sets the maximum number of simultaneously running WAL sender processes."})
	TrackCommitTimestamp = declare(Def{Name: "track_commit_timestamp", Category: catSendingServers, Type: Bool,
		Boot: "off", Context: Postmaster, NoEffect: true,
		Short: "Collects transaction commit time."})
)

const catStandbyServers = "Replication / Standby Servers"

// Replication / Standby Servers.
var (
	HotStandby = declare(Def{Name: "hot_standby", Category: catStandbyServers, Type: Bool,
		Boot: "on", Context: Postmaster, NoEffect: true,
		Short: "Allows connections and queries during recovery."})
)

const catAutomaticVacuuming = "Vacuuming / Automatic Vacuuming"

// Vacuuming / Automatic Vacuuming.
var (
	Autovacuum = declare(Def{Name: "autovacuum", Category: catAutomaticVacuuming, Type: Bool,
		Boot: "on", Context: Sighup,
		Short: "Starts the autovacuum subprocess."})
	AutovacuumAnalyzeScaleFactor = declare(Def{Name: "autovacuum_analyze_scale_factor", Category: catAutomaticVacuuming, Type: Real, Max: 100,
		Boot: "0.1", Context: Sighup, NoEffect: true,
		Short: "Number of tuple inserts, updates, or deletes prior to analyze as a fraction of reltuples."})
	AutovacuumAnalyzeThreshold = declare(Def{Name: "autovacuum_analyze_threshold", Category: catAutomaticVacuuming, Type: Int, Max: maxInt,
		Boot: "50", Context: Sighup, NoEffect: true,
		Short: "Minimum number of tuple inserts, updates, or deletes prior to analyze."})
	AutovacuumFreezeMaxAge = declare(Def{Name: "autovacuum_freeze_max_age", Category: catAutomaticVacuuming, Type: Int, Min: 100000, Max: 2000000000,
		Boot: "200000000", Context: Postmaster, NoEffect: true,
		Short: "Age at which to autovacuum a table to prevent transaction ID wraparound."})
	AutovacuumMaxWorkers = declare(Def{Name: "autovacuum_max_workers", Category: catAutomaticVacuuming, Type: Int, Min: 1, Max: 262143,
		Boot: "3", Context: Sighup, NoEffect: true,
		Short: "Sets the maximum number of simultaneously running autovacuum worker processes."})
	AutovacuumNaptime = declare(Def{Name: "autovacuum_naptime", Category: catAutomaticVacuuming, Type: Int, Unit: "s", Min: 1, Max: 2147483,
		Boot: "60", Context: Sighup,
		Short: "Time to sleep between autovacuum runs."})
	AutovacuumVacuumScaleFactor = declare(Def{Name: "autovacuum_vacuum_scale_factor", Category: catAutomaticVacuuming, Type: Real, Max: 100,
		Boot: "0.2", Context: Sighup,
		Short: "Number of tuple updates or deletes prior to vacuum as a fraction of reltuples."})
	AutovacuumVacuumThreshold = declare(Def{Name: "autovacuum_vacuum_threshold", Category: catAutomaticVacuuming, Type: Int, Max: maxInt,
		Boot: "50", Context: Sighup,
		Short: "Minimum number of tuple updates or deletes prior to vacuum."})
)

const catCostBasedVacuumDelay = "Vacuuming / Cost-Based Vacuum Delay"

// Vacuuming / Cost-Based Vacuum Delay.
var (
	VacuumCostDelay = declare(Def{Name: "vacuum_cost_delay", Category: catCostBasedVacuumDelay, Type: Real, Unit: "ms", Max: 100,
		Boot: "0", Context: User, NoEffect: true,
		Short: "Vacuum cost delay in milliseconds."})
	VacuumCostLimit = declare(Def{Name: "vacuum_cost_limit", Category: catCostBasedVacuumDelay, Type: Int, Min: 1, Max: 10000,
		Boot: "200", Context: User, NoEffect: true,
		Short: "Vacuum cost amount available before napping."})
	VacuumCostPageDirty = declare(Def{Name: "vacuum_cost_page_dirty", Category: catCostBasedVacuumDelay, Type: Int, Max: 10000,
		Boot: "20", Context: User, NoEffect: true,
		Short: "Vacuum cost for a page dirtied by vacuum."})
	VacuumCostPageHit = declare(Def{Name: "vacuum_cost_page_hit", Category: catCostBasedVacuumDelay, Type: Int, Max: 10000,
		Boot: "1", Context: User, NoEffect: true,
		Short: "Vacuum cost for a page found in the buffer cache."})
	VacuumCostPageMiss = declare(Def{Name: "vacuum_cost_page_miss", Category: catCostBasedVacuumDelay, Type: Int, Max: 10000,
		Boot: "2", Context: User, NoEffect: true,
		Short: "Vacuum cost for a page not found in the buffer cache."})
)

const catDefaultBehavior = "Vacuuming / Default Behavior"

// Vacuuming / Default Behavior.
var (
	VacuumTruncate = declare(Def{Name: "vacuum_truncate", Category: catDefaultBehavior, Type: Bool,
		Boot: "on", Context: User, NoEffect: true,
		Short: "Enables vacuum to truncate empty pages at the end of the table."})
)

const catFreezing = "Vacuuming / Freezing"

// Vacuuming / Freezing.
var (
	VacuumFailsafeAge = declare(Def{Name: "vacuum_failsafe_age", Category: catFreezing, Type: Int, Max: 2100000000,
		Boot: "1600000000", Context: User, NoEffect: true,
		Short: "Age at which VACUUM should trigger failsafe to avoid a wraparound outage."})
	VacuumFreezeMinAge = declare(Def{Name: "vacuum_freeze_min_age", Category: catFreezing, Type: Int, Max: 1000000000,
		Boot: "50000000", Context: User, NoEffect: true,
		Short: "Minimum age at which VACUUM should freeze a table row."})
	VacuumFreezeTableAge = declare(Def{Name: "vacuum_freeze_table_age", Category: catFreezing, Type: Int, Max: 2000000000,
		Boot: "150000000", Context: User, NoEffect: true,
		Short: "Age at which VACUUM should scan whole table to freeze tuples."})
	VacuumMaxEagerFreezeFailureRate = declare(Def{Name: "vacuum_max_eager_freeze_failure_rate", Category: catFreezing, Type: Real, Max: 1,
		Boot: "0.03", Context: User, NoEffect: true,
		Short: "Fraction of pages in a relation vacuum can scan and fail to freeze before disabling eager scanning.",
		Long:  "A value of 0.0 disables eager scanning and a value of 1.0 will eagerly scan up to 100 percent of the all-visible pages in the relation. If vacuum successfully freezes these pages, the cap is lower than 100 percent, because the goal is to amortize page freezing across multiple vacuums."})
	VacuumMultixactFailsafeAge = declare(Def{Name: "vacuum_multixact_failsafe_age", Category: catFreezing, Type: Int, Max: 2100000000,
		Boot: "1600000000", Context: User, NoEffect: true,
		Short: "Multixact age at which VACUUM should trigger failsafe to avoid a wraparound outage."})
	VacuumMultixactFreezeMinAge = declare(Def{Name: "vacuum_multixact_freeze_min_age", Category: catFreezing, Type: Int, Max: 1000000000,
		Boot: "5000000", Context: User, NoEffect: true,
		Short: "Minimum age at which VACUUM should freeze a MultiXactId in a table row."})
	VacuumMultixactFreezeTableAge = declare(Def{Name: "vacuum_multixact_freeze_table_age", Category: catFreezing, Type: Int, Max: 2000000000,
		Boot: "150000000", Context: User, NoEffect: true,
		Short: "Multixact age at which VACUUM should scan whole table to freeze tuples."})
)

const catArchiving = "Write-Ahead Log / Archiving"

// Write-Ahead Log / Archiving.
var (
	ArchiveMode = declare(Def{Name: "archive_mode", Category: catArchiving, Type: Enum,
		EnumVals: []string{"always", "on", "off"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off"}, Boot: "off", Context: Postmaster, NoEffect: true,
		Short: `Allows archiving of WAL files using "archive_command".`})
)

const catCheckpoints = "Write-Ahead Log / Checkpoints"

// Write-Ahead Log / Checkpoints.
var (
	CheckpointTimeout = declare(Def{Name: "checkpoint_timeout", Category: catCheckpoints, Type: Int, Unit: "s", Min: 30, Max: 86400,
		Boot: "300", Context: Sighup, NoEffect: true,
		Short: "Sets the maximum time between automatic WAL checkpoints."})
	MaxWALSize = declare(Def{Name: "max_wal_size", Category: catCheckpoints, Type: Int, Unit: "MB", Min: 2, Max: maxInt,
		Boot: "1024", Context: Sighup, NoEffect: true,
		Short: "Sets the WAL size that triggers a checkpoint."})
	MinWALSize = declare(Def{Name: "min_wal_size", Category: catCheckpoints, Type: Int, Unit: "MB", Min: 2, Max: maxInt,
		Boot: "80", Context: Sighup, NoEffect: true,
		Short: "Sets the minimum size to shrink the WAL to."})
)

const catSettings = "Write-Ahead Log / Settings"

// Write-Ahead Log / Settings.
var (
	CommitDelay = declare(Def{Name: "commit_delay", Category: catSettings, Type: Int, Max: 100000,
		Boot: "0", Context: Superuser, NoEffect: true,
		Short: "Sets the delay in microseconds between transaction commit and flushing WAL to disk."})
	CommitSiblings = declare(Def{Name: "commit_siblings", Category: catSettings, Type: Int, Max: 1000,
		Boot: "5", Context: User, NoEffect: true,
		Short: `Sets the minimum number of concurrent open transactions required before performing "commit_delay".`})
	Fsync = declare(Def{Name: "fsync", Category: catSettings, Type: Bool,
		Boot: "on", Context: Sighup, NoEffect: true,
		Short: "Forces synchronization of updates to disk.",
		Long:  "The server will use the fsync() system call in several places to make sure that updates are physically written to disk. This ensures that a database cluster will recover to a consistent state after an operating system or hardware crash."})
	FullPageWrites = declare(Def{Name: "full_page_writes", Category: catSettings, Type: Bool,
		Boot: "on", Context: Sighup, NoEffect: true,
		Short: "Writes full pages to WAL when first modified after a checkpoint.",
		Long:  "A page write in process during an operating system crash might be only partially written to disk.  During recovery, the row changes stored in WAL are not enough to recover.  This option writes pages when first modified after a checkpoint to WAL so full recovery is possible."})
	SynchronousCommit = declare(Def{Name: "synchronous_commit", Category: catSettings, Type: Enum,
		EnumVals: []string{"local", "remote_write", "remote_apply", "on", "off"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off"}, Boot: "on", Context: User, NoEffect: true,
		Short: "Sets the current transaction's synchronization level."})
	WALBuffers = declare(Def{Name: "wal_buffers", Category: catSettings, Type: Int, Unit: "8kB", Min: -1, Max: 262143,
		Boot: "-1", Context: Postmaster, NoEffect: true,
		Short: "Sets the number of disk-page buffers in shared memory for WAL.",
		Long:  `-1 means use a fraction of "shared_buffers".`})
	WALCompression = declare(Def{Name: "wal_compression", Category: catSettings, Type: Enum,
		EnumVals: []string{"pglz", "on", "off"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off", "pglz=pglz"}, Boot: "off", Context: Superuser, NoEffect: true,
		Short: "Compresses full-page writes written in WAL file with specified method."})
	WALInitZero = declare(Def{Name: "wal_init_zero", Category: catSettings, Type: Bool,
		Boot: "on", Context: Superuser, NoEffect: true,
		Short: "Writes zeroes to new WAL files before first use."})
	WALLevel = declare(Def{Name: "wal_level", Category: catSettings, Type: Enum,
		EnumVals: []string{"minimal", "replica", "logical"}, Boot: "replica", Context: Postmaster, NoEffect: true,
		Short: "Sets the level of information written to the WAL."})
	WALRecycle = declare(Def{Name: "wal_recycle", Category: catSettings, Type: Bool,
		Boot: "on", Context: Superuser, NoEffect: true,
		Short: "Recycles WAL files by renaming them."})
	WALSkipThreshold = declare(Def{Name: "wal_skip_threshold", Category: catSettings, Type: Int, Unit: "kB", Max: maxInt,
		Boot: "2048", Context: User, NoEffect: true,
		Short: "Minimum size of new file to fsync instead of writing WAL."})
)
