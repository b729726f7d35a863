package tree

import "strings"

// Printing ALTER, DROP, COMMENT and the definitions of other objects.

func (p *printer) behavior(b Behavior) { p.when(b == Cascade, " CASCADE") }

func (p *printer) alterTable(s *AlterTable) {
	p.put("ALTER ")
	p.upper(string(s.Kind))
	p.when(s.IfExists, " IF EXISTS")
	p.put(" ")
	p.table(s.Relation)
	p.put(" ")
	p.sep(len(s.Cmds), ", ", func(i int) { p.alterCmd(s.Cmds[i]) })
}

// alterColumn writes ALTER COLUMN c and the words.
func (p *printer) alterColumn(c *AlterTableCmd, words string) {
	p.put("ALTER COLUMN ")
	if c.Name != "" {
		p.ident(c.Name)
	} else {
		p.num(int64(c.Num))
	}
	p.put(" ", words)
}

// simpleCmds are the subcommands that are nothing but words.
var simpleCmds = map[AlterCmdKind]string{
	SetLogged: "SET LOGGED", SetUnlogged: "SET UNLOGGED", SetWithoutCluster: "SET WITHOUT CLUSTER",
	SetWithoutOids: "SET WITHOUT OIDS", EnableRowSecurity: "ENABLE ROW LEVEL SECURITY",
	NotOfType: "NOT OF", DisableRowSecurity: "DISABLE ROW LEVEL SECURITY", ForceRowSecurity: "FORCE ROW LEVEL SECURITY",
	NoForceRowSecurity: "NO FORCE ROW LEVEL SECURITY",
}

// nameCmds are the subcommands that are words and a name.
var nameCmds = map[AlterCmdKind]string{
	ValidateConstraint: "VALIDATE CONSTRAINT ", ClusterOn: "CLUSTER ON ",
}

// textCmds are the subcommands that are words and Text.
var textCmds = map[AlterCmdKind]string{
	SetTablespace: "SET TABLESPACE ", SetAccessMethod: "SET ACCESS METHOD ",
}

// relationCmds are the subcommands that are words and a relation.
var relationCmds = map[AlterCmdKind]string{
	AttachPartition: "ATTACH PARTITION ", DetachPartition: "DETACH PARTITION ", AddInherit: "INHERIT ",
	DropInherit: "NO INHERIT ",
}

// columnCmds are the subcommands that are ALTER COLUMN and words.
var columnCmds = map[AlterCmdKind]string{
	SetNotNull: "SET NOT NULL", DropNotNull: "DROP NOT NULL", DropExpression: "DROP EXPRESSION",
	DropIdentity: "DROP IDENTITY", SetColumnOptions: "SET ", ResetColumnOptions: "RESET ",
	SetStatistics: "SET STATISTICS ", SetStorage: "SET STORAGE ", SetCompression: "SET COMPRESSION ",
	ColumnDefault: "SET DEFAULT ", SetExpression: "SET EXPRESSION AS ", AlterColumnType: "TYPE ",
	AddIdentity: "ADD ", SetIdentity: "",
}

func (p *printer) alterCmd(c *AlterTableCmd) {
	if c.Kind == OfType {
		p.put("OF ")
		p.typeName(c.Type)
		return
	}
	if words, ok := simpleCmds[c.Kind]; ok {
		p.put(words)
		return
	}
	if words, ok := nameCmds[c.Kind]; ok {
		p.put(words)
		p.ident(c.Name)
		return
	}
	if words, ok := textCmds[c.Kind]; ok {
		p.put(words)
		if c.Text == "" {
			p.put("DEFAULT")
		} else {
			p.ident(c.Text)
		}
		return
	}
	if words, ok := relationCmds[c.Kind]; ok {
		p.put(words)
		p.table(c.Relation)
		p.when(c.Concurrently, " CONCURRENTLY")
		p.when(c.Finalize, " FINALIZE")
		if c.Bound != nil {
			p.put(" ")
			p.bound(c.Bound)
		}
		return
	}
	if words, ok := columnCmds[c.Kind]; ok {
		p.columnCmd(c, words)
		return
	}
	p.otherCmd(c)
}

