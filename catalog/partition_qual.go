package catalog

// What rows of a partition fulfil, as an expression over its columns: for the text
// of pg_get_partition_constraintdef, for rows that are put into a partition directly
// and for ATTACH. After PostgreSQL 18, partitioning/partbounds.c
// (get_qual_from_partbound and its kin) and utils/cache/partcache.c.

import (
	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// PartitionQual returns the conditions of a partition of rel, over rel's columns: an
// AND of all of them. It is nil for a default partition that is alone. others is the
// descriptor of rel, of which b need not be a member; a default partition takes what
// no other member takes.
func (a *Access) PartitionQual(rel *Relation, others *PartitionDesc, b *PartitionBound) ([]expr.Expr, error) {
	q := &qualMaker{a: a, rel: rel, k: rel.PartKey, r: expr.NewResolver(a.S.Env)}
	switch q.k.Strategy {
	case HashPartitions:
		return q.hash(b)
	case ListPartitions:
		return q.list(others, b)
	}
	if !b.Default {
		return q.ranges(b, false)
	}
	return q.otherRanges(others)
}

// PartitionConstraint returns what the rows of a partition fulfil, over its own
// columns, by its bound and those of the tables above it; nil for other tables.
func (a *Access) PartitionConstraint(part *Relation) ([]expr.Expr, error) {
	if part.Bound == nil || part.Parent == 0 {
		return nil, nil
	}
	parent, err := a.OpenOID(part.Parent, NoLock)
	if err != nil {
		return nil, err
	}
	above, err := a.PartitionConstraint(parent)
	if err != nil {
		return nil, err
	}
	desc, err := a.Partitions(parent)
	if err != nil {
		return nil, err
	}
	own, err := a.PartitionQual(parent, desc, part.Bound)
	if err != nil {
		return nil, err
	}
	list := append(above[:len(above):len(above)], own...)
	for i, e := range list {
		list[i] = MapColumns(e, parent, part)
	}
	return list, nil
}

// MapColumns makes an expression over one relation's columns one over another's, which
// have the same names.
func MapColumns(e expr.Expr, from, to *Relation) expr.Expr {
	if e == nil {
		return nil
	}
	return expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		v, ok := n.(*expr.Var)
		if !ok {
			return nil, false
		}
		c := *v
		if v.Attr > 0 {
			c.Attr = to.ColumnByName(from.Columns[v.Attr-1].Name).Num
		}
		return &c, true
	})
}

// qualMaker makes the conditions of one partition.
type qualMaker struct {
	a   *Access
	rel *Relation
	k   *PartitionKey
	r   *expr.Resolver
}

// key is a column of the partition key.
func (q *qualMaker) key(i int) expr.Expr {
	c := &q.k.Columns[i]
	if c.Attr == 0 {
		return c.Expr
	}
	return &expr.Var{Loc: -1, Rel: 1, Attr: c.Attr, Slot: -1, T: c.Type, Mod: c.Typmod}
}

// Strategies of btree, as SortOperator numbers them.
const (
	lessThan     = -2
	lessEqual    = -1
	equalTo      = 3
	greaterEqual = 1
	greaterThan  = 2
)

// compare compares a key column with a value.
func (q *qualMaker) compare(i, strategy int, value expr.Expr) (expr.Expr, error) {
	op, key, err := q.operator(i, strategy)
	if err != nil {
		return nil, err
	}
	return &expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{key, value}, Ret: types.BoolOID}, nil
}

// operator finds the operator of a key column, whose value is cast to what it takes.
func (q *qualMaker) operator(i, strategy int) (*expr.Operator, expr.Expr, error) {
	c, key := &q.k.Columns[i], q.key(i)
	op := q.r.SortOperator(c.Type, strategy)
	if patternClasses[c.OpClass] {
		op = q.r.PatternOperator(c.Type, strategy)
	}
	if op == nil {
		return nil, nil, pgerr.New(pgerr.Internal, "missing operator for partition key of relation %s", quoted(q.rel.Name))
	}
	relabeled := false
	if t, ok := types.ByOID(op.Left); ok {
		relabeled = op.Left != c.Type && t.TypType != 'p'
	}
	if own := expr.Collation(q.rel.WithCollations(key)); relabeled || own != c.Collation {
		key = &expr.Relabel{Loc: -1, Arg: key, T: op.Left, Mod: -1, Form: expr.CastExplicit, Collation: c.Collation}
	}
	return op, key, nil
}

func (q *qualMaker) isNull(i int, not bool) expr.Expr {
	return &expr.NullTest{Loc: -1, Arg: q.key(i), Not: not}
}

// allOf is an AND, anyOf an OR, of conditions; one stands for itself.
func allOf(list []expr.Expr) expr.Expr { return combined(expr.And, list) }
func anyOf(list []expr.Expr) expr.Expr { return combined(expr.Or, list) }
func negation(e expr.Expr) []expr.Expr {
	return []expr.Expr{&expr.Bool{Loc: -1, Op: expr.Not, Args: []expr.Expr{e}}}
}

func combined(op expr.BoolOp, list []expr.Expr) expr.Expr {
	if len(list) == 1 {
		return list[0]
	}
	return &expr.Bool{Loc: -1, Op: op, Args: list}
}

// satisfiesHash is satisfies_hash_partition (PostgreSQL 18, pg_proc).
const satisfiesHash types.OID = 5028

