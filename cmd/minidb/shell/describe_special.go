package shell

import (
	"fmt"
	"strings"

	"minidb"
)

// The commands that are more than a listing: roles, functions by their
// arguments, settings, definitions.

func (d *describer) listRoles() bool {
	pattern, given := d.arg()
	cond, ok := d.pattern(namePattern{"", "r.rolname", nil, "", 1}, pattern, given)
	if !ok {
		return false
	}
	t := d.ask(d.fill(`SELECT r.rolname, r.rolsuper, r.rolinherit,
  r.rolcreaterole, r.rolcreatedb, r.rolcanlogin,
  r.rolconnlimit, r.rolvaliduntil,
  ARRAY(SELECT b.rolname
        FROM pg_catalog.pg_auth_members m
        JOIN pg_catalog.pg_roles b ON (m.roleid = b.oid)
        WHERE m.member = r.oid) as memberof
+ , pg_catalog.shobj_description(r.oid, 'pg_authid') AS description
, r.rolreplication
, r.rolbypassrls
FROM pg_catalog.pg_roles r
! WHERE r.rolname !~ '^pg_'
~where
ORDER BY 1;`, filling{cond: cond, some: given || d.system}))
	if t == nil {
		return false
	}
	out := &Table{Title: new("List of roles"), Headers: []string{"Role name", "Attributes", "Member of"}}
	if d.verbose {
		out.Headers = append(out.Headers, "Description")
	}
	out.Right = make([]bool, len(out.Headers))
	for i := range t.Cells {
		role := (&Table{Headers: t.Headers, Cells: t.Cells[i : i+1]}).byName()
		row := []string{role("rolname"), roleAttributes(role), role("memberof")}
		if d.verbose {
			row = append(row, role("description"))
		}
		out.Cells = append(out.Cells, row)
	}
	out.Footers = []string{}
	d.printTable(out)
	return true
}

// roleAttributes describes a row of pg_roles.
func roleAttributes(role func(string) string) string {
	var words []string
	for _, a := range []struct{ column, value, word string }{
		{"rolsuper", "t", "Superuser"}, {"rolinherit", "f", "No inheritance"}, {"rolcreaterole", "t", "Create role"},
		{"rolcreatedb", "t", "Create DB"}, {"rolcanlogin", "f", "Cannot login"}, {"rolreplication", "t", "Replication"},
		{"rolbypassrls", "t", "Bypass RLS"}} {
		if role(a.column) == a.value {
			words = append(words, a.word)
		}
	}
	var lines []string
	if len(words) > 0 {
		lines = append(lines, strings.Join(words, ", "))
	}
	switch n := role("rolconnlimit"); {
	case n == "0":
		lines = append(lines, "No connections")
	case n == "1":
		lines = append(lines, "1 connection")
	case !strings.HasPrefix(n, "-"):
		lines = append(lines, n+" connections")
	}
	if until := role("rolvaliduntil"); until != "" {
		lines = append(lines, "Password valid until "+until)
	}
	return strings.Join(lines, "\n")
}

func (d *describer) listRoleSettings() bool {
	role, some := d.arg()
	cond, ok := d.pattern(namePattern{"", "r.rolname", nil, "", 1}, role, some)
	if !ok {
		return false
	}
	database, given := d.arg()
	also, ok := d.pattern(namePattern{"", "d.datname", nil, "", 1}, database, given)
	if !ok {
		return false
	}
	t := d.ask(d.fill(`SELECT rolname AS "Role", datname AS "Database",
pg_catalog.array_to_string(setconfig, E'\n') AS "Settings"
FROM pg_catalog.pg_db_role_setting s
LEFT JOIN pg_catalog.pg_database d ON d.oid = setdatabase
LEFT JOIN pg_catalog.pg_roles r ON r.oid = setrole
~where
ORDER BY 1, 2;`, filling{cond: cond + also}))
	switch {
	case t == nil:
		return false
	case len(t.Cells) > 0 || d.vars.on("QUIET"):
		t.Title = new("List of settings")
		d.printTable(t)
		return true
	case given:
		d.complain("error", `Did not find any settings for role "`+role+`" and database "`+database+`".`)
	case some:
		d.complain("error", `Did not find any settings for role "`+role+`".`)
	default:
		d.complain("error", "Did not find any settings.")
	}
	return true
}

