package settings

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"minidb/pgerr"
)

// TestOracle replays a psql transcript of SET and SHOW made with PostgreSQL 18.
// Each line is a statement, then its outcome after " -> ".
func TestOracle(t *testing.T) {
	f, err := os.Open("testdata/oracle.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	v := Defaults()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		stmt, want, ok := strings.Cut(sc.Text(), " -> ")
		if !ok {
			continue
		}
		if got := run(v, stmt); got != want {
			t.Errorf("%s\n got %s\nwant %s", stmt, got, want)
		}
	}
}

// run executes one line: "set|name|value", "args|name|a|b", "show|name" or
// "reset|name".
func run(v *Values, line string) string {
	f := strings.Split(line, "|")
	var err error
	switch f[0] {
	case "show":
		var s string
		if s, err = v.Show(f[1]); err == nil {
			return s
		}
	case "reset":
		err = v.Reset(f[1])
	case "args":
		var val string
		var args []SetArg
		for _, a := range f[2:] {
			args = append(args, SetArg{Text: a})
		}
		if val, err = JoinArgs(f[1], args); err == nil {
			err = v.Set(f[1], val, SetOpts{})
		}
	case "set":
		err = v.Set(f[1], f[2], SetOpts{})
	}
	if err == nil {
		return "ok"
	}
	e := pgerr.From(err)
	s := string(e.Code) + ": " + e.Message
	if e.Detail != "" {
		s += " DETAIL: " + e.Detail
	}
	if e.Hint != "" {
		s += " HINT: " + e.Hint
	}
	return s
}
