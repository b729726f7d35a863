package tree

import "math"

// Statements about the session, transactions, cursors and maintenance.

// Truncate is TRUNCATE.
type Truncate struct {
	Pos             int32
	Relations       []*RangeVar
	RestartIdentity bool
	Behavior        Behavior
}

// Vacuum is VACUUM, or ANALYZE if AnalyzeOnly is set. The old spelling VACUUM
// FULL VERBOSE comes as options too.
type Vacuum struct {
	Pos         int32
	AnalyzeOnly bool
	Options     []*DefElem
	Relations   []*VacuumRelation
}

// VacuumRelation is one table of VACUUM or ANALYZE and its columns, if any
// were named.
type VacuumRelation struct {
	Pos      int32
	Relation *RangeVar
	Columns  []string
}

// Reindex is REINDEX. Kind is "index", "table", "schema", "system" or
// "database"; Relation is set for the first two, Name for the others.
type Reindex struct {
	Pos          int32
	Kind         string
	Relation     *RangeVar
	Name         string
	Concurrently bool
	Options      []*DefElem
}

// Cluster is CLUSTER.
type Cluster struct {
	Pos      int32
	Relation *RangeVar // nil for all
	Index    string
	Options  []*DefElem
}

// Copy is COPY. Query is set for COPY (query) TO. File is the file or program;
// without one it is STDIN or STDOUT.
type Copy struct {
	Pos      int32
	Relation *RangeVar
	Columns  []string
	Query    Statement
	From     bool
	Program  bool
	HasFile  bool
	File     string
	Options  []*DefElem // Names for lists of columns; "*" stands for all
	Where    Expr
}

// Explain is EXPLAIN. EXPLAIN ANALYZE VERBOSE comes as options too.
type Explain struct {
	Pos     int32
	Options []*DefElem
	Query   Statement
}

// Prepare is PREPARE Name (ArgTypes) AS Query.
type Prepare struct {
	Pos      int32
	Name     string
	ArgTypes []*TypeName
	Query    Statement
}

// Execute is EXECUTE Name (Params).
type Execute struct {
	Pos    int32
	Name   string
	Params []Expr
}

// Deallocate is DEALLOCATE; Name is empty for ALL.
type Deallocate struct {
	Pos  int32
	Name string
	All  bool
}

// DeclareCursor is DECLARE ... CURSOR.
type DeclareCursor struct {
	Pos         int32
	Name        string
	Binary      bool
	Scroll      bool
	NoScroll    bool
	Insensitive bool
	Asensitive  bool
	Hold        bool
	Query       *SelectStmt
}

// FetchDirection is the direction of FETCH and MOVE.
type FetchDirection uint8

// The directions of FETCH. FIRST is ABSOLUTE 1, LAST is ABSOLUTE -1, NEXT is
// FORWARD 1, PRIOR is BACKWARD 1.
const (
	FetchForward FetchDirection = iota
	FetchBackward
	FetchAbsolute
	FetchRelative
)

// FetchAll is the Count of FETCH ALL.
const FetchAll = math.MaxInt64

// Fetch is FETCH, or MOVE if Move is set.
type Fetch struct {
	Pos       int32
	Direction FetchDirection
	Count     int64
	Cursor    string
	Move      bool
}

// ClosePortal is CLOSE; All closes every cursor.
type ClosePortal struct {
	Pos    int32
	Cursor string
	All    bool
}

// VariableSetKind tells the forms of SET and RESET apart.
type VariableSetKind uint8

// The forms of SET and RESET.
const (
	VarSetValue   VariableSetKind = iota
	VarSetDefault                 // SET name TO DEFAULT
	VarSetCurrent                 // SET name FROM CURRENT
	VarSetMulti                   // SET TRANSACTION, SET SESSION CHARACTERISTICS
	VarReset
	VarResetAll
)

// VariableSet is SET or RESET. Args are constants; a bare word is a string. SET
// TIME ZONE sets timezone, SET NAMES client_encoding, SET SCHEMA search_path,
// SET ROLE role, SET SESSION AUTHORIZATION session_authorization, as in
// PostgreSQL. For VarSetMulti Name is "TRANSACTION" or
// "SESSION CHARACTERISTICS" and Options holds the modes, those of Transaction;
// "TRANSACTION SNAPSHOT" has its value in Args.
type VariableSet struct {
	Pos     int32
	Kind    VariableSetKind
	Name    string
	Args    []Expr
	Options []*DefElem
	Local   bool
}

// VariableShow is SHOW Name; Name is "all" for SHOW ALL.
type VariableShow struct {
	Pos  int32
	Name string
}

// TransactionKind tells the transaction statements apart.
type TransactionKind uint8

// The transaction statements.
const (
	TransBegin TransactionKind = iota
	TransStart
	TransCommit
	TransRollback
	TransSavepoint
	TransRelease
	TransRollbackTo
	TransPrepare
	TransCommitPrepared
	TransRollbackPrepared
)

// Transaction is BEGIN, COMMIT, SAVEPOINT and their like. Options are
// transaction_isolation (string), transaction_read_only and
// transaction_deferrable (booleans). Savepoint is also the identifier of a
// prepared transaction.
type Transaction struct {
	Pos       int32
	Kind      TransactionKind
	Options   []*DefElem
	Savepoint string
	Chain     bool
}

// Lock is LOCK TABLE. Mode is PostgreSQL's number of the lock mode: 1 ACCESS
// SHARE to 8 ACCESS EXCLUSIVE, the default.
type Lock struct {
	Pos       int32
	Relations []*RangeVar
	Mode      int
	Nowait    bool
}

// Discard is DISCARD; Target is "all", "temp", "plans" or "sequences".
type Discard struct {
	Pos    int32
	Target string
}

// ConstraintsSet is SET CONSTRAINTS; Constraints is empty for ALL.
type ConstraintsSet struct {
	Pos         int32
	Constraints []*RangeVar
	Deferred    bool
}

// Checkpoint is CHECKPOINT.
type Checkpoint struct{ Pos int32 }

// Listen is LISTEN, or UNLISTEN if Unlisten is set; Channel is "*" for UNLISTEN *.
type Listen struct {
	Pos      int32
	Unlisten bool
	Channel  string
}

// Notify is NOTIFY.
type Notify struct {
	Pos     int32
	Channel string
	Payload string
}