func (d *describer) listSettings() bool {
	pattern, given := d.arg()
	title, cond := "List of configuration parameters", ""
	if given {
		cond, _ = d.pattern(namePattern{"", "pg_catalog.lower(s.name)", nil, "", 0}, pattern, true)
	} else {
		title = "List of non-default configuration parameters"
	}
	return d.show(d.fill(`SELECT s.name AS "Parameter", pg_catalog.current_setting(s.name) AS "Value"\
+ , s.vartype AS "Type", s.context AS "Context", pg_catalog.array_to_string(p.paracl, E'\n') AS "Access privileges"\

FROM pg_catalog.pg_settings s
+   LEFT JOIN pg_catalog.pg_parameter_acl p
+   ON pg_catalog.lower(s.name) = p.parname
! WHERE s.source <> 'default' AND
!       s.setting IS DISTINCT FROM s.boot_val
~where
ORDER BY 1;`, filling{cond: cond, some: given}), title)
}

// functionKinds are the conditions that the letters of \df stand for.
var functionKinds = map[rune]string{'a': "p.prokind = 'a'", 't': "p.prorettype = 'pg_catalog.trigger'::pg_catalog.regtype",
	'p': "p.prokind = 'p'", 'w': "p.prokind = 'w'"}

// functionsOfKinds makes the conditions of \df's letters: n asks for what is none of
// the other kinds.
func functionsOfKinds(letters string) string {
	var asked, others []string
	for _, letter := range "atpw" {
		if strings.ContainsRune(letters, letter) {
			asked = append(asked, functionKinds[letter])
		}
	}
	for _, letter := range "aptw" {
		if !strings.ContainsRune(letters, letter) {
			others = append(others, strings.Replace(functionKinds[letter], " = ", " <> ", 1))
		}
	}
	switch normal := strings.Contains(letters, "n"); {
	case normal && len(others) > 0:
		return "WHERE " + strings.Join(others, "\n      AND ") + "\n"
	case !normal && len(asked) > 0:
		return "WHERE (\n       " + strings.Join(asked, "\n       OR ") + "\n      )\n"
	}
	return ""
}

func (d *describer) listFunctions(letters string) bool {
	pattern, given := d.arg()
	cond, ok := d.pattern(namePattern{"n.nspname", "p.proname", nil, "pg_catalog.pg_function_is_visible(p.oid)", 3}, pattern, given)
	if !ok {
		return false
	}
	joins, also, ok := d.argumentTypes(func(i int) string { return fmt.Sprintf("p.proargtypes[%d]", i) }, len(d.args))
	if !ok {
		return false
	}
	kinds := functionsOfKinds(letters)
	if kinds != "" {
		kinds += "~\n"
	} else {
		kinds = "~where\n"
	}
	return d.show(d.fill(`SELECT n.nspname as "Schema",
  p.proname as "Name",
  pg_catalog.pg_get_function_result(p.oid) as "Result data type",
  pg_catalog.pg_get_function_arguments(p.oid) as "Argument data types",
 CASE p.prokind
  WHEN 'a' THEN 'agg'
  WHEN 'w' THEN 'window'
  WHEN 'p' THEN 'proc'
  ELSE 'func'
-  END as "Type"
+  END as "Type",
+  CASE
+   WHEN p.provolatile = 'i' THEN 'immutable'
+   WHEN p.provolatile = 's' THEN 'stable'
+   WHEN p.provolatile = 'v' THEN 'volatile'
+  END as "Volatility",
+  CASE
+   WHEN p.proparallel = 'r' THEN 'restricted'
+   WHEN p.proparallel = 's' THEN 'safe'
+   WHEN p.proparallel = 'u' THEN 'unsafe'
+  END as "Parallel",
+  pg_catalog.pg_get_userbyid(p.proowner) as "Owner",
+  CASE WHEN prosecdef THEN 'definer' ELSE 'invoker' END AS "Security",
+  pg_catalog.array_to_string(p.proacl, E'\n') AS "Access privileges",
+  l.lanname as "Language",
+  COALESCE(pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc) as "Source code",
+  pg_catalog.obj_description(p.oid, 'pg_proc') as "Description"
FROM pg_catalog.pg_proc p
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace`+joins+`
+      LEFT JOIN pg_catalog.pg_language l ON l.oid = p.prolang
`+kinds+`!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
ORDER BY 1, 2, 4;`, filling{cond: cond + also, some: given || d.system}), "List of functions")
}

