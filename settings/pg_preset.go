package settings

// What a client may ask about the server, and nobody may change.
// Names, units, ranges, defaults and texts are those of PostgreSQL 18.

const catPresetOptions = "Preset Options"

// Preset Options.
var (
	BlockSize = declare(Def{Name: "block_size", Category: catPresetOptions, Type: Int, Min: 8192, Max: 8192,
		Boot: "8192", Context: Internal,
		Short: "Shows the size of a disk block."})
	DataChecksums = declare(Def{Name: "data_checksums", Category: catPresetOptions, Type: Bool,
		Boot: "off", Context: Internal,
		Short: "Shows whether data checksums are turned on for this cluster."})
	DebugAssertions = declare(Def{Name: "debug_assertions", Category: catPresetOptions, Type: Bool,
		Boot: "off", Context: Internal,
		Short: "Shows whether the running server has assertion checks enabled."})
	InHotStandby = declare(Def{Name: "in_hot_standby", Category: catPresetOptions, Type: Bool,
		Boot: "off", Context: Internal, Report: true,
		Short: "Shows whether hot standby is currently active."})
	IntegerDatetimes = declare(Def{Name: "integer_datetimes", Category: catPresetOptions, Type: Bool,
		Boot: "on", Context: Internal, Report: true,
		Short: "Shows whether datetimes are integer based."})
	MaxFunctionArgs = declare(Def{Name: "max_function_args", Category: catPresetOptions, Type: Int, Min: 100, Max: 100,
		Boot: "100", Context: Internal,
		Short: "Shows the maximum number of function arguments."})
	MaxIdentifierLength = declare(Def{Name: "max_identifier_length", Category: catPresetOptions, Type: Int, Min: 63, Max: 63,
		Boot: "63", Context: Internal,
		Short: "Shows the maximum identifier length."})
	MaxIndexKeys = declare(Def{Name: "max_index_keys", Category: catPresetOptions, Type: Int, Min: 32, Max: 32,
		Boot: "32", Context: Internal,
		Short: "Shows the maximum number of index keys."})
	SegmentSize = declare(Def{Name: "segment_size", Category: catPresetOptions, Type: Int, Unit: "8kB", Min: 131072, Max: 131072,
		Boot: "131072", Context: Internal,
		Short: "Shows the number of pages per disk file."})
	ServerEncoding = declare(Def{Name: "server_encoding", Category: catPresetOptions, Type: String,
		Boot: "UTF8", Context: Internal, Report: true,
		Short: "Shows the server (database) character set encoding."})
	ServerVersion = declare(Def{Name: "server_version", Category: catPresetOptions, Type: String,
		Boot: "18.4", Context: Internal, Report: true,
		Short: "Shows the server version."})
	ServerVersionNum = declare(Def{Name: "server_version_num", Category: catPresetOptions, Type: Int, Min: 180004, Max: 180004,
		Boot: "180004", Context: Internal,
		Short: "Shows the server version as an integer."})
	WALBlockSize = declare(Def{Name: "wal_block_size", Category: catPresetOptions, Type: Int, Min: 8192, Max: 8192,
		Boot: "8192", Context: Internal,
		Short: "Shows the block size in the write ahead log."})
	WALSegmentSize = declare(Def{Name: "wal_segment_size", Category: catPresetOptions, Type: Int, Unit: "B", Min: 1048576, Max: 1073741824,
		Boot: "16777216", Context: Internal,
		Short: "Shows the size of write ahead log segments."})
)
