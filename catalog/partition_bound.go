package catalog

// Which rows one partition holds: FOR VALUES ..., kept in pg_class.relpartbound
// as text (PostgreSQL's PartitionBoundSpec).

import (
	"cmp"
	"strconv"
	"strings"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// PartitionBound is one partition's bound. It is immutable.
type PartitionBound struct {
	Strategy           PartitionStrategy
	Default            bool
	List               []types.Datum // ListPartitions: the values, NULL among them
	Lower, Upper       []RangeBound  // RangePartitions: inclusive, exclusive
	Modulus, Remainder int           // HashPartitions
}

// RangeBound is one column's value in the bound of a range: a value or, with
// Infinite -1 or 1, MINVALUE or MAXVALUE.
type RangeBound struct {
	Infinite int
	Value    types.Datum
}

// compareRange orders two ends of ranges, by the columns that a has. An
// infinite column ends the comparison, as in PostgreSQL.
func (k *PartitionKey) compareRange(a, b []RangeBound) int {
	c, _ := k.compareEnds(a, b)
	return c
}

// compareEnds is compareRange that also tells the last column it looked at.
func (k *PartitionKey) compareEnds(a, b []RangeBound) (c, column int) {
	for i := range a {
		column = i
		if c = cmp.Compare(a[i].Infinite, b[i].Infinite); c != 0 || a[i].Infinite != 0 {
			return c, i
		}
		if c = k.compare(i, a[i].Value, b[i].Value); c != 0 {
			return c, i
		}
	}
	return 0, column
}

// compareKey orders an end of a range and the leading values of a key.
func (k *PartitionKey) compareKey(a []RangeBound, key []types.Datum) int {
	for i := range key {
		if a[i].Infinite != 0 {
			return a[i].Infinite
		}
		if c := k.compare(i, a[i].Value, key[i]); c != 0 {
			return c
		}
	}
	return 0
}

// marshal writes the bound as relpartbound has it: a letter, then numbers or the
// values as one row expression of constants of the key's types.
func (b *PartitionBound) marshal(k *PartitionKey) string {
	switch {
	case b.Default:
		return "d"
	case b.Strategy == HashPartitions:
		return "h " + strconv.Itoa(b.Modulus) + " " + strconv.Itoa(b.Remainder)
	case b.Strategy == ListPartitions:
		row := &expr.RowCons{T: types.RecordOID}
		for _, d := range b.List {
			row.Args = append(row.Args, k.constant(0, d))
		}
		return "l " + expr.Marshal(row)
	}
	row := &expr.RowCons{T: types.RecordOID}
	var kinds strings.Builder
	for i, r := range append(append([]RangeBound{}, b.Lower...), b.Upper...) {
		kinds.WriteByte("-v+"[r.Infinite+1])
		row.Args = append(row.Args, k.constant(i%len(b.Lower), r.Value))
	}
	return "r " + kinds.String() + " " + expr.Marshal(row)
}

func (k *PartitionKey) constant(i int, d types.Datum) *expr.Const {
	c := &k.Columns[i]
	return &expr.Const{Value: d, T: c.Type, Mod: c.Typmod, Coll: c.Collation}
}

// unmarshalBound reads what marshal wrote, nil for "".
func unmarshalBound(s string) (*PartitionBound, error) {
	if s == "" {
		return nil, nil
	}
	kind, rest, _ := strings.Cut(s, " ")
	b := &PartitionBound{Strategy: PartitionStrategy(kind[0])}
	switch kind {
	case "d":
		b.Default = true
		return b, nil
	case "h":
		m, r, _ := strings.Cut(rest, " ")
		var err, err2 error
		b.Modulus, err = strconv.Atoi(m)
		b.Remainder, err2 = strconv.Atoi(r)
		if err != nil || err2 != nil {
			return nil, badBound(s)
		}
		return b, nil
	case "l":
		values, err := unmarshalConsts(rest)
		b.List = values
		return b, err
	case "r":
		kinds, rest, _ := strings.Cut(rest, " ")
		values, err := unmarshalConsts(rest)
		if err != nil {
			return nil, err
		}
		if len(values) != len(kinds) {
			return nil, badBound(s)
		}
		ends := make([]RangeBound, len(values))
		for i := range ends {
			ends[i] = RangeBound{Infinite: strings.IndexByte("-v+", kinds[i]) - 1, Value: values[i]}
		}
		n := len(ends) / 2
		b.Lower, b.Upper = ends[:n:n], ends[n:]
		return b, nil
	}
	return nil, badBound(s)
}

// boundDef writes a bound as CREATE TABLE takes it.
func (a *Access) boundDef(text string) (string, error) {
	b, err := unmarshalBound(text)
	if b == nil || err != nil {
		return "", err
	}
	switch {
	case b.Default:
		return "DEFAULT", nil
	case b.Strategy == HashPartitions:
		return "FOR VALUES WITH (modulus " + strconv.Itoa(b.Modulus) + ", remainder " + strconv.Itoa(b.Remainder) + ")", nil
	}
	list, err := unmarshalList(text[strings.IndexByte(text, '('):])
	if err != nil {
		return "", err
	}
	if b.Strategy == ListPartitions {
		return "FOR VALUES IN " + a.valueList(list, nil), nil
	}
	n := len(b.Lower)
	return "FOR VALUES FROM " + a.valueList(list[:n], b.Lower) + " TO " + a.valueList(list[n:], b.Upper), nil
}

// valueList writes constants, or the ends of a range, in parentheses.
func (a *Access) valueList(list []expr.Expr, ends []RangeBound) string {
	words := make([]string, len(list))
	for i, e := range list {
		if ends != nil && ends[i].Infinite != 0 {
			words[i] = map[int]string{-1: "MINVALUE", 1: "MAXVALUE"}[ends[i].Infinite]
		} else {
			words[i] = expr.DeparseValue(e.(*expr.Const), &expr.DeparseOptions{Env: a.S.Env})
		}
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// BoundEnds writes the ends of a range.
func (a *Access) BoundEnds(k *PartitionKey, b *PartitionBound) (lower, upper string) {
	write := func(ends []RangeBound) string {
		list := make([]expr.Expr, len(ends))
		for i, e := range ends {
			list[i] = k.constant(i, e.Value)
		}
		return a.valueList(list, ends)
	}
	return write(b.Lower), write(b.Upper)
}

func badBound(s string) error {
	return pgerr.New(pgerr.Internal, "unrecognized partition bound %q", s)
}

func unmarshalConsts(s string) ([]types.Datum, error) {
	list, err := unmarshalList(s)
	if err != nil {
		return nil, err
	}
	out := make([]types.Datum, len(list))
	for i, e := range list {
		c, ok := e.(*expr.Const)
		if !ok {
			return nil, badBound(s)
		}
		out[i] = c.Value
	}
	return out, nil
}
