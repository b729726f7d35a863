package tree

import (
	"strconv"
	"strings"
)

// Printing trees as PostgreSQL text. What is printed parses to the same tree;
// parentheses stand round every operand that is not a unit, so that no
// precedence is needed.

// SQL returns n as PostgreSQL text. Statements come without a semicolon.
func SQL(n Node) string {
	var p printer
	p.node(n)
	return p.String()
}

// QuoteIdent returns a name as it must be written: quoted if it is not in
// lower case or is a key word that cannot stand as any name.
func QuoteIdent(name string) string {
	plain := name != "" && (name[0] == '_' || name[0] >= 'a' && name[0] <= 'z')
	for i := 0; plain && i < len(name); i++ {
		c := name[i]
		plain = c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	if plain && !quotedWords[name] {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// QuoteLiteral returns s as a string constant.
func QuoteLiteral(s string) string {
	q := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return "E" + strings.ReplaceAll(q, `\`, `\\`)
	}
	return q
}

// quotedWords are the key words that need quotes as names: PostgreSQL's but
// for the unreserved ones, and those of the unreserved that begin a clause where
// a name may be left out.
var quotedWords = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(nonNames) {
		m[w] = true
	}
	return m
}()

type printer struct{ strings.Builder }

// put writes the parts one after the other.
func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// when writes s if ok holds.
func (p *printer) when(ok bool, s string) {
	if ok {
		p.WriteString(s)
	}
}

func (p *printer) ident(name string)  { p.put(QuoteIdent(name)) }
func (p *printer) str(s string)       { p.put(QuoteLiteral(s)) }
func (p *printer) num(n int64)        { p.put(strconv.FormatInt(n, 10)) }
func (p *printer) name(l []string)    { p.sep(len(l), ".", func(i int) { p.ident(l[i]) }) }
func (p *printer) names(l []string)   { p.sep(len(l), ", ", func(i int) { p.ident(l[i]) }) }
func (p *printer) exprs(l []Expr)     { p.sep(len(l), ", ", func(i int) { p.expr(l[i]) }) }
func (p *printer) rels(l []*RangeVar) { p.sep(len(l), ", ", func(i int) { p.table(l[i]) }) }

func (p *printer) objects(l []*ObjectName) {
	p.sep(len(l), ", ", func(i int) { p.name(l[i].Names) })
}

// sep calls item for 0 to n-1 with sep written between the calls.
func (p *printer) sep(n int, sep string, item func(i int)) {
	for i := range n {
		p.when(i > 0, sep)
		item(i)
	}
}

// columns writes (a, b) if there are any.
func (p *printer) columns(l []string, before string) {
	if len(l) > 0 {
		p.put(before, "(")
		p.names(l)
		p.put(")")
	}
}

// upper writes a kind's words as key words.
func (p *printer) upper(words string) { p.put(strings.ToUpper(words)) }

// node writes any node that can stand for itself.
func (p *printer) node(n Node) {
	switch n := n.(type) {
	case *SelectStmt:
		p.query(n)
	case Statement:
		p.stmt(n)
	case Expr:
		p.expr(n)
	case TableRef:
		p.tableRef(n)
	case *TypeName:
		p.typeName(n)
	case *ColumnDef:
		p.columnDef(n)
	case *Constraint:
		p.constraint(n)
	case *PartitionBound:
		p.bound(n)
	case *PartitionSpec:
		p.partitionBy(n)
	case *SortBy:
		p.sortBy(n)
	case *ResTarget:
		p.target(n)
	}
}
