package tree

import (
	"math"
	"strings"
)

// Printing statements about the session, transactions and maintenance.

func (p *printer) utility(s Statement) {
	switch s := s.(type) {
	case *Truncate:
		p.put("TRUNCATE ")
		p.rels(s.Relations)
		p.when(s.RestartIdentity, " RESTART IDENTITY")
		p.behavior(s.Behavior)
	case *Vacuum:
		p.put(map[bool]string{true: "ANALYZE", false: "VACUUM"}[s.AnalyzeOnly])
		p.utilityOptions(s.Options)
		p.sep(len(s.Relations), ",", func(i int) {
			p.put(" ")
			p.table(s.Relations[i].Relation)
			p.columns(s.Relations[i].Columns, " ")
		})
	case *Reindex:
		p.reindex(s)
	case *Cluster:
		p.put("CLUSTER")
		p.utilityOptions(s.Options)
		if s.Relation != nil {
			p.put(" ")
			p.table(s.Relation)
		}
		if s.Index != "" {
			p.put(" USING ")
			p.ident(s.Index)
		}
	case *Copy:
		p.copy(s)
	case *Explain:
		p.put("EXPLAIN")
		p.utilityOptions(s.Options)
		p.put(" ")
		p.node(s.Query)
	default:
		p.prepared(s)
	}
}

func (p *printer) reindex(s *Reindex) {
	p.put("REINDEX")
	p.utilityOptions(s.Options)
	p.put(" ")
	p.upper(s.Kind)
	p.when(s.Concurrently, " CONCURRENTLY")
	if s.Relation != nil {
		p.put(" ")
		p.table(s.Relation)
	} else if s.Name != "" {
		p.put(" ")
		p.ident(s.Name)
	}
}

func (p *printer) copy(s *Copy) {
	p.put("COPY ")
	if s.Query != nil {
		p.put("(")
		p.node(s.Query)
		p.put(")")
	} else {
		p.table(s.Relation)
		p.columns(s.Columns, " ")
	}
	p.put(map[bool]string{true: " FROM ", false: " TO "}[s.From])
	p.when(s.Program, "PROGRAM ")
	switch {
	case s.HasFile:
		p.str(s.File)
	case s.From:
		p.put("STDIN")
	default:
		p.put("STDOUT")
	}
	p.utilityOptions(s.Options)
	p.where(s.Where)
}

// prepared writes prepared statements and cursors.
func (p *printer) prepared(s Statement) {
	switch s := s.(type) {
	case *Prepare:
		p.put("PREPARE ")
		p.ident(s.Name)
		if s.ArgTypes != nil {
			p.put(" (")
			p.sep(len(s.ArgTypes), ", ", func(i int) { p.typeName(s.ArgTypes[i]) })
			p.put(")")
		}
		p.put(" AS ")
		p.node(s.Query)
	case *Execute:
		p.put("EXECUTE ")
		p.ident(s.Name)
		if s.Params != nil {
			p.wrapped(" ", s.Params)
		}
	case *Deallocate:
		p.put("DEALLOCATE ")
		p.nameOrAll(s.Name, s.All)
	case *DeclareCursor:
		p.declare(s)
	case *Fetch:
		p.fetch(s)
	case *ClosePortal:
		p.put("CLOSE ")
		p.nameOrAll(s.Cursor, s.All)
	default:
		p.session(s)
	}
}

func (p *printer) nameOrAll(name string, all bool) {
	if all {
		p.put("ALL")
	} else {
		p.ident(name)
	}
}

func (p *printer) declare(s *DeclareCursor) {
	p.put("DECLARE ")
	p.ident(s.Name)
	p.when(s.Binary, " BINARY")
	p.when(s.Insensitive, " INSENSITIVE")
	p.when(s.Asensitive, " ASENSITIVE")
	p.when(s.Scroll, " SCROLL")
	p.when(s.NoScroll, " NO SCROLL")
	p.put(" CURSOR ")
	p.when(s.Hold, "WITH HOLD ")
	p.put("FOR ")
	p.query(s.Query)
}

func (p *printer) fetch(s *Fetch) {
	p.put(map[bool]string{true: "MOVE ", false: "FETCH "}[s.Move])
	p.upper(s.Direction.String())
	p.put(" ")
	if s.Count == math.MaxInt64 {
		p.put("ALL")
	} else {
		p.num(s.Count)
	}
	p.put(" FROM ")
	p.ident(s.Cursor)
}

