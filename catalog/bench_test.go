package catalog

import "testing"

// BenchmarkTemplate is the first Open of a process.
func BenchmarkTemplate(b *testing.B) {
	for b.Loop() {
		if _, err := newTemplate(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen is every later Open.
func BenchmarkOpen(b *testing.B) {
	if _, err := Open(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Open(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLookup finds a table by name along search_path.
func BenchmarkLookup(b *testing.B) {
	s := newTestDB(b).session(b)
	s.begin()
	s.table("t", "a int4")
	for b.Loop() {
		if r, err := s.Lookup("", "t"); err != nil || r == nil {
			b.Fatal(r, err)
		}
	}
}

// BenchmarkCreateTable makes many tables with a primary key in one transaction:
// the cost of one must not grow with their number.
func BenchmarkCreateTable(b *testing.B) {
	s := newTestDB(b).session(b)
	s.begin()
	i := int64(0)
	for b.Loop() {
		r := s.table("t"+itoa(i), "a int4!, b text")
		_, err := s.CreateIndex(IndexSpec{Table: r.OID, Keys: []IndexKey{{Attr: 1}}, Unique: true, Primary: true, Constraint: true})
		s.must(err)
		i++
	}
}
