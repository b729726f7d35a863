package minidb

// Portals: bound statements of the extended protocol. Several may be open beside
// each other in one session, and each stops at a number of rows. A SELECT with a
// name is a cursor, the same as DECLARE makes; FETCH and Execute may take turns
// with it. One without a name is run as Rows are, for speed, and stops by leaving
// its nodes as they are. Whatever else gives rows has its work done before the
// first is handed out.

import (
	"context"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"minidb/commands"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// Portal is a statement with values for its parameters.
type Portal struct {
	// Formats are those of the result's columns, as Bind gave them.
	Formats []int16

	sess    *Session
	name    string
	st      *commands.Statement // nil for a cursor that DECLARE made
	params  []types.Datum
	columns []planner.ResultColumn // nil if the statement gives no rows
	rows    *Rows                  // the execution; nil before the first, and for cursors
	cursor  bool
	ran     bool // it gives no rows and has run: it cannot again
	own     Rows // the memory of rows, if the portal has no name
}

// keptParams is how many parameters a portal keeps memory for.
const keptParams = 64

// portals are a session's portals by name. The one without a name, which most clients
// use for everything, needs no map, and its memory serves the next one.
type portals struct {
	unnamed, spare *Portal
	named          map[string]*Portal
}

func (l *portals) get(name string) *Portal {
	if name == "" {
		return l.unnamed
	}
	return l.named[name]
}

// make returns an empty portal, which put enters.
func (l *portals) make(s *Session, name string, st *commands.Statement) *Portal {
	p := l.spare
	if name != "" || p == nil {
		return &Portal{sess: s, name: name, st: st}
	}
	p.st, p.Formats, p.params = st, p.Formats[:0], p.params[:0]
	p.columns, p.rows, p.cursor, p.ran = nil, nil, false, false
	return p
}

func (l *portals) put(p *Portal) {
	switch {
	case p.name == "":
		l.unnamed, l.spare = p, nil
	case l.named == nil:
		l.named = map[string]*Portal{p.name: p}
	default:
		l.named[p.name] = p
	}
}

func (l *portals) remove(name string) {
	if name != "" {
		delete(l.named, name)
		return
	}
	p := l.unnamed
	l.unnamed = nil
	if p != nil && (p.rows == nil || p.rows == &p.own && p.own.done && p.own.fixed == nil) {
		clear(p.params) // which may be large
		if cap(p.params) > keptParams {
			p.params = nil
		}
		l.spare = p
	}
}

// Binding is what Bind says: the formats of values and results (0 text, 1 binary;
// none is all text, one is for all), and the values, nil for NULL.
type Binding struct {
	ParamFormats, ResultFormats []int16
	Params                      [][]byte
	Err                         error // what is wrong with the rest of the message, nil if nothing is
	Short                       int   // the parameter that Err is of, from 1; 0 if they are there, -1 if not even their number is
}

func protocolError(format string, args ...any) error {
	return pgerr.New(pgerr.ProtocolViolation, format, args...)
}

// Bind makes a portal of a prepared statement. It takes what it keeps of b.
func (s *Session) Bind(ctx context.Context, portal, statement string, b *Binding) error {
	st, err := s.statement(statement)
	text := ""
	if err == nil {
		text = st.Text
	}
	if e := s.step(ctx, text); e != nil {
		return e
	}
	if err == nil {
		err = guard(func() error { return s.bind(portal, st, b) })
	}
	if err != nil {
		return s.failStep(err, text)
	}
	return nil
}

func (s *Session) bind(name string, st *commands.Statement, b *Binding) error {
	ts := st.ParamTypes()
	switch n, f := len(b.Params), len(b.ParamFormats); {
	case b.Short < 0:
		return b.Err
	case f > 1 && f != n:
		return protocolError("bind message has %d parameter formats but %d parameters", f, n)
	case n != len(ts):
		return protocolError("bind message supplies %d parameters, but prepared statement \"%s\" requires %d", n, st.Name, len(ts))
	}
	if err := s.startFor(st); err != nil {
		return err
	}
	if s.s.Status() == 'E' && (len(ts) > 0 || st.Tree == nil) {
		return s.s.Start() // the error of a failed block
	}
	if len(ts) > 0 || commands.Analyzed(st.Tree) {
		if err := s.s.TakesSnapshot(); err != nil {
			return err
		}
	}
	if old := s.batch.portals.get(name); old != nil {
		if name != "" {
			return pgerr.New(pgerr.DuplicateCursor, "cursor %q already exists", name)
		}
		s.drop(old)
	}
	p := s.batch.portals.make(s, name, st)
	var err error
	if p.params, err = s.receive(p.params, name, b, ts); err != nil {
		return err
	}
	if b.Err != nil {
		return b.Err
	}
	if p.columns, err = s.resultOf(st); err != nil {
		return err
	}
	if n := len(b.ResultFormats); p.columns != nil && n > 1 && n != len(p.columns) {
		return protocolError("bind message has %d result formats but query has %d columns", n, len(p.columns))
	}
	p.Formats = append(p.Formats, b.ResultFormats...)
	if st.Plan != nil {
		if err := p.plan(); err != nil {
			return err
		}
	}
	s.batch.portals.put(p)
	return nil
}

// receive appends datums of a Bind's values to out, which is empty.
func (s *Session) receive(out []types.Datum, portal string, b *Binding, ts []types.OID) ([]types.Datum, error) {
	out = slices.Grow(out, len(ts))
	for i, v := range b.Params {
		if b.Short == i+1 {
			return out, inParameter(b.Err, portal, b.Short, 1)
		}
		format := int16(0)
		switch len(b.ParamFormats) {
		case 0:
		case 1:
			format = b.ParamFormats[0]
		default:
			format = b.ParamFormats[i]
		}
		d, err := s.receiveOne(v, format, ts[i], portal, i+1)
		if err != nil {
			return out, err
		}
		out = append(out, d)
	}
	return out, nil
}

// receiveOne reads a value of a parameter, whose number is for errors; nil is NULL.
func (s *Session) receiveOne(v []byte, format int16, t types.OID, portal string, number int) (types.Datum, error) {
	switch {
	case format != 0 && format != 1:
		return types.NullDatum, inParameter(pgerr.New(pgerr.InvalidParameterValue, "unsupported format code: %d", format), portal, number, 1)
	case v == nil:
		return types.NullDatum, nil
	case format == 0:
		v, err := s.s.Env.FromClient(v)
		if err != nil {
			return types.NullDatum, inParameter(err, portal, number, 1)
		}
		d, err := types.InputBytes(t, -1, v, s.s.Env)
		if err != nil {
			err = inParameter(err, portal, number, 0)
		}
		return d, err
	}
	d, err := types.Receive(t, -1, v, s.s.Env)
	if e := pgerr.From(err); e != nil && e.Message == "incorrect binary data format" {
		err = pgerr.New(e.Code, "%s in bind parameter %d", e.Message, number)
	}
	if err != nil {
		err = inParameter(err, portal, number, 1)
	}
	return d, err
}

// inParameter says which parameter an error is about. A value that was a text is left
// out, as log_parameter_max_length_on_error does by default.
func inParameter(err error, portal string, number int, format int16) error {
	e := *pgerr.From(err)
	var where strings.Builder
	if portal == "" {
		where.WriteString("unnamed portal")
	} else {
		where.WriteString("portal \"" + portal + "\"")
	}
	where.WriteString(" parameter $")
	where.WriteString(strconv.Itoa(number))
	if format == 0 {
		where.WriteString(" = '...'")
	}
	e.Context = where.String()
	return &e
}

// plan plans a query for its values, and starts it if it is a SELECT: on the
// snapshot of now.
func (p *Portal) plan() error {
	s := p.sess
	ps, err := p.st.Plan.Get(s.access, p.params)
	if err != nil {
		return err
	}
	one := ps.Command == planner.Select && !ps.WritesInWith
	if one && p.name != "" {
		p.cursor = true
		s.s.Locks.OpenPortal()
		err := s.statementContext(p.st, p.params).OpenPortal(p.name, ps, p.st.Tree)
		if err == nil {
			s.s.Locks.ClosePortal(true)
		}
		return err
	}
	r := p.newRows()
	r.of, r.plan, r.columns = p.st, ps, ps.Columns
	if one {
		if err := commands.CheckReadOnly(s.s, ps, p.st.Tree); err != nil {
			return err
		}
		s.s.Locks.OpenPortal()
		if err := r.build(ps, p.params, nil); err != nil {
			r.release()
			return err
		}
		s.s.Locks.ClosePortal(true)
	}
	p.rows = r
	return nil
}

func (p *Portal) newRows() *Rows {
	r := &p.own
	if p.name != "" || p.rows != nil {
		r = &Rows{}
	}
	*r = Rows{}
	r.sess, r.src = p.sess, p.st.Text
	r.stmt.Tree, r.stmt.Text, r.stmt.Off = p.st.Tree, p.st.Own, p.st.Off
	return r
}

// Portal finds a portal, or a cursor that DECLARE made: 34000 if there is none of
// that name. It holds until the next message.
func (s *Session) Portal(name string) (*Portal, error) {
	if p := s.batch.portals.get(name); p != nil {
		if !p.cursor {
			return p, nil
		}
		if _, ok := s.cursors.Columns(name); ok {
			return p, nil
		}
		s.batch.portals.remove(name) // CLOSE has closed it
	}
	if columns, ok := s.cursors.Columns(name); ok {
		return &Portal{sess: s, name: name, columns: columns, cursor: true}, nil
	}
	return nil, pgerr.New(pgerr.InvalidCursorName, "portal %q does not exist", name)
}

// DescribePortal returns a portal's columns, appended to fields, and their formats;
// ok is false if it gives no rows.
func (s *Session) DescribePortal(ctx context.Context, name string, fields []Field) (_ []Field, formats []int16, ok bool, err error) {
	if err := s.step(ctx, s.s.Query()); err != nil {
		return fields, nil, false, err
	}
	p, err := s.Portal(name)
	if err == nil && s.s.Status() == 'E' && p.columns != nil {
		err = s.s.Start() // the error of a failed block
	}
	if err != nil {
		return fields, nil, false, s.failStep(err, "")
	}
	return s.appendFields(fields, p.columns), p.Formats, p.columns != nil, nil
}

// Execute runs a portal, or lets it go on, for at most limit rows if that is not 0.
// When Next of what it returns is false, Suspended tells whether there may be
// more. The Rows, nil of an empty statement, hold until the next message.
func (s *Session) Execute(ctx context.Context, portal string, limit int64) (*Rows, error) {
	p, err := s.Portal(portal)
	text := ""
	if err == nil && p.st != nil {
		text = p.st.Text
	}
	if e := s.step(ctx, text); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, s.failStep(err, text)
	}
	if p.st != nil && p.st.Tree == nil {
		return nil, nil
	}
	if s.s.Status() == 'E' && (p.st == nil || !ends(p.st.Tree)) {
		return nil, s.failStep(s.s.Start(), text)
	}
	if p.ran {
		return nil, s.failStep(pgerr.New(pgerr.ObjectNotInPrerequisiteState, "portal %q cannot be run", portal), text)
	}
	if err := s.s.Ctx.Err(); err != nil { // canceled since the last message
		return nil, s.failStep(err, text)
	}
	return p.run(max(limit, 0))
}

