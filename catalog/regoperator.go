package catalog

// Text input and output of regoper and regoperator: an operator's name, alone or
// with the types of its operands.

import (
	"strings"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// operatorNumber reads an operator's number; unlike with other reg* types "-" is a name.
func operatorNumber(s string) (types.OID, bool) {
	if s == "-" {
		return 0, false
	}
	return regNumber(s)
}

// operatorsByName lists the operators that a possibly qualified name means.
func (a *Access) operatorsByName(name string) ([]*expr.Operator, error) {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		schema := strings.ToLower(strings.TrimSpace(name[:i]))
		if err := a.useIfThere(schema); schema != "pg_catalog" || err != nil {
			return nil, err
		}
		name = name[i+1:]
	}
	return operatorsNamed(strings.TrimSpace(name)), nil
}

func operatorsNamed(name string) []*expr.Operator {
	var found []*expr.Operator
	for _, op := range expr.Operators() {
		if op.Name == name {
			found = append(found, op)
		}
	}
	return found
}

func noOperatorNamed(s string) error {
	return pgerr.New(pgerr.UndefinedFunction, "operator does not exist: %s", s)
}

// RegoperIn finds an operator whose name is unique, or a number.
func (a *Access) RegoperIn(s string) (types.OID, error) {
	if o, ok := operatorNumber(s); ok {
		return o, nil
	}
	found, err := a.operatorsByName(s)
	switch {
	case err != nil:
		return 0, err
	case len(found) == 0:
		return 0, noOperatorNamed(s)
	case len(found) == 1 && !expr.OperatorsUnbuilt(found[0].Name):
		return found[0].OID, nil
	}
	return 0, pgerr.New(pgerr.AmbiguousFunction, "more than one operator named %s", s)
}

// RegoperOut writes an operator's name, qualified if it is not unique.
func (a *Access) RegoperOut(o types.OID) string {
	op, ok := expr.OperatorByOID(o)
	if !ok {
		return itoa(int64(o))
	}
	if len(operatorsNamed(op.Name)) > 1 || expr.OperatorsUnbuilt(op.Name) {
		return "pg_catalog." + op.Name
	}
	return op.Name
}

// RegoperatorIn finds an operator by its name and operand types, or a number.
func (a *Access) RegoperatorIn(s string) (types.OID, error) {
	if o, ok := operatorNumber(s); ok {
		return o, nil
	}
	name, ts, err := a.nameAndTypes(s, true)
	if err != nil {
		return 0, err
	}
	switch {
	case len(ts) == 1:
		return 0, pgerr.New(pgerr.UndefinedParameter, "missing argument").
			WithHint("Use NONE to denote the missing argument of a unary operator.")
	case len(ts) != 2:
		return 0, pgerr.New(pgerr.TooManyArguments, "too many arguments").
			WithHint("Provide two argument types for operator.")
	}
	named, err := a.operatorsByName(name)
	if err != nil {
		return 0, err
	}
	for _, op := range named {
		if op.Left == ts[0] && op.Right == ts[1] {
			return op.OID, nil
		}
	}
	return 0, noOperatorNamed(s)
}

// RegoperatorOut writes an operator's name and operand types.
func (a *Access) RegoperatorOut(o types.OID) string {
	op, ok := expr.OperatorByOID(o)
	if !ok {
		return itoa(int64(o))
	}
	operand := func(t types.OID) string {
		if t == 0 {
			return "NONE"
		}
		return a.FormatType(t, -1)
	}
	return op.Name + "(" + operand(op.Left) + "," + operand(op.Right) + ")"
}
