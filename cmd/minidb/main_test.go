package main

import (
	"os"
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
