package minidb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"minidb"
)

// COPY from Go: data come and go as streams.

func TestCopyStreams(t *testing.T) {
	s := openSession(t)
	ctx := context.Background()
	mustExec(t, s, "create table t (a int primary key, b text)")
	const n = 5000
	var in bytes.Buffer
	for i := range n {
		fmt.Fprintf(&in, "%d\tvalue\\t%d\n", i, i)
	}
	want := in.String()
	if tag := copyFrom(t, s, "copy t from stdin", iotest.HalfReader(&in)); tag != fmt.Sprint("COPY ", n) {
		t.Error(tag)
	}
	rows, err := s.Query(ctx, "copy t to stdout")
	if err != nil {
		t.Fatal(err)
	}
	if rows.HasColumns() || !rows.HasCopy() || rows.CopyColumns() != 2 {
		t.Error("not a COPY TO of 2 columns")
	}
	var out lineWriter
	if err := rows.CopyTo(&out); err != nil {
		t.Fatal(err)
	}
	if out.String() != want || out.writes != n || rows.Tag() != fmt.Sprint("COPY ", n) {
		t.Error("COPY TO differs from what COPY FROM was given", out.writes, rows.Tag())
	}
}

// lineWriter counts calls of Write.
type lineWriter struct {
	strings.Builder
	writes int
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.writes++
	return w.Builder.Write(p)
}

func copyFrom(t *testing.T, s *minidb.Session, sql string, src io.Reader) string {
	t.Helper()
	rows, err := s.Query(context.Background(), sql)
	if err != nil {
		t.Fatal(err)
	}
	if !rows.WantsCopy() {
		t.Fatal("not a COPY FROM")
	}
	if err := rows.CopyFrom(src); err != nil {
		t.Fatal(err)
	}
	return rows.Tag()
}

func TestCopyFails(t *testing.T) {
	s := openSession(t)
	ctx := context.Background()
	mustExec(t, s, "create table t (a int)")
	for _, end := range []func(*minidb.Rows) error{
		func(r *minidb.Rows) error {
			return r.CopyFrom(io.MultiReader(strings.NewReader("1\n2\n"), iotest.ErrReader(errors.New("gone"))))
		},
		func(r *minidb.Rows) error { return r.Close() },
		func(r *minidb.Rows) error { r.Next(); return r.Err() },
	} {
		rows, err := s.Query(ctx, "copy t from stdin")
		if err != nil {
			t.Fatal(err)
		}
		if err := end(rows); err == nil || minidb.AsError(err).Code != "57014" {
			t.Error(err)
		}
	}
	if rows := mustExec(t, s, "select * from t"); rows != "SELECT 0" {
		t.Error("a failed COPY left rows:", rows)
	}
}

func mustExec(t *testing.T, s *minidb.Session, sql string) string {
	t.Helper()
	tag, err := s.Exec(context.Background(), sql)
	if err != nil {
		t.Fatal(err)
	}
	return tag
}

// TestCopyLineEnds feeds ends of lines that scripts cannot have.
func TestCopyLineEnds(t *testing.T) {
	s := openSession(t)
	mustExec(t, s, "create table t (a text, b int)")
	for _, c := range []struct{ data, tag, message string }{
		{"a\t1\r\nb\t2\r\n", "COPY 2", ""},
		{"a\t1\rb\t2\r", "COPY 2", ""},
		{"a\t1\nb\t2", "COPY 2", ""},
		{"a\t1\nb\t2\r\n", "", "literal carriage return found in data"},
		{"a\t1\r\nb\t2\n", "", "literal newline found in data"},
		{"a\t1\n\\.\nmore", "COPY 1", ""},
		{"a\t1\n\\.\r\n", "", "end-of-copy marker does not match previous newline style"},
		{"a\xff\t1\n", "", "invalid byte sequence for encoding \"UTF8\": 0xff"},
		{"a\x00\t1\n", "", "invalid byte sequence for encoding \"UTF8\": 0x00"},
	} {
		rows, err := s.Query(context.Background(), "copy t from stdin")
		if err != nil {
			t.Fatal(err)
		}
		err = rows.CopyFrom(iotest.OneByteReader(strings.NewReader(c.data)))
		if c.message != "" && (err == nil || err.Error() != c.message) || c.message == "" && (err != nil || rows.Tag() != c.tag) {
			t.Errorf("%q: %v, %s", c.data, err, rows.Tag())
		}
	}
}
