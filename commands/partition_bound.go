package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// FOR VALUES: the bound of a new partition. After PostgreSQL 18,
// parser/parse_utilcmd.c (transformPartitionBound) and partitioning/partbounds.c
// (check_new_partition_bound).

// newBound is a bound that is being made for a partition.
type newBound struct {
	c      *Ctx
	parent *catalog.Relation
	spec   *tree.PartitionBound
	bound  *catalog.PartitionBound
	places []int32 // of the values of a list
}

// partitionBound reads the bound of a partition of parent.
func (c *Ctx) partitionBound(parent *catalog.Relation, s *tree.PartitionBound) (*newBound, error) {
	if parent.PartKey == nil {
		return nil, pgerr.New(pgerr.InvalidObjectDefinition, "%q is not partitioned", parent.Name)
	}
	k := parent.PartKey
	n := &newBound{c: c, parent: parent, spec: s, bound: &catalog.PartitionBound{Strategy: k.Strategy}}
	if s.Default {
		n.bound.Default = true
		if k.Strategy == catalog.HashPartitions {
			return nil, invalidBound("a hash-partitioned table may not have a default partition")
		}
		return n, nil
	}
	if partitionStrategies[s.Strategy] != k.Strategy {
		word := map[catalog.PartitionStrategy]string{catalog.ListPartitions: "list", catalog.RangePartitions: "range", catalog.HashPartitions: "hash"}
		return nil, invalidBound("invalid bound specification for a %s partition", word[k.Strategy]).At(int(n.pos()))
	}
	switch k.Strategy {
	case catalog.HashPartitions:
		return n, n.hash()
	case catalog.ListPartitions:
		return n, n.list()
	}
	return n, n.ranges()
}

func invalidBound(format string, args ...any) *pgerr.Error {
	return pgerr.New(pgerr.InvalidTableDefinition, format, args...)
}

// pos is where the bound's values begin.
func (n *newBound) pos() int32 { return n.spec.Pos }

func (n *newBound) hash() error {
	s := n.spec
	switch {
	case s.Modulus <= 0:
		return invalidBound("modulus for hash partition must be an integer value greater than zero")
	case s.Remainder < 0:
		return invalidBound("remainder for hash partition must be an integer value greater than or equal to zero")
	case s.Remainder >= s.Modulus:
		return invalidBound("remainder for hash partition must be less than modulus")
	}
	n.bound.Modulus, n.bound.Remainder = int(s.Modulus), int(s.Remainder)
	return nil
}

func (n *newBound) list() error {
	for _, e := range n.spec.List {
		d, err := n.value(0, e)
		if err != nil {
			return err
		}
		same := func(o types.Datum) bool {
			return o.IsNull() && d.IsNull() || !o.IsNull() && !d.IsNull() && n.parent.PartKey.Compare(0, o, d) == 0
		}
		if slices.ContainsFunc(n.bound.List, same) {
			continue
		}
		n.bound.List = append(n.bound.List, d)
		n.places = append(n.places, tree.Leftmost(e))
	}
	return nil
}

func (n *newBound) ranges() (err error) {
	switch want := len(n.parent.PartKey.Columns); {
	case len(n.spec.Lower) != want:
		return invalidBound("FROM must specify exactly one value per partitioning column")
	case len(n.spec.Upper) != want:
		return invalidBound("TO must specify exactly one value per partitioning column")
	}
	if n.bound.Lower, err = n.rangeEnd(n.spec.Lower); err != nil {
		return err
	}
	n.bound.Upper, err = n.rangeEnd(n.spec.Upper)
	return err
}

func (n *newBound) rangeEnd(list []tree.Datum) ([]catalog.RangeBound, error) {
	out := make([]catalog.RangeBound, len(list))
	for i, e := range list {
		switch e.Kind {
		case tree.DatumMinValue:
			out[i].Infinite = -1
		case tree.DatumMaxValue:
			out[i].Infinite = 1
		default:
			d, err := n.value(i, e.Expr)
			if err != nil {
				return nil, err
			}
			if d.IsNull() {
				return nil, pgerr.New(pgerr.InvalidObjectDefinition, "cannot specify NULL in range bound")
			}
			out[i].Value = d
		}
	}
	for i := 1; i < len(out); i++ {
		if before := out[i-1].Infinite; before != 0 && out[i].Infinite != before {
			word := map[int]string{-1: "MINVALUE", 1: "MAXVALUE"}[before]
			return nil, pgerr.New(pgerr.DatatypeMismatch, "every bound following %s must also be %s", word, word).At(int(datumPos(&list[i])))
		}
	}
	return out, nil
}

func datumPos(d *tree.Datum) int32 {
	if d.Kind == tree.DatumValue {
		return tree.Leftmost(d.Expr)
	}
	return d.Pos
}

// value works out one value for column i of the key.
func (n *newBound) value(i int, e tree.Expr) (types.Datum, error) {
	k := &n.parent.PartKey.Columns[i]
	name := ""
	if k.Attr > 0 {
		name = n.parent.Columns[k.Attr-1].Name
	} else {
		name = expr.Deparse(k.Expr, func(v *expr.Var) string { return variableName(n.parent, v) }, &expr.DeparseOptions{Env: n.c.Sess.Env})
	}
	x, err := planner.AnalyzeBoundValue(n.c.Access, k, name, e)
	if err != nil {
		return types.NullDatum, err
	}
	f, err := expr.Compile(x)
	if err != nil {
		return types.NullDatum, err
	}
	d, err := f(n.c.evalCtx(), nil)
	return d.Owned(), err
}

// place makes sure that the bound has a place among the partitions that are there.
// name is the new partition's.
func (n *newBound) place(name string) error {
	desc, err := n.c.Access.Partitions(n.parent)
	if err != nil {
		return err
	}
	b := n.bound
	switch {
	case b.Default:
		if desc.Default < 0 {
			return nil
		}
		return n.overlaps("partition %q conflicts with existing default partition %q", name, desc.Members[desc.Default].OID, n.pos())
	case b.Strategy == catalog.HashPartitions:
		if err := n.c.Access.CheckModulus(desc, b); err != nil {
			return err
		}
	case b.Strategy == catalog.RangePartitions:
		if column, empty := desc.Key.EmptyRange(b); empty {
			return n.emptyRange(name, column)
		}
	}
	o, ok := desc.Overlap(b)
	if !ok {
		return nil
	}
	at := n.pos()
	switch {
	case b.Strategy == catalog.ListPartitions:
		at = n.places[o.Value]
	case b.Strategy == catalog.HashPartitions:
	case o.Upper:
		at = datumPos(&n.spec.Upper[o.Value])
	default:
		at = datumPos(&n.spec.Lower[o.Value])
	}
	return n.overlaps("partition %q would overlap partition %q", name, desc.Members[o.With].OID, at)
}

func (n *newBound) overlaps(format, name string, with types.OID, at int32) error {
	r, err := n.c.Access.OpenOID(with, catalog.NoLock)
	if err != nil {
		return err
	}
	return pgerr.New(pgerr.InvalidObjectDefinition, format, name, r.Name).At(int(at))
}

func (n *newBound) emptyRange(name string, column int) error {
	lower, upper := n.c.Access.BoundEnds(n.parent.PartKey, n.bound)
	return pgerr.New(pgerr.InvalidObjectDefinition, "empty range bound specified for partition %q", name).
		WithDetail("Specified lower bound %s is greater than or equal to upper bound %s.", lower, upper).
		At(int(datumPos(&n.spec.Lower[column])))
}
