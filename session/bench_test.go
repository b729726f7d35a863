package session

import (
	"context"
	"testing"
)

// BenchmarkEmptyStatement is what every statement pays: context, transaction,
// counters.
func BenchmarkEmptyStatement(b *testing.B) {
	s, _ := open(b)
	b.ReportAllocs()
	for b.Loop() {
		s.BeginStatement(context.Background())
		if err := s.Start(); err != nil {
			b.Fatal(err)
		}
		_ = s.Finish(nil)
		s.EndStatement(false)
	}
}

// BenchmarkInterrupted is the check in every long loop.
func BenchmarkInterrupted(b *testing.B) {
	s, _ := open(b)
	for b.Loop() {
		if s.Interrupted() != nil {
			b.Fatal("interrupted")
		}
	}
}

// BenchmarkOpen is a new session on an open database.
func BenchmarkOpen(b *testing.B) {
	s, _ := open(b)
	b.ReportAllocs()
	for b.Loop() {
		New(s.Store, 2, "", "").Close()
	}
}
