package expr

import "minidb/types"

// This file answers Type and Typmod for every node.

func (e *Var) Type() types.OID { return e.T }
func (e *Var) Typmod() int32   { return e.Mod }

func (e *Const) Type() types.OID { return e.T }
func (e *Const) Typmod() int32   { return e.Mod }

func (e *Param) Type() types.OID { return e.T }
func (e *Param) Typmod() int32   { return e.Mod }

func (e *FuncCall) Type() types.OID { return e.Ret }
func (e *FuncCall) Typmod() int32   { return e.Mod }

func (e *OpCall) Type() types.OID { return e.Ret }
func (e *OpCall) Typmod() int32   { return -1 }

func (e *Distinct) Type() types.OID { return types.BoolOID }
func (e *Distinct) Typmod() int32   { return -1 }

func (e *NullIf) Type() types.OID { return e.L.Type() }
func (e *NullIf) Typmod() int32   { return e.L.Typmod() }

func (e *ArrayOp) Type() types.OID { return types.BoolOID }
func (e *ArrayOp) Typmod() int32   { return -1 }

func (e *Bool) Type() types.OID { return types.BoolOID }
func (e *Bool) Typmod() int32   { return -1 }

func (e *NullTest) Type() types.OID { return types.BoolOID }
func (e *NullTest) Typmod() int32   { return -1 }

func (e *BoolTest) Type() types.OID { return types.BoolOID }
func (e *BoolTest) Typmod() int32   { return -1 }

func (e *Case) Type() types.OID { return e.T }
func (e *Case) Typmod() int32   { return e.Mod }

func (e *CaseTest) Type() types.OID { return e.T }
func (e *CaseTest) Typmod() int32   { return e.Mod }

func (e *Coalesce) Type() types.OID { return e.T }
func (e *Coalesce) Typmod() int32   { return e.Mod }

func (e *MinMax) Type() types.OID { return e.T }
func (e *MinMax) Typmod() int32   { return e.Mod }

func (e *Array) Type() types.OID { return e.T }

// Typmod is that of the elements, if all have the same.
func (e *Array) Typmod() int32 {
	mod := int32(-1)
	for i, x := range e.Elems {
		if i == 0 {
			mod = x.Typmod()
		}
		if mod < 0 || x.Typmod() != mod || x.Type() != e.Elems[0].Type() {
			return -1
		}
	}
	return mod
}

func (e *RowCons) Type() types.OID { return e.T }
func (e *RowCons) Typmod() int32   { return -1 }

func (e *RowCompare) Type() types.OID { return types.BoolOID }
func (e *RowCompare) Typmod() int32   { return -1 }

func (e *Subscript) Type() types.OID { return e.T }
func (e *Subscript) Typmod() int32   { return e.Mod }

func (e *FieldStore) Type() types.OID  { return e.T }
func (e *FieldStore) Typmod() int32    { return -1 }
func (e *FieldSelect) Type() types.OID { return e.T }
func (e *FieldSelect) Typmod() int32   { return e.Mod }

func (e *PlaceHolder) Type() types.OID { return e.Arg.Type() }
func (e *PlaceHolder) Typmod() int32   { return e.Arg.Typmod() }
func (e *Relabel) Type() types.OID     { return e.T }
func (e *Relabel) Typmod() int32       { return e.Mod }

func (e *CoerceIO) Type() types.OID { return e.T }
func (e *CoerceIO) Typmod() int32   { return e.Mod }

func (e *ConvertRow) Type() types.OID  { return e.T }
func (e *ConvertRow) Typmod() int32    { return -1 }
func (e *ArrayCoerce) Type() types.OID { return e.T }
func (e *ArrayCoerce) Typmod() int32   { return e.Mod }

func (e *SubLink) Type() types.OID { return e.T }
func (e *SubLink) Typmod() int32   { return e.Mod }

func (e *SubPlan) Type() types.OID { return e.T }
func (e *SubPlan) Typmod() int32   { return e.Mod }

func (e *Agg) Type() types.OID { return e.T }
func (e *Agg) Typmod() int32   { return e.Mod }

func (e *WindowCall) Type() types.OID { return e.T }
func (e *WindowCall) Typmod() int32   { return e.Mod }

func (e *Grouping) Type() types.OID { return types.Int4OID }
func (e *Grouping) Typmod() int32   { return -1 }

func (e *SQLValue) Type() types.OID { return e.T }
func (e *SQLValue) Typmod() int32   { return e.Mod }

func (e *SetToDefault) Type() types.OID { return e.T }
func (e *SetToDefault) Typmod() int32   { return e.Mod }
