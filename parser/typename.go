package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The names of types, by their own descent: SQL's words of several parts,
// modifiers, array bounds.

// typeName consumes the name of a type.
func (p *parser) typeName() *tree.TypeName {
	pos := p.pos()
	setof := p.accept("setof")
	t := p.simpleType()
	t.Pos, t.Setof = pos, setof
	switch {
	case p.accept("array"):
		bound := int32(-1)
		if p.acceptP("[") {
			bound = int32(p.intConst())
			p.wantP("]")
		}
		t.ArrayBounds = []int32{bound}
	default:
		for p.acceptP("[") {
			bound := int32(-1)
			if !p.isP("]") {
				bound = int32(p.intConst())
			}
			p.wantP("]")
			t.ArrayBounds = append(t.ArrayBounds, bound)
		}
	}
	return t
}

func systemType(name string) *tree.TypeName {
	return &tree.TypeName{Names: []string{"pg_catalog", name}}
}

// simpleType consumes a type without array bounds.
func (p *parser) simpleType() *tree.TypeName {
	t := p.cur()
	if t.Kind == lex.Word && t.Class == lex.ColName || p.isSeq("double", "precision") {
		p.i++
		if s := p.builtinType(t.Text); s != nil {
			return s
		}
		p.fail(p.i - 1)
	}
	names := []string{p.typeFuncName()}
	for p.acceptP(".") {
		names = append(names, p.label())
	}
	if p.isOp("%") && p.at(1).Is("type") {
		p.unsupported("%TYPE")
	}
	return &tree.TypeName{Names: names, Mods: p.typeMods()}
}

// typeMods consumes ( a, b ) if it is here.
func (p *parser) typeMods() (l []tree.Expr) {
	if !p.acceptP("(") {
		return nil
	}
	l = p.parseExprs()
	p.wantP(")")
	return l
}

// builtinType consumes the rest of a type that begins with a word of SQL's,
// which was consumed; nil if the word is none.
func (p *parser) builtinType(word string) *tree.TypeName {
	switch word {
	case "int", "integer":
		return systemType("int4")
	case "smallint":
		return systemType("int2")
	case "bigint":
		return systemType("int8")
	case "real":
		return systemType("float4")
	case "boolean":
		return systemType("bool")
	case "json":
		return systemType("json")
	case "double":
		p.want("precision")
		return systemType("float8")
	case "float":
		return p.floatType()
	case "decimal", "dec", "numeric":
		return p.withMods(systemType("numeric"))
	case "bit":
		if p.accept("varying") {
			return p.withMods(systemType("varbit"))
		}
		return p.withLength(systemType("bit"))
	case "varchar":
		return p.withMod(systemType("varchar"))
	case "national", "character", "char", "nchar":
		return p.charType(word)
	case "timestamp", "time":
		return p.timeType(word)
	case "interval":
		return p.intervalType()
	}
	return nil
}

// withMod is withMods for the types whose only modifier is a plain integer.
func (p *parser) withMod(t *tree.TypeName) *tree.TypeName {
	if p.isP("(") {
		at := p.i
		p.i++
		p.intConst()
		if !p.isP(")") {
			p.fail(p.i)
		}
		p.i = at
	}
	return p.withMods(t)
}

func (p *parser) withMods(t *tree.TypeName) *tree.TypeName {
	t.Mods = p.typeMods()
	return t
}

// withLength is withMods where a length left out is 1.
func (p *parser) withLength(t *tree.TypeName) *tree.TypeName {
	if p.withMods(t).Mods == nil {
		t.Mods = oneMod()
	}
	return t
}

func oneMod() []tree.Expr {
	return []tree.Expr{&tree.Const{Kind: tree.ConstInt, Int: 1, Text: "1", Pos: -1}}
}

func (p *parser) floatType() *tree.TypeName {
	if !p.acceptP("(") {
		return systemType("float8")
	}
	pos := p.pos()
	n := p.intConst()
	p.wantP(")")
	switch {
	case n < 1:
		panic(pgerr.New(pgerr.InvalidParameterValue, "precision for type float must be at least 1 bit").At(int(pos)))
	case n <= 24:
		return systemType("float4")
	case n <= 53:
		return systemType("float8")
	}
	panic(pgerr.New(pgerr.InvalidParameterValue, "precision for type float must be less than 54 bits").At(int(pos)))
}