func (p *printer) columnCmd(c *AlterTableCmd, words string) {
	if c.Kind == ColumnDefault && c.Expr == nil {
		words = "DROP DEFAULT"
	}
	p.alterColumn(c, words)
	p.when(c.MissingOK, " IF EXISTS")
	switch c.Kind {
	case SetColumnOptions, ResetColumnOptions:
		p.options(c.Options)
	case SetStatistics:
		if c.Value == nil {
			p.put("DEFAULT")
		} else {
			p.constant(c.Value)
		}
	case SetStorage, SetCompression:
		p.wordOption("", c.Text)
	case ColumnDefault:
		if c.Expr != nil {
			p.expr(c.Expr)
		}
	case SetExpression:
		p.wrapped("", []Expr{c.Expr})
	case AlterColumnType:
		p.typeName(c.Type)
		p.collate(c.Collation)
		if c.Expr != nil {
			p.put(" USING ")
			p.expr(c.Expr)
		}
	case AddIdentity:
		p.generated(c.Constraint)
	case SetIdentity:
		p.sequenceOptions(c.Options, "SET ")
	}
}

func (p *printer) otherCmd(c *AlterTableCmd) {
	switch c.Kind {
	case AddColumn:
		p.put("ADD COLUMN ")
		p.when(c.MissingOK, "IF NOT EXISTS ")
		p.columnDef(c.Column)
	case DropColumn, DropConstraint:
		p.put(map[AlterCmdKind]string{DropColumn: "DROP COLUMN ", DropConstraint: "DROP CONSTRAINT "}[c.Kind])
		p.when(c.MissingOK, "IF EXISTS ")
		p.ident(c.Name)
		p.behavior(c.Behavior)
	case AddConstraint:
		p.put("ADD ")
		p.constraint(c.Constraint)
	case AlterConstraint:
		p.put("ALTER CONSTRAINT ")
		p.ident(c.Name)
		p.attributes(c.Constraint)
	case SetRelOptions:
		p.put("SET ")
		p.options(c.Options)
	case ResetRelOptions:
		p.put("RESET ")
		p.options(c.Options)
	case ChangeOwner:
		p.put("OWNER TO ")
		p.role(c.Role)
	case ReplicaIdentity:
		p.put("REPLICA IDENTITY ")
		if c.Text == "index" {
			p.put("USING INDEX ")
			p.ident(c.Name)
		} else {
			p.upper(c.Text)
		}
	case EnableTrigger, DisableTrigger:
		p.put(map[AlterCmdKind]string{EnableTrigger: "ENABLE ", DisableTrigger: "DISABLE "}[c.Kind])
		if c.Name == "" {
			p.put("TRIGGER ")
			p.upper(c.Text)
			return
		}
		p.when(c.Text != "", strings.ToUpper(c.Text)+" ")
		p.put("TRIGGER ")
		p.ident(c.Name)
	}
}

// object writes a relation or another object's name.
func (p *printer) object(kind ObjectKind, ifExists bool, r *RangeVar, name []string) {
	p.upper(string(kind))
	p.put(" ")
	p.when(ifExists, "IF EXISTS ")
	if r != nil {
		p.table(r)
	} else {
		p.name(name)
	}
}

func (p *printer) rename(s *Rename) {
	kind := s.Kind
	if s.Sub != "" {
		kind = s.OnKind
	}
	p.put("ALTER ")
	p.object(kind, s.IfExists, s.Relation, s.Name)
	p.put(" RENAME")
	if s.Sub != "" {
		p.put(map[bool]string{true: " COLUMN ", false: " CONSTRAINT "}[s.Kind == KindColumn])
		p.ident(s.Sub)
	}
	p.put(" TO ")
	p.ident(s.NewName)
}

