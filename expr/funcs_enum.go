package expr

// This file has the functions about enum types. The catalog knows the labels; it
// is told the type besides the arguments, which may all be NULL.

import "minidb/types"

var enumCodes = codeTable{
	"enum_first":        {bind: bindEnum("enum_first")},
	"enum_last":         {bind: bindEnum("enum_last")},
	"enum_range_bounds": {bind: bindEnum("enum_range")},
	"enum_range_all":    {bind: bindEnum("enum_range")},
}

func bindEnum(name string) func(CallInfo) Impl {
	return func(ci CallInfo) Impl {
		t := types.NewInt(int64(ci.Args[0]))
		return func(c *Ctx, args []types.Datum) (types.Datum, error) {
			return callCatalog(c, name, append([]types.Datum{t}, args...))
		}
	}
}
