package catalog

// Configurations of text search: rows of pg_ts_config, and of pg_ts_config_map,
// which says by which dictionaries tokens are looked up. After PostgreSQL 18,
// commands/tsearchcmds.c.

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// tsKinds has for each catalog of text search its indexes and how its objects are
// called.
var tsKinds = map[types.OID]struct{ name, oid, word string }{
	PgTsConfig:   {"pg_ts_config_cfgname_index", "pg_ts_config_oid_index", "text search configuration"},
	PgTsDict:     {"pg_ts_dict_dictname_index", "pg_ts_dict_oid_index", "text search dictionary"},
	PgTsParser:   {"pg_ts_parser_prsname_index", "pg_ts_parser_oid_index", "text search parser"},
	PgTsTemplate: {"pg_ts_template_tmplname_index", "pg_ts_template_oid_index", "text search template"},
}

// TSObject finds an object of text search, in schema or along search_path, 0 if
// there is none.
func (a *Access) TSObject(class types.OID, schema, name string) (types.OID, error) {
	path := a.SearchPath()
	if schema != "" {
		ns, ok := a.ExplicitNamespace(schema)
		if !ok {
			return 0, nil
		}
		if err := a.CheckUse(ns); err != nil {
			return 0, err
		}
		path = []types.OID{ns}
	}
	for _, ns := range path {
		if row, _ := a.first(class, tsKinds[class].name, textDatum(name), oidDatum(ns)); row != nil && (schema != "" || !a.IsMyTemp(ns)) {
			return datumOID(row[0]), nil
		}
	}
	return 0, nil
}

// NoTSObject is the error for one that is not there; name is as it was written.
func NoTSObject(class types.OID, name string) error {
	return pgerr.New(pgerr.UndefinedObject, "%s %s does not exist", tsKinds[class].word, quoted(name))
}

// TSConfig is a row of pg_ts_config.
type TSConfig struct {
	OID                      types.OID
	Name                     string
	Namespace, Owner, Parser types.OID
}

// TSConfig returns a configuration, nil if it is gone.
func (a *Access) TSConfig(oid types.OID) *TSConfig {
	row, _ := a.first(PgTsConfig, "pg_ts_config_oid_index", oidDatum(oid))
	if row == nil {
		return nil
	}
	return &TSConfig{datumOID(row[0]), datumText(row[1]), datumOID(row[2]), datumOID(row[3]), datumOID(row[4])}
}

// TSMapping is a row of pg_ts_config_map.
type TSMapping struct {
	Token, Seq int
	Dict       types.OID
}

// TSMappings are a configuration's, by token and sequence number.
func (a *Access) TSMappings(config types.OID) []TSMapping {
	var out []TSMapping
	for _, row := range a.Scan(a.System(PgTsConfigMap), "pg_ts_config_map_index", oidDatum(config)) {
		out = append(out, TSMapping{int(row[1].Int()), int(row[2].Int()), datumOID(row[3])})
	}
	return out
}

// TokenTypes are those of a parser: there is one.
func TokenTypes() []TokenType {
	out := make([]TokenType, len(tokenTypes))
	for i, t := range tokenTypes {
		out[i] = TokenType{i + 1, t.alias, t.description}
	}
	return out
}

// CreateTSConfig makes a configuration and its map.
func (a *Access) CreateTSConfig(c *TSConfig, maps []TSMapping) error {
	c.OID = a.NewOID()
	err := a.insertRow(PgTsConfig, types.Row{oidDatum(c.OID), textDatum(c.Name), oidDatum(c.Namespace), oidDatum(c.Owner), oidDatum(c.Parser)})
	if err != nil {
		return err
	}
	if err := a.insertMappings(c.OID, maps); err != nil {
		return err
	}
	if err := a.addRoleDepend(Object{Class: PgTsConfig, OID: c.OID}, c.Owner, ownerDep); err != nil {
		return err
	}
	a.CommandEnd()
	return a.tsConfigDepends(c)
}

