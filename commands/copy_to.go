package commands

import (
	"bytes"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// COPY ... TO STDOUT: a query, and the lines made of its rows.

// CopyOut makes the lines of a COPY TO.
type CopyOut struct {
	f     *copyFormat
	env   *types.Env
	cols  []planner.ResultColumn
	quote []bool // by column: FORCE_QUOTE
	line  []byte
	text  []byte
	begun bool // the binary format's header was given out
}

// BeginCopyTo checks a COPY TO and analyzes its query.
func BeginCopyTo(c *Ctx, s *tree.Copy) (*CopyOut, *planner.Query, error) {
	if err := refuseFile(s); err != nil {
		return nil, nil, err
	}
	var rel *catalog.Relation
	query := s.Query
	if query == nil {
		var err error
		if rel, err = c.copySource(s); err != nil {
			return nil, nil, err
		}
	}
	f, err := copyOptions(s, c.Sess.Env.Client)
	if err != nil {
		return nil, nil, err
	}
	if rel != nil {
		cols, err := copyColumns(rel, s.Columns)
		if err != nil {
			return nil, nil, err
		}
		query = selectColumns(s.Relation, cols)
	}
	into, _ := query.(*tree.SelectStmt)
	if into != nil && into.Into != nil {
		plain := *into
		plain.Into = nil
		query = &plain
	} else {
		into = nil
	}
	q, err := planner.Analyze(c.Access, query, nil)
	switch {
	case err != nil:
		return nil, nil, err
	case rel != nil:
		q.Range[0].NoIndex = true
	case into != nil:
		return nil, nil, pgerr.New(pgerr.FeatureNotSupported, "COPY (SELECT INTO) is not supported")
	}
	if q.Command != planner.Select && len(q.Returning) == 0 {
		return nil, nil, pgerr.New(pgerr.FeatureNotSupported, "COPY query must have a RETURNING clause")
	}
	out := &CopyOut{f: f, env: c.Sess.Env, cols: planner.ResultColumns(q)}
	names := make([]string, len(out.cols))
	for i := range names {
		names[i] = out.cols[i].Name
		if f.binary {
			if err := types.CanSend(out.cols[i].Type, out.env); err != nil {
				return nil, nil, err
			}
		}
	}
	out.quote, err = forceFlags("FORCE_QUOTE", f.forceQuote, names, rel)
	return out, q, err
}

// copySource opens the table of a COPY TO.
func (c *Ctx) copySource(s *tree.Copy) (*catalog.Relation, error) {
	rel, err := c.copyTable(s, lmgr.AccessShare)
	if err != nil {
		return nil, err
	}
	switch rel.Kind {
	case catalog.TableKind:
		return rel, nil
	case catalog.ViewKind:
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot copy from view %q", rel.Name).
			WithHint("Try the COPY (SELECT ...) TO variant.")
	case catalog.PartitionedTableKind:
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot copy from partitioned table %q", rel.Name).
			WithHint("Try the COPY (SELECT ...) TO variant.")
	case catalog.SequenceKind:
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot copy from sequence %q", rel.Name)
	}
	return nil, pgerr.New(pgerr.WrongObjectType, "cannot copy from non-table relation %q", rel.Name)
}

// selectColumns is the query that reads a table's columns.
func selectColumns(from *tree.RangeVar, cols []*catalog.Column) *tree.SelectStmt {
	table := *from
	table.Only = true
	q := &tree.SelectStmt{Pos: from.Pos, From: []tree.TableRef{&table}}
	for _, c := range cols {
		ref := &tree.ColumnRef{Pos: from.Pos, Fields: []string{table.Name, c.Name}}
		q.TargetList = append(q.TargetList, &tree.ResTarget{Pos: from.Pos, Val: ref})
	}
	return q
}

// Binary tells whether the data are in the binary format.
func (o *CopyOut) Binary() bool { return o.f.binary }

// Trailer returns what ends the data, nil if nothing does.
func (o *CopyOut) Trailer() []byte {
	if !o.f.binary {
		return nil
	}
	o.line = o.line[:0]
	o.binaryStart()
	return append(o.line, 0xff, 0xff)
}

// Columns is the number of fields of a line.
func (o *CopyOut) Columns() int { return len(o.cols) }

// Header returns the line of column names, nil if none is wanted.
func (o *CopyOut) Header() ([]byte, error) {
	if o.f.header == noHeader {
		return nil, nil
	}
	o.line = o.line[:0]
	for i := range o.cols {
		o.field(i, []byte(o.cols[i].Name), false)
	}
	return o.encoded(append(o.line, '\n'))
}

// encoded is a line in the encoding of the data.
func (o *CopyOut) encoded(line []byte) (_ []byte, err error) {
	o.line = line
	if o.f.encoding == nil {
		return line, nil
	}
	o.text, err = o.f.encoding.Append(o.text[:0], line)
	return o.text, err
}

// Line returns the line of a row, or the error of a character that the encoding does
// not have. It is valid until the next call.
func (o *CopyOut) Line(row types.Row) (_ []byte, err error) {
	defer types.Caught(&err)
	o.line = o.line[:0]
	if o.f.binary {
		return o.binaryLine(row), nil
	}
	for i := range o.cols {
		if row[i].IsNull() {
			o.separate(i)
			o.line = append(o.line, o.f.null...)
			continue
		}
		o.text = types.AppendText(o.text[:0], row[i], o.cols[i].Type, o.env)
		o.field(i, o.text, o.quote[i])
	}
	return o.encoded(append(o.line, '\n'))
}

func (o *CopyOut) separate(i int) {
	if i > 0 {
		o.line = append(o.line, o.f.delim)
	}
}

func (o *CopyOut) field(i int, text []byte, quote bool) {
	o.separate(i)
	if !o.f.csv {
		o.escaped(text)
		return
	}
	if quote || o.needsQuotes(text) {
		o.quoted(text)
		return
	}
	o.line = append(o.line, text...)
}

// needsQuotes: a field that would be read otherwise without them.
func (o *CopyOut) needsQuotes(text []byte) bool {
	if string(text) == o.f.null || len(o.cols) == 1 && string(text) == `\.` {
		return true
	}
	return bytes.IndexByte(text, o.f.delim) >= 0 || bytes.IndexByte(text, o.f.quote) >= 0 || bytes.ContainsAny(text, "\r\n")
}

func (o *CopyOut) quoted(text []byte) {
	o.line = append(o.line, o.f.quote)
	for _, c := range text {
		if c == o.f.quote || c == o.f.escape {
			o.line = append(o.line, o.f.escape)
		}
		o.line = append(o.line, c)
	}
	o.line = append(o.line, o.f.quote)
}

// controls are the letters that control characters are written with.
var controls = [256]byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v', '\\': '\\'}

// escaped appends a field of text format.
func (o *CopyOut) escaped(text []byte) {
	for _, c := range text {
		switch {
		case c == o.f.delim:
			o.line = append(o.line, '\\', controlOr(c))
		case controls[c] != 0:
			o.line = append(o.line, '\\', controls[c])
		default:
			o.line = append(o.line, c)
		}
	}
}

func controlOr(c byte) byte {
	if controls[c] != 0 {
		return controls[c]
	}
	return c
}
