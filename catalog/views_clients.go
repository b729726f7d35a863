package catalog

// Views of collations and encodings, and of how clients are connected.

import (
	"minidb/session"
	"minidb/types"
)

var clientViews = []VirtualView{
	{Schema: "information_schema", Name: "character_sets", Columns: `character_set_catalog:name
		character_set_schema:name character_set_name:name character_repertoire:name form_of_use:name
		default_collate_catalog:name default_collate_schema:name default_collate_name:name`, Rows: characterSetRows},
	{Schema: "information_schema", Name: "collations", Columns: `collation_catalog:name
		collation_schema:name collation_name:name pad_attribute:varchar`, Rows: collationRows},
	{Schema: "information_schema", Name: "collation_character_set_applicability", Columns: `collation_catalog:name collation_schema:name collation_name:name character_set_catalog:name character_set_schema:name
		character_set_name:name`, Rows: collationSetRows},
	{Name: "pg_stat_ssl", Columns: `pid:int4 ssl:bool version:text cipher:text bits:int4 client_dn:text
		client_serial:numeric issuer_dn:text`, Rows: sslRows},
	{Name: "pg_stat_gssapi", Columns: `pid:int4 gss_authenticated:bool principal:text encrypted:bool
		credentials_delegated:bool`, Rows: gssapiRows},
}

// characterSetRows has the one encoding, and the collation of the database.
func characterSetRows(a *Access) ([]types.Row, error) {
	return []types.Row{{null, null, textDatum("UTF8"), textDatum("UCS"), textDatum("UTF8"),
		textDatum(a.S.Database), textDatum("pg_catalog"), textDatum("C")}}, nil
}

func collationRows(a *Access) ([]types.Row, error) {
	return a.perCollation(func(catalog, schema, name types.Datum) types.Row {
		return types.Row{catalog, schema, name, textDatum("NO PAD")}
	}), nil
}

func collationSetRows(a *Access) ([]types.Row, error) {
	return a.perCollation(func(catalog, schema, name types.Datum) types.Row {
		return types.Row{catalog, schema, name, null, null, textDatum("UTF8")}
	}), nil
}

func (a *Access) perCollation(row func(catalog, schema, name types.Datum) types.Row) (out []types.Row) {
	const collname, collnamespace = 1, 2
	for _, c := range a.rows(PgCollation, "pg_collation_oid_index") {
		schema := textDatum(a.NamespaceName(datumOID(c.row[collnamespace])))
		out = append(out, row(textDatum(a.S.Database), schema, c.row[collname]))
	}
	return out
}

// sslRows has a row for each client, with what its TLS is if the reader may know.
func sslRows(a *Access) ([]types.Row, error) {
	return a.perClient(8, func(row types.Row, b *session.Activity) {
		row[1] = boolDatum(b.TLS != nil)
		if t := b.TLS; t != nil {
			row[2], row[3], row[4] = textDatum(t.Version), textDatum(t.Cipher), types.NewInt(int64(t.Bits))
		}
	}), nil
}

// gssapiRows has a row for each client: none has it.
func gssapiRows(a *Access) ([]types.Row, error) {
	return a.perClient(5, func(row types.Row, _ *session.Activity) {
		row[1], row[3], row[4] = boolDatum(false), boolDatum(false), boolDatum(false)
	}), nil
}

func (a *Access) perClient(columns int, fill func(types.Row, *session.Activity)) (out []types.Row) {
	all := a.HasPrivilegesOf(a.S.CurrentRole, readAllStats)
	for _, b := range a.backends() {
		if b.ClientPort == 0 {
			continue
		}
		row := make(types.Row, columns)
		row[0] = types.NewInt(int64(b.PID))
		if all || a.HasPrivilegesOf(a.S.CurrentRole, a.roleOID(b.User)) {
			fill(row, &b)
		}
		out = append(out, row)
	}
	return out
}
