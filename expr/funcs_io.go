package expr

// The output, send and input functions of types, called by name: int4out(5),
// int8send(5), textin('x').

import (
	"strings"

	"minidb/types"
)

func ioCodes() codeTable {
	t := codeTable{}
	for i := range procIo {
		switch r := &procIo[i]; {
		case r.args == "internal" || strings.Contains(r.ret, "any") || r.ret == "record":
		case r.ret == "cstring" && !strings.Contains(r.args, ","):
			t[r.src] = code{bind: bindOut}
		case r.ret == "bytea" && r.args != "cstring":
			t[r.src] = code{bind: bindSend}
		case r.args == "cstring", r.args == "cstring, oid, int4":
			t[r.src] = code{bind: bindIn}
		}
	}
	return t
}

func bindOut(ci CallInfo) Impl {
	of := ci.Args[0]
	return func(c *Ctx, args []types.Datum) (types.Datum, error) {
		s, err := types.OutputText(args[0], of, c.env())
		return types.NewText(s), err
	}
}

func bindSend(ci CallInfo) Impl {
	of := ci.Args[0]
	return func(c *Ctx, args []types.Datum) (types.Datum, error) {
		if err := types.CanSend(of, c.env()); err != nil {
			return types.NullDatum, err
		}
		return types.NewBytea(types.AppendBinary(nil, args[0], of, c.env())), nil
	}
}

func bindIn(ci CallInfo) Impl {
	to := ci.Ret
	return func(c *Ctx, args []types.Datum) (types.Datum, error) {
		mod := int32(-1)
		if len(args) > 2 {
			mod = int32(args[2].Int())
		}
		return types.Input(to, mod, args[0].Text(), c.env())
	}
}
