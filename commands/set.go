package commands

import (
	"sort"
	"strings"

	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/settings"
	"minidb/types"
)

// SET, RESET and SHOW, and the modes of transactions that SET TRANSACTION and
// BEGIN take.

func (c *Ctx) set(s *tree.VariableSet) (*Result, error) {
	name := "SET"
	if s.Kind == tree.VarReset || s.Kind == tree.VarResetAll {
		name = "RESET"
	}
	if s.Local && !c.Block {
		c.warning(pgerr.NoActiveSQLTransaction, "SET LOCAL can only be used in transaction blocks")
	}
	if err := c.setOne(s); err != nil {
		return nil, err
	}
	return tag(name)
}

func (c *Ctx) setOne(s *tree.VariableSet) error {
	v := c.Sess.Set
	switch s.Kind {
	case tree.VarSetValue, tree.VarSetCurrent:
		text, err := c.settingText(s)
		if err != nil {
			return err
		}
		return v.Set(s.Name, text, settings.SetOpts{Local: s.Local})
	case tree.VarSetDefault:
		return v.SetDefault(s.Name, settings.SetOpts{Local: s.Local})
	case tree.VarReset:
		return v.Reset(s.Name)
	case tree.VarResetAll:
		v.ResetAll()
		return nil
	case tree.VarSetMulti:
		return c.setModes(s)
	}
	return pgerr.Unsupported(int(s.Pos), "this form of SET", "")
}

// settingText joins the arguments of SET as the setting's parser wants them; FROM CURRENT
// it is what SHOW shows.
func (c *Ctx) settingText(s *tree.VariableSet) (string, error) {
	if s.Kind == tree.VarSetCurrent {
		return c.Sess.Set.Show(s.Name)
	}
	parts := make([]settings.SetArg, len(s.Args))
	for i, a := range s.Args {
		text, err := c.settingArg(s, a)
		if err != nil {
			return "", err
		}
		k, ok := a.(*tree.Const)
		parts[i] = settings.SetArg{Text: text, Number: ok && (k.Kind == tree.ConstInt || k.Kind == tree.ConstNumeric)}
	}
	return settings.JoinArgs(s.Name, parts)
}

func (c *Ctx) settingArg(s *tree.VariableSet, a tree.Expr) (string, error) {
	switch a := a.(type) {
	case *tree.Const:
		switch a.Kind {
		case tree.ConstBool:
			if a.Bool {
				return "true", nil
			}
			return "false", nil
		case tree.ConstInt, tree.ConstNumeric, tree.ConstString:
			return a.Text, nil
		}
	case *tree.TypeCast:
		if k, ok := a.Arg.(*tree.Const); ok && strings.EqualFold(s.Name, "timezone") {
			return c.zoneInterval(k.Text, a.Type)
		}
	}
	return "", pgerr.New(pgerr.SyntaxError, "SET %s takes constants only", s.Name).At(int(a.Position()))
}

// zoneInterval is SET TIME ZONE INTERVAL '...'.
func (c *Ctx) zoneInterval(text string, t *tree.TypeName) (string, error) {
	oid, mod, err := planner.ResolveTypeName(c.Access, t)
	if err != nil {
		return "", err
	}
	d, err := types.Input(oid, mod, text, c.Sess.Env)
	if err != nil {
		return "", err
	}
	if d.Kind() != types.Interval {
		return "", pgerr.New(pgerr.SyntaxError, "time zone interval must be HOUR or HOUR TO MINUTE").At(int(t.Pos))
	}
	iv := d.Interval()
	return settings.ZoneInterval(iv.Months, iv.Days, iv.Micros, types.Output(d, types.IntervalOID, c.Sess.Env))
}

// setModes is SET TRANSACTION and SET SESSION CHARACTERISTICS.
func (c *Ctx) setModes(s *tree.VariableSet) error {
	switch s.Name {
	case "TRANSACTION":
		if !c.Block {
			c.warning(pgerr.NoActiveSQLTransaction, "SET TRANSACTION can only be used in transaction blocks")
			return nil
		}
		return c.Modes(s.Options, "")
	case "SESSION CHARACTERISTICS":
		return c.Modes(s.Options, "default_")
	}
	return pgerr.Unsupported(int(s.Pos), "SET "+s.Name, "")
}

// Modes applies transaction modes to the running transaction, or with the
// prefix "default_" to later ones.
func (c *Ctx) Modes(opts []*tree.DefElem, prefix string) error {
	for _, o := range opts {
		text := ""
		if o.Value != nil {
			text = o.Value.Text
			if o.Value.Kind == tree.ConstBool {
				text = onOff(o.Value.Bool)
			}
		}
		if err := c.Sess.Set.Set(prefix+o.Name, text, settings.SetOpts{Local: prefix == ""}); err != nil {
			return err
		}
	}
	return nil
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

func textColumn(name string) planner.ResultColumn {
	return planner.ResultColumn{Name: name, Type: types.TextOID, Mod: -1}
}

func (c *Ctx) show(s *tree.VariableShow) (*Result, error) {
	columns, err := c.showColumns(s)
	if err != nil {
		return nil, err
	}
	if s.Name == "all" {
		return c.showAll(columns)
	}
	d, err := c.Sess.Set.Lookup(s.Name)
	if err != nil {
		return nil, err
	}
	return &Result{Tag: "SHOW", Columns: columns, Rows: []types.Row{{types.NewText(c.Sess.Set.ShowDef(d))}}}, nil
}

func (c *Ctx) showColumns(s *tree.VariableShow) ([]planner.ResultColumn, error) {
	if s.Name == "all" {
		return []planner.ResultColumn{textColumn("name"), textColumn("setting"), textColumn("description")}, nil
	}
	d, err := c.Sess.Set.Lookup(s.Name)
	if err != nil {
		return nil, err
	}
	return []planner.ResultColumn{textColumn(d.Name)}, nil
}

func (c *Ctx) showAll(columns []planner.ResultColumn) (*Result, error) {
	r := &Result{Tag: "SHOW", Columns: columns}
	defs := append([]*settings.Def{}, settings.All()...)
	sort.Slice(defs, func(i, j int) bool { return strings.ToLower(defs[i].Name) < strings.ToLower(defs[j].Name) })
	for _, d := range defs {
		r.Rows = append(r.Rows, types.Row{types.NewText(d.Name), types.NewText(c.Sess.Set.ShowDef(d)), types.NewText(d.Short)})
	}
	return r, nil
}