// argumentTypes takes arguments that are patterns of types, no more than most, for
// the columns that column names. It makes joins and conditions of them.
func (d *describer) argumentTypes(column func(i int) string, most int) (joins, cond string, ok bool) {
	for i := 0; d.used < len(d.args) && i < most; i++ {
		arg, _ := d.arg()
		typ := fmt.Sprintf("t%d", i)
		if arg == "-" {
			cond += "  AND " + typ + ".typname IS NULL\n"
		} else {
			c, ok := d.pattern(namePattern{"n" + typ + ".nspname", typ + ".typname", []string{"pg_catalog.format_type(" + typ + ".oid, NULL)"},
				"pg_catalog.pg_type_is_visible(" + typ + ".oid)", 3}, typeName(arg), true)
			if !ok {
				return "", "", false
			}
			cond += c
		}
		joins += fmt.Sprintf("\n     LEFT JOIN pg_catalog.pg_type t%d ON t%[1]d.oid = %s"+
			"\n     LEFT JOIN pg_catalog.pg_namespace nt%[1]d ON nt%[1]d.oid = t%[1]d.typnamespace", i, column(i))
	}
	return joins, cond, true
}

// listOperators is \do: with one type, prefix operators; with two, the others.
func (d *describer) listOperators() bool {
	pattern, given := d.arg()
	cond, ok := d.checked(namePattern{"n.nspname", "o.oprname", nil, "pg_catalog.pg_operator_is_visible(o.oid)", 3}.
		conditions(pattern, given, true, d.vars["DBNAME"]))
	if !ok {
		return false
	}
	columns := []string{"o.oprleft", "o.oprright"}
	if len(d.args)-d.used == 1 {
		cond += "  AND o.oprleft = 0\n"
		columns = columns[1:]
	}
	joins, also, ok := d.argumentTypes(func(i int) string { return columns[i] }, len(columns))
	if !ok {
		return false
	}
	d.used = len(d.args)
	return d.show(d.fill(`SELECT n.nspname as "Schema",
  o.oprname AS "Name",
  CASE WHEN o.oprkind='l' THEN NULL ELSE pg_catalog.format_type(o.oprleft, NULL) END AS "Left arg type",
  CASE WHEN o.oprkind='r' THEN NULL ELSE pg_catalog.format_type(o.oprright, NULL) END AS "Right arg type",
  pg_catalog.format_type(o.oprresult, NULL) AS "Result type",
+   o.oprcode AS "Function",
  coalesce(pg_catalog.obj_description(o.oid, 'pg_operator'),
           pg_catalog.obj_description(o.oprcode, 'pg_proc')) AS "Description"
FROM pg_catalog.pg_operator o
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace`+joins+`
! WHERE n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~where
ORDER BY 1, 2, 3, 4;`, filling{cond: cond + also, some: given || d.system}), "List of operators")
}

// typeName replaces a short name of a type by the name that format_type writes.
func typeName(arg string) string {
	for _, w := range [][2]string{{"decimal", "numeric"}, {"float", "double precision"}, {"int", "integer"},
		{"bool[]", "boolean[]"}, {"decimal[]", "numeric[]"}, {"float[]", "double precision[]"}, {"float4[]", "real[]"},
		{"float8[]", "double precision[]"}, {"int[]", "integer[]"}, {"int2[]", "smallint[]"}, {"int4[]", "integer[]"},
		{"int8[]", "bigint[]"}, {"time[]", "time without time zone[]"}, {"timetz[]", "time with time zone[]"},
		{"timestamp[]", "timestamp without time zone[]"}, {"timestamptz[]", "timestamp with time zone[]"},
		{"varbit[]", "bit varying[]"}, {"varchar[]", "character varying[]"}} {
		if strings.EqualFold(arg, w[0]) {
			return w[1]
		}
	}
	return arg
}

