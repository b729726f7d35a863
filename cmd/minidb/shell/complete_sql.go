package shell

import (
	"slices"
	"strings"

	"minidb/parser/lex"
)

// Completion within a statement: by the words before the cursor.

// commandWords begin statements.
var commandWords = strings.Fields(`ABORT ALTER ANALYZE BEGIN CHECKPOINT CLOSE CLUSTER COMMENT COMMIT COPY CREATE
	DEALLOCATE DECLARE DELETE DISCARD DROP END EXECUTE EXPLAIN FETCH GRANT INSERT LOCK MOVE PREPARE REINDEX RELEASE RESET
	REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW START TABLE TRUNCATE UPDATE VACUUM VALUES WITH`)

// queryWords go on with queries and other statements that read and write rows.
var queryWords = strings.Fields(`ALL ANALYZE AND ANY ARRAY AS ASC BETWEEN BY CASCADE CASE CAST CHECK COALESCE
	COLLATE COLUMN CONFLICT CONSTRAINT CROSS CURRENT_DATE CURRENT_TIMESTAMP CURRENT_USER DEFAULT DEFERRABLE DESC
	DISTINCT DO ELSE END EXCEPT EXISTS EXTRACT FALSE FETCH FILTER FIRST FOR FOREIGN FROM FULL GENERATED GREATEST
	GROUP GROUPING HAVING IDENTITY ILIKE IN INNER INTERSECT INTERVAL INTO IS JOIN KEY LAST LATERAL LEAST LEFT LIKE
	LIMIT MATERIALIZED NATURAL NOT NOTHING NULL NULLIF NULLS OFFSET ON ONLY OR ORDER OUTER OVER PRIMARY RECURSIVE
	REFERENCES RESTRICT RETURNING RIGHT ROLLUP ROW SELECT SET SIMILAR SOME TABLE THEN TO TRUE UNION UNIQUE UPDATE
	USING VALUES WHEN WHERE WITH WITHIN`)

// followers are the words that may come behind the last one or two of a statement; _
// joins those that are completed at once.
var followers = map[string]string{
	"create": "INDEX ROLE SCHEMA SEQUENCE TABLE TEMPORARY TYPE UNIQUE UNLOGGED USER VIEW OR",
	"drop":   "INDEX ROLE SCHEMA SEQUENCE TABLE TYPE USER VIEW", "alter": "INDEX ROLE SCHEMA SEQUENCE TABLE TYPE USER VIEW",
	"create temporary": "SEQUENCE TABLE VIEW", "create unlogged": "SEQUENCE TABLE", "create unique": "INDEX",
	"insert": "INTO", "delete": "FROM", "start": "TRANSACTION",
	"begin":       "WORK TRANSACTION ISOLATION_LEVEL READ DEFERRABLE NOT_DEFERRABLE",
	"begin work":  "ISOLATION_LEVEL READ DEFERRABLE NOT_DEFERRABLE",
	"transaction": "ISOLATION_LEVEL READ DEFERRABLE NOT_DEFERRABLE", "isolation": "LEVEL",
	"isolation level": "READ REPEATABLE_READ SERIALIZABLE",
	"level read":      "UNCOMMITTED COMMITTED", "read": "ONLY WRITE", "level repeatable": "READ",
	"explain": "ANALYZE DELETE EXECUTE INSERT SELECT UPDATE VALUES VERBOSE WITH",
	"order":   "BY", "group": "BY", "left": "JOIN", "right": "JOIN", "full": "JOIN", "cross": "JOIN", "inner": "JOIN",
	"natural": "JOIN", "rollback": "TO", "release": "SAVEPOINT", "discard": "ALL PLANS SEQUENCES TEMPORARY",
	"on conflict": "DO", "conflict do": "NOTHING UPDATE", "do update": "SET", "comment": "ON",
	"comment on": "COLUMN CONSTRAINT INDEX SCHEMA SEQUENCE TABLE TYPE VIEW", "is": "NOT NULL", "is not": "NULL", "not": "EXISTS IN LIKE NULL",
	"foreign": "KEY", "if": "EXISTS NOT", "if not": "EXISTS", "primary": "KEY", "set local": "", "fetch": "ALL BACKWARD FIRST FORWARD LAST NEXT PRIOR",
}

// clauseWords decide what the words behind them are.
var clauseWords = strings.Fields(`select from join into update where set on using returning values having by table only
	truncate analyze vacuum copy lock references view index sequence type schema exists`)

