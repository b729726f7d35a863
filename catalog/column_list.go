package catalog

import (
	"math"
	"sync/atomic"

	"minidb/expr"
	"minidb/types"
)

// A relation's columns as queries look at them. Statements that write a row of a
// table with many columns would otherwise gather them anew each time.

// ColumnList has a relation's columns in parallel slices, dropped ones too. It is
// shared and read-only.
type ColumnList struct {
	Names []string // "" of a dropped column
	Types []types.OID
	Mods  []int32
	Live  []*Column // those that are not dropped

	vars  [2]atomic.Pointer[[]expr.Expr] // see allVars; by rti, for the first entries
	bytes float64                        // of a row as it is stored, 0 unless all columns have a fixed length
	width atomic.Uint64                  // see Width; a float's bits
}

// Width is the sum of what of returns for the columns that are not dropped. It is worked
// out once: every caller gives the same function.
func (l *ColumnList) Width(of func(t types.OID, mod int32) float64) float64 {
	if bits := l.width.Load(); bits != 0 {
		return math.Float64frombits(bits)
	}
	w := 0.0
	for _, c := range l.Live {
		w += of(c.Type, c.Typmod)
	}
	l.width.Store(math.Float64bits(w))
	return w
}

// ColumnList returns the relation's columns.
func (r *Relation) ColumnList() *ColumnList {
	if r.rules != nil {
		if l := r.rules.columns.Load(); l != nil {
			return l
		}
	}
	n := len(r.Columns)
	l := &ColumnList{Names: make([]string, n), Types: make([]types.OID, n), Mods: make([]int32, n), Live: r.Live()}
	for i := range r.Columns {
		c := &r.Columns[i]
		l.Types[i], l.Mods[i] = c.Type, c.Typmod
		if !c.Dropped {
			l.Names[i] = c.Name
		}
	}
	l.bytes, _ = fixedBytes(r)
	if r.rules != nil {
		r.rules.columns.Store(l)
	}
	return l
}

// Vars are the columns as expressions that read the range table's entry rti; dropped
// ones are constants. They are shared and read-only.
func (l *ColumnList) Vars(rti int) []expr.Expr {
	out := l.allVars(rti)
	return out[:len(l.Names):len(l.Names)]
}

// VarsAnd are Vars and the system columns sys behind them, if these are ctid or ctid and
// tableoid: what an UPDATE reads.
func (l *ColumnList) VarsAnd(rti int, sys []int) (vars []expr.Expr, ok bool) {
	for i, attr := range sys {
		if i >= len(rowSystemColumns) || attr != rowSystemColumns[i].attr {
			return nil, false
		}
	}
	n := len(l.Names) + len(sys)
	return l.allVars(rti)[:n:n], true
}

var rowSystemColumns = [...]struct {
	attr int
	t    types.OID
}{{expr.AttrCtid, types.TidOID}, {expr.AttrTableOID, types.OidOID}}

func (l *ColumnList) allVars(rti int) []expr.Expr {
	keep := rti >= 1 && rti <= len(l.vars)
	if keep {
		if v := l.vars[rti-1].Load(); v != nil {
			return *v
		}
	}
	n := len(l.Names)
	vars := make([]expr.Var, n+len(rowSystemColumns))
	out := make([]expr.Expr, len(vars))
	for i := range vars {
		switch {
		case i >= n:
			vars[i] = expr.Var{Loc: -1, Rel: rti, Attr: rowSystemColumns[i-n].attr, Slot: -1, T: rowSystemColumns[i-n].t, Mod: -1}
		case l.Names[i] == "":
			out[i] = &expr.Const{Loc: -1, T: types.Int4OID, Mod: -1}
			continue
		default:
			vars[i] = expr.Var{Loc: -1, Rel: rti, Attr: i + 1, Slot: -1, T: l.Types[i], Mod: l.Mods[i]}
		}
		out[i] = &vars[i]
	}
	if keep {
		l.vars[rti-1].Store(&out)
	}
	return out
}
