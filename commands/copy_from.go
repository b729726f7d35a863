package commands

import (
	"io"

	"minidb/catalog"
	"minidb/executor"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/storage/lmgr"
	"minidb/types"
)

// COPY ... FROM STDIN: the statement is checked before any data are asked for;
// then lines become rows, and rows are written in batches, as in PostgreSQL,
// where an error of the batch knows the number of its line only.

// CopyIn is a COPY FROM that waits for its data.
type CopyIn struct {
	c        *Ctx
	ec       *executor.Ctx
	f        *copyFormat
	rel      *catalog.Relation
	where    expr.Expr
	cols     []*catalog.Column // of the fields, in order
	defaults []expr.Eval       // by attnum minus 1; nil where there is none
	unlisted []int             // attnums minus 1 of columns that get their default
	notNull  []bool            // by field: FORCE_NOT_NULL
	null     []bool            // by field: FORCE_NULL
	volatile bool              // defaults or condition must see the rows before theirs

	w      *executor.CopyInsert
	lines  *copyLines
	fields copyFields
	batch  copyBatch
	place  copyPlace
	text   []byte // the line, if it has another encoding than the database

	written, skipped int64
}

// BeginCopyFrom checks a COPY FROM.
func BeginCopyFrom(c *Ctx, s *tree.Copy) (*CopyIn, error) {
	rel, err := c.copyTable(s, lmgr.RowExclusive)
	if err != nil {
		return nil, err
	}
	in := &CopyIn{c: c, rel: rel}
	if s.Where != nil {
		if in.where, err = in.condition(s.Where); err != nil {
			return nil, err
		}
	}
	if c.Sess.ReadOnly() && rel.Persistence != 't' {
		return nil, readOnly("COPY FROM")
	}
	if in.f, err = copyOptions(s, c.Sess.Env.Client); err != nil {
		return nil, err
	}
	if in.cols, err = copyColumns(rel, s.Columns); err != nil {
		return nil, err
	}
	names := nameList(in.cols)
	if in.notNull, err = forceFlags("FORCE_NOT_NULL", in.f.forceNotNull, names, rel); err != nil {
		return nil, err
	}
	if in.null, err = forceFlags("FORCE_NULL", in.f.forceNull, names, rel); err != nil {
		return nil, err
	}
	return in, in.compileDefaults()
}

func nameList(cols []*catalog.Column) []string {
	out := make([]string, len(cols))
	for i, c := range cols {
		out[i] = c.Name
	}
	return out
}

// copyTable opens the table of a COPY, after refusing files.
func (c *Ctx) copyTable(s *tree.Copy, mode lmgr.Mode) (*catalog.Relation, error) {
	if err := refuseFile(s); err != nil {
		return nil, err
	}
	if err := c.sameDatabase(s.Relation.Catalog, s.Relation.Schema, s.Relation.Name); err != nil {
		return nil, err
	}
	rel, err := c.Access.Open(s.Relation.Schema, s.Relation.Name, mode, -1)
	if err == nil && c.Access.OtherTemp(rel) {
		err = catalog.ErrOtherTemp()
	}
	if err != nil {
		return nil, err
	}
	cols, err := copyColumns(rel, s.Columns)
	if err != nil {
		return nil, err
	}
	nums := make([]int, len(cols))
	for i, c := range cols {
		nums[i] = c.Num
	}
	want := catalog.SelectPrivilege
	if s.From {
		want = catalog.InsertPrivilege
	}
	return rel, c.Access.CheckColumns(c.Sess.CurrentRole, rel, nums, want)
}

func refuseFile(s *tree.Copy) error {
	direction := oneOf(s.From, "FROM", "TO")
	switch {
	case s.Program:
		return pgerr.Unsupported(int(s.Pos), "COPY "+direction+" PROGRAM", "Use STDIN or STDOUT.")
	case s.HasFile:
		return pgerr.Unsupported(int(s.Pos), "COPY "+direction+" a file", "Use STDIN or STDOUT.")
	}
	return nil
}

// condition analyzes WHERE.
func (in *CopyIn) condition(e tree.Expr) (expr.Expr, error) {
	x, err := planner.AnalyzeExprFor(in.c.Access, in.rel, e, planner.CopyWhereCondition)
	if err != nil {
		return nil, err
	}
	var read []int
	expr.Walk(x, func(n expr.Expr) bool {
		if v, ok := n.(*expr.Var); ok && err == nil {
			err = in.known(v)
			read = append(read, v.Attr)
		}
		return err == nil
	})
	in.volatile = in.volatile || isVolatile(x)
	if err != nil || len(read) == 0 {
		return x, err
	}
	return x, in.c.Access.CheckColumns(in.c.Sess.CurrentRole, in.rel, read, catalog.SelectPrivilege)
}

// known refuses columns that have no value when WHERE is looked at.
func (in *CopyIn) known(v *expr.Var) error {
	if v.Attr < 0 {
		return pgerr.Unsupported(int(v.Pos()), "a system column in COPY's WHERE", "")
	}
	for i := range in.rel.Columns {
		c := &in.rel.Columns[i]
		if c.Generated && (v.Attr == expr.WholeRow || v.Attr == c.Num) {
			return pgerr.New(pgerr.InvalidColumnReference, "generated columns are not supported in COPY FROM WHERE conditions").
				WithDetail("Column %q is a generated column.", c.Name)
		}
	}
	return nil
}

