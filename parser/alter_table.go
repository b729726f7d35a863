package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The subcommands of ALTER TABLE.

func (p *parser) alterCmd(kind tree.ObjectKind) *tree.AlterTableCmd {
	c := &tree.AlterTableCmd{Pos: p.pos()}
	switch {
	case p.accept("add"):
		p.alterAdd(c)
	case p.accept("drop"):
		p.alterDrop(c)
	case p.accept("alter"):
		p.alterAlter(c)
	case p.accept("set"):
		p.alterSet(c)
	case p.accept("reset"):
		c.Kind, c.Options = tree.ResetRelOptions, p.relOptions()
	case p.accept("attach", "partition"):
		c.Kind, c.Relation = tree.AttachPartition, p.relation()
		if kind == tree.KindTable {
			c.Bound = p.partitionBound()
		}
	case p.accept("detach", "partition"):
		c.Kind, c.Relation = tree.DetachPartition, p.relation()
		c.Concurrently = p.accept("concurrently")
		c.Finalize = !c.Concurrently && p.accept("finalize")
	case p.accept("validate", "constraint"):
		c.Kind, c.Name = tree.ValidateConstraint, p.name()
	case p.accept("owner", "to"):
		c.Kind, c.Role = tree.ChangeOwner, p.roleSpec()
	case p.accept("cluster", "on"):
		c.Kind, c.Name = tree.ClusterOn, p.name()
	case p.accept("inherit"):
		c.Kind, c.Relation = tree.AddInherit, p.relation()
	case p.accept("no", "inherit"):
		c.Kind, c.Relation = tree.DropInherit, p.relation()
	case p.accept("replica", "identity"):
		p.replicaIdentity(c)
	default:
		p.alterSwitch(c)
	}
	return c
}

// alterSwitch consumes what enables and disables something.
func (p *parser) alterSwitch(c *tree.AlterTableCmd) {
	switch {
	case p.accept("force", "row", "level", "security"):
		c.Kind = tree.ForceRowSecurity
	case p.accept("no", "force", "row", "level", "security"):
		c.Kind = tree.NoForceRowSecurity
	case p.accept("enable", "row", "level", "security"):
		c.Kind = tree.EnableRowSecurity
	case p.accept("disable", "row", "level", "security"):
		c.Kind = tree.DisableRowSecurity
	case p.is("enable", "disable"):
		c.Kind = tree.DisableTrigger
		if p.is("enable") {
			c.Kind = tree.EnableTrigger
		}
		p.i++
		if p.is("always", "replica") {
			c.Text = p.label()
		}
		if p.is("rule") {
			p.unsupported("ALTER TABLE ENABLE RULE")
		}
		p.want("trigger")
		if p.is("all", "user") {
			c.Text = p.label()
		} else {
			c.Name = p.name()
		}
	case p.accept("of"):
		c.Kind, c.Type = tree.OfType, p.typeName()
	case p.accept("not", "of"):
		c.Kind = tree.NotOfType
	default:
		p.fail(p.i)
	}
}

func (p *parser) alterAdd(c *tree.AlterTableCmd) {
	if p.constraintStart() {
		c.Kind, c.Constraint = tree.AddConstraint, p.tableConstraint()
		return
	}
	c.Kind = tree.AddColumn
	p.accept("column")
	c.MissingOK = p.ifNotExists()
	c.Column = p.columnDef()
}

func (p *parser) alterDrop(c *tree.AlterTableCmd) {
	c.Kind = tree.DropColumn
	if p.accept("constraint") {
		c.Kind = tree.DropConstraint
	} else {
		p.accept("column")
	}
	c.MissingOK = p.ifExists()
	c.Name = p.name()
	c.Behavior = p.behavior()
}

// alterAlter consumes ALTER COLUMN and ALTER CONSTRAINT behind ALTER.
func (p *parser) alterAlter(c *tree.AlterTableCmd) {
	if p.accept("constraint") {
		c.Kind, c.Name = tree.AlterConstraint, p.name()
		c.Constraint = &tree.Constraint{Pos: c.Pos, Name: c.Name}
		c.Constraint.Inherit = p.accept("inherit")
		at := p.pos()
		p.attrs(c.Constraint)
		if c.Constraint.NotValid {
			panic(pgerr.New(pgerr.FeatureNotSupported, "constraints cannot be altered to be NOT VALID").At(int(at)))
		}
		return
	}
	p.accept("column")
	c.NamePos = p.pos()
	if p.cur().Kind == lex.Int {
		c.Num = int32(p.intConst())
		if !p.isSeq("set", "statistics") {
			p.want("set", "statistics")
		}
	} else {
		c.Name = p.name()
	}
	switch {
	case p.accept("set", "data"):
		p.want("type")
		p.columnType(c)
	case p.accept("type"):
		p.columnType(c)
	case p.is("set"):
		p.alterColumnSet(c)
	case p.accept("drop", "default"):
		c.Kind = tree.ColumnDefault
	case p.accept("drop", "not", "null"):
		c.Kind = tree.DropNotNull
	case p.accept("drop", "expression"):
		c.Kind, c.MissingOK = tree.DropExpression, p.ifExists()
	case p.accept("drop", "identity"):
		c.Kind, c.MissingOK = tree.DropIdentity, p.ifExists()
	case p.accept("reset"):
		c.Kind, c.Options = tree.ResetColumnOptions, p.relOptions()
	case p.accept("restart"):
		p.i--
		c.Kind = tree.SetIdentity
		p.identityOptions(c)
	case p.is("add"):
		p.want("add")
		c.Kind = tree.AddIdentity
		c.Constraint = &tree.Constraint{Pos: p.pos()}
		p.want("generated")
		p.addIdentity(c.Constraint)
	default:
		p.fail(p.i)
	}
}