func (p *Portal) run(limit int64) (*Rows, error) {
	s, r := p.sess, p.rows
	begin := r == nil || !r.begun
	if begin && (r == nil || p.cursor) {
		if p.st != nil {
			r = p.newRows()
		} else {
			r = &Rows{sess: s}
		}
	}
	r.begun, r.suspended, r.formats = true, false, p.Formats
	r.before = r.count
	if r.limit = 0; limit > 0 {
		r.limit = r.count + limit
	}
	if r.done {
		r.stored = true // the tag counts the rows of this Execute: none
		return r, nil
	}
	if !p.cursor {
		p.rows = r
	}
	err := guard(func() error {
		if begin {
			return p.begin(r)
		}
		s.s.Locks.OpenPortal()
		s.rows = r
		return nil
	})
	if err != nil {
		return nil, r.finish(err)
	}
	p.ran = p.columns == nil && !r.HasColumns()
	return r, nil
}

// begin does a portal's first run, up to the first row.
func (p *Portal) begin(r *Rows) error {
	s := p.sess
	switch {
	case p.cursor:
		s.s.Locks.OpenPortal()
		res, err := s.cursors.Next(p.name)
		if err != nil {
			return err
		}
		r.tag, r.columns, r.pull, s.rows = res.Tag, res.Columns, res.Pull, r
		return nil
	case p.st.Plan == nil:
		if t, ok := p.st.Tree.(*tree.Transaction); ok {
			return r.transaction(t)
		}
		c := r.context()
		c.Params, c.ParamTypes = p.params, p.st.ParamTypes()
		if err := r.utility(c); err != nil {
			return err
		}
	case r.plan.Command == planner.Select && !r.plan.WritesInWith:
		s.s.Locks.OpenPortal()
		s.rows = r
		return nil
	default:
		if err := r.open(r.plan, p.st.Tree, p.params); err != nil {
			return err
		}
	}
	if r.limit > 0 && !r.done && r.HasColumns() {
		return r.store()
	}
	return nil
}

