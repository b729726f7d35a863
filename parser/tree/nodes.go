package tree

// The methods that make the types nodes, and say which kind of node.

func (n *ColumnRef) Position() int32        { return n.Pos }
func (n *ParamRef) Position() int32         { return n.Pos }
func (n *Const) Position() int32            { return n.Pos }
func (n *TypeCast) Position() int32         { return n.Pos }
func (n *OpExpr) Position() int32           { return n.Pos }
func (n *BoolExpr) Position() int32         { return n.Pos }
func (n *NullTest) Position() int32         { return n.Pos }
func (n *BooleanTest) Position() int32      { return n.Pos }
func (n *DistinctExpr) Position() int32     { return n.Pos }
func (n *InExpr) Position() int32           { return n.Pos }
func (n *BetweenExpr) Position() int32      { return n.Pos }
func (n *LikeExpr) Position() int32         { return n.Pos }
func (n *AnyAllExpr) Position() int32       { return n.Pos }
func (n *SubLink) Position() int32          { return n.Pos }
func (n *FuncCall) Position() int32         { return n.Pos }
func (n *NamedArg) Position() int32         { return n.Pos }
func (n *CaseExpr) Position() int32         { return n.Pos }
func (n *CoalesceExpr) Position() int32     { return n.Pos }
func (n *MinMaxExpr) Position() int32       { return n.Pos }
func (n *NullIf) Position() int32           { return n.Pos }
func (n *SQLValueFunction) Position() int32 { return n.Pos }
func (n *RowExpr) Position() int32          { return n.Pos }
func (n *ArrayExpr) Position() int32        { return n.Pos }
func (n *Subscript) Position() int32        { return n.Pos }
func (n *FieldSelect) Position() int32      { return n.Pos }
func (n *CollateClause) Position() int32    { return n.Pos }
func (n *GroupingSet) Position() int32      { return n.Pos }
func (n *GroupingFunc) Position() int32     { return n.Pos }
func (n *SetToDefault) Position() int32     { return n.Pos }
func (n *CurrentOf) Position() int32        { return n.Pos }

func (*ColumnRef) expr()        {}
func (*ParamRef) expr()         {}
func (*Const) expr()            {}
func (*TypeCast) expr()         {}
func (*OpExpr) expr()           {}
func (*BoolExpr) expr()         {}
func (*NullTest) expr()         {}
func (*BooleanTest) expr()      {}
func (*DistinctExpr) expr()     {}
func (*InExpr) expr()           {}
func (*BetweenExpr) expr()      {}
func (*LikeExpr) expr()         {}
func (*AnyAllExpr) expr()       {}
func (*SubLink) expr()          {}
func (*FuncCall) expr()         {}
func (*NamedArg) expr()         {}
func (*CaseExpr) expr()         {}
func (*CoalesceExpr) expr()     {}
func (*MinMaxExpr) expr()       {}
func (*NullIf) expr()           {}
func (*SQLValueFunction) expr() {}
func (*RowExpr) expr()          {}
func (*ArrayExpr) expr()        {}
func (*Subscript) expr()        {}
func (*FieldSelect) expr()      {}
func (*CollateClause) expr()    {}
func (*GroupingSet) expr()      {}
func (*GroupingFunc) expr()     {}
func (*SetToDefault) expr()     {}
func (*CurrentOf) expr()        {}

func (n *RangeVar) Position() int32       { return n.Pos }
func (n *RangeSubselect) Position() int32 { return n.Pos }
func (n *RangeFunction) Position() int32  { return n.Pos }
func (n *JoinExpr) Position() int32       { return n.Pos }

func (*RangeVar) tableRef()       {}
func (*RangeSubselect) tableRef() {}
func (*RangeFunction) tableRef()  {}
func (*JoinExpr) tableRef()       {}

