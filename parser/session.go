package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// Transactions, settings, locks and notifications.

func (p *parser) noiseTransaction() {
	if !p.accept("work") {
		p.accept("transaction")
	}
}

func (p *parser) begin() tree.Statement {
	t := &tree.Transaction{Pos: p.pos(), Kind: tree.TransBegin}
	if p.accept("start") {
		t.Kind = tree.TransStart
		p.want("transaction")
	} else {
		p.want("begin")
		p.noiseTransaction()
	}
	t.Options = p.transactionModes()
	return t
}

// transactionModes consumes modes with or without commas between them.
func (p *parser) transactionModes() (l []*tree.DefElem) {
	for {
		d := &tree.DefElem{Pos: p.pos()}
		switch {
		case p.accept("isolation"):
			p.want("level")
			d.Name, d.Value = "transaction_isolation", stringConst(p.pos(), p.isolation())
		case p.accept("read"):
			d.Name, d.Value = "transaction_read_only", boolConst(d.Pos, p.oneOf("only", "write") == "only")
		case p.accept("deferrable"):
			d.Name, d.Value = "transaction_deferrable", boolConst(d.Pos, true)
		case p.accept("not", "deferrable"):
			d.Name, d.Value = "transaction_deferrable", boolConst(d.Pos, false)
		default:
			if l != nil && p.toks[p.i-1].IsPunct(",") {
				p.fail(p.i)
			}
			return l
		}
		l = append(l, d)
		p.acceptP(",")
	}
}

func (p *parser) isolation() string {
	switch p.oneOf("read", "repeatable", "serializable") {
	case "read":
		return "read " + p.oneOf("committed", "uncommitted")
	case "repeatable":
		p.want("read")
		return "repeatable read"
	}
	return "serializable"
}

func (p *parser) chain() bool {
	if p.accept("and", "no", "chain") {
		return false
	}
	if p.is("and") {
		p.want("and", "chain")
		return true
	}
	return false
}

func (p *parser) commit() tree.Statement {
	t := &tree.Transaction{Pos: p.pos(), Kind: tree.TransCommit}
	if p.oneOf("commit", "end") == "commit" && p.accept("prepared") {
		t.Kind, t.Savepoint = tree.TransCommitPrepared, p.stringConst()
		return t
	}
	p.noiseTransaction()
	t.Chain = p.chain()
	return t
}

func (p *parser) rollback() tree.Statement {
	t := &tree.Transaction{Pos: p.pos(), Kind: tree.TransRollback}
	abort := p.oneOf("rollback", "abort") == "abort"
	if !abort && p.accept("prepared") {
		t.Kind, t.Savepoint = tree.TransRollbackPrepared, p.stringConst()
		return t
	}
	p.noiseTransaction()
	if !abort && p.accept("to") {
		if p.is("savepoint") && p.at(1).IsColID() {
			p.i++
		}
		t.Kind, t.Savepoint = tree.TransRollbackTo, p.name()
		return t
	}
	t.Chain = p.chain()
	return t
}

func (p *parser) savepoint() tree.Statement {
	t := &tree.Transaction{Pos: p.pos(), Kind: tree.TransSavepoint}
	p.want("savepoint")
	t.Savepoint = p.name()
	return t
}

func (p *parser) release() tree.Statement {
	t := &tree.Transaction{Pos: p.pos(), Kind: tree.TransRelease}
	p.want("release")
	if p.is("savepoint") && p.at(1).IsColID() {
		p.i++
	}
	t.Savepoint = p.name()
	return t
}

func (p *parser) set() tree.Statement {
	pos := p.pos()
	p.want("set")
	if p.is("constraints") {
		return p.setConstraints(pos)
	}
	local := false
	if p.is("local", "session") && !p.at(1).IsOp("=") && !p.at(1).Is("to") && !p.at(1).IsPunct(".") {
		if !(p.is("session") && p.at(1).Is("authorization")) {
			local = p.is("local")
			p.i++
		}
	}
	v := p.setRest(pos)
	v.Local = local
	return v
}

