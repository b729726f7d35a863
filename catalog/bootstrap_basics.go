package catalog

// The few objects that every database starts with: schemas, roles, access
// methods, languages, collations, tablespaces, the database itself, text search
// configurations.

import "minidb/types"

// predefinedRoles are PostgreSQL 18's, without the right to log in.
var predefinedRoles = []struct {
	oid  types.OID
	name string
}{
	{DatabaseOwner, "pg_database_owner"}, {6181, "pg_read_all_data"}, {6182, "pg_write_all_data"}, {3373, "pg_monitor"},
	{3374, "pg_read_all_settings"}, {3375, "pg_read_all_stats"}, {3377, "pg_stat_scan_tables"}, {4569, "pg_read_server_files"},
	{4570, "pg_write_server_files"}, {4571, "pg_execute_server_program"}, {4200, "pg_signal_backend"}, {4544, "pg_checkpoint"},
	{6337, "pg_maintain"}, {4550, "pg_use_reserved_connections"}, {6304, "pg_create_subscription"},
	{6392, "pg_signal_autovacuum_worker"},
}

func (b *bootstrap) basics() {
	yes, no, super, zero := boolDatum(true), boolDatum(false), oidDatum(BootstrapUser), oidDatum(0)
	// usable are the privileges on schemas that all may use.
	usable := func(owner types.OID) types.Datum {
		return ACL{{owner, owner, SchemaPrivileges, 0}, {0, owner, UsagePrivilege, 0}}.datum()
	}
	for _, n := range []struct {
		oid, owner types.OID
		name       string
		acl        types.Datum
	}{
		{CatalogNamespace, BootstrapUser, "pg_catalog", usable(BootstrapUser)}, {ToastNamespace, BootstrapUser, "pg_toast", null},
		{PublicNamespace, DatabaseOwner, "public", usable(DatabaseOwner)},
		{InformationSchema, BootstrapUser, "information_schema", usable(BootstrapUser)},
	} {
		b.add(PgNamespace, oidDatum(n.oid), textDatum(n.name), oidDatum(n.owner), n.acl)
	}
	b.add(PgAuthid, super, textDatum("postgres"), yes, yes, yes, yes, yes, yes, yes, types.NewInt(-1), null, null)
	for _, r := range predefinedRoles {
		b.add(PgAuthid, oidDatum(r.oid), textDatum(r.name), no, yes, no, no, no, no, no, types.NewInt(-1), null, null)
	}
	for i, r := range []types.OID{3374, 3375, 3377} { // pg_monitor is a member of them
		b.add(PgAuthMembers, oidDatum(10308+types.OID(i)), oidDatum(r), oidDatum(3373), super, no, yes, yes)
	}
	for _, m := range []struct {
		oid           types.OID
		name, handler string
		kind          byte
	}{{HeapAM, "heap", "heap_tableam_handler", 't'}, {BtreeAM, "btree", "bthandler", 'i'}, {HashAM, "hash", "hashhandler", 'i'}} {
		b.add(PgAm, oidDatum(m.oid), textDatum(m.name), regproc(m.handler), charDatum(m.kind))
	}
	for _, l := range []struct {
		oid, validator types.OID
		name           string
		trusted        bool
	}{{InternalLanguage, 2246, "internal", false}, {13, 2247, "c", false}, {SQLLanguage, 2248, "sql", true}} {
		b.add(PgLanguage, oidDatum(l.oid), textDatum(l.name), super, no, boolDatum(l.trusted), zero, zero, oidDatum(l.validator), null)
	}
	for _, c := range []struct {
		oid      types.OID
		name     string
		provider byte
	}{{DefaultCollation, "default", 'd'}, {CCollation, "C", 'c'}, {PosixCollation, "POSIX", 'c'}} {
		locale := textDatum(c.name)
		if c.provider == 'd' {
			locale = null
		}
		b.add(PgCollation, oidDatum(c.oid), textDatum(c.name), oidDatum(CatalogNamespace), super, charDatum(c.provider), yes,
			types.NewInt(-1), locale, locale, null, null, null)
	}
	b.add(PgTablespace, oidDatum(DefaultTablespace), textDatum("pg_default"), super, null, null)
	b.add(PgTablespace, oidDatum(GlobalTablespace), textDatum("pg_global"), super, null, null)
	c := textDatum("C")
	b.add(PgDatabase, oidDatum(PostgresDatabase), textDatum("postgres"), super, intDatum(6), charDatum('c'), no, yes, no,
		types.NewInt(-1), intDatum(744), intDatum(1), oidDatum(DefaultTablespace), c, c, null, null, null, null)
	b.textSearch()
	b.descriptions()
	b.add(PgShdescription, oidDatum(PostgresDatabase), oidDatum(PgDatabase), textDatum("default administrative connection database"))
}
