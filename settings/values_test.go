package settings

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"minidb/pgerr"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func show(t testing.TB, v *Values, name string) string {
	t.Helper()
	s, err := v.Show(name)
	must(t, err)
	return s
}

// TestTransactions holds the rules of transaction.go's table, case by case: S
// is SET, L is SET LOCAL, ( a savepoint, ) its release, < its rollback.
func TestTransactions(t *testing.T) {
	for _, c := range []struct{ script, inside, committed string }{
		{"S1", "1", "1"},
		{"L1", "1", "0"},
		{"S1 L2", "2", "1"},
		{"L1 S2", "2", "2"},
		{"S1 L2 S3 L4", "4", "3"},
		{"S1 ( S2 <", "1", "1"},
		{"S1 ( L2 <", "1", "1"},
		{"( S1 )", "1", "1"},
		{"( L1 )", "1", "0"},
		{"S1 ( L2 )", "2", "1"},
		{"L1 ( S2 )", "2", "2"},
		{"S1 ( S2 L3 )", "3", "2"},
		{"( ( L1 ) ) S2", "2", "2"},
		{"( S1 ( L2 ) <", "0", "0"},
		{"S1 ( ( S2 ) ( L3 < )", "2", "2"},
	} {
		for _, commit := range []bool{true, false} {
			v := Defaults()
			must(t, v.Set("a.b", "0", SetOpts{}))
			v.Begin()
			depth := 1
			for _, op := range strings.Fields(c.script) {
				switch op[0] {
				case 'S', 'L':
					must(t, v.Set("a.b", op[1:], SetOpts{Local: op[0] == 'L'}))
				case '(':
					depth++
					v.Savepoint(depth)
				case ')':
					v.ReleaseTo(depth)
					depth--
				case '<':
					v.RollbackTo(depth)
					depth--
				}
			}
			if got := show(t, v, "a.b"); got != c.inside {
				t.Errorf("%s: %s inside, want %s", c.script, got, c.inside)
			}
			want := "0"
			if commit {
				want = c.committed
				v.Commit()
			} else {
				v.Abort()
			}
			if got := show(t, v, "a.b"); got != want {
				t.Errorf("%s, commit %v: %s, want %s", c.script, commit, got, want)
			}
		}
	}
}

func TestSessionsAreApart(t *testing.T) {
	a, b := Defaults(), Defaults()
	must(t, a.Set("work_mem", "8MB", SetOpts{}))
	if a.Int(WorkMem) != 8192 || b.Int(WorkMem) != 4096 || Defaults().Int(WorkMem) != 4096 {
		t.Error("a write reaches other sessions")
	}
}

func TestReset(t *testing.T) {
	v := Defaults()
	must(t, v.Set("work_mem", "1MB", SetOpts{Source: SourceClient}))
	must(t, v.Set("work_mem", "2MB", SetOpts{}))
	must(t, v.Set("my.x", "1", SetOpts{}))
	if v.SourceOf(WorkMem) != SourceSession {
		t.Error(v.SourceOf(WorkMem))
	}
	v.ResetAll()
	if show(t, v, "work_mem") != "1MB" || show(t, v, "my.x") != "" || v.SourceOf(WorkMem) != SourceClient {
		t.Errorf("%s %s %s", show(t, v, "work_mem"), show(t, v, "my.x"), v.SourceOf(WorkMem))
	}
}

func TestProfiles(t *testing.T) {
	v := Defaults()
	if got := show(t, v, "minidb.profile"); got != "best" {
		t.Errorf("the defaults are %s", got)
	}
	for _, p := range Profiles() {
		if n := len(ProfileValues(p)); n != len(Strategies()) {
			t.Errorf("%s sets %d of %d strategies", p, n, len(Strategies()))
		}
		v.Begin()
		must(t, v.Set("minidb.profile", p, SetOpts{}))
		if got := show(t, v, "minidb.profile"); got != p {
			t.Errorf("%s shows %s", p, got)
		}
		v.Abort()
		if got := show(t, v, "minidb.profile"); got != "best" {
			t.Errorf("after the rollback of %s: %s", p, got)
		}
	}
	must(t, v.Set("minidb.profile", "pg11", SetOpts{}))
	must(t, v.Set("minidb.attr_map", "hash", SetOpts{}))
	if got := show(t, v, "minidb.profile"); got != "custom" {
		t.Error(got)
	}
	must(t, v.Reset("minidb.profile"))
	if got := show(t, v, "minidb.profile"); got != "best" {
		t.Error(got)
	}
}

func TestVersion(t *testing.T) {
	v, w := Defaults(), Defaults()
	before := v.Version()
	must(t, v.Set("application_name", "x", SetOpts{}))
	if v.Version() != before {
		t.Error("application_name is part of plans")
	}
	must(t, v.Set("enable_seqscan", "off", SetOpts{}))
	if v.Version() == before {
		t.Error("enable_seqscan is not part of plans")
	}
	must(t, w.Set("enable_seqscan", "no", SetOpts{}))
	if v.Version() != w.Version() {
		t.Error("equal settings, other versions")
	}
	must(t, v.Set("enable_seqscan", "on", SetOpts{}))
	if v.Version() != before {
		t.Error("flipping back gives another version")
	}
}