// suspend stops at a portal's limit of rows.
func (r *Rows) suspend() bool {
	s := r.sess
	s.rows = nil
	s.s.Locks.ClosePortal(true)
	r.suspended = true
	s.executed(r, nil)
	return false
}

// Suspended tells whether the rows stopped at the limit of an Execute.
func (r *Rows) Suspended() bool { return r.suspended }

// store does all of a statement's work and keeps its rows, which will be asked for
// in pieces.
func (r *Rows) store() error {
	for r.pull != nil || r.root != nil && r.plan != nil { // else they are there already
		row, err := r.next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if err := r.sess.s.Grow(int64(len(row)) * 24); err != nil {
			return err
		}
		r.fixed = append(r.fixed, slices.Clone(row))
		r.count++
	}
	if err := r.closeNodes(true); err != nil {
		return err
	}
	r.sess.note(r)
	r.ec, r.root, r.snapshot, r.of = nil, nil, nil, nil
	if r.pull != nil {
		r.pull = r.nextStored
	}
	r.count, r.stored = 0, true
	return nil
}

func (r *Rows) nextStored() (types.Row, error) {
	if int(r.count) < len(r.fixed) {
		return r.fixed[r.count], nil
	}
	return nil, nil
}

// release closes what a portal's execution still holds.
func (r *Rows) release() {
	if !r.done {
		r.done = true
		_ = guard(func() error { return r.closeNodes(false) })
	}
}

