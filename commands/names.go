package commands

import (
	"fmt"

	"minidb/parser/tree"
)

// Names of statements, for command tags and messages.

// StatementName is how messages and tags name a kind of statement: "ALTER TABLE".
func StatementName(s tree.Statement) string {
	switch s := s.(type) {
	case *tree.AlterTable:
		return "ALTER " + upper(string(s.Kind))
	case *tree.AlterOwner:
		return "ALTER " + upper(string(s.Kind)) + " OWNER TO"
	case *tree.AlterObjectSchema:
		return "ALTER " + upper(string(s.Kind)) + " SET SCHEMA"
	case *tree.Rename:
		return renameName(s)
	case *tree.Unbuilt:
		return s.What
	case *tree.DropMissing:
		return "DROP " + upper(string(s.Kind))
	case *tree.Drop:
		return "DROP " + upper(string(s.Kind))
	case *tree.DefineObject:
		return "CREATE " + upper(string(s.Kind))
	case *tree.SelectStmt:
		return oneOf(intoOf(s) != nil, "SELECT INTO", "SELECT")
	case *tree.CreateTableAs:
		return oneOf(s.Materialized, "CREATE MATERIALIZED VIEW", "CREATE TABLE AS")
	case *tree.Vacuum:
		return oneOf(s.AnalyzeOnly, "ANALYZE", "VACUUM")
	case *tree.Fetch:
		return oneOf(s.Move, "MOVE", "FETCH")
	case *tree.Listen:
		return oneOf(s.Unlisten, "UNLISTEN", "LISTEN")
	case *tree.Grant:
		return oneOf(s.Revoke, "REVOKE", "GRANT")
	case *tree.GrantRole:
		return oneOf(s.Revoke, "REVOKE ROLE", "GRANT ROLE")
	}
	word := fmt.Sprintf("%T", s)[len("*tree."):]
	if name, ok := statementNames[word]; ok {
		return name
	}
	return spell(word)
}

// commandTag is the tag of a statement that changes the catalogs: one that alters
// a part of a relation has the relation's.
func commandTag(s tree.Statement) string {
	switch s := s.(type) {
	case *tree.Rename:
		return "ALTER " + upper(string(oneOfKinds(s.OnKind, s.Kind)))
	case *tree.AlterObjectSchema:
		return "ALTER " + upper(string(s.Kind))
	}
	return StatementName(s)
}

func oneOfKinds(first, second tree.ObjectKind) tree.ObjectKind {
	if first != "" {
		return first
	}
	return second
}

// statementNames are the statements whose nodes are named otherwise.
var statementNames = map[string]string{
	"Truncate": "TRUNCATE TABLE", "Lock": "LOCK TABLE", "DeclareCursor": "DECLARE CURSOR", "ClosePortal": "CLOSE",
	"CreateEnum": "CREATE TYPE AS ENUM", "CreateComposite": "CREATE TYPE AS", "AlterEnum": "ALTER TYPE ... VALUE",
	"RefreshMatView": "REFRESH MATERIALIZED VIEW", "ConstraintsSet": "SET CONSTRAINTS", "AlterRoleSet": "ALTER ROLE",
	"AlterTSConfig": "ALTER TEXT SEARCH CONFIGURATION", "SelectStmt": "SELECT", "InsertStmt": "INSERT",
	"UpdateStmt": "UPDATE", "DeleteStmt": "DELETE", "VariableSet": "SET", "VariableShow": "SHOW", "Transaction": "BEGIN",
}

func oneOf(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// renameName says what a RENAME is about: a column is part of its table.
func renameName(s *tree.Rename) string {
	if s.OnKind != "" && s.OnKind != s.Kind {
		return "ALTER " + upper(string(s.OnKind)) + " RENAME " + upper(string(s.Kind))
	}
	if s.Kind == tree.KindColumn || s.Kind == tree.KindConstraint {
		return "ALTER TABLE RENAME " + upper(string(s.Kind))
	}
	return "ALTER " + upper(string(s.Kind)) + " RENAME"
}

// spell makes "CREATE SEQUENCE" of "CreateSequence".
func spell(s string) string {
	out := make([]byte, 0, len(s)+4)
	for i := range len(s) {
		if c := s[i]; c >= 'A' && c <= 'Z' && i > 0 {
			out = append(out, ' ')
		}
		out = append(out, s[i])
	}
	return upper(string(out))
}

func upper(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}
