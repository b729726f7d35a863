package planner

import (
	"strings"

	"minidb/parser/tree"
	"minidb/pgerr"
)

// The values of a command's options: defGetString and defGetBoolean of PostgreSQL
// 18, commands/define.c.

// DefString returns an option's value as text; "" if it has none.
func DefString(d *tree.DefElem) string {
	switch {
	case d.Value != nil:
		return d.Value.Text
	case len(d.Names) > 0:
		return strings.Join(d.Names, ".")
	}
	return ""
}

// DefBool reads an option that is on or off; on if it has no value. The error is
// 42601.
func DefBool(d *tree.DefElem) (bool, error) {
	if d.Value == nil && len(d.Names) == 0 {
		return true, nil
	}
	if v := d.Value; v != nil {
		switch {
		case v.Kind == tree.ConstBool:
			return v.Bool, nil
		case v.Kind == tree.ConstInt && (v.Int == 0 || v.Int == 1):
			return v.Int == 1, nil
		}
	}
	switch strings.ToLower(DefString(d)) {
	case "true", "on":
		return true, nil
	case "false", "off":
		return false, nil
	}
	return false, pgerr.New(pgerr.SyntaxError, "%s requires a Boolean value", d.Name)
}
