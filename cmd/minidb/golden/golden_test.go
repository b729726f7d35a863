package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// printed makes the output of a script of texts, each an error if it begins with !.
func printed(internal int, texts ...string) *output {
	o := &output{internal: internal}
	for _, text := range texts {
		if e, ok := strings.CutPrefix(text, "!"); ok {
			errorStream{o}.Write([]byte(e))
		} else {
			o.WriteString(text)
		}
	}
	return o
}

// TestUpdateRefusesInternalErrors: an engine's fault must not become a golden file.
func TestUpdateRefusesInternalErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.sql")
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	u := Options{Update: true, AllowErrors: true}
	if v := u.judge(file, printed(1, "!ERROR:  internal error: oops\n")); v.OK || !strings.HasPrefix(v.Text, "FAIL ") {
		t.Errorf("%+v", v)
	}
	if _, err := os.Stat(golden); err == nil {
		t.Error("golden file was written")
	}
	if v := u.judge(file, printed(0, "fine\n")); !v.OK || v.Text != "new  "+golden+"\n" {
		t.Errorf("%+v", v)
	}
	if v := (Options{}).judge(file, printed(0, "other\n")); v.OK || !strings.Contains(v.Text, "-fine\n+other\n") {
		t.Errorf("%+v", v)
	}
}

// TestUpdateRefusesNewErrors: neither must an error that nobody has looked at, be it
// the engine's or the shell's.
func TestUpdateRefusesNewErrors(t *testing.T) {
	for _, text := range []string{"!ERROR:  oops\n", "!FATAL:  oops\n", "!PANIC:  oops\n", "!invalid command \\oops\n"} {
		file := filepath.Join(t.TempDir(), "a.sql")
		ask := Ask{"--update", "--allow-errors"}
		update, allowed := Options{Update: true, Ask: ask}, Options{Update: true, AllowErrors: true, Ask: ask}
		if v := update.judge(file, printed(0, text)); v.OK || !strings.Contains(v.Text, "--allow-errors") {
			t.Errorf("%+v", v)
		}
		if v := allowed.judge(file, printed(0, text)); !v.OK {
			t.Errorf("%+v", v)
		}
		if v := update.judge(file, printed(0, text, "x\n", "!NOTICE:  y\n")); !v.OK { // a known one
			t.Errorf("%+v", v)
		}
		if v := update.judge(file, printed(0, text, text)); v.OK {
			t.Errorf("%+v", v)
		}
	}
}
