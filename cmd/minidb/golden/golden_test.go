package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUpdateRefusesInternalErrors: an engine's fault must not become a golden file.
func TestUpdateRefusesInternalErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.sql")
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	u := Options{Update: true, AllowErrors: true}
	if v := u.judge(file, []byte("ERROR:  internal error: oops\n"), 1); v.OK || !strings.HasPrefix(v.Text, "FAIL ") {
		t.Errorf("%+v", v)
	}
	if _, err := os.Stat(golden); err == nil {
		t.Error("golden file was written")
	}
	if v := u.judge(file, []byte("fine\n"), 0); !v.OK || v.Text != "new  "+golden+"\n" {
		t.Errorf("%+v", v)
	}
	if v := (Options{}).judge(file, []byte("other\n"), 0); v.OK || !strings.Contains(v.Text, "-fine\n+other\n") {
		t.Errorf("%+v", v)
	}
}

// TestUpdateRefusesNewErrors: neither must an error that nobody has looked at.
func TestUpdateRefusesNewErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.sql")
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	text := []byte("ERROR:  oops\n")
	if v := (Options{Update: true}).judge(file, text, 0); v.OK || !strings.Contains(v.Text, "--allow-errors") {
		t.Errorf("%+v", v)
	}
	if v := (Options{Update: true, AllowErrors: true}).judge(file, text, 0); !v.OK {
		t.Errorf("%+v", v)
	}
	if v := (Options{Update: true}).judge(file, append(text, "x\n"...), 0); !v.OK { // a known one
		t.Errorf("%+v", v)
	}
	if v := (Options{Update: true}).judge(file, append(text, text...), 0); v.OK {
		t.Errorf("%+v in %s", v, golden)
	}
}