// session writes the statements about transactions and settings.
func (p *printer) session(s Statement) {
	switch s := s.(type) {
	case *VariableSet:
		p.variableSet(s)
	case *VariableShow:
		p.put("SHOW ")
		p.variable(s.Name)
	case *Transaction:
		p.transaction(s)
	case *Lock:
		p.put("LOCK TABLE ")
		p.rels(s.Relations)
		p.put(" IN ", [...]string{"", "ACCESS SHARE", "ROW SHARE", "ROW EXCLUSIVE", "SHARE UPDATE EXCLUSIVE", "SHARE",
			"SHARE ROW EXCLUSIVE", "EXCLUSIVE", "ACCESS EXCLUSIVE"}[s.Mode], " MODE")
		p.when(s.Nowait, " NOWAIT")
	case *Discard:
		p.put("DISCARD ")
		p.upper(s.Target)
	case *ConstraintsSet:
		p.put("SET CONSTRAINTS ")
		if s.Constraints == nil {
			p.put("ALL")
		}
		p.rels(s.Constraints)
		p.put(map[bool]string{true: " DEFERRED", false: " IMMEDIATE"}[s.Deferred])
	case *Checkpoint:
		p.put("CHECKPOINT")
	case *Listen:
		p.put(map[bool]string{true: "UNLISTEN ", false: "LISTEN "}[s.Unlisten])
		if s.Channel == "*" {
			p.put("*")
		} else {
			p.ident(s.Channel)
		}
	case *Notify:
		p.put("NOTIFY ")
		p.ident(s.Channel)
		if s.Payload != "" {
			p.put(", ")
			p.str(s.Payload)
		}
	}
}

// variable writes a setting's name, whose parts are names.
func (p *printer) variable(name string) {
	if name == "all" {
		p.put("ALL")
		return
	}
	p.name(strings.Split(name, "."))
}

func (p *printer) variableSet(s *VariableSet) {
	switch s.Kind {
	case VarReset:
		p.put("RESET ")
		p.variable(s.Name)
		return
	case VarResetAll:
		p.put("RESET ALL")
		return
	}
	p.put("SET ")
	p.when(s.Local, "LOCAL ")
	if s.Kind == VarSetMulti {
		p.put(s.Name)
		p.when(s.Name == "SESSION CHARACTERISTICS", " AS TRANSACTION")
		p.modes(s.Options)
		p.when(s.Args != nil, " ")
		p.exprs(s.Args)
		return
	}
	if c, ok := first(s.Args).(*TypeCast); ok && s.Name == "timezone" {
		p.put("TIME ZONE INTERVAL")
		if c.Type.Mods != nil {
			p.wrapped("", c.Type.Mods)
		}
		p.put(" ")
		p.expr(c.Arg)
		p.put(" ", c.Type.IntervalFields)
		return
	}
	p.name(strings.Split(s.Name, "."))
	switch s.Kind {
	case VarSetDefault:
		p.put(" TO DEFAULT")
	case VarSetCurrent:
		p.put(" FROM CURRENT")
	default:
		p.put(" TO ")
		p.exprs(s.Args)
	}
}

func first(l []Expr) Expr {
	if len(l) > 0 {
		return l[0]
	}
	return nil
}

// modes writes the modes of a transaction.
func (p *printer) modes(l []*DefElem) {
	p.sep(len(l), ",", func(i int) {
		p.put(" ")
		d := l[i]
		switch d.Name {
		case "transaction_isolation":
			p.put("ISOLATION LEVEL ")
			p.upper(d.Value.Text)
		case "transaction_read_only":
			p.put(map[bool]string{true: "READ ONLY", false: "READ WRITE"}[d.Value.Bool])
		case "transaction_deferrable":
			p.when(!d.Value.Bool, "NOT ")
			p.put("DEFERRABLE")
		}
	})
}

func (p *printer) transaction(s *Transaction) {
	p.upper(s.Kind.String())
	switch s.Kind {
	case TransBegin, TransStart:
		p.modes(s.Options)
	case TransSavepoint, TransRelease, TransRollbackTo:
		p.put(" ")
		p.ident(s.Savepoint)
	case TransPrepare, TransCommitPrepared, TransRollbackPrepared:
		p.put(" ")
		p.str(s.Savepoint)
	}
	p.when(s.Chain, " AND CHAIN")
}
