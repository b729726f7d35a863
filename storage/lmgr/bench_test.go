package lmgr

import "testing"

// BenchmarkAcquireRelease is a transaction with one lock that nobody else wants.
func BenchmarkAcquireRelease(b *testing.B) {
	for _, s := range strategies {
		b.Run(s, func(b *testing.B) {
			l := open(b, NewManager(), 1, "minidb.lock_release", s)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := l.Acquire(bg, RelationTag(16384), AccessShare, false); err != nil {
					b.Fatal(err)
				}
				l.ReleaseAll(true)
			}
		})
	}
}

// BenchmarkLockAndRelease is a lock that nobody else wants, taken and given back within
// a transaction.
func BenchmarkLockAndRelease(b *testing.B) {
	for _, s := range strategies {
		b.Run(s, func(b *testing.B) {
			l := open(b, NewManager(), 1, "minidb.lock_release", s)
			mustAcquire(b, l, RelationTag(1), AccessShare)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := l.Acquire(bg, RelationTag(16384), AccessShare, false); err != nil {
					b.Fatal(err)
				}
				l.Release(RelationTag(16384), AccessShare)
			}
		})
	}
}

// BenchmarkBloated is the same after one transaction with 8000 locks.
func BenchmarkBloated(b *testing.B) {
	for _, s := range strategies {
		b.Run(s, func(b *testing.B) {
			l := open(b, NewManager(), 1, "minidb.lock_release", s)
			for r := range uint32(8000) {
				mustAcquire(b, l, RelationTag(r), AccessShare)
			}
			l.ReleaseAll(true)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := l.Acquire(bg, RelationTag(16384), AccessShare, false); err != nil {
					b.Fatal(err)
				}
				l.ReleaseAll(true)
			}
		})
	}
}

// BenchmarkMany is a transaction with 1000 locks.
func BenchmarkMany(b *testing.B) {
	for _, s := range strategies {
		b.Run(s, func(b *testing.B) {
			l := open(b, NewManager(), 1, "minidb.lock_release", s)
			b.ReportAllocs()
			for b.Loop() {
				for r := range uint32(1000) {
					mustAcquire(b, l, RelationTag(r), AccessShare)
				}
				l.ReleaseAll(true)
			}
		})
	}
}
