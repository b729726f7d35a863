package tree

// The names of kinds, for dumps and messages.

func name(names []string, k uint8) string {
	if int(k) < len(names) {
		return names[k]
	}
	return "?"
}

var boolOps = []string{"and", "or", "not"}

// String returns the operator in lower case.
func (k BoolOp) String() string { return name(boolOps, uint8(k)) }

var boolValues = []string{"true", "false", "unknown"}

// String returns the truth value in lower case.
func (k BoolValue) String() string { return name(boolValues, uint8(k)) }

var likeKinds = []string{"like", "ilike", "similar to"}

// String returns the operator in lower case.
func (k LikeKind) String() string { return name(likeKinds, uint8(k)) }

var subLinkKinds = []string{"exists", "any", "all", "expr", "array"}

// String names the kind of subquery.
func (k SubLinkKind) String() string { return name(subLinkKinds, uint8(k)) }

var groupingSetKinds = []string{"empty", "rollup", "cube", "grouping sets"}

// String returns the words of the grouping set.
func (k GroupingSetKind) String() string { return name(groupingSetKinds, uint8(k)) }

var setOps = []string{"none", "union", "intersect", "except"}

// String returns the operation in lower case.
func (k SetOp) String() string { return name(setOps, uint8(k)) }

var sortDirs = []string{"default", "asc", "desc", "using"}

// String returns the direction in lower case.
func (k SortDir) String() string { return name(sortDirs, uint8(k)) }

var nullsOrders = []string{"default", "first", "last"}

// String returns where nulls sort.
func (k NullsOrder) String() string { return name(nullsOrders, uint8(k)) }

var lockStrengths = []string{"key share", "share", "no key update", "update"}

// String returns the words behind FOR.
func (k LockStrength) String() string { return name(lockStrengths, uint8(k)) }

var lockWaits = []string{"block", "skip locked", "nowait"}

// String returns the words of the wait policy.
func (k LockWait) String() string { return name(lockWaits, uint8(k)) }

var frameModes = []string{"range", "rows", "groups"}

// String returns the unit in lower case.
func (k FrameMode) String() string { return name(frameModes, uint8(k)) }

var boundKinds = []string{"unbounded preceding", "preceding", "current row", "following", "unbounded following"}

// String returns the words of the bound behind its offset.
func (k BoundKind) String() string { return name(boundKinds, uint8(k)) }

var exclusions = []string{"no others", "current row", "group", "ties"}

// String returns the words behind EXCLUDE.
func (k FrameExclusion) String() string { return name(exclusions, uint8(k)) }

var joinKinds = []string{"inner", "left", "full", "right"}

// String returns the kind of join in lower case.
func (k JoinKind) String() string { return name(joinKinds, uint8(k)) }

var constraintKinds = []string{"null", "not null", "default", "identity", "generated", "check", "primary key", "unique", "foreign key"}

// String names the kind of constraint.
func (k ConstraintKind) String() string { return name(constraintKinds, uint8(k)) }

var fkActions = []string{"no action", "restrict", "cascade", "set null", "set default"}

// String returns the words of the action.
func (k FKAction) String() string { return name(fkActions, uint8(k)) }

var strategies = []string{"list", "range", "hash"}

// String returns the strategy in lower case.
func (k PartitionStrategy) String() string { return name(strategies, uint8(k)) }

var datumKinds = []string{"value", "minvalue", "maxvalue"}

// String returns the word of an infinity.
func (k DatumKind) String() string { return name(datumKinds, uint8(k)) }

var persistences = []string{"permanent", "temporary", "unlogged"}

// String names the persistence.
func (k Persistence) String() string { return name(persistences, uint8(k)) }

var onCommits = []string{"default", "preserve rows", "delete rows", "drop"}

// String returns the words behind ON COMMIT.
func (k OnCommit) String() string { return name(onCommits, uint8(k)) }

var behaviors = []string{"restrict", "cascade"}

// String returns the behavior in lower case.
func (k Behavior) String() string { return name(behaviors, uint8(k)) }

var alterCmds = []string{"add column", "drop column", "column default", "set not null", "drop not null",
	"set expression", "drop expression", "set statistics", "set column options", "reset column options",
	"set storage", "set compression", "add identity", "set identity", "drop identity", "alter column type",
	"add constraint", "alter constraint", "validate constraint", "drop constraint", "attach partition",
	"detach partition", "set options", "reset options", "change owner", "set tablespace", "set access method",
	"set logged", "set unlogged", "cluster on", "set without cluster", "set without oids", "inherit", "no inherit",
	"replica identity", "enable row level security", "disable row level security", "force row level security",
	"no force row level security", "enable trigger", "disable trigger"}

// String names the subcommand.
func (k AlterCmdKind) String() string { return name(alterCmds, uint8(k)) }

var roleKinds = []string{"named", "current_role", "current_user", "session_user", "public", "all"}

// String returns the word that stands for the role.
func (k RoleKind) String() string { return name(roleKinds, uint8(k)) }

var transactionKinds = []string{"begin", "start transaction", "commit", "rollback", "savepoint", "release",
	"rollback to", "prepare transaction", "commit prepared", "rollback prepared"}

// String returns the statement's words in lower case.
func (k TransactionKind) String() string { return name(transactionKinds, uint8(k)) }

var variableSetKinds = []string{"value", "default", "current", "multi", "reset", "reset all"}

// String names the form.
func (k VariableSetKind) String() string { return name(variableSetKinds, uint8(k)) }

var fetchDirections = []string{"forward", "backward", "absolute", "relative"}

// String returns the direction in lower case.
func (k FetchDirection) String() string { return name(fetchDirections, uint8(k)) }

var tsConfigKinds = []string{"add mapping", "alter mapping", "replace", "replace for", "drop mapping"}

// String names the form.
func (k AlterTSConfigKind) String() string { return name(tsConfigKinds, uint8(k)) }
