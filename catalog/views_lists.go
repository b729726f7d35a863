package catalog

// Views over the catalogs: tables, indexes, roles and so on, as PostgreSQL 18's
// system_views.sql defines them.

import (
	"strconv"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

var listViews = []VirtualView{
	{Name: "pg_settings", Columns: `name:text setting:text unit:text category:text short_desc:text extra_desc:text
		context:text vartype:text source:text min_val:text max_val:text enumvals:_text boot_val:text reset_val:text
		sourcefile:text sourceline:int4 pending_restart:bool`, Rows: settingRows},
	{Name: "pg_tables", Columns: `schemaname:name tablename:name tableowner:name tablespace:name hasindexes:bool
		hasrules:bool hastriggers:bool rowsecurity:bool`, Rows: tableRows},
	{Name: "pg_indexes", Columns: `schemaname:name tablename:name indexname:name tablespace:name indexdef:text`,
		Rows: indexRows},
	{Name: "pg_views", Columns: `schemaname:name viewname:name viewowner:name definition:text`, Rows: viewRows},
	{Name: "pg_matviews", Columns: `schemaname:name matviewname:name matviewowner:name tablespace:name hasindexes:bool
		ispopulated:bool definition:text`, Rows: noRows},
	{Name: "pg_rules", Columns: `schemaname:name tablename:name rulename:name definition:text`, Rows: noRows},
	{Name: "pg_policies", Columns: `schemaname:name tablename:name policyname:name permissive:text roles:_name cmd:text
		qual:text with_check:text`, Rows: noRows},
	{Name: "pg_roles", Columns: `rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool
		rolcanlogin:bool rolreplication:bool rolconnlimit:int4 rolpassword:text rolvaliduntil:timestamptz
		rolbypassrls:bool rolconfig:_text oid:oid`, Rows: roleRows},
	{Name: "pg_user", Columns: `usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool
		passwd:text valuntil:timestamptz useconfig:_text`, Rows: userRows},
	{Name: "pg_shadow", Columns: `usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool
		passwd:text valuntil:timestamptz useconfig:_text`, Rows: shadowRows},
	{Name: "pg_sequences", Columns: `schemaname:name sequencename:name sequenceowner:name data_type:regtype
		start_value:int8 min_value:int8 max_value:int8 increment_by:int8 cycle:bool cache_size:int8 last_value:int8`,
		Rows: sequenceRows},
	{Name: "pg_user_mappings", Columns: `umid:oid srvid:oid srvname:name umuser:oid usename:name umoptions:_text`, Rows: noRows},
	{Name: "pg_group", Columns: `groname:name grosysid:oid grolist:_oid`, Rows: groupRows},
}

func noRows(*Access) ([]types.Row, error) { return nil, nil }

// textOrNull makes a text, NULL if it is empty.
func textOrNull(s string) types.Datum {
	if s == "" {
		return null
	}
	return textDatum(s)
}

// showAllSettings is the function behind the view.
func showAllSettings(a *Access, _ []types.Datum) (types.Datum, error) {
	rows, err := settingRows(a)
	if err != nil {
		return null, err
	}
	columns := make([]types.OID, len(rows[0]))
	for i := range columns {
		columns[i] = types.TextOID
	}
	columns[11], columns[15], columns[16] = types.TextArrayOID, types.Int4OID, types.BoolOID
	out := make([]types.Datum, len(rows))
	for i, row := range rows {
		out[i] = types.NewRecord(&types.RecordVal{Types: columns, Fields: row})
	}
	return types.NewArray1(types.RecordOID, out), nil
}

func settingRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, d := range settings.All() {
		if d.NoShowAll {
			continue
		}
		lo, hi := settingBounds(d)
		var vals types.Datum
		if d.Type == settings.Enum {
			elems := make([]types.Datum, len(d.EnumVals))
			for i, v := range d.EnumVals {
				elems[i] = textDatum(v)
			}
			vals = types.NewArray1(types.TextOID, elems)
		}
		out = append(out, types.Row{
			textDatum(d.Name), textDatum(a.S.Set.Setting(d)), textOrNull(d.Unit), textDatum(d.Category), textDatum(d.Short),
			textOrNull(d.Detail()), textDatum(d.Context), textDatum(d.Type.String()), textDatum(a.S.Set.SourceOf(d).String()),
			textOrNull(lo), textOrNull(hi), vals, textDatum(d.Boot), textDatum(a.S.Set.ResetVal(d)), null, null, boolDatum(false),
		})
	}
	return out, nil
}

// settingBounds writes a number's least and greatest value.
func settingBounds(d *settings.Def) (lo, hi string) {
	switch d.Type {
	case settings.Int:
		return strconv.FormatInt(int64(d.Min), 10), strconv.FormatInt(int64(d.Max), 10)
	case settings.Real:
		return strconv.FormatFloat(d.Min, 'g', 6, 64), strconv.FormatFloat(d.Max, 'g', 6, 64)
	}
	return "", ""
}

// classRows returns copies of the pg_class rows of the given kinds.
func (a *Access) classRows(kinds ...RelKind) []types.Row {
	var out []types.Row
	for _, row := range a.Scan(a.System(PgClass), "") {
		k := RelKind(datumChar(row[ClassRelkind]))
		for _, want := range kinds {
			if k == want {
				out = append(out, append(types.Row(nil), row...))
			}
		}
	}
	return out
}

// schemaOf returns the name of a pg_class row's schema.
func (a *Access) schemaOf(class types.Row) string {
	return a.NamespaceName(datumOID(class[ClassRelnamespace]))
}

func tableRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(TableKind, PartitionedTableKind) {
		space := null
		if c[ClassRelisshared].IsTrue() {
			space = textDatum("pg_global")
		}
		out = append(out, types.Row{textDatum(a.schemaOf(c)), c[ClassRelname], textDatum(a.roleName(datumOID(c[ClassRelowner]))),
			space, c[ClassRelhasindex], c[ClassRelhasrules], c[ClassRelhastriggers], c[ClassRelrowsecurity]})
	}
	return out, nil
}

func indexRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(TableKind, PartitionedTableKind) {
		r, err := a.ByOID(datumOID(c[ClassOid]))
		if err != nil {
			return nil, err
		}
		if r == nil {
			continue
		}
		space := null
		if r.Shared {
			space = textDatum("pg_global")
		}
		for _, ix := range r.Indexes {
			out = append(out, types.Row{textDatum(r.Schema), textDatum(r.Name), textDatum(ix.Name), space,
				textDatum(a.indexDef(r, ix))})
		}
	}
	return out, nil
}

// ViewDefinition returns the query of a view as SQL text, empty if it is not
// known. The package that can print queries sets it.
var ViewDefinition = func(a *Access, view types.OID, pretty bool) (string, error) { return "", nil }

// The bits of pg_relation_is_updatable.
const (
	updateEvent = 1 << 2
	insertEvent = 1 << 3
	deleteEvent = 1 << 4
	AllEvents   = updateEvent | insertEvent | deleteEvent
	DeleteEvent = deleteEvent
)

// ViewEvents says what can be done to a user's view: as a whole if column is 0, to
// a column of it otherwise. Package planner sets it.
var ViewEvents = func(a *Access, view *Relation, column int) (int, error) { return 0, nil }

// events says what can be done to a relation, or to a column of it.
func (a *Access) events(oid types.OID, column int) (int, error) {
	r, err := a.ByOID(oid)
	switch {
	case err != nil || r == nil:
		return 0, err
	case r.Kind == TableKind || r.Kind == PartitionedTableKind:
		return AllEvents, nil
	case r.Kind == ViewKind && r.ViewQuery != "":
		return ViewEvents(a, r, column)
	}
	return 0, nil
}

func viewRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(ViewKind) {
		def, err := ViewDefinition(a, datumOID(c[ClassOid]), false)
		if err != nil {
			return nil, pgerr.From(err)
		}
		out = append(out, types.Row{textDatum(a.schemaOf(c)), c[ClassRelname], textDatum(a.roleName(datumOID(c[ClassRelowner]))),
			textOrNull(def)})
	}
	return out, nil
}

func roleRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, r := range a.Scan(a.System(PgAuthid), "") {
		out = append(out, types.Row{r[AuthidRolname], r[AuthidRolsuper], r[AuthidRolinherit], r[AuthidRolcreaterole],
			r[AuthidRolcreatedb], r[AuthidRolcanlogin], r[AuthidRolreplication], r[AuthidRolconnlimit], textDatum("********"),
			r[AuthidRolvaliduntil], r[AuthidRolbypassrls], textArray(a.RoleSettings(0, datumOID(r[AuthidOid]))), r[AuthidOid]})
	}
	return out, nil
}

// userRows are those of pg_shadow without the passwords.
func userRows(a *Access) ([]types.Row, error) {
	out, err := shadowRows(a)
	for _, row := range out {
		row[6] = textDatum("********")
	}
	return out, err
}

func shadowRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, r := range a.Scan(a.System(PgAuthid), "") {
		if r[AuthidRolcanlogin].IsTrue() {
			out = append(out, types.Row{r[AuthidRolname], r[AuthidOid], r[AuthidRolcreatedb], r[AuthidRolsuper],
				r[AuthidRolreplication], r[AuthidRolbypassrls], r[AuthidRolpassword], r[AuthidRolvaliduntil],
				textArray(a.RoleSettings(0, datumOID(r[AuthidOid])))})
		}
	}
	return out, nil
}

func groupRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, r := range a.Scan(a.System(PgAuthid), "") {
		if r[AuthidRolcanlogin].IsTrue() {
			continue
		}
		var members []types.OID
		for _, m := range a.Scan(a.System(PgAuthMembers), "pg_auth_members_role_member_index", r[AuthidOid]) {
			members = append(members, datumOID(m[2]))
		}
		list := array(types.OidOID, members)
		if list.IsNull() {
			list = types.NewArray1(types.OidOID, nil)
		}
		out = append(out, types.Row{r[AuthidRolname], r[AuthidOid], list})
	}
	return out, nil
}

// sequenceRows joins pg_class, pg_sequence and the one row of each sequence's
// heap (last_value, log_cnt, is_called).
func sequenceRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, c := range a.classRows(SequenceKind) {
		seq, _ := a.first(PgSequence, "pg_sequence_seqrelid_index", c[ClassOid])
		r, err := a.ByOID(datumOID(c[ClassOid]))
		if err != nil {
			return nil, err
		}
		if seq == nil || r == nil || r.Heap == nil {
			continue
		}
		last := null
		for _, row := range a.Scan(r, "") {
			if len(row) == 3 && row[2].IsTrue() && a.HasAnyPrivilege(a.S.CurrentRole, r, SelectPrivilege|UsagePrivilege) {
				last = row[0]
			}
		}
		out = append(out, types.Row{textDatum(r.Schema), textDatum(r.Name), textDatum(a.roleName(r.Owner)),
			seq[SequenceSeqtypid], seq[SequenceSeqstart], seq[SequenceSeqmin], seq[SequenceSeqmax], seq[SequenceSeqincrement],
			seq[SequenceSeqcycle], seq[SequenceSeqcache], last})
	}
	return out, nil
}