// insertMappings writes rows of the map.
func (a *Access) insertMappings(config types.OID, maps []TSMapping) error {
	rows := make([]types.Row, len(maps))
	for i, m := range maps {
		rows[i] = types.Row{oidDatum(config), intDatum(m.Token), intDatum(m.Seq), oidDatum(m.Dict)}
	}
	return a.insertRows(PgTsConfigMap, rows)
}

// tsConfigDepends notes anew what a configuration needs.
func (a *Access) tsConfigDepends(c *TSConfig) error {
	self := Object{Class: PgTsConfig, OID: c.OID}
	if err := a.deleteWhere(PgDepend, "pg_depend_depender_index", dependKey(self)...); err != nil {
		return err
	}
	on := []Object{{Class: PgNamespace, OID: c.Namespace}, {Class: PgTsParser, OID: c.Parser}}
	for _, m := range a.TSMappings(c.OID) {
		on = append(on, Object{Class: PgTsDict, OID: m.Dict})
	}
	err := a.AddDepends(self, NormalDep, on...)
	a.CommandEnd()
	return err
}

// AddTSMappings maps tokens to dictionaries; with replace what they were mapped to
// is forgotten. 23505 if a token is mapped already.
func (a *Access) AddTSMappings(c *TSConfig, tokens []int, dicts []types.OID, replace bool) error {
	if replace {
		for _, t := range tokens {
			if err := a.deleteWhere(PgTsConfigMap, "pg_ts_config_map_index", oidDatum(c.OID), intDatum(t)); err != nil {
				return err
			}
		}
		a.CommandEnd()
	}
	var maps []TSMapping
	for _, t := range tokens {
		for i, d := range dicts {
			maps = append(maps, TSMapping{t, i + 1, d})
		}
	}
	if err := a.insertMappings(c.OID, maps); err != nil {
		return err
	}
	a.CommandEnd()
	return a.tsConfigDepends(c)
}

// ReplaceTSDict puts one dictionary in the place of another, for some tokens or, if
// there are none, for all.
func (a *Access) ReplaceTSDict(c *TSConfig, tokens []int, from, to types.OID) error {
	w := a.Writer(a.System(PgTsConfigMap))
	defer w.Close()
	for _, f := range a.rows(PgTsConfigMap, "pg_ts_config_map_index", oidDatum(c.OID)) {
		if datumOID(f.row[3]) != from || len(tokens) > 0 && !slices.Contains(tokens, int(f.row[1].Int())) {
			continue
		}
		f.row[3] = oidDatum(to)
		if err := w.Update(f.tid, f.row); err != nil {
			return err
		}
	}
	a.CommandEnd()
	return a.tsConfigDepends(c)
}

// DropTSMapping forgets what a token is mapped to: found is false if it was not.
func (a *Access) DropTSMapping(c *TSConfig, token int) (found bool, err error) {
	key := []types.Datum{oidDatum(c.OID), intDatum(token)}
	if row, _ := a.first(PgTsConfigMap, "pg_ts_config_map_index", key...); row == nil {
		return false, nil
	}
	if err := a.deleteWhere(PgTsConfigMap, "pg_ts_config_map_index", key...); err != nil {
		return true, err
	}
	a.CommandEnd()
	return true, a.tsConfigDepends(c)
}

// MoveTSConfig gives a configuration another name or schema: 42710 if that is
// taken.
func (a *Access) MoveTSConfig(c *TSConfig, ns types.OID, name string) error {
	if err := a.lockNamespace(ns); err != nil {
		return err
	}
	if row, _ := a.first(PgTsConfig, "pg_ts_config_cfgname_index", textDatum(name), oidDatum(ns)); row != nil {
		return pgerr.New(pgerr.DuplicateObject, "text search configuration %s already exists in schema %s", quoted(name), quoted(a.NamespaceName(ns)))
	}
	_, err := a.change(PgTsConfig, "pg_ts_config_oid_index", []types.Datum{oidDatum(c.OID)}, func(row types.Row) bool {
		row[1], row[2] = textDatum(name), oidDatum(ns)
		return true
	})
	if err == nil && ns != c.Namespace {
		err = a.moveDepend(Object{Class: PgTsConfig, OID: c.OID}, c.Namespace, ns)
	}
	a.CommandEnd()
	return err
}

