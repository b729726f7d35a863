package commands

// CREATE, ALTER and DROP TEXT SEARCH CONFIGURATION. After PostgreSQL 18,
// commands/tsearchcmds.c.

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// tsNamed finds an object of text search by a name as it is written.
func (c *Ctx) tsNamed(class types.OID, names []string) (types.OID, error) {
	if err := c.tsDotted(names); err != nil {
		return 0, err
	}
	schema, name := splitName(&tree.ObjectName{Names: names})
	oid, err := c.Access.TSObject(class, schema, name)
	if err == nil && oid == 0 {
		if schema != "" {
			if _, ok := c.Access.ExplicitNamespace(schema); !ok {
				return 0, noSchema(schema)
			}
		}
		err = catalog.NoTSObject(class, strings.Join(names, "."))
	}
	return oid, err
}

func (c *Ctx) tsDotted(names []string) error {
	switch {
	case len(names) > 3:
		return pgerr.New(pgerr.SyntaxError, "improper qualified name (too many dotted names): %s", strings.Join(names, "."))
	case len(names) == 3 && names[0] != c.Sess.Database:
		return pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: %s", strings.Join(names, "."))
	}
	return nil
}

// tsConfigOf finds a configuration that the current role owns.
func (c *Ctx) tsConfigOf(names []string, mode lmgr.Mode) (*catalog.TSConfig, error) {
	oid, err := c.lockObject(catalog.PgTsConfig, mode, func() (types.OID, error) { return c.tsNamed(catalog.PgTsConfig, names) })
	if err != nil {
		return nil, err
	}
	cfg := c.Access.TSConfig(oid)
	if cfg == nil {
		return nil, catalog.NoTSObject(catalog.PgTsConfig, strings.Join(names, "."))
	}
	return cfg, c.Access.CheckTSConfigOwner(cfg, strings.Join(names, "."))
}