func (d *describer) listExtensionContents() bool {
	pattern, given := d.arg()
	cond, ok := d.pattern(namePattern{"", "e.extname", nil, "", 1}, pattern, given)
	if !ok {
		return false
	}
	t := d.ask(d.fill("SELECT e.extname, e.oid\nFROM pg_catalog.pg_extension e\n~where\nORDER BY 1;", filling{cond: cond}))
	if t == nil {
		return false
	}
	if len(t.Cells) == 0 {
		if !d.vars.on("QUIET") && given {
			d.complain("error", `Did not find any extension named "`+pattern+`".`)
		} else if !d.vars.on("QUIET") {
			d.complain("error", "Did not find any extensions.")
		}
		return false
	}
	for _, row := range t.Cells {
		if !d.show(`SELECT pg_catalog.pg_describe_object(classid, objid, 0) AS "Object description"
FROM pg_catalog.pg_depend
WHERE refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND refobjid = `+literal(row[1])+` AND deptype = 'e'
ORDER BY 1;`, `Objects in extension "`+row[0]+`"`) {
			return false
		}
	}
	return true
}

// lookUp finds the object that a command's argument names.
func (d *describer) lookUp(word, cast string) (oid string, ok bool) {
	name, given := d.arg()
	if !given {
		d.complain("error", word+" name is required")
		return "", false
	}
	t := d.askBriefly("SELECT " + literal(name) + "::pg_catalog." + cast + "::pg_catalog.oid")
	if t == nil {
		return "", false
	}
	return t.Cells[0][0], true
}

// askBriefly is ask, but of an error only the message is told.
func (d *describer) askBriefly(sql string) *Table {
	t, err := d.query(sql)
	if err != nil {
		d.complain("error", "ERROR:  "+minidb.AsError(err).Message)
		return nil
	}
	return t
}

// showView is \sv.
func (d *describer) showView() bool {
	oid, ok := d.lookUp("view", "regclass")
	if !ok {
		return false
	}
	t := d.askBriefly(`SELECT nspname, relname, relkind, pg_catalog.pg_get_viewdef(c.oid, true), ` +
		`pg_catalog.array_remove(pg_catalog.array_remove(c.reloptions,'check_option=local'),'check_option=cascaded') AS reloptions, ` +
		`CASE WHEN 'check_option=local' = ANY (c.reloptions) THEN 'LOCAL'::text WHEN 'check_option=cascaded' = ANY (c.reloptions) THEN 'CASCADED'::text ELSE NULL END AS checkoption ` +
		`FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON c.relnamespace = n.oid WHERE c.oid = ` + oid)
	if t == nil {
		return false
	}
	if len(t.Cells) == 0 { // of the view "-", which is none
		d.complain("error", "ERROR:  (not available)") // all that psql has to say
		return false
	}
	view := t.named("nspname relname relkind def reloptions checkoption").byName()
	if view("relkind") != "v" {
		d.complain("error", `"`+view("nspname")+"."+view("relname")+`" is not a view`)
		return false
	}
	name, err := d.fetch("SELECT pg_catalog.quote_ident(" + literal(view("nspname")) + ") || '.' || pg_catalog.quote_ident(" + literal(view("relname")) + ")")
	if err != nil {
		d.fail(err, "")
		return false
	}
	text := "CREATE OR REPLACE VIEW " + name.Cells[0][0]
	if options := strings.Trim(view("reloptions"), "{}"); options != "" {
		text += "\n WITH (" + strings.ReplaceAll(strings.ReplaceAll(options, "=", "='"), ",", "', ") + "')"
	}
	text += " AS\n" + strings.TrimSuffix(view("def"), ";")
	if check := view("checkoption"); check != "" {
		text += "\n WITH " + check + " CHECK OPTION"
	}
	return d.source(text, func(string) bool { return true })
}

// showFunction is \sf.
func (d *describer) showFunction() bool {
	name := "regproc"
	if len(d.args) > 0 && strings.Contains(d.args[0], "(") {
		name = "regprocedure"
	}
	oid, ok := d.lookUp("function", name)
	if !ok {
		return false
	}
	t := d.askBriefly("SELECT pg_catalog.pg_get_functiondef(" + oid + ")")
	if t == nil {
		return false
	}
	return d.source(t.Cells[0][0], isBody)
}

// source prints a definition, under + with line numbers, which begin at the line
// that body finds.
func (d *describer) source(text string, body func(line string) bool) bool {
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case !d.verbose:
		case n > 0 || body(line):
			n++
			fmt.Fprintf(d.out, "%-7d ", n)
		default:
			d.out.WriteString("        ")
		}
		d.out.WriteString(line + "\n")
	}
	return true
}

// isBody finds the line where a function's body begins.
func isBody(line string) bool {
	return strings.HasPrefix(line, "AS ") || strings.HasPrefix(line, "BEGIN ") || strings.HasPrefix(line, "RETURN ")
}
