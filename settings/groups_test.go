package settings

import "testing"

// TestGroups: every strategy's setting is in one group, and the defaults are the
// best profile's.
func TestGroups(t *testing.T) {
	seen := map[*Def]int{}
	for _, g := range Groups() {
		for _, d := range g.Settings {
			seen[d]++
		}
	}
	for _, d := range Strategies() {
		if seen[d] != 1 {
			t.Errorf("%s is in %d groups", d.Name, seen[d])
		}
		if d.Old() == "" || ProfileValues("best")[d.Name] != d.Boot {
			t.Errorf("%s: old %q, best %q, default %q", d.Name, d.Old(), ProfileValues("best")[d.Name], d.Boot)
		}
		delete(seen, d)
	}
	if len(seen) != 0 || WorkMem.Old() != "" {
		t.Errorf("%d settings that are of no strategy", len(seen))
	}
}

// TestCopyTo: what SET changed goes along, placeholders too; the modes of the running
// transaction do not.
func TestCopyTo(t *testing.T) {
	from, to := Defaults(), Defaults()
	for _, s := range [][2]string{{"work_mem", "5MB"}, {"minidb.profile", "pg11"}, {"my.own", "x"}, {"transaction_read_only", "on"}} {
		must(t, from.Set(s[0], s[1], SetOpts{}))
	}
	must(t, from.Set("statement_timeout", "3s", SetOpts{Source: SourceClient}))
	must(t, from.CopyTo(to))
	for name, want := range map[string]string{"work_mem": "5MB", "minidb.profile": "pg11", "my.own": "x",
		"transaction_read_only": "off", "statement_timeout": "3s"} {
		got, err := to.Show(name)
		if must(t, err); got != want {
			t.Errorf("%s = %s, want %s", name, got, want)
		}
	}
	if s := to.SourceOf(StatementTimeout); s != SourceClient {
		t.Error(s)
	}
	must(t, to.Reset("statement_timeout"))
	if got := to.ShowDef(StatementTimeout); got != "3s" {
		t.Error("reset to", got)
	}
}