// statement completes a word of a statement.
func (c *completion) statement() []string {
	if qualifier, _, ok := cutQualified(c.word); ok && !c.isSetting() {
		if out := c.columns(qualifier+".", c.meantBy(qualifier)); len(out) > 0 {
			return out
		}
		return c.relations("")
	}
	n := len(c.toks)
	if n == 0 {
		return c.keywords(commandWords...)
	}
	if c.isSetting() {
		return c.setting()
	}
	if words, ok := c.alterTable(); ok {
		return words
	}
	last := c.toks[n-1].Text
	if n > 1 {
		if words, ok := followers[c.toks[n-2].Text+" "+last]; ok {
			return c.phrases(words)
		}
	}
	if words, ok := followers[last]; ok && c.toks[n-1].Kind == lex.Word {
		return c.phrases(words)
	}
	return c.inClause(last)
}

// phrases are words of followers.
func (c *completion) phrases(words string) []string {
	list := strings.Fields(words)
	for i, w := range list {
		list[i] = strings.ReplaceAll(w, "_", " ")
	}
	return c.keywords(list...)
}

// inClause completes by the clause that the word is in, and the word before it.
func (c *completion) inClause(last string) []string {
	clause := ""
	for _, t := range slices.Backward(c.toks) {
		if t.Kind == lex.Word && slices.Contains(clauseWords, t.Text) {
			clause = t.Text
			break
		}
	}
	fresh := last == clause || last == ","
	switch clause {
	case "from", "join", "into", "update", "table", "only", "truncate", "analyze", "vacuum", "copy", "lock", "references", "exists", "view", "index", "sequence", "type", "schema":
		if !fresh {
			break
		}
		out := c.objects(clause)
		if c.toks[0].Text == "drop" && clause != "exists" {
			out = append(out, c.keywords("IF")...)
		}
		return out
	case "on":
		if c.toks[0].Is("create") && fresh {
			return c.relations("rm")
		}
	}
	out := c.columns("", c.mentioned())
	if c.word != "" {
		out = append(out, c.keywords(queryWords...)...)
	}
	return out
}

// objects are what DROP, ALTER and the clauses of queries name.
func (c *completion) objects(clause string) []string {
	kinds := ""
	if clause == "exists" { // DROP TABLE IF EXISTS
		clause = c.toks[min(1, len(c.toks)-1)].Text
	}
	switch clause {
	case "schema":
		return c.schemas()
	case "type":
		return c.types()
	case "view":
		kinds = "v"
	case "index":
		kinds = "i"
	case "sequence":
		kinds = "S"
	case "table", "truncate", "copy", "lock", "references", "vacuum", "analyze":
		kinds = "rp"
	}
	out := c.relations(kinds)
	if clause == "from" || clause == "join" {
		out = append(out, c.keywords("LATERAL", "ONLY")...)
	}
	return out
}

// isSetting: the statement is SET, SHOW or RESET.
func (c *completion) isSetting() bool {
	return len(c.toks) > 0 && (c.toks[0].Is("set") || c.toks[0].Is("show") || c.toks[0].Is("reset"))
}

// setting completes SET [LOCAL | SESSION] name TO value, SHOW and RESET.
func (c *completion) setting() []string {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(c.before), "=", " = "))[1:]
	show := !c.toks[0].Is("set")
	if !show && len(words) > 0 && (words[0] == "local" || words[0] == "session") {
		words = words[1:]
	}
	switch {
	case len(words) == 0 && show:
		return append(c.settings(), c.keywords("ALL")...)
	case len(words) == 0:
		return append(c.settings(), c.keywords("CONSTRAINTS", "LOCAL", "SESSION", "TRANSACTION")...)
	case show:
		return nil
	case len(words) == 1 && words[0] == "transaction":
		return c.keywords("ISOLATION LEVEL", "READ ONLY", "READ WRITE")
	case len(words) == 1:
		return c.keywords("TO")
	}
	return append(c.settingValues(words[0]), c.keywords("DEFAULT")...)
}

// mentioned are the names in the statement that may be relations.
func (c *completion) mentioned() (out []string) {
	after, _ := lex.Scan(c.after, nil)
	for _, toks := range [][]lex.Token{c.toks, after} {
		for _, t := range toks {
			if t.IsColID() {
				out = append(out, t.Text)
			}
		}
	}
	return out
}

// meantBy are the relations that a qualifier of columns may mean: that of the
// name, and those that have it as an alias.
func (c *completion) meantBy(qualifier string) []string {
	name := strings.ToLower(qualifier)
	if strings.HasPrefix(qualifier, `"`) {
		name = strings.Trim(qualifier, `"`)
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	out := []string{name}
	after, _ := lex.Scan(c.after, nil)
	for _, toks := range [][]lex.Token{c.toks, after} {
		for i, t := range toks {
			if i == 0 || !t.IsColID() || t.Text != name {
				continue
			}
			before := toks[i-1]
			if before.Is("as") && i > 1 {
				before = toks[i-2]
			}
			if before.IsColID() {
				out = append(out, before.Text)
			}
		}
	}
	return out
}
