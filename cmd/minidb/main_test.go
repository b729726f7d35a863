package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"minidb/cmd/minidb/shell"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"minidb": main})
}

// TestScripts runs the command lines in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": statusCommand},
	})
}

// statusCommand, "status N ARGS...", runs minidb and wants exit status N, which
// testscript's exec can only tell from zero.
func statusCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status N ARGS...")
	}
	// sh -c puts the status behind the output.
	err := ts.Exec("sh", append([]string{"-c", `minidb "$@"; echo "status $?" >status`, "minidb"}, args[1:]...)...)
	if err != nil {
		ts.Fatalf("%v", err)
	}
	if got := ts.ReadFile("status"); strings.TrimSpace(got) != "status "+args[0] {
		ts.Fatalf("want status %s, got %s", args[0], got)
	}
}

func TestApplyVariables(t *testing.T) {
	for _, c := range []struct {
		value string
		on    bool
	}{
		{"ON_ERROR_STOP=1", true}, {"ON_ERROR_STOP=on", true}, {"ON_ERROR_STOP=tr", true},
		{"ON_ERROR_STOP=YES", true}, {"ON_ERROR_STOP=", true}, {"ON_ERROR_STOP", false},
		{"ON_ERROR_STOP=0", false}, {"ON_ERROR_STOP=OFF", false}, {"ON_ERROR_STOP=f", false},
	} {
		var opts shell.Options
		if err := applyVariables(&opts, []string{c.value}); err != nil || opts.StopOnError != c.on {
			t.Errorf("-v %s: %v, %v", c.value, opts.StopOnError, err)
		}
	}
	for _, bad := range []string{"ON_ERROR_STOP=x", "ON_ERROR_STOP=o", "other=1", "other"} {
		if applyVariables(new(shell.Options), []string{bad}) == nil {
			t.Errorf("-v %s is taken", bad)
		}
	}
}

// TestUpdateRefusesInternalErrors: an engine's fault must not become a golden file.
func TestUpdateRefusesInternalErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.sql")
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	u := tester{update: true}
	if v := u.judge(file, []byte("ERROR:  internal error: oops\n"), 1); v.ok || !strings.HasPrefix(v.text, "FAIL ") {
		t.Errorf("%+v", v)
	}
	if _, err := os.Stat(golden); err == nil {
		t.Error("golden file was written")
	}
	if v := u.judge(file, []byte("fine\n"), 0); !v.ok || v.text != "new  "+golden+"\n" {
		t.Errorf("%+v", v)
	}
	if v := (&tester{}).judge(file, []byte("other\n"), 0); v.ok || !strings.Contains(v.text, "-fine\n+other\n") {
		t.Errorf("%+v", v)
	}
}
