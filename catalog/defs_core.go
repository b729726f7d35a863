package catalog

// The system catalogs that the engine itself reads and writes, with
// PostgreSQL 18's numbers, columns and indexes, by OID. See catalogDef for the
// notation.

var coreCatalogs = []catalogDef{
	{1213, "pg_tablespace", 10056, 10055, true, `
		oid:oid! spcname:name! spcowner:oid! spcacl:_aclitem spcoptions:_text
	`, `
		2697 pg_tablespace_oid_index p oid
		2698 pg_tablespace_spcname_index u spcname
	`},
	{1214, "pg_shdepend", 10060, 10059, true, `
		dbid:oid! classid:oid! objid:oid! objsubid:int4! refclassid:oid! refobjid:oid! deptype:char!
	`, `
		1232 pg_shdepend_depender_index - dbid,classid,objid,objsubid
		1233 pg_shdepend_reference_index - refclassid,refobjid
	`},
	{1247, "pg_type", 71, 210, false, `
		oid:oid! typname:name! typnamespace:oid! typowner:oid! typlen:int2! typbyval:bool! typtype:char!
		typcategory:char! typispreferred:bool! typisdefined:bool! typdelim:char! typrelid:oid!
		typsubscript:regproc! typelem:oid! typarray:oid! typinput:regproc! typoutput:regproc!
		typreceive:regproc! typsend:regproc! typmodin:regproc! typmodout:regproc! typanalyze:regproc!
		typalign:char! typstorage:char! typnotnull:bool! typbasetype:oid! typtypmod:int4! typndims:int4!
		typcollation:oid! typdefaultbin:pg_node_tree typdefault:text typacl:_aclitem
	`, `
		2703 pg_type_oid_index p oid
		2704 pg_type_typname_nsp_index u typname,typnamespace
	`},
	{1249, "pg_attribute", 75, 270, false, `
		attrelid:oid! attname:name! atttypid:oid! attlen:int2! attnum:int2! atttypmod:int4! attndims:int2!
		attbyval:bool! attalign:char! attstorage:char! attcompression:char! attnotnull:bool! atthasdef:bool!
		atthasmissing:bool! attidentity:char! attgenerated:char! attisdropped:bool! attislocal:bool!
		attinhcount:int2! attcollation:oid! attstattarget:int2 attacl:_aclitem attoptions:_text
		attfdwoptions:_text attmissingval:anyarray
	`, `
		2658 pg_attribute_relid_attnam_index u attrelid,attname
		2659 pg_attribute_relid_attnum_index p attrelid,attnum
	`},
	{1255, "pg_proc", 81, 272, false, `
		oid:oid! proname:name! pronamespace:oid! proowner:oid! prolang:oid! procost:float4! prorows:float4!
		provariadic:oid! prosupport:regproc! prokind:char! prosecdef:bool! proleakproof:bool!
		proisstrict:bool! proretset:bool! provolatile:char! proparallel:char! pronargs:int2!
		pronargdefaults:int2! prorettype:oid! proargtypes:oidvector! proallargtypes:_oid proargmodes:_char
		proargnames:_text proargdefaults:pg_node_tree protrftypes:_oid prosrc:text! probin:text
		prosqlbody:pg_node_tree proconfig:_text proacl:_aclitem
	`, `
		2690 pg_proc_oid_index p oid
		2691 pg_proc_proname_args_nsp_index u proname,proargtypes,pronamespace
	`},
	{1259, "pg_class", 83, 273, false, `
		oid:oid! relname:name! relnamespace:oid! reltype:oid! reloftype:oid! relowner:oid! relam:oid!
		relfilenode:oid! reltablespace:oid! relpages:int4! reltuples:float4! relallvisible:int4!
		relallfrozen:int4! reltoastrelid:oid! relhasindex:bool! relisshared:bool! relpersistence:char!
		relkind:char! relnatts:int2! relchecks:int2! relhasrules:bool! relhastriggers:bool!
		relhassubclass:bool! relrowsecurity:bool! relforcerowsecurity:bool! relispopulated:bool!
		relreplident:char! relispartition:bool! relrewrite:oid! relfrozenxid:xid! relminmxid:xid!
		relacl:_aclitem reloptions:_text relpartbound:pg_node_tree
	`, `
		2662 pg_class_oid_index p oid
		2663 pg_class_relname_nsp_index u relname,relnamespace
		3455 pg_class_tblspc_relfilenode_index - reltablespace,relfilenode
	`},
	{1260, "pg_authid", 2842, 10057, true, `
		oid:oid! rolname:name! rolsuper:bool! rolinherit:bool! rolcreaterole:bool! rolcreatedb:bool!
		rolcanlogin:bool! rolreplication:bool! rolbypassrls:bool! rolconnlimit:int4! rolpassword:text
		rolvaliduntil:timestamptz
	`, `
		2676 pg_authid_rolname_index u rolname
		2677 pg_authid_oid_index p oid
	`},
	{1261, "pg_auth_members", 2843, 10058, true, `
		oid:oid! roleid:oid! member:oid! grantor:oid! admin_option:bool! inherit_option:bool!
		set_option:bool!
	`, `
		2694 pg_auth_members_role_member_index u roleid,member,grantor
		2695 pg_auth_members_member_role_index u member,roleid,grantor
		6302 pg_auth_members_grantor_index - grantor
		6303 pg_auth_members_oid_index p oid
	`},
	{1262, "pg_database", 1248, 10052, true, `
		oid:oid! datname:name! datdba:oid! encoding:int4! datlocprovider:char! datistemplate:bool!
		datallowconn:bool! dathasloginevt:bool! datconnlimit:int4! datfrozenxid:xid! datminmxid:xid!
		dattablespace:oid! datcollate:text! datctype:text! datlocale:text daticurules:text
		datcollversion:text datacl:_aclitem
	`, `
		2671 pg_database_datname_index u datname
		2672 pg_database_oid_index p oid
	`},
	{2224, "pg_sequence", 10105, 10104, false, `
		seqrelid:oid! seqtypid:oid! seqstart:int8! seqincrement:int8! seqmax:int8! seqmin:int8!
		seqcache:int8! seqcycle:bool!
	`, `
		5002 pg_sequence_seqrelid_index p seqrelid
	`},
	{2396, "pg_shdescription", 10062, 10061, true, `
		objoid:oid! classoid:oid! description:text!
	`, `
		2397 pg_shdescription_o_c_index p objoid,classoid
	`},
	{2600, "pg_aggregate", 10027, 10026, false, `
		aggfnoid:regproc! aggkind:char! aggnumdirectargs:int2! aggtransfn:regproc! aggfinalfn:regproc!
		aggcombinefn:regproc! aggserialfn:regproc! aggdeserialfn:regproc! aggmtransfn:regproc!
		aggminvtransfn:regproc! aggmfinalfn:regproc! aggfinalextra:bool! aggmfinalextra:bool!
		aggfinalmodify:char! aggmfinalmodify:char! aggsortop:oid! aggtranstype:oid! aggtransspace:int4!
		aggmtranstype:oid! aggmtransspace:int4! agginitval:text aggminitval:text
	`, `
		2650 pg_aggregate_fnoid_index p aggfnoid
	`},
	{2601, "pg_am", 10015, 10014, false, `
		oid:oid! amname:name! amhandler:regproc! amtype:char!
	`, `
		2651 pg_am_name_index u amname
		2652 pg_am_oid_index p oid
	`},
	{2602, "pg_amop", 10017, 10016, false, `
		oid:oid! amopfamily:oid! amoplefttype:oid! amoprighttype:oid! amopstrategy:int2! amoppurpose:char!
		amopopr:oid! amopmethod:oid! amopsortfamily:oid!
	`, `
		2653 pg_amop_fam_strat_index u amopfamily,amoplefttype,amoprighttype,amopstrategy
		2654 pg_amop_opr_fam_index u amopopr,amoppurpose,amopfamily
		2756 pg_amop_oid_index p oid
	`},
	{2603, "pg_amproc", 10019, 10018, false, `
		oid:oid! amprocfamily:oid! amproclefttype:oid! amprocrighttype:oid! amprocnum:int2! amproc:regproc!
	`, `
		2655 pg_amproc_fam_proc_index u amprocfamily,amproclefttype,amprocrighttype,amprocnum
		2757 pg_amproc_oid_index p oid
	`},
	{2604, "pg_attrdef", 10001, 10000, false, `
		oid:oid! adrelid:oid! adnum:int2! adbin:pg_node_tree!
	`, `
		2656 pg_attrdef_adrelid_adnum_index u adrelid,adnum
		2657 pg_attrdef_oid_index p oid
	`},
	{2605, "pg_cast", 10043, 10042, false, `
		oid:oid! castsource:oid! casttarget:oid! castfunc:oid! castcontext:char! castmethod:char!
	`, `
		2660 pg_cast_oid_index p oid
		2661 pg_cast_source_target_index u castsource,casttarget
	`},
	{2606, "pg_constraint", 10003, 10002, false, `
		oid:oid! conname:name! connamespace:oid! contype:char! condeferrable:bool! condeferred:bool!
		conenforced:bool! convalidated:bool! conrelid:oid! contypid:oid! conindid:oid! conparentid:oid!
		confrelid:oid! confupdtype:char! confdeltype:char! confmatchtype:char! conislocal:bool!
		coninhcount:int2! connoinherit:bool! conperiod:bool! conkey:_int2 confkey:_int2 conpfeqop:_oid
		conppeqop:_oid conffeqop:_oid confdelsetcols:_int2 conexclop:_oid conbin:pg_node_tree
	`, `
		2579 pg_constraint_conparentid_index - conparentid
		2664 pg_constraint_conname_nsp_index - conname,connamespace
		2665 pg_constraint_conrelid_contypid_conname_index u conrelid,contypid,conname
		2666 pg_constraint_contypid_index - contypid
		2667 pg_constraint_oid_index p oid
	`},
	{2608, "pg_depend", 10051, 10050, false, `
		classid:oid! objid:oid! objsubid:int4! refclassid:oid! refobjid:oid! refobjsubid:int4! deptype:char!
	`, `
		2673 pg_depend_depender_index - classid,objid,objsubid
		2674 pg_depend_reference_index - refclassid,refobjid,refobjsubid
	`},
	{2609, "pg_description", 10041, 10040, false, `
		objoid:oid! classoid:oid! objsubid:int4! description:text!
	`, `
		2675 pg_description_o_c_o_index p objoid,classoid,objsubid
	`},
	{2610, "pg_index", 10007, 10006, false, `
		indexrelid:oid! indrelid:oid! indnatts:int2! indnkeyatts:int2! indisunique:bool!
		indnullsnotdistinct:bool! indisprimary:bool! indisexclusion:bool! indimmediate:bool!
		indisclustered:bool! indisvalid:bool! indcheckxmin:bool! indisready:bool! indislive:bool!
		indisreplident:bool! indkey:int2vector! indcollation:oidvector! indclass:oidvector!
		indoption:int2vector! indexprs:pg_node_tree indpred:pg_node_tree
	`, `
		2678 pg_index_indrelid_index - indrelid
		2679 pg_index_indexrelid_index p indexrelid
	`},
	{2611, "pg_inherits", 10005, 10004, false, `
		inhrelid:oid! inhparent:oid! inhseqno:int4! inhdetachpending:bool!
	`, `
		2187 pg_inherits_parent_index - inhparent
		2680 pg_inherits_relid_seqno_index p inhrelid,inhseqno
	`},
	{2612, "pg_language", 10021, 10020, false, `
		oid:oid! lanname:name! lanowner:oid! lanispl:bool! lanpltrusted:bool! lanplcallfoid:oid!
		laninline:oid! lanvalidator:oid! lanacl:_aclitem
	`, `
		2681 pg_language_name_index u lanname
		2682 pg_language_oid_index p oid
	`},
	{2615, "pg_namespace", 10047, 10046, false, `
		oid:oid! nspname:name! nspowner:oid! nspacl:_aclitem
	`, `
		2684 pg_namespace_nspname_index u nspname
		2685 pg_namespace_oid_index p oid
	`},
	{2616, "pg_opclass", 10013, 10012, false, `
		oid:oid! opcmethod:oid! opcname:name! opcnamespace:oid! opcowner:oid! opcfamily:oid! opcintype:oid!
		opcdefault:bool! opckeytype:oid!
	`, `
		2686 pg_opclass_am_name_nsp_index u opcmethod,opcname,opcnamespace
		2687 pg_opclass_oid_index p oid
	`},
	{2617, "pg_operator", 10009, 10008, false, `
		oid:oid! oprname:name! oprnamespace:oid! oprowner:oid! oprkind:char! oprcanmerge:bool!
		oprcanhash:bool! oprleft:oid! oprright:oid! oprresult:oid! oprcom:oid! oprnegate:oid!
		oprcode:regproc! oprrest:regproc! oprjoin:regproc!
	`, `
		2688 pg_operator_oid_index p oid
		2689 pg_operator_oprname_l_r_n_index u oprname,oprleft,oprright,oprnamespace
	`},
	{2618, "pg_rewrite", 10035, 10034, false, `
		oid:oid! rulename:name! ev_class:oid! ev_type:char! ev_enabled:char! is_instead:bool!
		ev_qual:pg_node_tree! ev_action:pg_node_tree!
	`, `
		2692 pg_rewrite_oid_index p oid
		2693 pg_rewrite_rel_rulename_index u ev_class,rulename
	`},
	{2619, "pg_statistic", 10029, 10028, false, `
		starelid:oid! staattnum:int2! stainherit:bool! stanullfrac:float4! stawidth:int4!
		stadistinct:float4! stakind1:int2! stakind2:int2! stakind3:int2! stakind4:int2! stakind5:int2!
		staop1:oid! staop2:oid! staop3:oid! staop4:oid! staop5:oid! stacoll1:oid! stacoll2:oid!
		stacoll3:oid! stacoll4:oid! stacoll5:oid! stanumbers1:_float4 stanumbers2:_float4
		stanumbers3:_float4 stanumbers4:_float4 stanumbers5:_float4 stavalues1:anyarray stavalues2:anyarray
		stavalues3:anyarray stavalues4:anyarray stavalues5:anyarray
	`, `
		2696 pg_statistic_relid_att_inh_index p starelid,staattnum,stainherit
	`},
	{2620, "pg_trigger", 10037, 10036, false, `
		oid:oid! tgrelid:oid! tgparentid:oid! tgname:name! tgfoid:oid! tgtype:int2! tgenabled:char!
		tgisinternal:bool! tgconstrrelid:oid! tgconstrindid:oid! tgconstraint:oid! tgdeferrable:bool!
		tginitdeferred:bool! tgnargs:int2! tgattr:int2vector! tgargs:bytea! tgqual:pg_node_tree
		tgoldtable:name tgnewtable:name
	`, `
		2699 pg_trigger_tgconstraint_index - tgconstraint
		2701 pg_trigger_tgrelid_tgname_index u tgrelid,tgname
		2702 pg_trigger_oid_index p oid
	`},
	{2753, "pg_opfamily", 10011, 10010, false, `
		oid:oid! opfmethod:oid! opfname:name! opfnamespace:oid! opfowner:oid!
	`, `
		2754 pg_opfamily_am_name_nsp_index u opfmethod,opfname,opfnamespace
		2755 pg_opfamily_oid_index p oid
	`},
	{3350, "pg_partitioned_table", 10099, 10098, false, `
		partrelid:oid! partstrat:char! partnatts:int2! partdefid:oid! partattrs:int2vector!
		partclass:oidvector! partcollation:oidvector! partexprs:pg_node_tree
	`, `
		3351 pg_partitioned_table_partrelid_index p partrelid
	`},
	{3381, "pg_statistic_ext", 10031, 10030, false, `
		oid:oid! stxrelid:oid! stxname:name! stxnamespace:oid! stxowner:oid! stxkeys:int2vector!
		stxstattarget:int2 stxkind:_char! stxexprs:pg_node_tree
	`, `
		3379 pg_statistic_ext_relid_index - stxrelid
		3380 pg_statistic_ext_oid_index p oid
		3997 pg_statistic_ext_name_index u stxname,stxnamespace
	`},
	{3429, "pg_statistic_ext_data", 10033, 10032, false, `
		stxoid:oid! stxdinherit:bool! stxdndistinct:bytea stxddependencies:bytea stxdmcv:bytea
		stxdexpr:_text
	`, `
		3433 pg_statistic_ext_data_stxoid_inh_index p stxoid,stxdinherit
	`},
	{3456, "pg_collation", 10095, 10094, false, `
		oid:oid! collname:name! collnamespace:oid! collowner:oid! collprovider:char!
		collisdeterministic:bool! collencoding:int4! collcollate:text collctype:text colllocale:text
		collicurules:text collversion:text
	`, `
		3085 pg_collation_oid_index p oid
		3164 pg_collation_name_enc_nsp_index u collname,collencoding,collnamespace
	`},
	{3501, "pg_enum", 10045, 10044, false, `
		oid:oid! enumtypid:oid! enumsortorder:float4! enumlabel:name!
	`, `
		3502 pg_enum_oid_index p oid
		3503 pg_enum_typid_label_index u enumtypid,enumlabel
		3534 pg_enum_typid_sortorder_index u enumtypid,enumsortorder
	`},
	{3541, "pg_range", 10101, 10100, false, `
		rngtypid:oid! rngsubtype:oid! rngmultitypid:oid! rngcollation:oid! rngsubopc:oid!
		rngcanonical:regproc! rngsubdiff:regproc!
	`, `
		2228 pg_range_rngmultitypid_index u rngmultitypid
		3542 pg_range_rngtypid_index p rngtypid
	`},
}