func (p *printer) comment(s *Comment) {
	p.put("COMMENT ON ")
	p.upper(string(s.Kind))
	p.put(" ")
	if s.Kind == KindConstraint {
		p.ident(s.Sub)
		p.put(" ON ")
	}
	p.name(s.Name.Names)
	p.put(" IS ")
	if s.IsNull {
		p.put("NULL")
	} else {
		p.str(s.Text)
	}
}

func (p *printer) createView(s *CreateView) {
	p.put("CREATE ")
	p.when(s.OrReplace, "OR REPLACE ")
	p.put(tempWords[s.Persistence])
	p.when(s.Recursive, "RECURSIVE ")
	p.put("VIEW ")
	p.table(s.View)
	p.columns(s.Columns, " ")
	if s.Options != nil {
		p.put(" WITH ")
		p.options(s.Options)
	}
	p.put(" AS ")
	p.query(s.Query)
	p.put([...]string{"", " WITH LOCAL CHECK OPTION", " WITH CASCADED CHECK OPTION"}[s.Check])
}

// sequenceOptions writes the options of a sequence, each with prefix before it.
func (p *printer) sequenceOptions(l []*DefElem, prefix string) {
	for i, d := range l {
		p.when(i > 0, " ")
		p.when(d.Name != "restart", prefix)
		p.sequenceOption(d)
	}
}

func (p *printer) sequenceOption(d *DefElem) {
	switch d.Name {
	case "as":
		p.put("AS ")
		p.typeName(&TypeName{Names: d.Names})
	case "owned_by":
		p.put("OWNED BY ")
		p.name(d.Names)
	case "sequence_name":
		p.put("SEQUENCE NAME ")
		p.name(d.Names)
	case "cycle":
		p.when(!d.Value.Bool, "NO ")
		p.put("CYCLE")
	case "generated":
		p.put("GENERATED ")
		p.upper(d.Value.Text)
	default:
		p.when(d.Value == nil && (d.Name == "minvalue" || d.Name == "maxvalue"), "NO ")
		p.upper(d.Name)
		if d.Value != nil {
			p.put(" ")
			p.constant(d.Value)
		}
	}
}

func (p *printer) alterEnum(s *AlterEnum) {
	p.put("ALTER TYPE ")
	p.name(s.Name)
	if s.Rename {
		p.put(" RENAME VALUE ")
		p.str(s.OldValue)
		p.put(" TO ")
		p.str(s.NewValue)
		return
	}
	p.put(" ADD VALUE ")
	p.when(s.IfNotExists, "IF NOT EXISTS ")
	p.str(s.NewValue)
	if s.HasNeighbor {
		p.put(map[bool]string{true: " AFTER ", false: " BEFORE "}[s.After])
		p.str(s.Neighbor)
	}
}

func (p *printer) createDomain(s *CreateDomain) {
	p.put("CREATE DOMAIN ")
	p.name(s.Name)
	p.put(" AS ")
	p.typeName(s.Type)
	p.collate(s.Collation)
	for _, c := range s.Constraints {
		p.put(" ")
		p.constraint(c)
	}
}

func (p *printer) alterTSConfig(s *AlterTSConfig) {
	p.put("ALTER TEXT SEARCH CONFIGURATION ")
	p.name(s.Name)
	p.put([...]string{" ADD", " ALTER", " ALTER", " ALTER", " DROP"}[s.Kind], " MAPPING")
	p.when(s.MissingOK, " IF EXISTS")
	if s.Tokens != nil {
		p.put(" FOR ")
		p.names(s.Tokens)
	}
	switch s.Kind {
	case TSAddMapping, TSAlterMapping:
		p.put(" WITH ")
		p.objects(s.Dicts)
	case TSReplaceDict, TSReplaceDictFor:
		p.put(" REPLACE ")
		p.name(s.Dicts[0].Names)
		p.put(" WITH ")
		p.name(s.Dicts[1].Names)
	}
}
