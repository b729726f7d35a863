// Package lab runs experiments: one statement under several values of a setting, on
// copies of a database, with counters, times and the proof that the answer is the
// same.
//
//	sides.go       what is compared: a setting's values, a strategy's old and new way
//	compare.go     the rounds; run.go one of them; cpu_*.go processor time of a thread
//	difference.go  are the answers the same; written.go what they left behind
package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"minidb"
)

// Side is one of the ways to run the statement: settings that are made before, and a
// name for them.
type Side struct {
	Name     string
	Settings []minidb.Setting
}

// Sides finds what to compare by its name: a strategy (S1 to S5), whose settings all
// change, from the oldest profile's to the defaults; a setting, which does the same if
// it is a strategy's, and else, if it is a switch, is off and on; or a setting with
// its values, SETTING=VALUE,VALUE..., or =* for all it has. The prefix "minidb." may
// be left out. sess says which settings there are; its own are not changed.
func Sides(ctx context.Context, sess *minidb.Session, what string) ([]Side, error) {
	name, list, given := strings.Cut(what, "=")
	for _, g := range minidb.Strategies() {
		if strings.EqualFold(g.Name, name) && !given {
			return groupSides(g.Settings), nil
		}
	}
	s, err := lookUp(ctx, sess, name)
	if err != nil {
		return nil, err
	}
	values := s.flip()
	switch {
	case given && list == "*":
		values = s.values
	case given:
		values = strings.Split(list, ",")
	}
	if len(values) < 2 {
		e := usage(fmt.Sprintf("setting %q needs values to compare: %s=VALUE,VALUE", s.name, s.name))
		if s.values != nil {
			e.Hint = "Available values: " + strings.Join(s.values, ", ") + "; =* takes them all."
		}
		return nil, e
	}
	shown, err := show(ctx, sess, s.name, values)
	if err != nil {
		return nil, err
	}
	var sides []Side
	for i, v := range values {
		v = strings.TrimSpace(v)
		if slices.Contains(shown[:i], shown[i]) {
			return nil, usage(fmt.Sprintf("value %q of setting %q is given twice", v, s.name))
		}
		sides = append(sides, Side{v, []minidb.Setting{{Name: s.name, Value: v}}})
	}
	return sides, nil
}

// show sets values in a session of its own and tells how each is shown then.
func show(ctx context.Context, sess *minidb.Session, name string, values []string) (shown []string, err error) {
	own := sess.DB().Session()
	defer own.Close()
	for _, v := range values {
		if err := own.Set(name, strings.TrimSpace(v)); err != nil {
			return nil, minidb.AsError(err)
		}
		rows, err := own.Query(ctx, "select pg_catalog.current_setting($1)", name)
		if err != nil {
			return nil, err
		}
		for rows.Next() {
			shown = append(shown, rows.Text(0))
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

func groupSides(settings []minidb.StrategySetting) []Side {
	sides := []Side{{Name: "old"}, {Name: "new"}}
	for _, s := range settings {
		sides[0].Settings = append(sides[0].Settings, minidb.Setting{Name: s.Name, Value: s.Old})
		sides[1].Settings = append(sides[1].Settings, minidb.Setting{Name: s.Name, Value: s.New})
	}
	return sides
}

// usage is the error of a request that does not say what to compare.
func usage(text string) *minidb.Error {
	return &minidb.Error{Severity: "ERROR", Code: "22023", Message: text}
}

// setting is what pg_settings knows of one.
type setting struct {
	name, standard string
	values         []string // those it can have; nil for numbers and texts
	old            string   // of a strategy's setting
}

// lookUp reads a setting from pg_settings, in a session of its own: looking must not
// replace the counters of sess.
func lookUp(ctx context.Context, sess *minidb.Session, name string) (s setting, err error) {
	own := sess.DB().Session()
	defer own.Close()
	rows, err := own.Query(ctx, `select name, boot_val, case vartype when 'bool' then 'off,on' else array_to_string(enumvals, ',') end
		from pg_catalog.pg_settings where lower(name) in (lower($1), 'minidb.' || lower($1)) and context in ('user', 'superuser')`, name)
	if err != nil {
		return s, err
	}
	for rows.Next() {
		s.name, s.standard = rows.Text(0), rows.Text(1)
		if text := rows.Text(2); text != "" {
			s.values = strings.Split(text, ",")
		}
	}
	if err := rows.Err(); err != nil {
		return s, err
	}
	if s.name == "" {
		return s, &minidb.Error{Severity: "ERROR", Code: "42704", Message: fmt.Sprintf("there is no strategy or setting %q to compare", name),
			Hint: "Strategies are S1 to S5; settings are those that SET takes."}
	}
	for _, g := range minidb.Strategies() {
		for _, f := range g.Settings {
			if f.Name == s.name {
				s.old = f.Old
			}
		}
	}
	if s.name == "minidb.profile" {
		s.old = s.values[0]
	}
	return s, nil
}

// flip is the setting's old and new value, or those of a switch. If the old way and the
// default are one, what else there is is compared with it.
func (s setting) flip() []string {
	switch {
	case s.old != "" && s.old != s.standard:
		return []string{s.old, s.standard}
	case s.old != "" && s.values != nil:
		rest := slices.DeleteFunc(slices.Clone(s.values), func(v string) bool { return v == s.old })
		return append([]string{s.old}, rest...)
	case len(s.values) == 2:
		return s.values
	}
	return nil
}
