package catalog

// Columns of the catalogs that the engine reads and writes, as indexes into
// their rows: PostgreSQL's Anum_pg_class_relname less one is ClassRelname.

// Columns of pg_proc.
const (
	ProcProname      = 1
	ProcPronamespace = 2
	ProcProargtypes  = 19
)

// Columns of pg_class.
const (
	ClassOid = iota
	ClassRelname
	ClassRelnamespace
	ClassReltype
	ClassReloftype
	ClassRelowner
	ClassRelam
	ClassRelfilenode
	ClassReltablespace
	ClassRelpages
	ClassReltuples
	ClassRelallvisible
	ClassRelallfrozen
	ClassReltoastrelid
	ClassRelhasindex
	ClassRelisshared
	ClassRelpersistence
	ClassRelkind
	ClassRelnatts
	ClassRelchecks
	ClassRelhasrules
	ClassRelhastriggers
	ClassRelhassubclass
	ClassRelrowsecurity
	ClassRelforcerowsecurity
	ClassRelispopulated
	ClassRelreplident
	ClassRelispartition
	ClassRelrewrite
	ClassRelfrozenxid
	ClassRelminmxid
	ClassRelacl
	ClassReloptions
	ClassRelpartbound
	numClassColumns
)

// Columns of pg_attribute.
const (
	AttributeAttrelid = iota
	AttributeAttname
	AttributeAtttypid
	AttributeAttlen
	AttributeAttnum
	AttributeAtttypmod
	AttributeAttndims
	AttributeAttbyval
	AttributeAttalign
	AttributeAttstorage
	AttributeAttcompression
	AttributeAttnotnull
	AttributeAtthasdef
	AttributeAtthasmissing
	AttributeAttidentity
	AttributeAttgenerated
	AttributeAttisdropped
	AttributeAttislocal
	AttributeAttinhcount
	AttributeAttcollation
	AttributeAttstattarget
	AttributeAttacl
	AttributeAttoptions
	AttributeAttfdwoptions
	AttributeAttmissingval
	numAttributeColumns
)

// Columns of pg_type.
const (
	TypeOid = iota
	TypeTypname
	TypeTypnamespace
	TypeTypowner
	TypeTyplen
	TypeTypbyval
	TypeTyptype
	TypeTypcategory
	TypeTypispreferred
	TypeTypisdefined
	TypeTypdelim
	TypeTyprelid
	TypeTypsubscript
	TypeTypelem
	TypeTyparray
	TypeTypinput
	TypeTypoutput
	TypeTypreceive
	TypeTypsend
	TypeTypmodin
	TypeTypmodout
	TypeTypanalyze
	TypeTypalign
	TypeTypstorage
	TypeTypnotnull
	TypeTypbasetype
	TypeTyptypmod
	TypeTypndims
	TypeTypcollation
	TypeTypdefaultbin
	TypeTypdefault
	TypeTypacl
	numTypeColumns
)

// Columns of pg_index.
const (
	IndexIndexrelid = iota
	IndexIndrelid
	IndexIndnatts
	IndexIndnkeyatts
	IndexIndisunique
	IndexIndnullsnotdistinct
	IndexIndisprimary
	IndexIndisexclusion
	IndexIndimmediate
	IndexIndisclustered
	IndexIndisvalid
	IndexIndcheckxmin
	IndexIndisready
	IndexIndislive
	IndexIndisreplident
	IndexIndkey
	IndexIndcollation
	IndexIndclass
	IndexIndoption
	IndexIndexprs
	IndexIndpred
	numIndexColumns
)

// Columns of pg_constraint.
const (
	ConstraintOid = iota
	ConstraintConname
	ConstraintConnamespace
	ConstraintContype
	ConstraintCondeferrable
	ConstraintCondeferred
	ConstraintConenforced
	ConstraintConvalidated
	ConstraintConrelid
	ConstraintContypid
	ConstraintConindid
	ConstraintConparentid
	ConstraintConfrelid
	ConstraintConfupdtype
	ConstraintConfdeltype
	ConstraintConfmatchtype
	ConstraintConislocal
	ConstraintConinhcount
	ConstraintConnoinherit
	ConstraintConperiod
	ConstraintConkey
	ConstraintConfkey
	ConstraintConpfeqop
	ConstraintConppeqop
	ConstraintConffeqop
	ConstraintConfdelsetcols
	ConstraintConexclop
	ConstraintConbin
	numConstraintColumns
)

