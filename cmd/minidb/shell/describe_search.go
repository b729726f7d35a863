package shell

// \dRp+, \dF+ and \dFp+: these print tables for each object, and say so if there
// is none.

// objects asks for the objects that the first argument names, nil if there are none,
// which was printed.
func (d *describer) objects(word string, p namePattern, sql string) *Table {
	pattern, given := d.arg()
	cond, ok := d.pattern(p, pattern, given)
	if !ok {
		return nil
	}
	t := d.ask(d.fill(sql, filling{cond: cond}))
	if t == nil || len(t.Cells) > 0 {
		return t
	}
	if !d.vars.on("QUIET") && given {
		d.complain("error", "Did not find any "+word+` named "`+pattern+`".`)
	} else if !d.vars.on("QUIET") {
		d.complain("error", "Did not find any "+word+"s.")
	}
	return nil
}

// describePublications is \dRp+. There are no publications, so that it ends with
// that message.
func (d *describer) describePublications() bool {
	return d.objects("publication", namePattern{"", "pubname", nil, "", 1}, `SELECT oid, pubname,
  pg_catalog.pg_get_userbyid(pubowner) AS owner,
  puballtables, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot
FROM pg_catalog.pg_publication
~where
ORDER BY 2;`) != nil
}

// describeConfigurations is \dF+.
func (d *describer) describeConfigurations() bool {
	t := d.objects("text search configuration",
		namePattern{"n.nspname", "c.cfgname", nil, "pg_catalog.pg_ts_config_is_visible(c.oid)", 3}, `SELECT c.oid, c.cfgname,
   n.nspname,
   p.prsname,
   np.nspname as pnspname
FROM pg_catalog.pg_ts_config c
   LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.cfgnamespace,
 pg_catalog.pg_ts_parser p
   LEFT JOIN pg_catalog.pg_namespace np ON np.oid = p.prsnamespace
WHERE  p.oid = c.cfgparser
~
ORDER BY 3, 2;`)
	if t == nil {
		return false
	}
	for _, row := range t.Cells {
		words := d.ask(`SELECT
  ( SELECT t.alias FROM
    pg_catalog.ts_token_type(c.cfgparser) AS t
    WHERE t.tokid = m.maptokentype ) AS "Token",
  pg_catalog.btrim(
    ARRAY( SELECT mm.mapdict::pg_catalog.regdictionary
           FROM pg_catalog.pg_ts_config_map AS mm
           WHERE mm.mapcfg = m.mapcfg AND mm.maptokentype = m.maptokentype
           ORDER BY mapcfg, maptokentype, mapseqno
    ) :: pg_catalog.text,
  '{}') AS "Dictionaries"
FROM pg_catalog.pg_ts_config AS c, pg_catalog.pg_ts_config_map AS m
WHERE c.oid = ` + literal(row[0]) + ` AND m.mapcfg = c.oid
GROUP BY m.mapcfg, m.maptokentype, c.cfgparser
ORDER BY 1;`)
		if words == nil {
			return false
		}
		words.Title = new(`Text search configuration "` + row[2] + "." + row[1] + `"` + "\n" + `Parser: "` + row[4] + "." + row[3] + `"`)
		words.Footers = []string{}
		d.printTable(words)
	}
	return true
}

// describeParsers is \dFp+.
func (d *describer) describeParsers() bool {
	t := d.objects("text search parser",
		namePattern{"n.nspname", "p.prsname", nil, "pg_catalog.pg_ts_parser_is_visible(p.oid)", 3}, `SELECT p.oid,
  n.nspname,
  p.prsname
FROM pg_catalog.pg_ts_parser p
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.prsnamespace
~where
ORDER BY 1, 2;`)
	if t == nil {
		return false
	}
	for _, row := range t.Cells {
		from := "\n FROM pg_catalog.pg_ts_parser p\n WHERE p.oid = " + literal(row[0])
		methods := d.ask(`SELECT 'Start parse' AS "Method",
   p.prsstart::pg_catalog.regproc AS "Function",
   pg_catalog.obj_description(p.prsstart, 'pg_proc') as "Description"` + from + parserMethod("Get next token", "prstoken") + from +
			parserMethod("End parse", "prsend") + from + parserMethod("Get headline", "prsheadline") + from +
			parserMethod("Get token types", "prslextype") + from + ";")
		if methods == nil {
			return false
		}
		name := `"` + row[1] + "." + row[2] + `"`
		methods.Title, methods.Footers = new("Text search parser "+name), []string{}
		d.printTable(methods)
		if !d.show(`SELECT t.alias as "Token name",
  t.description as "Description"
FROM pg_catalog.ts_token_type( `+literal(row[0])+`::pg_catalog.oid ) as t
ORDER BY 1;`, "Token types for parser "+name) {
			return false
		}
	}
	return true
}

func parserMethod(name, column string) string {
	return "\nUNION ALL\nSELECT " + literal(name) + ",\n   p." + column + "::pg_catalog.regproc,\n   pg_catalog.obj_description(p." + column + ", 'pg_proc')"
}