// drop closes a portal and forgets it.
func (s *Session) drop(p *Portal) {
	switch {
	case p.cursor:
		_ = guard(func() error { return s.cursors.Close(p.name) })
	case p.rows != nil && p.rows != s.rows:
		p.rows.release()
	}
	s.batch.portals.remove(p.name)
}

// endPortals drops the portals of a transaction that has ended. The one that runs,
// if it ended the transaction, ends itself.
func (s *Session) endPortals() {
	if s.batch.open {
		s.s.EndBlock()
		s.batch.joined = false
	}
	for _, p := range s.batch.portals.named {
		s.endPortal(p)
	}
	if p := s.batch.portals.unnamed; p != nil {
		s.endPortal(p)
	}
}

func (s *Session) endPortal(p *Portal) {
	if p.cursor {
		s.batch.portals.remove(p.name) // the cursors' own end has closed it
		return
	}
	s.drop(p)
}

// ClosePortal closes a portal or a cursor, if there is one of that name.
func (s *Session) ClosePortal(name string) {
	if p, err := s.Portal(name); err == nil {
		s.drop(p)
	}
}

// Field describes a column as the protocol does.
type Field struct {
	Name   string
	Table  uint32 // OID of the table that the column is of, 0 if none
	Attr   int16  // its number there
	Type   uint32
	Size   int16 // of the type in pg_type
	Typmod int32
}

func (s *Session) appendFields(dst []Field, columns []planner.ResultColumn) []Field {
	for _, c := range columns {
		f := Field{Name: c.Name, Table: uint32(c.Table), Attr: int16(c.Attr), Type: uint32(c.Type), Typmod: c.Mod}
		if t, ok := s.s.Env.Type(c.Type); ok {
			f.Size = t.Len
		} else {
			f.Size = -1 // JSON
		}
		dst = append(dst, f)
	}
	return dst
}

// AppendFields appends what the protocol says of the result's columns.
func (r *Rows) AppendFields(dst []Field) []Field { return r.sess.appendFields(dst, r.columns) }

// CheckFormats refuses formats that a column of the result cannot have.
func (r *Rows) CheckFormats(formats []int16) error {
	for i, f := range formats {
		if f != 0 && f != 1 {
			return pgerr.New(pgerr.InvalidParameterValue, "unsupported format code: %d", f)
		}
		for j := range r.columns {
			if f == 1 && (i == j || len(formats) == 1) {
				if err := types.CanSend(r.columns[j].Type, r.sess.s.Env); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// AppendData appends the current row as the protocol's DataRow has it: the number
// of columns, and each with its length in front. formats are as in Bind.
// The error is that of a row that is too large (54000, 53200).
func (r *Rows) AppendData(dst []byte, formats []int16) (_ []byte, err error) {
	defer types.Caught(&err)
	env, seen := r.sess.s.Env, len(dst)
	dst = binary.BigEndian.AppendUint16(dst, uint16(len(r.row)))
	for i := range r.row {
		d := &r.row[i]
		if d.IsNull() {
			dst = append(dst, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		start := len(dst)
		dst = append(dst, 0, 0, 0, 0)
		if formatOf(formats, i) == 0 {
			dst = env.ToClient(types.AppendText(dst, *d, r.columns[i].Type, env), len(dst))
		} else {
			dst = types.AppendBinary(dst, *d, r.columns[i].Type, env)
		}
		binary.BigEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
		seen = env.Grown(dst, seen)
	}
	return dst, nil
}

// formatOf is the format of column i.
func formatOf(formats []int16, i int) int16 {
	switch {
	case len(formats) == 1:
		return formats[0]
	case i < len(formats):
		return formats[i]
	}
	return 0
}
