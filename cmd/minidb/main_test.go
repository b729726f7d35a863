package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asProgram in the environment makes the test's binary the program itself.
const asProgram = "MINIDB_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
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

// TestUpdateRefusesInternalErrors: an engine's fault must not become a golden file.
func TestUpdateRefusesInternalErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.sql")
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	u := tester{update: true, allowErrors: true}
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

// TestUpdateRefusesNewErrors: neither must an error that nobody has looked at.
func TestUpdateRefusesNewErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.sql")
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	text := []byte("ERROR:  oops\n")
	if v := (&tester{update: true}).judge(file, text, 0); v.ok || !strings.Contains(v.text, "--allow-errors") {
		t.Errorf("%+v", v)
	}
	if v := (&tester{update: true, allowErrors: true}).judge(file, text, 0); !v.ok {
		t.Errorf("%+v", v)
	}
	if v := (&tester{update: true}).judge(file, append(text, "x\n"...), 0); !v.ok { // a known one
		t.Errorf("%+v", v)
	}
	if v := (&tester{update: true}).judge(file, append(text, text...), 0); v.ok {
		t.Errorf("%+v in %s", v, golden)
	}
}