func (p *parser) setConstraints(pos int32) tree.Statement {
	c := &tree.ConstraintsSet{Pos: pos}
	p.want("constraints")
	if !p.accept("all") {
		c.Constraints = p.relations()
	}
	c.Deferred = p.oneOf("deferred", "immediate") == "deferred"
	return c
}

// setRest consumes SET behind LOCAL or SESSION.
func (p *parser) setRest(pos int32) *tree.VariableSet {
	v := &tree.VariableSet{Pos: pos}
	switch {
	case p.accept("transaction", "snapshot"):
		v.Kind, v.Name = tree.VarSetMulti, "TRANSACTION SNAPSHOT"
		v.Args = []tree.Expr{stringConst(p.pos(), p.stringConst())}
	case p.is("transaction") && !p.at(1).IsOp("=") && !p.at(1).Is("to"):
		p.i++
		p.multi(v, "TRANSACTION")
	case p.accept("characteristics", "as", "transaction"):
		p.multi(v, "SESSION CHARACTERISTICS")
	case p.accept("time", "zone"):
		v.Name = "timezone"
		p.timeZone(v)
	case p.accept("xml", "option"):
		v.Name = "xmloption"
		v.Args = []tree.Expr{stringConst(p.pos(), p.oneOf("document", "content"))}
	case p.accept("names"):
		v.Name = "client_encoding"
		if p.cur().Kind != lex.String {
			p.accept("default")
			v.Kind = tree.VarSetDefault
			return v
		}
		v.Args = []tree.Expr{stringConst(p.pos(), p.stringConst())}
	case p.is("catalog") && p.at(1).Kind == lex.String:
		panic(pgerr.New(pgerr.FeatureNotSupported, "current database cannot be changed").At(int(p.at(1).Pos)))
	case p.is("schema") && p.at(1).Kind == lex.String:
		p.i++
		v.Name, v.Args = "search_path", []tree.Expr{p.constant()}
	case p.is("role") && !p.at(1).IsOp("=") && !p.at(1).Is("to"):
		p.i++
		v.Name, v.Args = "role", []tree.Expr{stringConst(p.pos(), p.nonReservedOrString())}
	case p.accept("session", "authorization"):
		p.sessionAuthorization(v)
	default:
		p.setVariable(v)
	}
	return v
}

func (p *parser) multi(v *tree.VariableSet, name string) {
	v.Kind, v.Name = tree.VarSetMulti, name
	if v.Options = p.transactionModes(); v.Options == nil {
		p.fail(p.i)
	}
}

func (p *parser) sessionAuthorization(v *tree.VariableSet) {
	v.Name = "session_authorization"
	if p.accept("default") {
		v.Kind = tree.VarSetDefault
		return
	}
	v.Args = []tree.Expr{stringConst(p.pos(), p.nonReservedOrString())}
}

func (p *parser) timeZone(v *tree.VariableSet) {
	switch t := p.cur(); {
	case p.accept("default"), p.accept("local"):
		v.Kind = tree.VarSetDefault
	case t.Kind == lex.String || t.Kind == lex.Int || t.Kind == lex.Num || p.isOp("-") || p.isOp("+"):
		v.Args = []tree.Expr{p.setValue()}
	case p.is("interval"):
		p.timeZoneInterval(v)
	default:
		if t.Class != lex.NotKeyword {
			p.fail(p.i)
		}
		v.Args = []tree.Expr{stringConst(p.pos(), p.name())}
	}
}

// timeZoneInterval consumes INTERVAL '...' [HOUR [TO MINUTE]].
func (p *parser) timeZoneInterval(v *tree.VariableSet) {
	c := &tree.TypeCast{Pos: p.pos()}
	p.i++
	c.Type = systemType("interval")
	c.Type.Pos = c.Pos
	c.Type.Mods = p.typeMods()
	if p.cur().Kind != lex.String {
		p.fail(p.i)
	}
	c.Arg = p.constant()
	if c.Type.Mods == nil {
		at := p.pos()
		p.intervalFields(c.Type)
		switch c.Type.IntervalFields {
		case "", "hour", "hour to minute":
		default:
			p.errorAt(at, "time zone interval must be HOUR or HOUR TO MINUTE")
		}
	}
	v.Args = []tree.Expr{c}
}

