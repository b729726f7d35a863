package tree

import "strconv"

// Printing CREATE TABLE and what belongs to it.

var tempWords = [...]string{"", "TEMPORARY ", "UNLOGGED "}

func (p *printer) createTable(s *CreateTable) {
	p.put("CREATE ", tempWords[s.Persistence], "TABLE ")
	p.when(s.IfNotExists, "IF NOT EXISTS ")
	p.table(s.Relation)
	switch {
	case s.PartitionOf != nil:
		p.put(" PARTITION OF ")
		p.table(s.PartitionOf)
		if s.Elements != nil {
			p.elements(s.Elements)
		}
		p.put(" ")
		p.bound(s.Bound)
	case s.OfType != nil:
		p.put(" OF ")
		p.name(s.OfType)
		if s.Elements != nil {
			p.elements(s.Elements)
		}
	default:
		p.elements(s.Elements)
	}
	if s.Inherits != nil {
		p.put(" INHERITS (")
		p.rels(s.Inherits)
		p.put(")")
	}
	if s.PartitionBy != nil {
		p.put(" ")
		p.partitionBy(s.PartitionBy)
	}
	p.tableTail(s.Method, s.Options, s.OnCommit, s.Tablespace)
}

func (p *printer) tableTail(method string, options []*DefElem, c OnCommit, space string) {
	if method != "" {
		p.put(" USING ")
		p.ident(method)
	}
	if options != nil {
		p.put(" WITH ")
		p.options(options)
	}
	if c != OnCommitDefault {
		p.put(" ON COMMIT ")
		p.upper(c.String())
	}
	if space != "" {
		p.put(" TABLESPACE ")
		p.ident(space)
	}
}

func (p *printer) elements(l []TableElement) {
	p.put(" (")
	p.sep(len(l), ", ", func(i int) {
		switch x := l[i].(type) {
		case *ColumnDef:
			p.columnDef(x)
		case *Constraint:
			p.constraint(x)
		case *TableLike:
			p.put("LIKE ")
			p.table(x.Relation)
			for _, o := range x.Options {
				p.put(map[bool]string{false: " INCLUDING ", true: " EXCLUDING "}[o.Excluding])
				p.upper(o.What)
			}
		}
	})
	p.put(")")
}

func (p *printer) columnDefs(l []*ColumnDef) {
	p.put("(")
	p.sep(len(l), ", ", func(i int) { p.columnDef(l[i]) })
	p.put(")")
}

func (p *printer) collate(name []string) {
	if name != nil {
		p.put(" COLLATE ")
		p.name(name)
	}
}

func (p *printer) columnDef(d *ColumnDef) {
	p.ident(d.Name)
	if d.Type != nil {
		p.put(" ")
		p.typeName(d.Type)
	}
	p.wordOption(" STORAGE ", d.Storage)
	p.wordOption(" COMPRESSION ", d.Compression)
	p.collate(d.Collation)
	for _, c := range d.Constraints {
		p.put(" ")
		p.constraint(c)
	}
}

// wordOption writes a name that may also be DEFAULT.
func (p *printer) wordOption(word, v string) {
	switch v {
	case "":
	case "default":
		p.put(word, "DEFAULT")
	default:
		p.put(word)
		p.ident(v)
	}
}

func (p *printer) constraint(c *Constraint) {
	if c.Name != "" {
		p.put("CONSTRAINT ")
		p.ident(c.Name)
		p.put(" ")
	}
	switch c.Kind {
	case ConstrNull:
		p.put("NULL")
	case ConstrNotNull:
		p.put("NOT NULL")
		if c.Columns != nil {
			p.put(" ")
			p.ident(c.Columns[0])
		}
	case ConstrDefault:
		p.put("DEFAULT ")
		p.operand(c.Expr)
	case ConstrIdentity, ConstrGenerated:
		p.generated(c)
	case ConstrCheck:
		p.put("CHECK (")
		p.expr(c.Expr)
		p.put(")")
	case ConstrPrimary, ConstrUnique:
		p.upper(c.Kind.String())
		p.when(c.NullsNotDistinct, " NULLS NOT DISTINCT")
		p.key(c)
	case ConstrForeign:
		p.columns(c.Columns, "FOREIGN KEY ")
		p.references(c)
	}
	p.attributes(c)
}

func (p *printer) attributes(c *Constraint) {
	p.when(c.NoInherit, " NO INHERIT")
	p.when(c.Deferrable, " DEFERRABLE")
	p.when(c.NotDeferrable, " NOT DEFERRABLE")
	p.when(c.InitiallyDeferred, " INITIALLY DEFERRED")
	p.when(c.InitiallyImmed, " INITIALLY IMMEDIATE")
	p.when(c.NotValid, " NOT VALID")
	p.when(c.NotEnforced, " NOT ENFORCED")
	p.when(c.Enforced, " ENFORCED")
}

func (p *printer) generated(c *Constraint) {
	p.put("GENERATED ", map[bool]string{true: "ALWAYS", false: "BY DEFAULT"}[c.Always], " AS ")
	if c.Kind == ConstrIdentity {
		p.put("IDENTITY")
		if c.Options != nil {
			p.put(" (")
			p.sequenceOptions(c.Options, "")
			p.put(")")
		}
		return
	}
	p.put("(")
	p.expr(c.Expr)
	p.put(") ", map[bool]string{true: "VIRTUAL", false: "STORED"}[c.Virtual])
}

func (p *printer) key(c *Constraint) {
	if c.UsingIndex != "" {
		p.put(" USING INDEX ")
		p.ident(c.UsingIndex)
		return
	}
	p.columns(c.Columns, " ")
	p.columns(c.Include, " INCLUDE ")
	if c.Options != nil {
		p.put(" WITH ")
		p.options(c.Options)
	}
	if c.Tablespace != "" {
		p.put(" USING INDEX TABLESPACE ")
		p.ident(c.Tablespace)
	}
}

