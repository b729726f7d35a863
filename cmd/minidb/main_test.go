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
	u := tester{update: true, allowErrors: true}
	if v := u.judge(file, printed(1, "!ERROR:  internal error: oops\n")); v.ok || !strings.HasPrefix(v.text, "FAIL ") {
		t.Errorf("%+v", v)
	}
	if _, err := os.Stat(golden); err == nil {
		t.Error("golden file was written")
	}
	if v := u.judge(file, printed(0, "fine\n")); !v.ok || v.text != "new  "+golden+"\n" {
		t.Errorf("%+v", v)
	}
	if v := (&tester{}).judge(file, printed(0, "other\n")); v.ok || !strings.Contains(v.text, "-fine\n+other\n") {
		t.Errorf("%+v", v)
	}
}

// TestUpdateRefusesNewErrors: neither must an error that nobody has looked at, be it
// the engine's or the shell's.
func TestUpdateRefusesNewErrors(t *testing.T) {
	for _, text := range []string{"!ERROR:  oops\n", "!FATAL:  oops\n", "!PANIC:  oops\n", "!invalid command \\oops\n"} {
		file := filepath.Join(t.TempDir(), "a.sql")
		update, allowed := tester{update: true}, tester{update: true, allowErrors: true}
		if v := update.judge(file, printed(0, text)); v.ok || !strings.Contains(v.text, "--allow-errors") {
			t.Errorf("%+v", v)
		}
		if v := allowed.judge(file, printed(0, text)); !v.ok {
			t.Errorf("%+v", v)
		}
		if v := update.judge(file, printed(0, text, "x\n", "!NOTICE:  y\n")); !v.ok { // a known one
			t.Errorf("%+v", v)
		}
		if v := update.judge(file, printed(0, text, text)); v.ok {
			t.Errorf("%+v", v)
		}
	}
}
