package minidb_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
)

// COPY of rows of three columns, in and out; see BenchmarkCopyFrom's allocations.

func copyRows(n int) []byte {
	var in bytes.Buffer
	for i := range n {
		fmt.Fprintf(&in, "%d\tsome text %d\t%d.25\n", i, i, i)
	}
	return in.Bytes()
}

func BenchmarkCopyFrom(b *testing.B) {
	s := openSession(b)
	ctx := context.Background()
	if _, err := s.Exec(ctx, "create table t (a int, b text, c float8)"); err != nil {
		b.Fatal(err)
	}
	data := copyRows(1000)
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		rows, err := s.Query(ctx, "copy t from stdin")
		if err == nil {
			err = rows.CopyFrom(bytes.NewReader(data))
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCopyTo(b *testing.B) {
	s := openSession(b)
	ctx := context.Background()
	if _, err := s.Exec(ctx, "create table t (a int, b text, c float8)"); err != nil {
		b.Fatal(err)
	}
	data := copyRows(1000)
	rows, err := s.Query(ctx, "copy t from stdin")
	if err == nil {
		err = rows.CopyFrom(bytes.NewReader(data))
	}
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if rows, err = s.Query(ctx, "copy t to stdout"); err == nil {
			err = rows.CopyTo(io.Discard)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
