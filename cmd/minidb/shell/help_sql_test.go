package shell

import (
	"context"
	"slices"
	"strings"
	"testing"

	"minidb"
)

// TestHelpOfRefusedCommands: what \h says is not run is refused, so that its list is
// shortened when a command is built.
func TestHelpOfRefusedCommands(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sess := db.Session()
	defer sess.Close()
	statements := map[string]string{
		"ACCESS METHOD": "create access method a type index handler h", "AGGREGATE": "create aggregate a (int) (sfunc = f, stype = int)",
		"CAST": "drop cast (int as text)", "COLLATION": `create collation x from "C"`, "CONVERSION": "drop conversion c",
		"DATABASE": "create database x",
		"DOMAIN":   "create domain d as int", "EVENT TRIGGER": "create event trigger e on ddl_command_start execute function f()", "EXTENSION": "create extension x",
		"FOREIGN": "create foreign table f (a int) server s", "FUNCTION": "create function f() returns int language sql as 'select 1'",
		"LANGUAGE": "create language l", "LARGE OBJECT": "alter large object 1 owner to postgres",
		"MATERIALIZED VIEW": "create materialized view m as select 1", "OPERATOR": "create operator @@@ (leftarg = int, procedure = f)",
		"POLICY": "create policy p on pg_class", "PROCEDURE": "create procedure p() language sql as 'select 1'",
		"PUBLICATION": "create publication p", "ROUTINE": "alter routine p() rename to q", "RULE": "create rule r as on insert to pg_class do nothing",
		"SERVER": "create server s foreign data wrapper f", "STATISTICS": "create statistics s on relname, relkind from pg_class",
		"SUBSCRIPTION": "create subscription s connection 'x' publication p", "SYSTEM": "alter system set work_mem = 1",
		"TABLESPACE": "create tablespace x location '/x'", "TEXT SEARCH DICTIONARY": "create text search dictionary x (template = simple)",
		"TEXT SEARCH PARSER": "create text search parser x (start = a)", "TEXT SEARCH TEMPLATE": "create text search template x (lexize = a)",
		"TRANSFORM": "create transform for int language l (from sql with function f(int))", "TRIGGER": "alter trigger t on pg_class rename to x",
		"USER MAPPING": "drop user mapping for u server s", "CALL": "call f()",
		"DO": "do 'begin end'", "IMPORT FOREIGN SCHEMA": "import foreign schema s from server x into y",
		"LOAD": "load 'x'", "MERGE": "merge into pg_class t using pg_class s on true when matched then do nothing",
		"REFRESH MATERIALIZED VIEW": "refresh materialized view m",
		"SECURITY LABEL":            "security label on table t is 'x'",
	}
	if len(statements) != len(notRun) {
		t.Errorf("%d statements for %d commands", len(statements), len(notRun))
	}
	for name, sql := range statements {
		_, err := sess.Exec(context.Background(), sql)
		refused := err != nil && (minidb.AsError(err).Code == "0A000" || minidb.AsError(err).Code == "42601")
		if !refused || !slices.Contains(notRun, name) {
			t.Errorf("%s: %s: %v", name, sql, err)
		}
	}
	names, texts := sqlCommands()
	if len(names) != 185 || len(texts) != len(names) || names[184] != "WITH" {
		t.Errorf("%d commands", len(names))
	}
}

// Notes are of commands that there are.
func TestHelpNotes(t *testing.T) {
	names, texts := sqlCommands()
	for name, note := range notes {
		if !slices.Contains(names, name) || !strings.HasSuffix(findHelp(names, texts, name, name), note) {
			t.Errorf("%s: %s", name, note)
		}
	}
}
