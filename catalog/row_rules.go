package catalog

import (
	"sync/atomic"

	"minidb/expr"
	"minidb/types"
)

// What writing a row takes that depends on its table alone: constraints, generated
// columns, index keys, triggers. PostgreSQL makes it for every execution of a
// statement (ResultRelInfo, IndexInfo); here it is compiled once for an entry of the
// relation cache, for all statements and sessions.

// RowRules are the rules for the rows of one relation. They are read-only.
type RowRules struct {
	NotNull   []int        // columns (attnum minus 1) that are stored
	Virtual   []RowColumn  // virtual columns that are NOT NULL
	Checks    []RowCheck   // in the order in which they are tested
	Generated []RowColumn  // stored generated columns
	Indexes   []*IndexInfo // those that rows are entered in, in the order of their OIDs
	Coming    []*IndexInfo // those that are being built: their columns count as indexed already

	OnInsert, OnUpdate, OnDelete []RowTrigger

	Key RowKey // of a partitioned table
}

// RowColumn is a column that is computed from the stored row.
type RowColumn struct {
	*Column
	Eval expr.Eval
}

// RowCheck is an enforced CHECK constraint over the stored row.
type RowCheck struct {
	Name string
	Eval expr.Eval
}

// RowTrigger is a trigger of the relation.
type RowTrigger struct {
	*Trigger
	Num uint32 // place in Relation.Triggers
	// Check tells that rows of the relation refer to others; otherwise, if it is a
	// foreign key's, others refer to them.
	Check bool
}

// rowRules are a relation's rules, the levels above it and its columns, once they
// were made.
type rowRules struct {
	made    atomic.Pointer[RowRules]
	above   atomic.Pointer[[]PartitionLevel]
	columns atomic.Pointer[ColumnList]
}

// RulesMade returns the rules if they were made already, else nil.
func (r *Relation) RulesMade() *RowRules {
	if r.rules == nil {
		return nil
	}
	return r.rules.made.Load()
}

// Touch reads from the rules, see planner's memory.
func (r *RowRules) Touch() uint64 {
	sum := len(r.NotNull) + len(r.Coming) + len(r.OnUpdate)
	if len(r.NotNull) > 0 {
		sum += r.NotNull[0]
	}
	if len(r.Indexes) > 0 && r.Indexes[0] != nil {
		sum++
	}
	return uint64(sum)
}

// Touch reads from what is compiled for the index, see planner's memory.
func (w *IndexInfo) Touch() uint64 {
	sum := len(w.attrs)
	if len(w.Reads) > 0 {
		sum += w.Reads[0]
	}
	return uint64(sum)
}

// Touch reads from the parts of the entry that executions look at, see planner's memory.
func (r *Relation) Touch() uint64 {
	sum := r.Version + uint64(r.Parent)
	if r.RulesMade() != nil {
		sum++
	}
	return sum
}

// Touch reads from the entry, see planner's memory.
func (ix *Index) Touch() uint64 { return uint64(ix.OID) + uint64(ix.ConstraintOID) }

// RowRules returns the rules for the relation's rows.
func (r *Relation) RowRules() (*RowRules, error) {
	if rules := r.RulesMade(); rules != nil {
		return rules, nil
	}
	rules := &RowRules{}
	if err := rules.columns(r); err != nil {
		return nil, err
	}
	for i := range r.Checks {
		c := &r.Checks[i]
		if c.NotEnforced {
			continue
		}
		f, err := r.CompileRow(c.Expr)
		if err != nil {
			return nil, err
		}
		rules.Checks = append(rules.Checks, RowCheck{Name: c.Name, Eval: f})
	}
	for _, ix := range r.Indexes {
		if !ix.Live {
			continue
		}
		info, err := r.IndexInfo(ix)
		if err != nil {
			return nil, err
		}
		if ix.Ready {
			rules.Indexes = append(rules.Indexes, info)
		} else {
			rules.Coming = append(rules.Coming, info)
		}
	}
	rules.triggers(r)
	if r.PartKey != nil {
		key, err := r.rowKey(r.PartKey, r)
		if err != nil {
			return nil, err
		}
		rules.Key = key
	}
	if r.rules != nil {
		r.rules.made.Store(rules)
	}
	return rules, nil
}

