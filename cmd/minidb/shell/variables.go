package shell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// psql's variables. Some steer the shell: they take only certain values and
// have one even when they are unset.

// special is a variable that steers the shell.
type special struct {
	initial string   // its value at the start and when it is unset
	empty   string   // what an empty value stands for
	values  []string // that it can take, apart from those of kind
	kind    specialKind
}

type specialKind uint8

const (
	anyText specialKind = iota
	boolean
	integer
	oneOf
)

var specials = map[string]special{
	"AUTOCOMMIT":             {initial: "on", kind: boolean},
	"ON_ERROR_STOP":          {initial: "off", kind: boolean},
	"QUIET":                  {initial: "off", kind: boolean},
	"SINGLELINE":             {initial: "off", kind: boolean},
	"SINGLESTEP":             {initial: "off", kind: boolean},
	"SHOW_ALL_RESULTS":       {initial: "on", kind: boolean},
	"HIDE_TABLEAM":           {initial: "off", kind: boolean},
	"HIDE_TOAST_COMPRESSION": {initial: "off", kind: boolean},
	"FETCH_COUNT":            {initial: "0", kind: integer},
	"HISTSIZE":               {initial: "500", kind: integer},
	"IGNOREEOF":              {initial: "0", empty: "10", kind: integer},
	"ECHO":                   {initial: "none", kind: oneOf, values: []string{"none", "errors", "queries", "all"}},
	"ECHO_HIDDEN":            {initial: "off", kind: boolean, values: []string{"on", "off", "noexec"}},
	"ON_ERROR_ROLLBACK":      {initial: "off", kind: boolean, values: []string{"on", "off", "interactive"}},
	"COMP_KEYWORD_CASE":      {initial: "preserve-upper", kind: oneOf, values: []string{"lower", "upper", "preserve-lower", "preserve-upper"}},
	"HISTCONTROL":            {initial: "none", kind: oneOf, values: []string{"none", "ignorespace", "ignoredups", "ignoreboth"}},
	"VERBOSITY":              {initial: "default", kind: oneOf, values: []string{"default", "verbose", "terse", "sqlstate"}},
	"SHOW_CONTEXT":           {initial: "errors", kind: oneOf, values: []string{"never", "errors", "always"}},
	"PROMPT1":                {initial: "%/%R%x%# ", kind: anyText},
	"PROMPT2":                {initial: "%/%R%x%# ", kind: anyText},
	"PROMPT3":                {initial: ">> ", kind: anyText},
}

// variables holds the values of those that are set.
type variables map[string]string

func newVariables() variables {
	v := variables{"DBNAME": "postgres", "USER": "postgres", "ENCODING": "UTF8", "LAST_ERROR_MESSAGE": "",
		"LAST_ERROR_SQLSTATE": "00000", "SERVER_VERSION_NAME": "18.4", "SERVER_VERSION_NUM": "180004",
		"VERSION": "minidb, as psql (PostgreSQL) 15.18", "VERSION_NAME": "15.18", "VERSION_NUM": "150018"}
	for name, s := range specials {
		v[name] = s.initial
	}
	return v
}

// isVariableChar: letters, digits, the underscore, and all that is not ASCII.
func isVariableChar(c byte) bool {
	return c >= 0x80 || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// set sets a variable. The error is worded as psql words it.
func (v variables) set(name, value string) error {
	if name == "" || strings.IndexFunc(name, func(r rune) bool { return r < 0x80 && !isVariableChar(byte(r)) }) >= 0 {
		return fmt.Errorf("invalid variable name: \"%s\"", name)
	}
	s, ok := specials[name]
	if !ok {
		v[name] = value
		return nil
	}
	switch s.kind {
	case boolean, oneOf:
		value, err := s.word(name, value)
		if err != nil {
			return err
		}
		v[name] = value
	case integer:
		if value == "" && s.empty != "" {
			value = s.empty
		}
		if _, err := parseInt(value); err != nil {
			return fmt.Errorf("invalid value \"%s\" for \"%s\": integer expected", value, name)
		}
		v[name] = value
	default:
		v[name] = value
	}
	return nil
}

// word checks a value of a variable that takes words.
func (s special) word(name, value string) (string, error) {
	if s.kind == boolean && value == "" {
		return "on", nil
	}
	if slices.ContainsFunc(s.values, func(w string) bool { return strings.EqualFold(w, value) }) {
		return value, nil
	}
	if s.kind == boolean {
		if _, ok := parseBool(value); ok {
			return value, nil
		}
	}
	if s.values == nil {
		return "", errBoolean(value, name)
	}
	return "", errEnum(value, name, s.values)
}

// unset deletes a variable; one that steers the shell is off, or gets its first
// value.
func (v variables) unset(name string) {
	s, ok := specials[name]
	switch {
	case !ok || s.kind == anyText:
		delete(v, name)
	case s.kind == boolean:
		v[name] = "off"
	default:
		v[name] = s.initial
	}
}

// on tells whether a boolean variable is true; false for other words.
func (v variables) on(name string) bool {
	b, ok := parseBool(v[name])
	return b && ok
}

// is tells whether a variable has a value, in any case of letters.
func (v variables) is(name, value string) bool { return strings.EqualFold(v[name], value) }

func (v variables) int(name string) int {
	n, _ := parseInt(v[name])
	return n
}

// parseInt reads a C integer, as strtol with base 0 does.
func parseInt(s string) (int, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 0, 32)
	return int(n), err
}

func errBoolean(value, name string) error {
	return fmt.Errorf("unrecognized value \"%s\" for \"%s\": Boolean expected", value, name)
}

func errEnum(value, name string, values []string) error {
	available := "Available values are: " + strings.Join(values, ", ") + "." // psql's second line
	return fmt.Errorf("unrecognized value \"%s\" for \"%s\"\n%s", value, name, available)
}

// parseBool reads psql's truth values; words may be cut short where that
// leaves them clear.
func parseBool(s string) (value, ok bool) {
	s = strings.ToLower(s)
	switch {
	case s == "":
		return false, false
	case s == "1", strings.HasPrefix("true", s), strings.HasPrefix("yes", s), s == "on":
		return true, true
	case s == "0", strings.HasPrefix("false", s), strings.HasPrefix("no", s), s == "of", s == "off":
		return false, true
	}
	return false, false
}

// listVariables prints all variables.
func (s *Shell) listVariables() {
	names := make([]string, 0, len(s.vars))
	for n := range s.vars {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintf(s.out, "%s = '%s'\n", n, s.vars[n])
	}
}