func (n *SelectStmt) Position() int32             { return n.Pos }
func (n *InsertStmt) Position() int32             { return n.Pos }
func (n *UpdateStmt) Position() int32             { return n.Pos }
func (n *DeleteStmt) Position() int32             { return n.Pos }
func (n *CreateTable) Position() int32            { return n.Pos }
func (n *CreateTableAs) Position() int32          { return n.Pos }
func (n *RefreshMatView) Position() int32         { return n.Pos }
func (n *CreateIndex) Position() int32            { return n.Pos }
func (n *AlterTable) Position() int32             { return n.Pos }
func (n *Rename) Position() int32                 { return n.Pos }
func (n *AlterObjectSchema) Position() int32      { return n.Pos }
func (n *AlterOwner) Position() int32             { return n.Pos }
func (n *Drop) Position() int32                   { return n.Pos }
func (n *Comment) Position() int32                { return n.Pos }
func (n *CreateSchema) Position() int32           { return n.Pos }
func (n *CreateView) Position() int32             { return n.Pos }
func (n *CreateSequence) Position() int32         { return n.Pos }
func (n *AlterSequence) Position() int32          { return n.Pos }
func (n *CreateEnum) Position() int32             { return n.Pos }
func (n *AlterEnum) Position() int32              { return n.Pos }
func (n *CreateComposite) Position() int32        { return n.Pos }
func (n *CreateDomain) Position() int32           { return n.Pos }
func (n *CreateRole) Position() int32             { return n.Pos }
func (n *AlterRole) Position() int32              { return n.Pos }
func (n *AlterRoleSet) Position() int32           { return n.Pos }
func (n *DropRole) Position() int32               { return n.Pos }
func (n *DropOwned) Position() int32              { return n.Pos }
func (n *ReassignOwned) Position() int32          { return n.Pos }
func (n *AlterDefaultPrivileges) Position() int32 { return n.Pos }
func (n *GrantRole) Position() int32              { return n.Pos }
func (n *Grant) Position() int32                  { return n.Pos }
func (n *DefineObject) Position() int32           { return n.Pos }
func (n *AlterTSConfig) Position() int32          { return n.Pos }
func (n *CreateExtension) Position() int32        { return n.Pos }
func (n *Unbuilt) Position() int32                { return n.Pos }
func (n *DropMissing) Position() int32            { return n.Pos }
func (n *DropDatabase) Position() int32           { return n.Pos }
func (n *Truncate) Position() int32               { return n.Pos }
func (n *Vacuum) Position() int32                 { return n.Pos }
func (n *Reindex) Position() int32                { return n.Pos }
func (n *Cluster) Position() int32                { return n.Pos }
func (n *Copy) Position() int32                   { return n.Pos }
func (n *Explain) Position() int32                { return n.Pos }
func (n *Prepare) Position() int32                { return n.Pos }
func (n *Execute) Position() int32                { return n.Pos }
func (n *Deallocate) Position() int32             { return n.Pos }
func (n *DeclareCursor) Position() int32          { return n.Pos }
func (n *Fetch) Position() int32                  { return n.Pos }
func (n *ClosePortal) Position() int32            { return n.Pos }
func (n *VariableSet) Position() int32            { return n.Pos }
func (n *VariableShow) Position() int32           { return n.Pos }
func (n *Transaction) Position() int32            { return n.Pos }
func (n *Lock) Position() int32                   { return n.Pos }
func (n *Discard) Position() int32                { return n.Pos }
func (n *ConstraintsSet) Position() int32         { return n.Pos }
func (n *Checkpoint) Position() int32             { return n.Pos }
func (n *Listen) Position() int32                 { return n.Pos }
func (n *Notify) Position() int32                 { return n.Pos }