// isVolatile tells whether an expression may see or do more than its columns say.
func isVolatile(x expr.Expr) (found bool) {
	expr.Walk(x, func(n expr.Expr) bool {
		if f, ok := n.(*expr.FuncCall); ok && f.Fn.Vol == expr.Volatile {
			found = true
		}
		return !found
	})
	return found
}

// compileDefaults prepares the defaults of the columns that have one.
func (in *CopyIn) compileDefaults() error {
	in.defaults = make([]expr.Eval, len(in.rel.Columns))
	listed := make([]bool, len(in.rel.Columns))
	for _, c := range in.cols {
		listed[c.Num-1] = true
	}
	for i := range in.rel.Columns {
		c := &in.rel.Columns[i]
		def := c.Default
		if c.NextValue != nil { // an identity column's
			def = c.NextValue
		}
		if c.Dropped || c.Generated || def == nil || listed[i] && !in.f.hasDef {
			continue
		}
		f, err := expr.Compile(def)
		if err != nil {
			return err
		}
		in.defaults[i] = f
		in.volatile = in.volatile || isVolatile(def)
		if !listed[i] {
			in.unlisted = append(in.unlisted, i)
		}
	}
	return nil
}

// Binary tells whether the data are in the binary format.
func (in *CopyIn) Binary() bool { return in.f.binary }

// Columns is the number of fields of a line.
func (in *CopyIn) Columns() int { return len(in.cols) }

// Run reads the data to their end and writes the rows.
func (in *CopyIn) Run(ec *executor.Ctx, src io.Reader) (rows int64, err error) {
	if err := in.target(); err != nil {
		return 0, err
	}
	in.ec = ec
	in.batch = newCopyBatch(len(in.rel.Columns), in.volatile)
	if in.w, err = executor.OpenCopyInsert(ec, in.rel, in.where); err != nil {
		return 0, err
	}
	if in.f.freeze {
		if err := in.freezable(); err != nil {
			return 0, err
		}
	}
	run := in.runLines
	if in.f.binary {
		b := &binaryStream{src: src}
		if err := b.header(); err != nil {
			return 0, err
		}
		run = func(io.Reader) error { return in.runBinary(b) }
	}
	if err := run(src); err != nil {
		return 0, in.place.explain(err, in.rel.Name)
	}
	in.w.Close()
	in.reportSkipped()
	return in.written, nil
}

// freezable refuses FREEZE where others could see rows too early: unless the table
// is new or was truncated in the same level of the transaction. One snapshot is
// COPY's own.
func (in *CopyIn) freezable() error {
	txn := in.c.Sess.Txn
	if in.rel.PartKey != nil {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot perform COPY FREEZE on a partitioned table")
	}
	if txn.Snapshots() > 1 {
		return pgerr.New("25000", "cannot perform COPY FREEZE because of prior transaction activity")
	}
	if !txn.MadeHere(in.rel.File) {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState,
			"cannot perform COPY FREEZE because the table was not created or truncated in the current subtransaction")
	}
	in.w.Freeze = true
	return nil
}

// target refuses what is no table; PostgreSQL does so after it asked for data.
func (in *CopyIn) target() error {
	switch {
	case in.rel.Kind == catalog.ViewKind:
		return pgerr.New(pgerr.WrongObjectType, "cannot copy to view %q", in.rel.Name).
			WithHint("To enable copying to a view, provide an INSTEAD OF INSERT trigger.")
	case in.rel.Kind == catalog.SequenceKind:
		return pgerr.New(pgerr.WrongObjectType, "cannot copy to sequence %q", in.rel.Name)
	case in.rel.Kind != catalog.TableKind && in.rel.PartKey == nil:
		return pgerr.New(pgerr.WrongObjectType, "cannot copy to non-table relation %q", in.rel.Name)
	case in.rel.System:
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", in.rel.Name)
	}
	return nil
}

func (in *CopyIn) runLines(src io.Reader) error {
	in.lines, in.fields.f = newCopyLines(src, in.f), in.f
	if in.f.header != noHeader {
		if line, err := in.line(); line == nil || err != nil {
			return err
		}
		if err := in.checkHeader(); err != nil {
			return err
		}
	}
	for {
		if err := in.ec.Sess.Interrupted(); err != nil {
			return err
		}
		line, err := in.line()
		if err != nil {
			return err
		}
		if line == nil {
			return in.flush()
		}
		in.ec.Sess.Progress.Add(session.Copying)
		if err := in.oneRow(line); err != nil {
			return err
		}
	}
}

// oneRow makes a row of a line and puts it into the batch.
func (in *CopyIn) oneRow(line []byte) error {
	row := in.batch.slot()
	ok, err := in.read(row)
	if !ok || err != nil {
		return err
	}
	return in.takeRow(row, len(line))
}

// takeRow puts a row, in the batch's slot, that was made of so many bytes into the
// batch, and writes that if it is full.
func (in *CopyIn) takeRow(row types.Row, size int) error {
	if ok, err := in.w.Accept(row); !ok || err != nil {
		return err
	}
	in.batch.keep(in.place.line, size)
	if in.batch.full() {
		return in.flush()
	}
	return nil
}

// flush writes the batch. Its errors name the row's line, not the line read last.
func (in *CopyIn) flush() error {
	last := in.place
	for i := range in.batch.n {
		if !in.volatile {
			in.place = copyPlace{line: in.batch.line[i]}
		}
		if err := in.w.Write(); err != nil {
			return err
		}
		in.written++
	}
	in.batch.reset()
	in.place = last
	return nil
}