func (p *parser) charType(word string) *tree.TypeName {
	if word == "national" {
		p.oneOf("character", "char")
	}
	if p.accept("varying") {
		return p.withMod(systemType("varchar"))
	}
	t := p.withMod(systemType("bpchar"))
	if t.Mods == nil {
		t.Mods = oneMod()
	}
	return t
}

func (p *parser) timeType(word string) *tree.TypeName {
	t := p.withMod(systemType(word))
	if p.is("with", "without") && p.at(1).Is("time") && p.at(2).Is("zone") {
		if p.is("with") {
			t.Names[1] += "tz"
		}
		p.i += 3
	}
	return t
}

func (p *parser) intervalType() *tree.TypeName {
	t := systemType("interval")
	if p.isP("(") {
		return p.withMod(t)
	}
	p.intervalFields(t)
	return t
}

// intervalFields consumes YEAR, DAY TO SECOND(3) and the like, if here.
func (p *parser) intervalFields(t *tree.TypeName) {
	if !p.is("year", "month", "day", "hour", "minute", "second") {
		return
	}
	from := p.label()
	t.IntervalFields = from
	if p.is("to") {
		p.i++
		to := ""
		switch from {
		case "year":
			to = p.oneOf("month")
		case "day":
			to = p.oneOf("hour", "minute", "second")
		case "hour":
			to = p.oneOf("minute", "second")
		case "minute":
			to = p.oneOf("second")
		default:
			p.fail(p.i - 1)
		}
		t.IntervalFields += " to " + to
		from = to
	}
	if from == "second" {
		p.withMod(t)
	}
}

// typedLiteral walks type 'string' if that is here.
func (w *walker) typedLiteral() bool {
	if !w.isTypedLiteral() {
		return false
	}
	tok := w.i
	c := &tree.TypeCast{Pos: w.pos()}
	c.Type = w.typeName()
	if w.cur().Kind != lex.String || c.Type.ArrayBounds != nil {
		w.fail(w.i)
	}
	c.Arg = w.constant()
	if m := c.Type.Mods; len(m) == 1 && m[0].Position() == -1 {
		c.Type.Mods = nil // char 'abc' has no length, other than 'abc'::char
	}
	if n := c.Type.Names; len(n) == 2 && n[0] == "pg_catalog" && n[1] == "interval" && w.toks[tok].Is("interval") && c.Type.Mods == nil {
		w.intervalFields(c.Type)
	}
	w.literal(c, tok)
	return true
}

// isTypeWord are the words whose parentheses can only hold a type's modifiers.
var isTypeWord = map[string]bool{"timestamp": true, "time": true, "interval": true, "varchar": true, "char": true,
	"character": true, "nchar": true, "numeric": true, "decimal": true, "dec": true, "float": true, "bit": true}

// isTypedLiteral looks ahead for a type's name with a string behind it.
func (w *walker) isTypedLiteral() bool {
	t := w.cur()
	if t.Class == lex.Reserved {
		return false
	}
	j := w.i + 1
	word := t.Text
	if t.Kind == lex.Quoted {
		word = ""
	}
	switch word {
	case "double":
		if w.toks[j].Is("precision") {
			j++
		}
	case "national":
		j++
		fallthrough
	case "character", "char", "nchar", "bit":
		if j < len(w.toks) && w.toks[j].Is("varying") {
			j++
		}
	case "int", "integer", "smallint", "bigint", "real", "float", "decimal", "dec", "numeric", "boolean",
		"varchar", "timestamp", "time", "interval", "json":
	default:
		if t.Class == lex.ColName {
			return false
		}
		for k := w.at(j + 1 - w.i).Kind; w.at(j-w.i).IsPunct(".") && (k == lex.Word || k == lex.Quoted); k = w.at(j + 1 - w.i).Kind {
			j += 2
		}
	}
	if w.at(j - w.i).IsPunct("(") {
		if t.Class == lex.ColName && isTypeWord[t.Text] {
			return true // no function can have this name
		}
		j = w.match(j) + 1
	}
	if (t.Text == "timestamp" || t.Text == "time") && (w.at(j-w.i).Is("with") || w.at(j-w.i).Is("without")) {
		j += 3
	}
	return w.at(j-w.i).Kind == lex.String
}
