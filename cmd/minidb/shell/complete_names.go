package shell

import (
	"context"
	"strings"
	"time"

	"minidb"
)

// Names of what is in the database, for completion.

// completionTime is how long Tab may take.
const completionTime = 2 * time.Second

// names returns the first column of a query's rows.
func (c *completion) names(sql string, args ...any) (out []string) {
	if c.sessions == nil {
		return nil
	}
	sess, err := c.sessions()
	if err != nil {
		return nil
	}
	defer sess.Close()
	ctx, stop := context.WithTimeout(context.Background(), completionTime)
	defer stop()
	rows, err := sess.Query(ctx, sql, args...)
	if err != nil {
		return nil // the names are a help, no more
	}
	for rows.Next() {
		out = append(out, rows.Text(0))
	}
	return out
}

// pattern is LIKE's for names that begin with a text.
func pattern(begin string) string {
	if strings.HasPrefix(begin, `"`) {
		begin = strings.ReplaceAll(begin[1:], `""`, `"`)
	} else {
		begin = strings.ToLower(begin)
	}
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(begin) + "%"
}

// relations completes the name of a relation of some kinds, all that hold rows if
// that is "", with the schemas that one may be in. The system's own are left out
// unless their names were begun.
func (c *completion) relations(kinds string) []string {
	if kinds == "" {
		kinds = "rvmfpS"
	}
	if schema, name, ok := cutQualified(c.word); ok {
		return c.names(`select $1 || '.' || pg_catalog.quote_ident(c.relname) from pg_catalog.pg_class c
			join pg_catalog.pg_namespace n on n.oid = c.relnamespace
			where pg_catalog.strpos($2, c.relkind::text) > 0 and n.nspname like $3 and c.relname like $4`,
			schema, kinds, strings.TrimSuffix(pattern(schema), "%"), pattern(name))
	}
	system := ""
	if !strings.HasPrefix(c.word, "pg_") && !strings.HasPrefix(c.word, "minidb_") {
		system = ` and n.nspname <> 'pg_catalog'`
	}
	out := c.names(`select pg_catalog.quote_ident(c.relname) from pg_catalog.pg_class c
		join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where pg_catalog.strpos($1, c.relkind::text) > 0 and c.relname like $2
		and (pg_catalog.pg_table_is_visible(c.oid) or n.nspname like 'pg\_temp\_%')`+system, kinds, pattern(c.word))
	if c.word != "" {
		for _, s := range c.schemas() {
			out = append(out, s+".")
		}
	}
	return out
}

// cutQualified cuts a name at its last point outside of quotes.
func cutQualified(word string) (qualifier, name string, ok bool) {
	i := strings.LastIndexByte(word, '.')
	if i < 0 || strings.Count(word[:i], `"`)%2 != 0 {
		return "", word, false
	}
	return word[:i], word[i+1:], true
}

func (c *completion) schemas() []string {
	return c.names(`select pg_catalog.quote_ident(nspname) from pg_catalog.pg_namespace
		where nspname like $1 and (nspname not like 'pg\_%' or $2 like 'pg%')`, pattern(c.word), c.word)
}

func (c *completion) types() []string {
	return c.names(`select pg_catalog.format_type(t.oid, null) from pg_catalog.pg_type t
		where pg_catalog.format_type(t.oid, null) like $1 and t.typname not like '\_%'
		and (t.typrelid = 0 or t.typnamespace <> 'pg_catalog'::regnamespace)
		and t.typname not like 'pg\_toast%'`, pattern(c.word))
}

func (c *completion) functions() []string {
	return c.names(`select distinct pg_catalog.quote_ident(proname) from pg_catalog.pg_proc where proname like $1`, pattern(c.word))
}

func (c *completion) settings() []string {
	return c.names(`select pg_catalog.lower(name) from pg_catalog.pg_settings where pg_catalog.lower(name) like pg_catalog.lower($1)`, pattern(c.word))
}

// settingValues are the words that a setting takes.
func (c *completion) settingValues(name string) []string {
	return c.names(`select pg_catalog.unnest(case vartype when 'bool' then '{on,off}'::text[] else enumvals end)
		from pg_catalog.pg_settings where pg_catalog.lower(name) = pg_catalog.lower($1)`, name)
}

// comparable are what \compare takes: strategies, settings, and behind = a setting's
// values. Before the first letter the hundreds of settings that are no strategy's stay out.
func (c *completion) comparable() (out []string) {
	if name, list, ok := strings.Cut(c.word, "="); ok {
		before := name + "=" + list[:strings.LastIndexByte(list, ',')+1]
		for _, v := range append(c.settingValues("minidb."+name), c.settingValues(name)...) {
			out = append(out, before+v)
		}
		return out
	}
	for _, g := range minidb.Strategies() {
		out = append(out, g.Name)
		for _, s := range g.Settings {
			out = append(out, strings.TrimPrefix(s.Name, "minidb."))
		}
	}
	if c.word == "" {
		return append(out, "profile")
	}
	return append(out, c.settings()...)
}

// columns are those of the relations with these names, written behind prefix.
func (c *completion) columns(prefix string, relations []string) []string {
	if len(relations) == 0 {
		return nil
	}
	return c.names(`select distinct $1 || pg_catalog.quote_ident(a.attname) from pg_catalog.pg_attribute a
		join pg_catalog.pg_class c on c.oid = a.attrelid
		where c.relname::text = any($2::text[]) and c.relkind in ('r', 'v', 'm', 'f', 'p') and a.attnum > 0
		and not a.attisdropped and a.attname like $3`, prefix, arrayLiteral(relations), pattern(strings.TrimPrefix(c.word, prefix)))
}

// arrayLiteral writes a text[].
func arrayLiteral(list []string) string {
	var b strings.Builder
	for i, s := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`)
	}
	return "{" + b.String() + "}"
}