// Columns of pg_trigger.
const (
	TriggerOid = iota
	TriggerTgrelid
	TriggerTgparentid
	TriggerTgname
	TriggerTgfoid
	TriggerTgtype
	TriggerTgenabled
	TriggerTgisinternal
	TriggerTgconstrrelid
	TriggerTgconstrindid
	TriggerTgconstraint
	TriggerTgdeferrable
	TriggerTginitdeferred
	TriggerTgnargs
	TriggerTgattr
	TriggerTgargs
	TriggerTgqual
	TriggerTgoldtable
	TriggerTgnewtable
	numTriggerColumns
)

// Columns of pg_attrdef.
const (
	AttrdefOid = iota
	AttrdefAdrelid
	AttrdefAdnum
	AttrdefAdbin
	numAttrdefColumns
)

// Columns of pg_depend.
const (
	DependClassid = iota
	DependObjid
	DependObjsubid
	DependRefclassid
	DependRefobjid
	DependRefobjsubid
	DependDeptype
	numDependColumns
)

// Columns of pg_namespace.
const (
	NamespaceOid = iota
	NamespaceNspname
	NamespaceNspowner
	NamespaceNspacl
	numNamespaceColumns
)

// Columns of pg_inherits.
const (
	InheritsInhrelid = iota
	InheritsInhparent
	InheritsInhseqno
	InheritsInhdetachpending
	numInheritsColumns
)

// Columns of pg_partitioned_table.
const (
	PartitionedPartrelid = iota
	PartitionedPartstrat
	PartitionedPartnatts
	PartitionedPartdefid
	PartitionedPartattrs
	PartitionedPartclass
	PartitionedPartcollation
	PartitionedPartexprs
	numPartitionedColumns
)

// Columns of pg_description.
const (
	DescriptionObjoid = iota
	DescriptionClassoid
	DescriptionObjsubid
	DescriptionDescription
	numDescriptionColumns
)

// Columns of pg_enum.
const (
	EnumOid = iota
	EnumEnumtypid
	EnumEnumsortorder
	EnumEnumlabel
	numEnumColumns
)

// Columns of pg_sequence.
const (
	SequenceSeqrelid = iota
	SequenceSeqtypid
	SequenceSeqstart
	SequenceSeqincrement
	SequenceSeqmax
	SequenceSeqmin
	SequenceSeqcache
	SequenceSeqcycle
	numSequenceColumns
)

// Columns of pg_authid.
const (
	AuthidOid = iota
	AuthidRolname
	AuthidRolsuper
	AuthidRolinherit
	AuthidRolcreaterole
	AuthidRolcreatedb
	AuthidRolcanlogin
	AuthidRolreplication
	AuthidRolbypassrls
	AuthidRolconnlimit
	AuthidRolpassword
	AuthidRolvaliduntil
	numAuthidColumns
)

// Columns of pg_auth_members.
const (
	AuthMembersOid = iota
	AuthMembersRoleid
	AuthMembersMember
	AuthMembersGrantor
	AuthMembersAdminOption
	AuthMembersInheritOption
	AuthMembersSetOption
	numAuthMembersColumns
)

// Columns of pg_shdepend.
const (
	ShdependDbid = iota
	ShdependClassid
	ShdependObjid
	ShdependObjsubid
	ShdependRefclassid
	ShdependRefobjid
	ShdependDeptype
	numShdependColumns
)

// Columns of pg_rewrite.
const (
	RewriteOid = iota
	RewriteRulename
	RewriteEvClass
	RewriteEvType
	RewriteEvEnabled
	RewriteIsInstead
	RewriteEvQual
	RewriteEvAction
	numRewriteColumns
)

// Columns of pg_statistic.
const (
	StatisticStarelid = iota
	StatisticStaattnum
	StatisticStainherit
	StatisticStanullfrac
	StatisticStawidth
	StatisticStadistinct
	StatisticStakind1
	StatisticStakind2
	StatisticStakind3
	StatisticStakind4
	StatisticStakind5
	StatisticStaop1
	StatisticStaop2
	StatisticStaop3
	StatisticStaop4
	StatisticStaop5
	StatisticStacoll1
	StatisticStacoll2
	StatisticStacoll3
	StatisticStacoll4
	StatisticStacoll5
	StatisticStanumbers1
	StatisticStanumbers2
	StatisticStanumbers3
	StatisticStanumbers4
	StatisticStanumbers5
	StatisticStavalues1
	StatisticStavalues2
	StatisticStavalues3
	StatisticStavalues4
	StatisticStavalues5
	numStatisticColumns
)