func (p *printer) references(c *Constraint) {
	p.when(c.Columns != nil, " ")
	p.put("REFERENCES ")
	p.table(c.RefTable)
	p.columns(c.RefColumns, " ")
	p.when(c.Match == FKMatchFull, " MATCH FULL")
	if c.OnDelete != FKNoAction {
		p.put(" ON DELETE ")
		p.upper(c.OnDelete.String())
		p.columns(c.DeleteCols, " ")
	}
	if c.OnUpdate != FKNoAction {
		p.put(" ON UPDATE ")
		p.upper(c.OnUpdate.String())
	}
}

func (p *printer) partitionBy(s *PartitionSpec) {
	p.put("PARTITION BY ")
	p.upper(s.Strategy.String())
	p.put(" (")
	p.sep(len(s.Params), ", ", func(i int) {
		e := s.Params[i]
		p.nameOrExpr(e.Name, e.Expr)
		p.collate(e.Collation)
		if e.OpClass != nil {
			p.put(" ")
			p.name(e.OpClass)
		}
	})
	p.put(")")
}

func (p *printer) nameOrExpr(name string, e Expr) {
	if e == nil {
		p.ident(name)
		return
	}
	p.put("(")
	p.expr(e)
	p.put(")")
}

func (p *printer) bound(b *PartitionBound) {
	if b.Default {
		p.put("DEFAULT")
		return
	}
	p.put("FOR VALUES ")
	switch b.Strategy {
	case PartitionList:
		p.wrapped("IN ", b.List)
	case PartitionRange:
		p.put("FROM ")
		p.datums(b.Lower)
		p.put(" TO ")
		p.datums(b.Upper)
	case PartitionHash:
		p.put("WITH (MODULUS ", strconv.Itoa(int(b.Modulus)), ", REMAINDER ", strconv.Itoa(int(b.Remainder)), ")")
	}
}

func (p *printer) datums(l []Datum) {
	p.put("(")
	p.sep(len(l), ", ", func(i int) {
		if l[i].Kind == DatumValue {
			p.expr(l[i].Expr)
		} else {
			p.upper(l[i].Kind.String())
		}
	})
	p.put(")")
}

// options writes (name = value, ...).
func (p *printer) options(l []*DefElem) {
	p.put("(")
	p.sep(len(l), ", ", func(i int) {
		d := l[i]
		if d.Namespace != "" {
			p.ident(d.Namespace)
			p.put(".")
		}
		p.ident(d.Name)
		switch {
		case d.Names != nil:
			p.put(" = ")
			p.name(d.Names)
		case d.Value != nil:
			p.put(" = ")
			p.constant(d.Value)
		}
	})
	p.put(")")
}

// utilityOptions writes (name value, ...).
func (p *printer) utilityOptions(l []*DefElem) {
	if l == nil {
		return
	}
	p.put(" (")
	p.sep(len(l), ", ", func(i int) {
		d := l[i]
		if d.Name == "analyze" || d.Name == "analyse" {
			p.put("analyze")
		} else {
			p.ident(d.Name)
		}
		switch {
		case d.Value != nil:
			p.put(" ")
			p.constant(d.Value)
		case len(d.Names) == 1 && d.Names[0] == "*":
			p.put(" *")
		case d.Names != nil:
			p.columns(d.Names, " ")
		}
	})
	p.put(")")
}

func (p *printer) indexElems(l []*IndexElem) {
	p.put(" (")
	p.sep(len(l), ", ", func(i int) {
		e := l[i]
		p.nameOrExpr(e.Name, e.Expr)
		p.collate(e.Collation)
		if e.OpClass != nil {
			p.put(" ")
			p.name(e.OpClass)
			if e.OpOptions != nil {
				p.options(e.OpOptions)
			}
		}
		p.put([...]string{"", " ASC", " DESC", ""}[e.Dir], [...]string{"", " NULLS FIRST", " NULLS LAST"}[e.Nulls])
	})
	p.put(")")
}

func (p *printer) createIndex(s *CreateIndex) {
	p.put("CREATE ")
	p.when(s.Unique, "UNIQUE ")
	p.put("INDEX ")
	p.when(s.Concurrently, "CONCURRENTLY ")
	p.when(s.IfNotExists, "IF NOT EXISTS ")
	if s.Name != "" {
		p.ident(s.Name)
		p.put(" ")
	}
	p.put("ON ")
	p.table(s.Relation)
	if s.Method != "" {
		p.put(" USING ")
		p.ident(s.Method)
	}
	p.indexElems(s.Columns)
	if s.Include != nil {
		p.put(" INCLUDE")
		p.indexElems(s.Include)
	}
	p.when(s.NullsNotDistinct, " NULLS NOT DISTINCT")
	p.tableTail("", s.Options, OnCommitDefault, s.Tablespace)
	p.where(s.Where)
}

func (p *printer) createTableAs(s *CreateTableAs) {
	i := s.Into
	p.put("CREATE ", tempWords[i.Persistence])
	p.when(s.Materialized, "MATERIALIZED VIEW ")
	p.when(!s.Materialized, "TABLE ")
	p.when(s.IfNotExists, "IF NOT EXISTS ")
	p.table(i.Relation)
	p.columns(i.Columns, " ")
	p.tableTail(i.Method, i.Options, i.OnCommit, i.Tablespace)
	p.put(" AS ")
	p.node(s.Query)
	p.when(s.WithNoData, " WITH NO DATA")
}
