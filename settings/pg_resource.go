package settings

// Memory, workers and input/output.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catDisk = "Resource Usage / Disk"

// Resource Usage / Disk.
var (
	FileCopyMethod = declare(Def{Name: "file_copy_method", Category: catDisk, Type: Enum,
		EnumVals: []string{"copy", "clone"}, Boot: "copy", Context: User, NoEffect: true,
		Short: "Selects the file copy method."})
	TempFileLimit = declare(Def{Name: "temp_file_limit", Category: catDisk, Type: Int, Unit: "kB", Min: -1, Max: maxInt,
		Boot: "-1", Context: Superuser,
		Short: "Limits the total size of all temporary files used by each process.",
		Long:  "-1 means no limit."})
)

const catIO = "Resource Usage / I/O"

// Resource Usage / I/O.
var (
	BackendFlushAfter = declare(Def{Name: "backend_flush_after", Category: catIO, Type: Int, Unit: "8kB", Max: 256,
		Boot: "0", Context: User, NoEffect: true,
		Short: "Number of pages after which previously performed writes are flushed to disk.",
		Long:  "0 disables forced writeback."})
	EffectiveIOConcurrency = declare(Def{Name: "effective_io_concurrency", Category: catIO, Type: Int, Max: 1000,
		Boot: "16", Context: User, Explain: true, NoEffect: true,
		Short: "Number of simultaneous requests that can be handled efficiently by the disk subsystem.",
		Long:  "0 disables simultaneous requests."})
	IOCombineLimit = declare(Def{Name: "io_combine_limit", Category: catIO, Type: Int, Unit: "8kB", Min: 1, Max: 128,
		Boot: "16", Context: User, NoEffect: true,
		Short: "Limit on the size of data reads and writes."})
	IOMethod = declare(Def{Name: "io_method", Category: catIO, Type: Enum,
		EnumVals: []string{"sync", "worker"}, Boot: "worker", Context: Postmaster, NoEffect: true,
		Short: "Selects the method for executing asynchronous I/O."})
	MaintenanceIOConcurrency = declare(Def{Name: "maintenance_io_concurrency", Category: catIO, Type: Int, Max: 1000,
		Boot: "16", Context: User, Explain: true, NoEffect: true,
		Short: `A variant of "effective_io_concurrency" that is used for maintenance work.`,
		Long:  "0 disables simultaneous requests."})
)

const catKernelResources = "Resource Usage / Kernel Resources"

// Resource Usage / Kernel Resources.
var (
	MaxFilesPerProcess = declare(Def{Name: "max_files_per_process", Category: catKernelResources, Type: Int, Min: 64, Max: maxInt,
		Boot: "1000", Context: Postmaster, NoEffect: true,
		Short: "Sets the maximum number of files each server process is allowed to open simultaneously."})
)

const catMemory = "Resource Usage / Memory"