func TestRefusals(t *testing.T) {
	v := Defaults()
	for _, c := range []struct{ name, value, want string }{
		{"standard_conforming_strings", "off", "0A000: standard_conforming_strings = off is not supported by minidb HINT: See the README for what this version runs."},
		{"standard_conforming_strings", "on", "ok"},
		{"default_with_oids", "on", "0A000: tables declared WITH OIDS are not supported"},
		{"client_encoding", "EUC_JP", "0A000: client encoding EUC_JP is not supported by minidb HINT: Use UTF8."},
		{"minidb.attr_mapp", "x", `42602: invalid configuration parameter name "minidb.attr_mapp" DETAIL: "minidb" is a reserved prefix.`},
		{"minidb.attr_map", "x", `22023: invalid value for parameter "minidb.attr_map": "x" HINT: Available values: scan, same_position, cursor, hash, adaptive.`},
	} {
		if got := run(v, "set|"+c.name+"|"+c.value); got != c.want {
			t.Errorf("%s = %s: %s", c.name, c.value, got)
		}
	}
	v.Force(IsSuperuser, "off")
	if err := v.Set("deadlock_timeout", "1s", SetOpts{}); pgerr.CodeOf(err) != pgerr.InsufficientPrivilege {
		t.Error(err)
	}
}

// TestDeclarations holds what the list must keep: names once, defaults that
// print as written, sentences, and home files as design and code name them.
func TestDeclarations(t *testing.T) {
	seen := map[string]bool{}
	v := Defaults()
	for _, d := range All() {
		if seen[strings.ToLower(d.Name)] {
			t.Errorf("%s is declared twice", d.Name)
		}
		seen[strings.ToLower(d.Name)] = true
		if !strings.HasSuffix(d.Short, ".") || d.Category == "" || d.Context == "" {
			t.Errorf("%s lacks something", d.Name)
		}
		if got := v.Setting(d); got != d.Boot {
			t.Errorf("%s: default %q prints as %q", d.Name, d.Boot, got)
		}
		if (d.Where == "") != (d.Source == "") || d.Where != "" && !regexp.MustCompile(`^[a-z/]+/[a-z_]+\.go$`).MatchString(d.Where) {
			t.Errorf("%s: home %q, source %q", d.Name, d.Where, d.Source)
		}
	}
}

// TestMarkdown holds the README to the generated table, once it has one.
func TestMarkdown(t *testing.T) {
	table := Markdown()
	for _, d := range All() {
		if n := strings.Count(table, "| `"+d.Name+"` |"); n > 1 || (n == 1) != strings.HasPrefix(d.Name, "minidb.") {
			t.Errorf("%s is there %d times:\n%s", d.Name, n, table)
		}
	}
	if !strings.Contains(table, "| S1 | `minidb.attr_map` | `scan`, `same_position`, `cursor`, `hash`, **`adaptive`** |") {
		t.Error(table)
	}
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(readme), "| | setting | values | what it chooses |") && !strings.Contains(string(readme), table) {
		t.Errorf("the table in README.md is stale; it should be\n%s", table)
	}
}

func TestZoneInterval(t *testing.T) {
	if got, err := ZoneInterval(0, 0, -(8*3600+1800)*1e6, "-08:30:00"); got != "<-08:30>+08:30" || err != nil {
		t.Error(got, err)
	}
	_, err := ZoneInterval(1, 0, 0, "1 mon")
	if e := pgerr.From(err); e.Message != `invalid value for parameter "TimeZone": "INTERVAL '1 mon'"` ||
		e.Detail != "Cannot specify months in time zone interval." {
		t.Errorf("%+v", e)
	}
	// What SHOW prints is read back as the same zone.
	for range 200 {
		loc, name := FixedZone(rand.IntN(2*maxOffset) - maxOffset)
		back, again, err := ParseTimeZone(name)
		if err != nil || again != name || offset(back) != offset(loc) {
			t.Errorf("%s: %s %v", name, again, err)
		}
	}
	for _, n := range ZoneNames() {
		if _, got, err := ParseTimeZone(strings.ToLower(n)); got != n || err != nil {
			t.Errorf("%s: %s %v", n, got, err)
		}
	}
}

func offset(loc *time.Location) int {
	_, off := time.Unix(0, 0).In(loc).Zone()
	return off
}

func FuzzSet(f *testing.F) {
	f.Add("work_mem", "1.5MB")
	f.Add("DateStyle", "iso, mdy")
	f.Add("TimeZone", "<x>-3:30")
	f.Fuzz(func(t *testing.T, name, value string) {
		v := Defaults()
		if v.Set(name, value, SetOpts{}) != nil {
			return
		}
		// What SHOW prints can be set again, and prints the same.
		d, _ := v.Lookup(name)
		printed := v.ShowDef(d)
		if d.Type == Real || d.Type == Int {
			printed = v.Setting(d)
		}
		if err := v.Set(name, printed, SetOpts{}); err != nil {
			t.Fatalf("%s = %q prints %q: %v", name, value, printed, err)
		}
	})
}
