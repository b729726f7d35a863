package catalog

// The system catalogs of features that are small in minidb or missing: clients
// join them in their queries, so they are there, most of them empty. See
// catalogDef for the notation.

var moreCatalogs = []catalogDef{
	{826, "pg_default_acl", 10088, 10087, false, `
		oid:oid! defaclrole:oid! defaclnamespace:oid! defaclobjtype:char! defaclacl:_aclitem!
	`, `
		827 pg_default_acl_role_nsp_obj_index u defaclrole,defaclnamespace,defaclobjtype
		828 pg_default_acl_oid_index p oid
	`},
	{1417, "pg_foreign_server", 10078, 10077, false, `
		oid:oid! srvname:name! srvowner:oid! srvfdw:oid! srvtype:text srvversion:text srvacl:_aclitem
		srvoptions:_text
	`, `
		113 pg_foreign_server_oid_index p oid
		549 pg_foreign_server_name_index u srvname
	`},
	{1418, "pg_user_mapping", 10080, 10079, false, `
		oid:oid! umuser:oid! umserver:oid! umoptions:_text
	`, `
		174 pg_user_mapping_oid_index p oid
		175 pg_user_mapping_user_server_index u umuser,umserver
	`},
	{2328, "pg_foreign_data_wrapper", 10076, 10075, false, `
		oid:oid! fdwname:name! fdwowner:oid! fdwhandler:oid! fdwvalidator:oid! fdwacl:_aclitem
		fdwoptions:_text
	`, `
		112 pg_foreign_data_wrapper_oid_index p oid
		548 pg_foreign_data_wrapper_name_index u fdwname
	`},
	{2607, "pg_conversion", 10049, 10048, false, `
		oid:oid! conname:name! connamespace:oid! conowner:oid! conforencoding:int4! contoencoding:int4!
		conproc:regproc! condefault:bool!
	`, `
		2668 pg_conversion_default_index u connamespace,conforencoding,contoencoding,oid
		2669 pg_conversion_name_nsp_index u conname,connamespace
		2670 pg_conversion_oid_index p oid
	`},
	{2613, "pg_largeobject", 10025, 10024, false, `
		loid:oid! pageno:int4! data:bytea!
	`, `
		2683 pg_largeobject_loid_pn_index p loid,pageno
	`},
	{2964, "pg_db_role_setting", 10054, 10053, true, `
		setdatabase:oid! setrole:oid! setconfig:_text
	`, `
		2965 pg_db_role_setting_databaseid_rol_index p setdatabase,setrole
	`},
	{2995, "pg_largeobject_metadata", 10023, 10022, false, `
		oid:oid! lomowner:oid! lomacl:_aclitem
	`, `
		2996 pg_largeobject_metadata_oid_index p oid
	`},
	{3079, "pg_extension", 10074, 10073, false, `
		oid:oid! extname:name! extowner:oid! extnamespace:oid! extrelocatable:bool! extversion:text!
		extconfig:_oid extcondition:_text
	`, `
		3080 pg_extension_oid_index p oid
		3081 pg_extension_name_index u extname
	`},
	{3118, "pg_foreign_table", 10082, 10081, false, `
		ftrelid:oid! ftserver:oid! ftoptions:_text
	`, `
		3119 pg_foreign_table_relid_index p ftrelid
	`},
	{3256, "pg_policy", 10084, 10083, false, `
		oid:oid! polname:name! polrelid:oid! polcmd:char! polpermissive:bool! polroles:_oid!
		polqual:pg_node_tree polwithcheck:pg_node_tree
	`, `
		3257 pg_policy_oid_index p oid
		3258 pg_policy_polrelid_polname_index u polrelid,polname
	`},
	{3394, "pg_init_privs", 10090, 10089, false, `
		objoid:oid! classoid:oid! objsubid:int4! privtype:char! initprivs:_aclitem!
	`, `
		3395 pg_init_privs_o_c_o_index p objoid,classoid,objsubid
	`},
	{3466, "pg_event_trigger", 10039, 10038, false, `
		oid:oid! evtname:name! evtevent:name! evtowner:oid! evtfoid:oid! evtenabled:char! evttags:_text
	`, `
		3467 pg_event_trigger_evtname_index u evtname
		3468 pg_event_trigger_oid_index p oid
	`},
	{3576, "pg_transform", 10103, 10102, false, `
		oid:oid! trftype:oid! trflang:oid! trffromsql:regproc! trftosql:regproc!
	`, `
		3574 pg_transform_oid_index p oid
		3575 pg_transform_type_lang_index u trftype,trflang
	`},
	{3592, "pg_shseclabel", 4066, 10093, true, `
		objoid:oid! classoid:oid! provider:text! label:text!
	`, `
		3593 pg_shseclabel_object_index p objoid,classoid,provider
	`},
	{3596, "pg_seclabel", 10092, 10091, false, `
		objoid:oid! classoid:oid! objsubid:int4! provider:text! label:text!
	`, `
		3597 pg_seclabel_object_index p objoid,classoid,objsubid,provider
	`},
	{3600, "pg_ts_dict", 10068, 10067, false, `
		oid:oid! dictname:name! dictnamespace:oid! dictowner:oid! dicttemplate:oid! dictinitoption:text
	`, `
		3604 pg_ts_dict_dictname_index u dictname,dictnamespace
		3605 pg_ts_dict_oid_index p oid
	`},
	{3601, "pg_ts_parser", 10070, 10069, false, `
		oid:oid! prsname:name! prsnamespace:oid! prsstart:regproc! prstoken:regproc! prsend:regproc!
		prsheadline:regproc! prslextype:regproc!
	`, `
		3606 pg_ts_parser_prsname_index u prsname,prsnamespace
		3607 pg_ts_parser_oid_index p oid
	`},
	{3602, "pg_ts_config", 10064, 10063, false, `
		oid:oid! cfgname:name! cfgnamespace:oid! cfgowner:oid! cfgparser:oid!
	`, `
		3608 pg_ts_config_cfgname_index u cfgname,cfgnamespace
		3712 pg_ts_config_oid_index p oid
	`},
	{3603, "pg_ts_config_map", 10066, 10065, false, `
		mapcfg:oid! maptokentype:int4! mapseqno:int4! mapdict:oid!
	`, `
		3609 pg_ts_config_map_index p mapcfg,maptokentype,mapseqno
	`},
	{3764, "pg_ts_template", 10072, 10071, false, `
		oid:oid! tmplname:name! tmplnamespace:oid! tmplinit:regproc! tmpllexize:regproc!
	`, `
		3766 pg_ts_template_tmplname_index u tmplname,tmplnamespace
		3767 pg_ts_template_oid_index p oid
	`},
	{6000, "pg_replication_origin", 10086, 10085, true, `
		roident:oid! roname:text!
	`, `
		6001 pg_replication_origin_roiident_index p roident
		6002 pg_replication_origin_roname_index u roname
	`},
	{6100, "pg_subscription", 6101, 10112, true, `
		oid:oid! subdbid:oid! subskiplsn:pg_lsn! subname:name! subowner:oid! subenabled:bool! subbinary:bool!
		substream:char! subtwophasestate:char! subdisableonerr:bool! subpasswordrequired:bool!
		subrunasowner:bool! subfailover:bool! subconninfo:text! subslotname:name subsynccommit:text!
		subpublications:_text! suborigin:text
	`, `
		6114 pg_subscription_oid_index p oid
		6115 pg_subscription_subname_index u subdbid,subname
	`},
	{6102, "pg_subscription_rel", 10114, 10113, false, `
		srsubid:oid! srrelid:oid! srsubstate:char! srsublsn:pg_lsn
	`, `
		6117 pg_subscription_rel_srrelid_srsubid_index p srrelid,srsubid
	`},
	{6104, "pg_publication", 10107, 10106, false, `
		oid:oid! pubname:name! pubowner:oid! puballtables:bool! pubinsert:bool! pubupdate:bool!
		pubdelete:bool! pubtruncate:bool! pubviaroot:bool! pubgencols:char!
	`, `
		6110 pg_publication_oid_index p oid
		6111 pg_publication_pubname_index u pubname
	`},
	{6106, "pg_publication_rel", 10111, 10110, false, `
		oid:oid! prpubid:oid! prrelid:oid! prqual:pg_node_tree prattrs:int2vector
	`, `
		6112 pg_publication_rel_oid_index p oid
		6113 pg_publication_rel_prrelid_prpubid_index u prrelid,prpubid
		6116 pg_publication_rel_prpubid_index - prpubid
	`},
	{6237, "pg_publication_namespace", 10109, 10108, false, `
		oid:oid! pnpubid:oid! pnnspid:oid!
	`, `
		6238 pg_publication_namespace_oid_index p oid
		6239 pg_publication_namespace_pnnspid_pnpubid_index u pnnspid,pnpubid
	`},
	{6243, "pg_parameter_acl", 10097, 10096, true, `
		oid:oid! parname:text! paracl:_aclitem
	`, `
		6246 pg_parameter_acl_parname_index u parname
		6247 pg_parameter_acl_oid_index p oid
	`},
}