func (rules *RowRules) columns(r *Relation) error {
	for i := range r.Columns {
		c := &r.Columns[i]
		generated := c.Generated && !c.Virtual && c.Default != nil
		switch {
		case c.Dropped:
			continue
		case c.NotNull && !c.Virtual:
			rules.NotNull = append(rules.NotNull, i)
		}
		if !generated && !(c.NotNull && c.Virtual) {
			continue
		}
		f, err := r.CompileRow(c.Default)
		if err != nil {
			return err
		}
		if generated {
			rules.Generated = append(rules.Generated, RowColumn{c, f})
		} else {
			rules.Virtual = append(rules.Virtual, RowColumn{c, f})
		}
	}
	return nil
}

func (rules *RowRules) triggers(r *Relation) {
	for i, t := range r.Triggers {
		rt := RowTrigger{Trigger: t, Num: uint32(i), Check: t.Func == RIFKeyCheckIns || t.Func == RIFKeyCheckUpd}
		if t.Insert {
			rules.OnInsert = append(rules.OnInsert, rt)
		}
		if t.Update {
			rules.OnUpdate = append(rules.OnUpdate, rt)
		}
		if t.Delete {
			rules.OnDelete = append(rules.OnDelete, rt)
		}
	}
}

// IndexInfo makes the entries of one index. It is read-only.
type IndexInfo struct {
	*Index
	// Reads are the columns (attnum minus 1) that key and predicate depend on.
	Reads []int
	// Identifies tells that a foreign key could refer to the index's columns: it is
	// unique, and neither partial nor over expressions.
	Identifies bool
	attrs      []int       // by key column: index into the row, -1 for an expression
	exprs      []expr.Eval // by key column: nil for a plain one; nil if all are
	pred       expr.Filter // partial index; nil if all rows are in it
}

// IndexInfo compiles the keys and the predicate of an index of r, which need not be
// in the list of its indexes yet.
func (r *Relation) IndexInfo(ix *Index) (*IndexInfo, error) {
	n := ix.NKeys
	ints := make([]int, n, 2*n)
	w := &IndexInfo{Index: ix, attrs: ints, Reads: ints[n:n]}
	for i := range n {
		k := &ix.Keys[i]
		w.attrs[i] = k.Attr - 1
		if k.Attr != 0 {
			w.Reads = append(w.Reads, k.Attr-1)
			continue
		}
		if w.exprs == nil {
			w.exprs = make([]expr.Eval, n)
		}
		e := r.RowExpr(k.Expr)
		f, err := expr.Compile(e)
		if err != nil {
			return nil, err
		}
		w.exprs[i] = f
		w.Reads = appendColumns(w.Reads, e)
	}
	if ix.Predicate != nil {
		e := r.RowExpr(ix.Predicate)
		f, err := expr.CompileFilter(e)
		if err != nil {
			return nil, err
		}
		w.pred = f
		w.Reads = appendColumns(w.Reads, e)
	}
	w.Identifies = ix.Unique && w.pred == nil && w.exprs == nil
	return w, nil
}

func appendColumns(dst []int, e expr.Expr) []int {
	expr.Walk(e, func(n expr.Expr) bool {
		if v, ok := n.(*expr.Var); ok && v.Attr > 0 {
			dst = append(dst, v.Attr-1)
		}
		return true
	})
	return dst
}

// FormKey fills key, of NKeys datums, from a row; ok is false if the row is not in
// the index.
func (w *IndexInfo) FormKey(ec *expr.Ctx, row types.Row, key []types.Datum) (ok bool, err error) {
	if w.pred != nil {
		if ok, err := w.pred(ec, row); !ok || err != nil {
			return false, err
		}
	}
	for i, a := range w.attrs {
		if a >= 0 {
			key[i] = row[a]
		} else if key[i], err = w.exprs[i](ec, row); err != nil {
			return false, err
		}
	}
	return true, nil
}
