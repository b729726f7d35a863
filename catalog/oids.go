package catalog

// Object numbers that PostgreSQL fixes and code names.

import (
	"minidb/expr"
	"minidb/session"
	"minidb/types"
)

// OIDs of system catalogs.
const (
	PgAggregate            types.OID = 2600
	PgAm                   types.OID = 2601
	PgAmop                 types.OID = 2602
	PgAmproc               types.OID = 2603
	PgAttrdef              types.OID = 2604
	PgAttribute            types.OID = 1249
	PgAuthMembers          types.OID = 1261
	PgAuthid               types.OID = 1260
	PgCast                 types.OID = 2605
	PgClass                types.OID = 1259
	PgCollation            types.OID = 3456
	PgConstraint           types.OID = 2606
	PgConversion           types.OID = 2607
	PgDatabase             types.OID = 1262
	PgDbRoleSetting        types.OID = 2964
	PgDefaultAcl           types.OID = 826
	PgDepend               types.OID = 2608
	PgDescription          types.OID = 2609
	PgEnum                 types.OID = 3501
	PgEventTrigger         types.OID = 3466
	PgExtension            types.OID = 3079
	PgForeignDataWrapper   types.OID = 2328
	PgForeignServer        types.OID = 1417
	PgForeignTable         types.OID = 3118
	PgIndex                types.OID = 2610
	PgInherits             types.OID = 2611
	PgInitPrivs            types.OID = 3394
	PgLanguage             types.OID = 2612
	PgLargeobject          types.OID = 2613
	PgLargeobjectMetadata  types.OID = 2995
	PgNamespace            types.OID = 2615
	PgOpclass              types.OID = 2616
	PgOperator             types.OID = 2617
	PgOpfamily             types.OID = 2753
	PgParameterAcl         types.OID = 6243
	PgPartitionedTable     types.OID = 3350
	PgPolicy               types.OID = 3256
	PgProc                 types.OID = 1255
	PgPublication          types.OID = 6104
	PgPublicationNamespace types.OID = 6237
	PgPublicationRel       types.OID = 6106
	PgRange                types.OID = 3541
	PgReplicationOrigin    types.OID = 6000
	PgRewrite              types.OID = 2618
	PgSeclabel             types.OID = 3596
	PgSequence             types.OID = 2224
	PgShdepend             types.OID = 1214
	PgShdescription        types.OID = 2396
	PgShseclabel           types.OID = 3592
	PgStatistic            types.OID = 2619
	PgStatisticExt         types.OID = 3381
	PgStatisticExtData     types.OID = 3429
	PgSubscription         types.OID = 6100
	PgSubscriptionRel      types.OID = 6102
	PgTablespace           types.OID = 1213
	PgTransform            types.OID = 3576
	PgTrigger              types.OID = 2620
	PgTsConfig             types.OID = 3602
	PgTsConfigMap          types.OID = 3603
	PgTsDict               types.OID = 3600
	PgTsParser             types.OID = 3601
	PgTsTemplate           types.OID = 3764
	PgType                 types.OID = 1247
	PgUserMapping          types.OID = 1418
)

// OIDs of schemas, roles, access methods, languages, tablespaces, the database
// and the collations.
const (
	CatalogNamespace  types.OID = 11
	ToastNamespace    types.OID = 99
	PublicNamespace   types.OID = 2200
	InformationSchema types.OID = 13144
	BootstrapUser               = session.BootstrapRole
	DatabaseOwner     types.OID = 6171
	HeapAM            types.OID = 2
	BtreeAM           types.OID = 403
	HashAM            types.OID = 405
	InternalLanguage  types.OID = 12
	SQLLanguage       types.OID = 14
	DefaultTablespace types.OID = 1663
	GlobalTablespace  types.OID = 1664
	PostgresDatabase  types.OID = 5
	DefaultCollation            = expr.DefaultCollation
	CCollation                  = expr.CCollation
	PosixCollation              = expr.PosixCollation
)