// columnType consumes the new type of a column behind TYPE.
func (p *parser) columnType(c *tree.AlterTableCmd) {
	c.Kind, c.Type = tree.AlterColumnType, p.typeName()
	if p.accept("collate") {
		c.Collation = p.qualified()
	}
	if p.accept("using") {
		c.Expr = p.parseExpr()
	}
}

// alterColumnSet consumes ALTER COLUMN ... SET.
func (p *parser) alterColumnSet(c *tree.AlterTableCmd) {
	p.want("set")
	switch {
	case p.accept("default"):
		c.Kind, c.Expr = tree.ColumnDefault, p.parseExpr()
	case p.accept("not", "null"):
		c.Kind = tree.SetNotNull
	case p.accept("statistics"):
		c.Kind = tree.SetStatistics
		if !p.accept("default") {
			at := p.pos()
			v := p.signedInt()
			c.Value = &tree.Const{Pos: at, Kind: tree.ConstInt, Int: v, Text: p.src[at:p.toks[p.i-1].End]}
		}
	case p.accept("storage"):
		c.Kind, c.Text = tree.SetStorage, p.nameOrDefault()
	case p.accept("compression"):
		c.Kind, c.Text = tree.SetCompression, p.nameOrDefault()
	case p.accept("expression", "as"):
		c.Kind = tree.SetExpression
		p.wantP("(")
		c.Expr = p.parseExpr()
		p.wantP(")")
	case p.isP("("):
		c.Kind, c.Options = tree.SetColumnOptions, p.relOptions()
	default:
		p.i--
		c.Kind = tree.SetIdentity
		p.identityOptions(c)
	}
}

// identityOptions consumes RESTART, SET GENERATED and SET option, any number.
func (p *parser) identityOptions(c *tree.AlterTableCmd) {
	for {
		switch {
		case p.is("restart"):
			c.Options = append(c.Options, p.sequenceOption())
		case p.accept("set", "generated"):
			d := &tree.DefElem{Pos: p.pos(), Name: "generated"}
			d.Value = stringConst(d.Pos, p.oneOf("always", "by"))
			if d.Value.Text == "by" {
				p.want("default")
				d.Value.Text = "by default"
			}
			c.Options = append(c.Options, d)
		case p.is("set"):
			p.i++
			d := p.sequenceOption()
			if d == nil {
				p.fail(p.i)
			}
			if d.Name == "as" || d.Name == "restart" || d.Name == "owned_by" {
				p.errorAt(d.Pos, "sequence option \"%s\" not supported here", d.Name)
			}
			c.Options = append(c.Options, d)
		default:
			return
		}
	}
}

// alterSet consumes SET of the whole table.
func (p *parser) alterSet(c *tree.AlterTableCmd) {
	switch {
	case p.isP("("):
		c.Kind, c.Options = tree.SetRelOptions, p.relOptions()
	case p.accept("logged"):
		c.Kind = tree.SetLogged
	case p.accept("unlogged"):
		c.Kind = tree.SetUnlogged
	case p.accept("without", "cluster"):
		c.Kind = tree.SetWithoutCluster
	case p.accept("without", "oids"):
		c.Kind = tree.SetWithoutOids
	case p.accept("tablespace"):
		c.Kind, c.Text = tree.SetTablespace, p.name()
	case p.accept("access", "method"):
		c.Kind = tree.SetAccessMethod
		if !p.accept("default") {
			c.Text = p.name()
		}
	default:
		p.fail(p.i)
	}
}

func (p *parser) replicaIdentity(c *tree.AlterTableCmd) {
	c.Kind = tree.ReplicaIdentity
	switch {
	case p.accept("using", "index"):
		c.Text, c.Name = "index", p.name()
	default:
		c.Text = p.oneOf("default", "full", "nothing")
	}
}