// Resource Usage / Memory.
var (
	HashMemMultiplier = declare(Def{Name: "hash_mem_multiplier", Category: catMemory, Type: Real, Min: 1, Max: 1000,
		Boot: "2", Context: User, Explain: true, Plan: true,
		Short: `Multiple of "work_mem" to use for hash tables.`})
	HugePages = declare(Def{Name: "huge_pages", Category: catMemory, Type: Enum,
		EnumVals: []string{"off", "on", "try"}, Aliases: []string{"true=on", "yes=on", "1=on", "false=off", "no=off", "0=off"}, Boot: "try", Context: Postmaster,
		Short: "Use of huge pages on Linux or Windows."})
	LogicalDecodingWorkMem = declare(Def{Name: "logical_decoding_work_mem", Category: catMemory, Type: Int, Unit: "kB", Min: 64, Max: maxInt,
		Boot: "65536", Context: User, NoEffect: true,
		Short: "Sets the maximum memory to be used for logical decoding.",
		Long:  "This much memory can be used by each internal reorder buffer before spilling to disk."})
	MaintenanceWorkMem = declare(Def{Name: "maintenance_work_mem", Category: catMemory, Type: Int, Unit: "kB", Min: 64, Max: maxInt,
		Boot: "65536", Context: User, NoEffect: true,
		Short: "Sets the maximum memory to be used for maintenance operations.",
		Long:  "This includes operations such as VACUUM and CREATE INDEX."})
	MaxPreparedTransactions = declare(Def{Name: "max_prepared_transactions", Category: catMemory, Type: Int, Max: 262143,
		Boot: "0", Context: Postmaster,
		Short: "Sets the maximum number of simultaneously prepared transactions."})
	MaxStackDepth = declare(Def{Name: "max_stack_depth", Category: catMemory, Type: Int, Unit: "kB", Min: 100, Max: maxInt,
		Boot: "2048", Context: Superuser, NoEffect: true,
		Short: "Sets the maximum stack depth, in kilobytes."})
	SharedBuffers = declare(Def{Name: "shared_buffers", Category: catMemory, Type: Int, Unit: "8kB", Min: 16, Max: 1073741823,
		Boot: "16384", Context: Postmaster, NoEffect: true,
		Short: "Sets the number of shared memory buffers used by the server."})
	TempBuffers = declare(Def{Name: "temp_buffers", Category: catMemory, Type: Int, Unit: "8kB", Min: 100, Max: 1073741823,
		Boot: "1024", Context: User, Explain: true, NoEffect: true,
		Short: "Sets the maximum number of temporary buffers used by each session."})
	VacuumBufferUsageLimit = declare(Def{Name: "vacuum_buffer_usage_limit", Category: catMemory, Type: Int, Unit: "kB", Max: 16777216,
		Boot: "2048", Context: User, NoEffect: true,
		Short: "Sets the buffer pool size for VACUUM, ANALYZE, and autovacuum."})
	WorkMem = declare(Def{Name: "work_mem", Category: catMemory, Type: Int, Unit: "kB", Min: 64, Max: maxInt,
		Boot: "4096", Context: User, Explain: true, Plan: true,
		Short: "Sets the maximum memory to be used for query workspaces.",
		Long:  "This much memory can be used by each internal sort operation and hash table before switching to temporary disk files."})
)

const catWorkerProcesses = "Resource Usage / Worker Processes"

// Resource Usage / Worker Processes.
var (
	MaxParallelMaintenanceWorkers = declare(Def{Name: "max_parallel_maintenance_workers", Category: catWorkerProcesses, Type: Int, Max: 1024,
		Boot: "2", Context: User, NoEffect: true,
		Short: "Sets the maximum number of parallel processes per maintenance operation."})
	MaxParallelWorkers = declare(Def{Name: "max_parallel_workers", Category: catWorkerProcesses, Type: Int, Max: 1024,
		Boot: "8", Context: User, Explain: true, NoEffect: true,
		Short: "Sets the maximum number of parallel workers that can be active at one time."})
	MaxParallelWorkersPerGather = declare(Def{Name: "max_parallel_workers_per_gather", Category: catWorkerProcesses, Type: Int, Max: 1024,
		Boot: "2", Context: User, Explain: true, NoEffect: true,
		Short: "Sets the maximum number of parallel processes per executor node."})
	MaxWorkerProcesses = declare(Def{Name: "max_worker_processes", Category: catWorkerProcesses, Type: Int, Max: 262143,
		Boot: "8", Context: Postmaster,
		Short: "Maximum number of concurrent worker processes."})
	ParallelLeaderParticipation = declare(Def{Name: "parallel_leader_participation", Category: catWorkerProcesses, Type: Bool,
		Boot: "on", Context: User, Explain: true, Plan: true, NoEffect: true,
		Short: "Controls whether Gather and Gather Merge also run subplans.",
		Long:  "Should gather nodes also run subplans or just gather tuples?"})
)