// variableName consumes a setting's name with its prefix.
func (p *parser) variableName() string {
	name := p.name()
	for p.acceptP(".") {
		name += "." + p.name()
	}
	return name
}

func (p *parser) setVariable(v *tree.VariableSet) {
	v.Name = p.variableName()
	if p.accept("from", "current") {
		v.Kind = tree.VarSetCurrent
		return
	}
	if !p.acceptOp("=") {
		p.want("to")
	}
	if p.accept("default") {
		v.Kind = tree.VarSetDefault
		return
	}
	p.list(func() { v.Args = append(v.Args, p.setValue()) })
}

// setValue consumes a word, string or number.
func (p *parser) setValue() tree.Expr {
	t := p.cur()
	switch {
	case t.Kind == lex.String:
		return p.constant()
	case t.Kind == lex.Int || t.Kind == lex.Num || p.isOp("-") || p.isOp("+"):
		return p.number()
	case p.is("true", "false", "on"):
		return stringConst(t.Pos, p.label())
	}
	return stringConst(t.Pos, p.nonReserved())
}

func (p *parser) reset() tree.Statement {
	v := &tree.VariableSet{Pos: p.pos(), Kind: tree.VarReset}
	p.want("reset")
	switch {
	case p.accept("all"):
		v.Kind = tree.VarResetAll
	case p.accept("time", "zone"):
		v.Name = "timezone"
	case p.accept("transaction", "isolation"):
		p.want("level")
		v.Name = "transaction_isolation"
	case p.accept("session", "authorization"):
		v.Name = "session_authorization"
	default:
		v.Name = p.variableName()
	}
	return v
}

func (p *parser) show() tree.Statement {
	v := &tree.VariableShow{Pos: p.pos()}
	p.want("show")
	switch {
	case p.accept("all"):
		v.Name = "all"
	case p.accept("time", "zone"):
		v.Name = "timezone"
	case p.accept("transaction", "isolation"):
		p.want("level")
		v.Name = "transaction_isolation"
	case p.accept("session", "authorization"):
		v.Name = "session_authorization"
	default:
		v.Name = p.variableName()
	}
	return v
}

var lockModes = []struct {
	words []string
	mode  int
}{
	{[]string{"access", "share"}, 1}, {[]string{"row", "share"}, 2}, {[]string{"row", "exclusive"}, 3},
	{[]string{"share", "update", "exclusive"}, 4}, {[]string{"share", "row", "exclusive"}, 6},
	{[]string{"share"}, 5}, {[]string{"exclusive"}, 7}, {[]string{"access", "exclusive"}, 8},
}

func (p *parser) lock() tree.Statement {
	l := &tree.Lock{Pos: p.pos(), Mode: 8}
	p.want("lock")
	p.accept("table")
	p.list(func() { l.Relations = append(l.Relations, p.relationExpr()) })
	if p.accept("in") {
		l.Mode = p.lockMode()
	}
	l.Nowait = p.accept("nowait")
	return l
}

func (p *parser) lockMode() int {
	for _, m := range lockModes {
		if p.accept(m.words...) {
			p.want("mode")
			return m.mode
		}
	}
	p.fail(p.i)
	return 0
}

func (p *parser) discard() tree.Statement {
	d := &tree.Discard{Pos: p.pos()}
	p.want("discard")
	d.Target = p.oneOf("all", "temp", "temporary", "plans", "sequences")
	if d.Target == "temporary" {
		d.Target = "temp"
	}
	return d
}

func (p *parser) checkpoint() tree.Statement {
	c := &tree.Checkpoint{Pos: p.pos()}
	p.want("checkpoint")
	return c
}

func (p *parser) listen() tree.Statement {
	l := &tree.Listen{Pos: p.pos()}
	l.Unlisten = p.oneOf("listen", "unlisten") == "unlisten"
	if l.Unlisten && p.acceptOp("*") {
		l.Channel = "*"
		return l
	}
	l.Channel = p.name()
	return l
}

func (p *parser) notify() tree.Statement {
	n := &tree.Notify{Pos: p.pos()}
	p.want("notify")
	n.Channel = p.name()
	if p.acceptP(",") {
		n.Payload = p.stringConst()
	}
	return n
}
