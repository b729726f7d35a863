package minidb_test

import (
	"context"
	"io"
	"strconv"
	"testing"

	"minidb"
)

// lines are the data of a COPY that looks at the session's progress.
type lines struct {
	n    int
	s    *minidb.Session
	seen minidb.Progress
}

func (l *lines) Read(p []byte) (int, error) {
	if l.n++; l.n > 200 {
		return 0, io.EOF
	}
	l.seen = l.s.Progress()
	return copy(p, strconv.Itoa(l.n)+"\n"), nil
}

// TestProgress reads a session's progress in the middle of statements.
func TestProgress(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := db.Session()
	defer s.Close()
	ctx := context.Background()
	if _, err := s.Exec(ctx, "create table t (a int)"); err != nil {
		t.Fatal(err)
	}
	rows, err := s.Query(ctx, "insert into t select g from generate_series(1, 100) g returning a")
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		rows.Next()
	}
	if p := s.Progress(); p.Phase != "inserting" || p.Done < 30 || p.Done > 50 {
		t.Errorf("INSERT: %+v", p)
	}
	rows.Close()
	if p := s.Progress(); p != (minidb.Progress{}) {
		t.Errorf("after INSERT: %+v", p)
	}
	copying, err := s.Query(ctx, "copy t from stdin")
	if err != nil {
		t.Fatal(err)
	}
	data := &lines{s: s}
	if err := copying.CopyFrom(data); err != nil {
		t.Fatal(err)
	}
	if data.seen.Phase != "copying" || data.seen.Done < 100 {
		t.Errorf("COPY: %+v", data.seen)
	}
	if p := s.Progress(); p != (minidb.Progress{}) {
		t.Errorf("after COPY: %+v", p)
	}
}
