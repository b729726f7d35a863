package shell

import (
	_ "embed"
	"fmt"
	"strings"
)

// \h: what psql 15 says of SQL's commands.

// helpSQL is what psql prints for \h *: for each command its name, a description,
// its syntax and where PostgreSQL's manual has it.
//
//go:embed help_sql.txt
var helpSQL string

// notRun are the commands of helpSQL that minidb refuses (0A000), by their beginnings
// behind ALTER, CREATE and DROP, or else as a whole.
var notRun = strings.Split("ACCESS METHOD,AGGREGATE,CAST,COLLATION,CONVERSION,DATABASE,DOMAIN,EVENT TRIGGER,EXTENSION,"+
	"FOREIGN,FUNCTION,LANGUAGE,LARGE OBJECT,MATERIALIZED VIEW,OPERATOR,POLICY,PROCEDURE,PUBLICATION,ROUTINE,RULE,SERVER,"+
	"STATISTICS,SUBSCRIPTION,SYSTEM,TABLESPACE,TEXT SEARCH DICTIONARY,TEXT SEARCH PARSER,TEXT SEARCH TEMPLATE,TRANSFORM,TRIGGER,USER MAPPING,"+
	"CALL,DO,IMPORT FOREIGN SCHEMA,LOAD,MERGE,"+
	"REFRESH MATERIALIZED VIEW,SECURITY LABEL", ",")

// notes are what minidb has beyond the texts.
var notes = map[string]string{
	"EXPLAIN": "minidb has PostgreSQL 18's GENERIC_PLAN and SERIALIZE too, and COUNTERS [ boolean ],\nwith ANALYZE the counts of work of its strategies.\n\n",
}

// refusesCommand tells whether a command is one of notRun.
func refusesCommand(name string) bool {
	verb, object, _ := strings.Cut(name, " ")
	for _, n := range notRun {
		if name == n || (verb == "ALTER" || verb == "CREATE" || verb == "DROP") && (object == n || strings.HasPrefix(object, n+" ")) {
			return true
		}
	}
	return false
}

// sqlCommands are helpSQL's commands with their texts, in its order.
func sqlCommands() (names, texts []string) {
	const head = "Command:     "
	for _, text := range strings.Split(helpSQL, "\n"+head) {
		text = head + strings.TrimPrefix(text, head)
		name, _, _ := strings.Cut(text[len(head):], "\n")
		names, texts = append(names, name), append(texts, strings.TrimRight(text, "\n")+"\n\n")
	}
	return names, texts
}

// sqlHelp is \h. A topic is a command's name, or how several begin; * is all. If there
// is none of that name, its first two words count, then the first one.
func (c *invocation) sqlHelp() metaResult {
	topic := c.args.wholeLine(true)
	names, texts := sqlCommands()
	if topic == "" {
		c.show([]byte(c.sqlCommandList(names)), 0)
		return metaDone
	}
	for _, words := range []int{len(topic), 2, 1} {
		parts := strings.SplitN(topic, " ", words+1)
		beginning := strings.Join(parts[:min(words, len(parts))], " ")
		if found := findHelp(names, texts, topic, beginning); found != "" {
			c.show([]byte(found), 0)
			return metaDone
		}
	}
	fmt.Fprintf(c.out, "No help available for \"%s\".\nTry \\h with no arguments to see available help.\n", topic)
	return metaDone
}

// findHelp returns the texts of the commands that begin so. It ends with the one
// that is the topic itself.
func findHelp(names, texts []string, topic, beginning string) string {
	var b strings.Builder
	for i, name := range names {
		if topic != "*" && (len(name) < len(beginning) || !strings.EqualFold(name[:len(beginning)], beginning)) {
			continue
		}
		b.WriteString(texts[i])
		if refusesCommand(name) {
			b.WriteString("minidb does not run this command.\n\n")
		}
		b.WriteString(notes[name])
		if strings.EqualFold(name, topic) {
			break
		}
	}
	return b.String()
}

// sqlCommandList lists the names in columns, as many as the terminal has room for.
func (s *Shell) sqlCommandList(names []string) string {
	width, longest := 80, 0
	if s.terminal != nil {
		if columns, _ := s.terminal.Size(); columns > 0 {
			width = columns
		}
	}
	for _, n := range names {
		longest = max(longest, len(n))
	}
	columns := max((width-3)/(longest+1), 1)
	rows := (len(names) + columns - 1) / columns
	var b strings.Builder
	b.WriteString("Available help:\n")
	for i := range rows {
		b.WriteString("  ")
		for j := i; j < len(names); j += rows {
			if j+rows < len(names) || j/rows < columns-1 {
				fmt.Fprintf(&b, "%-*s", longest+1, names[j])
			} else {
				b.WriteString(names[j])
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