func (q *qualMaker) hash(b *PartitionBound) ([]expr.Expr, error) {
	f, ok := expr.FuncByOID(satisfiesHash)
	if !ok {
		return nil, pgerr.New(pgerr.Internal, "function %d is missing", satisfiesHash)
	}
	number := func(n int, t types.OID) expr.Expr { return &expr.Const{Loc: -1, Value: intDatum(n), T: t, Mod: -1} }
	args := []expr.Expr{number(int(q.rel.OID), types.OidOID), number(b.Modulus, types.Int4OID), number(b.Remainder, types.Int4OID)}
	for i := range q.k.Columns {
		args = append(args, q.key(i))
	}
	return []expr.Expr{&expr.FuncCall{Loc: -1, Fn: f, Args: args, Ret: types.BoolOID, Mod: -1}}, nil
}

func (q *qualMaker) list(others *PartitionDesc, b *PartitionBound) ([]expr.Expr, error) {
	values, null := []types.Datum(nil), false
	if b.Default {
		null = others.Null >= 0
		for _, bound := range others.Bounds {
			values = append(values, bound[0].Value)
		}
		if len(values) == 0 && !null {
			return nil, nil
		}
	}
	for _, d := range b.List {
		if d.IsNull() {
			null = true
		} else {
			values = append(values, d)
		}
	}
	var out []expr.Expr
	if len(values) > 0 {
		e, err := q.oneOf(values)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	if null {
		out = []expr.Expr{anyOf(append([]expr.Expr{q.isNull(0, false)}, out...))}
	} else {
		out = append([]expr.Expr{q.isNull(0, true)}, out...)
	}
	if b.Default {
		return negation(allOf(out)), nil
	}
	return out, nil
}

// oneOf tests the key for one of several values: by = ANY, for arrays by OR.
func (q *qualMaker) oneOf(values []types.Datum) (expr.Expr, error) {
	op, key, err := q.operator(0, equalTo)
	if err != nil {
		return nil, err
	}
	t, _ := q.a.TypeInfo(q.k.Columns[0].Type)
	if len(values) > 1 && t.Category != 'A' {
		elems := make([]expr.Expr, len(values))
		for i, d := range values {
			elems[i] = q.k.constant(0, d)
		}
		array := t.Array
		if array == 0 {
			if base, ok := q.a.TypeInfo(q.r.BaseType(t.OID)); ok {
				array = base.Array
			}
		}
		return &expr.ArrayOp{Loc: -1, Op: op, L: key, R: &expr.Array{Loc: -1, Elems: elems, T: array}}, nil
	}
	var arms []expr.Expr
	for _, d := range values {
		arms = append(arms, &expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{key, q.k.constant(0, d)}, Ret: types.BoolOID})
	}
	return anyOf(arms), nil
}

// notNull tests all columns of the key.
func (q *qualMaker) notNull() (out []expr.Expr) {
	for i := range q.k.Columns {
		out = append(out, q.isNull(i, true))
	}
	return out
}

// otherRanges is the condition of a default partition.
func (q *qualMaker) otherRanges(others *PartitionDesc) ([]expr.Expr, error) {
	var arms []expr.Expr
	for _, m := range others.Members {
		if m.Bound.Default {
			continue
		}
		list, err := q.ranges(m.Bound, true)
		if err != nil {
			return nil, err
		}
		arms = append(arms, allOf(list))
	}
	if len(arms) == 0 {
		return nil, nil
	}
	return negation(allOf(append(q.notNull(), anyOf(arms)))), nil
}

// ranges is the condition of a range; inDefault leaves out the tests for NULL, which
// a default partition makes once.
func (q *qualMaker) ranges(b *PartitionBound, inDefault bool) ([]expr.Expr, error) {
	var out []expr.Expr
	if !inDefault {
		out = q.notNull()
	}
	from := 0
	for ; from < len(b.Lower); from++ {
		lo, hi := b.Lower[from], b.Upper[from]
		if lo.Infinite != 0 || hi.Infinite != 0 || q.k.compare(from, lo.Value, hi.Value) != 0 {
			break
		}
		e, err := q.compare(from, equalTo, q.k.constant(from, lo.Value))
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	for _, upper := range []bool{false, true} {
		arms, err := q.side(b, from, upper)
		if err != nil {
			return nil, err
		}
		if len(arms) > 0 {
			out = append(out, anyOf(arms))
		}
	}
	if len(out) == 0 {
		out = q.notNull()
	}
	return out, nil
}

// side compares the columns of the key from one on with an end of a range: the first
// is beyond it, or the first equals it and the second is beyond it, and so on.
func (q *qualMaker) side(b *PartitionBound, from int, upper bool) (arms []expr.Expr, err error) {
	end := b.Lower
	if upper {
		end = b.Upper
	}
	var equal []expr.Expr
	for i := from; i < len(end) && end[i].Infinite == 0; i++ {
		strategy := greaterThan
		switch last := i == len(end)-1; {
		case upper && !last && end[i+1].Infinite > 0:
			strategy = lessEqual
		case upper:
			strategy = lessThan
		case last || end[i+1].Infinite < 0:
			strategy = greaterEqual
		}
		value := q.k.constant(i, end[i].Value)
		e, err := q.compare(i, strategy, value)
		if err != nil {
			return nil, err
		}
		arms = append(arms, allOf(append(equal[:len(equal):len(equal)], e)))
		if e, err = q.compare(i, equalTo, value); err != nil {
			return nil, err
		}
		equal = append(equal, e)
	}
	return arms, nil
}