// SetTSConfigOwner gives a configuration to a role.
func (a *Access) SetTSConfigOwner(oid, role types.OID) error {
	_, err := a.change(PgTsConfig, "pg_ts_config_oid_index", []types.Datum{oidDatum(oid)}, func(row types.Row) bool {
		row[3] = oidDatum(role)
		return true
	})
	if err != nil {
		return err
	}
	return a.setOwner(Object{Class: PgTsConfig, OID: oid}, role)
}

// CheckTSConfigOwner refuses the current role what only a configuration's owner may
// do; name is as it was written.
func (a *Access) CheckTSConfigOwner(c *TSConfig, name string) error {
	if a.HasPrivilegesOf(a.S.CurrentRole, c.Owner) {
		return nil
	}
	return notOwner("text search configuration", name)
}

// tsName is an object's name, with its schema if search_path does not find it.
func (a *Access) tsName(class, oid types.OID) string {
	row, _ := a.first(class, tsKinds[class].oid, oidDatum(oid))
	if row == nil {
		return ""
	}
	name := datumText(row[1])
	if found, err := a.TSObject(class, "", name); err == nil && found == oid {
		return expr.QuoteIdent(name)
	}
	return expr.QuoteIdent(a.NamespaceName(datumOID(row[2]))) + "." + expr.QuoteIdent(name)
}

// tsIn reads a regconfig or regdictionary.
func (a *Access) tsIn(class types.OID, s string) (types.OID, error) {
	if o, ok := regNumber(s); ok {
		return o, nil
	}
	schema, name, err := ParseName(s)
	if err != nil {
		return 0, err
	}
	oid, err := a.TSObject(class, schema, name)
	if err == nil && oid == 0 {
		shown := name
		if schema != "" {
			shown = schema + "." + name
		}
		err = NoTSObject(class, shown)
	}
	return oid, err
}

func (a *Access) tsOut(class, o types.OID) string {
	if name := a.tsName(class, o); name != "" {
		return name
	}
	return regNumberOut(o)
}

// RegconfigIn finds a configuration of text search.
func (a *Access) RegconfigIn(s string) (types.OID, error) { return a.tsIn(PgTsConfig, s) }

// RegconfigOut writes a configuration's name.
func (a *Access) RegconfigOut(o types.OID) string { return a.tsOut(PgTsConfig, o) }

// RegdictionaryIn finds a dictionary of text search.
func (a *Access) RegdictionaryIn(s string) (types.OID, error) { return a.tsIn(PgTsDict, s) }

// RegdictionaryOut writes a dictionary's name.
func (a *Access) RegdictionaryOut(o types.OID) string { return a.tsOut(PgTsDict, o) }

var textSearchFuncs = map[string]catalogFunc{"ts_token_type": tsTokenType}

// tsTokenType lists the token types of a parser.
func tsTokenType(a *Access, args []types.Datum) (types.Datum, error) {
	oid := types.OID(0)
	if args[0].Kind() == types.Text {
		var err error
		if oid, err = a.tsIn(PgTsParser, args[0].Text()); err != nil {
			return null, err
		}
	} else {
		oid = datumOID(args[0])
	}
	if oid != DefaultTSParser {
		return null, pgerr.New(pgerr.Internal, "cache lookup failed for text search parser %d", oid)
	}
	var rows []types.Datum
	for _, t := range TokenTypes() {
		rows = append(rows, types.NewRecord(&types.RecordVal{Types: []types.OID{types.Int4OID, types.TextOID, types.TextOID},
			Fields: []types.Datum{intDatum(t.ID), textDatum(t.Alias), textDatum(t.Description)}}))
	}
	return types.NewArray1(types.RecordOID, rows), nil
}
