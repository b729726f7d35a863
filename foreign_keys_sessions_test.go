package minidb_test

// Foreign keys and deferrable constraints between two sessions:
// testdata/sessions/*.txt has what each step gave in PostgreSQL 18, and who waited.
// A step is a session's name and statements; below it stand, indented, its rows,
// SQLSTATE or "waits", and then the sessions that it set free.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"minidb"
)

// player is a session of a scenario.
type player struct {
	s    *minidb.Session
	done chan string
	busy bool
}

func TestSessionScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/sessions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		blocks := strings.Split(strings.TrimSpace(string(text)), "\n\n")
		setup := strings.Split(blocks[0], ";\n")
		for _, block := range blocks[1:] {
			name, want, _ := strings.Cut(block, "\n")
			t.Run(strings.TrimPrefix(name, "# "), func(t *testing.T) { playScenario(t, setup, want) })
		}
	}
}

func playScenario(t *testing.T, setup []string, want string) {
	db := openDB(t)
	must(t, connect(t, db), setup...)
	players := map[string]*player{}
	names := []string{"a", "b"}
	for _, n := range names {
		players[n] = &player{s: connect(t, db), done: make(chan string, 1)}
	}
	var got []string
	for _, line := range strings.Split(want, "\n") {
		if strings.HasPrefix(line, " ") {
			continue
		}
		got = append(got, line)
		who, sql, _ := strings.Cut(line, " ")
		p := players[who]
		if p.busy {
			t.Fatalf("%s: still waits", line)
		}
		p.start(sql)
		r, ended := p.settle(t)
		got = append(got, "  "+r)
		for _, n := range names {
			if o := players[n]; o != p && o.busy {
				if r, ended := o.settle(t); ended {
					got = append(got, "  "+n+": "+r)
				}
			}
		}
		if !ended {
			if r, ended := p.settle(t); ended {
				got = append(got, "  "+who+": "+r)
			}
		}
	}
	for _, p := range players {
		if p.busy {
			t.Error("a session is left waiting")
			p.s.Cancel()
			<-p.done
		}
		try(p.s, "rollback")
	}
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	wantNoLocks(t, db)
}

// start runs statements until the first error; p.done gets the last one's rows, or
// the error's SQLSTATE.
func (p *player) start(sqls string) {
	p.busy = true
	go func() {
		result := "ok"
		for _, sql := range splitSemicolons(sqls) {
			rows, err := try(p.s, sql)
			if err != nil {
				p.done <- code(err)
				return
			}
			if len(rows) > 0 {
				result = strings.Join(rows, " ")
			}
		}
		p.done <- result
	}()
}

// settle waits until the statements end, or wait for another session.
func (p *player) settle(t *testing.T) (string, bool) {
	blocked := 0
	for end := time.Now().Add(patience); time.Now().Before(end); {
		select {
		case r := <-p.done:
			p.busy = false
			return r, true
		case <-time.After(time.Millisecond):
		}
		if blocked++; !p.s.Blocked() {
			blocked = 0
		}
		if blocked > 3 {
			return "waits", false
		}
	}
	return fmt.Sprintf("neither waits nor ends in %v", patience), false
}