func (*SelectStmt) stmt()             {}
func (*InsertStmt) stmt()             {}
func (*UpdateStmt) stmt()             {}
func (*DeleteStmt) stmt()             {}
func (*CreateTable) stmt()            {}
func (*CreateTableAs) stmt()          {}
func (*RefreshMatView) stmt()         {}
func (*CreateIndex) stmt()            {}
func (*AlterTable) stmt()             {}
func (*Rename) stmt()                 {}
func (*AlterObjectSchema) stmt()      {}
func (*AlterOwner) stmt()             {}
func (*Drop) stmt()                   {}
func (*Comment) stmt()                {}
func (*CreateSchema) stmt()           {}
func (*CreateView) stmt()             {}
func (*CreateSequence) stmt()         {}
func (*AlterSequence) stmt()          {}
func (*CreateEnum) stmt()             {}
func (*AlterEnum) stmt()              {}
func (*CreateComposite) stmt()        {}
func (*CreateDomain) stmt()           {}
func (*CreateRole) stmt()             {}
func (*AlterRole) stmt()              {}
func (*AlterRoleSet) stmt()           {}
func (*DropRole) stmt()               {}
func (*DropOwned) stmt()              {}
func (*ReassignOwned) stmt()          {}
func (*AlterDefaultPrivileges) stmt() {}
func (*GrantRole) stmt()              {}
func (*Grant) stmt()                  {}
func (*DefineObject) stmt()           {}
func (*AlterTSConfig) stmt()          {}
func (*CreateExtension) stmt()        {}
func (*Unbuilt) stmt()                {}
func (*DropMissing) stmt()            {}
func (*DropDatabase) stmt()           {}
func (*Truncate) stmt()               {}
func (*Vacuum) stmt()                 {}
func (*Reindex) stmt()                {}
func (*Cluster) stmt()                {}
func (*Copy) stmt()                   {}
func (*Explain) stmt()                {}
func (*Prepare) stmt()                {}
func (*Execute) stmt()                {}
func (*Deallocate) stmt()             {}
func (*DeclareCursor) stmt()          {}
func (*Fetch) stmt()                  {}
func (*ClosePortal) stmt()            {}
func (*VariableSet) stmt()            {}
func (*VariableShow) stmt()           {}
func (*Transaction) stmt()            {}
func (*Lock) stmt()                   {}
func (*Discard) stmt()                {}
func (*ConstraintsSet) stmt()         {}
func (*Checkpoint) stmt()             {}
func (*Listen) stmt()                 {}
func (*Notify) stmt()                 {}

func (n *ColumnDef) Position() int32  { return n.Pos }
func (n *Constraint) Position() int32 { return n.Pos }
func (n *TableLike) Position() int32  { return n.Pos }

func (*ColumnDef) tableElement()  {}
func (*Constraint) tableElement() {}
func (*TableLike) tableElement()  {}

func (n *Alias) Position() int32             { return n.Pos }
func (n *AlterTableCmd) Position() int32     { return n.Pos }
func (n *CTE) Position() int32               { return n.Pos }
func (n *CaseWhen) Position() int32          { return n.Pos }
func (n *ColumnTarget) Position() int32      { return n.Pos }
func (n *DefElem) Position() int32           { return n.Pos }
func (n *IndexElem) Position() int32         { return n.Pos }
func (n *IntoClause) Position() int32        { return n.Pos }
func (n *LockingClause) Position() int32     { return n.Pos }
func (n *ObjectName) Position() int32        { return n.Pos }
func (n *OnConflict) Position() int32        { return n.Pos }
func (n *PartitionBound) Position() int32    { return n.Pos }
func (n *PartitionElem) Position() int32     { return n.Pos }
func (n *PartitionSpec) Position() int32     { return n.Pos }
func (n *Privilege) Position() int32         { return n.Pos }
func (n *RangeFunctionItem) Position() int32 { return n.Pos }
func (n *ResTarget) Position() int32         { return n.Pos }
func (n *Returning) Position() int32         { return n.Pos }
func (n *RoleSpec) Position() int32          { return n.Pos }
func (n *SetClause) Position() int32         { return n.Pos }
func (n *SortBy) Position() int32            { return n.Pos }
func (n *TableSample) Position() int32       { return n.Pos }
func (n *TypeName) Position() int32          { return n.Pos }
func (n *VacuumRelation) Position() int32    { return n.Pos }
func (n *WindowDef) Position() int32         { return n.Pos }
func (n *WindowFrame) Position() int32       { return n.Pos }
func (n *WithClause) Position() int32        { return n.Pos }