func (c *Ctx) defineObject(s *tree.DefineObject) (*Result, error) {
	if s.Kind != tree.KindTSConfig {
		return nil, unbuilt(s)
	}
	if err := c.tsDotted(s.Name); err != nil {
		return nil, err
	}
	schema, name := splitName(&tree.ObjectName{Names: s.Name})
	ns, err := c.lockObject(catalog.PgNamespace, lmgr.AccessShare, func() (types.OID, error) { return c.namespaceFor(schema, tree.Permanent) })
	if err != nil {
		return nil, err
	}
	if err := c.Access.CheckCreateIn(ns); err != nil {
		return nil, err
	}
	if ns == catalog.CatalogNamespace {
		return nil, pgerr.Unsupported(int(s.Pos), "an object of one's own in pg_catalog", "")
	}
	cfg := &catalog.TSConfig{Name: catalog.Truncate(name), Namespace: ns, Owner: c.Sess.CurrentRole}
	var maps []catalog.TSMapping
	source := types.OID(0)
	for _, d := range s.Definition {
		switch known := d.Name == "parser" || d.Name == "copy"; {
		case known && d.Value == nil && len(d.Names) == 0:
			err = pgerr.New(pgerr.SyntaxError, "%s requires a parameter", d.Name)
		case d.Name == "parser":
			cfg.Parser, err = c.tsNamed(catalog.PgTsParser, definedName(d))
		case known:
			source, err = c.tsNamed(catalog.PgTsConfig, definedName(d))
		default:
			err = pgerr.New(pgerr.SyntaxError, "text search configuration parameter %q not recognized", d.Name)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case source != 0 && cfg.Parser != 0:
		return nil, pgerr.New(pgerr.SyntaxError, "cannot specify both PARSER and COPY options")
	case source != 0:
		from := c.Access.TSConfig(source)
		if from == nil {
			return nil, pgerr.New(pgerr.Internal, "cache lookup failed for text search configuration %d", source)
		}
		cfg.Parser, maps = from.Parser, c.Access.TSMappings(source)
	case cfg.Parser == 0:
		return nil, pgerr.New(pgerr.InvalidObjectDefinition, "text search parser is required")
	}
	if err := c.Access.CreateTSConfig(cfg, maps); err != nil {
		return nil, err
	}
	return tag("CREATE TEXT SEARCH CONFIGURATION")
}

// definedName is the name in a definition.
func definedName(d *tree.DefElem) []string {
	if d.Value != nil {
		return strings.Split(d.Value.Text, ".")
	}
	return d.Names
}

func (c *Ctx) alterTSConfig(s *tree.AlterTSConfig) (*Result, error) {
	cfg, err := c.tsConfigOf(s.Name, lmgr.ShareUpdateExclusive)
	if err != nil {
		return nil, err
	}
	tokens, err := tokensNamed(s.Tokens)
	if err != nil {
		return nil, err
	}
	var dicts []types.OID
	for _, n := range s.Dicts {
		oid, err := c.tsNamed(catalog.PgTsDict, n.Names)
		if err != nil {
			return nil, err
		}
		dicts = append(dicts, oid)
	}
	switch s.Kind {
	case tree.TSAddMapping, tree.TSAlterMapping:
		err = c.Access.AddTSMappings(cfg, tokens, dicts, s.Kind == tree.TSAlterMapping)
	case tree.TSReplaceDict, tree.TSReplaceDictFor:
		err = c.Access.ReplaceTSDict(cfg, tokens, dicts[0], dicts[1])
	default:
		err = c.dropMappings(cfg, tokens, s.MissingOK)
	}
	if err != nil {
		return nil, err
	}
	return tag("ALTER TEXT SEARCH CONFIGURATION")
}

func (c *Ctx) dropMappings(cfg *catalog.TSConfig, tokens []int, missingOK bool) error {
	for _, t := range tokens {
		found, err := c.Access.DropTSMapping(cfg, t)
		alias := catalog.TokenTypes()[t-1].Alias
		switch {
		case err != nil:
			return err
		case found:
		case missingOK:
			c.notice(pgerr.SuccessfulCompletion, "mapping for token type %q does not exist, skipping", alias)
		default:
			return pgerr.New(pgerr.UndefinedObject, "mapping for token type %q does not exist", alias)
		}
	}
	return nil
}

// tokensNamed finds token types by their aliases, each once.
func tokensNamed(names []string) ([]int, error) {
	var out []int
	for _, n := range names {
		i := slices.IndexFunc(catalog.TokenTypes(), func(t catalog.TokenType) bool { return t.Alias == n })
		if i < 0 {
			return nil, pgerr.New(pgerr.InvalidParameterValue, "token type %q does not exist", n)
		}
		if !slices.Contains(out, i+1) {
			out = append(out, i+1)
		}
	}
	return out, nil
}

func (c *Ctx) renameTSConfig(s *tree.Rename) (*Result, error) {
	cfg, err := c.tsConfigOf(s.Name, lmgr.AccessExclusive)
	if err != nil {
		return nil, err
	}
	if err := c.Access.CheckCreateIn(cfg.Namespace); err != nil {
		return nil, err
	}
	if err := c.Access.MoveTSConfig(cfg, cfg.Namespace, catalog.Truncate(s.NewName)); err != nil {
		return nil, err
	}
	return tag("ALTER TEXT SEARCH CONFIGURATION")
}

func (c *Ctx) setTSConfigSchema(s *tree.AlterObjectSchema) error {
	cfg, err := c.tsConfigOf(s.Name, lmgr.AccessExclusive)
	if err != nil {
		return err
	}
	ns, err := c.newSchema(s, c.Access.IsTemp(cfg.Namespace))
	if err != nil {
		return err
	}
	if err := c.Access.CheckCreateIn(ns); err != nil {
		return err
	}
	return c.Access.MoveTSConfig(cfg, ns, cfg.Name)
}

func (c *Ctx) giveTSConfig(names []string, r *catalog.Role) error {
	cfg, err := c.tsConfigOf(names, lmgr.AccessExclusive)
	if err != nil || cfg.Owner == r.OID {
		return err
	}
	if err := c.newOwner(r, cfg.Namespace); err != nil {
		return err
	}
	return c.Access.SetTSConfigOwner(cfg.OID, r.OID)
}

func (c *Ctx) dropTSConfigs(s *tree.Drop) (*Result, error) {
	var objs []catalog.Object
	for _, n := range s.Names {
		oid, err := c.lockObject(catalog.PgTsConfig, lmgr.AccessExclusive, func() (types.OID, error) { return c.tsNamed(catalog.PgTsConfig, n.Names) })
		if code := pgerr.CodeOf(err); s.IfExists && (code == pgerr.UndefinedObject || code == pgerr.InvalidSchemaName) {
			c.notice(pgerr.SuccessfulCompletion, "%s, skipping", pgerr.From(err).Message)
			continue
		}
		if err != nil {
			return nil, err
		}
		cfg := c.Access.TSConfig(oid)
		if err := c.Access.CheckTSConfigOwner(cfg, strings.Join(n.Names, ".")); err != nil && c.Access.CheckNamespaceOwner(cfg.Namespace) != nil {
			return nil, err
		}
		o := catalog.Object{Class: catalog.PgTsConfig, OID: oid}
		if oid < types.FirstNormalOID {
			return nil, pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop %s because it is required by the database system", c.Access.Describe(o))
		}
		objs = append(objs, o)
	}
	if err := c.Access.DropAll(objs, s.Behavior == tree.Cascade); err != nil {
		return nil, err
	}
	return tag("DROP TEXT SEARCH CONFIGURATION")
}
