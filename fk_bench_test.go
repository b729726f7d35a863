package minidb_test

import (
	"context"
	"fmt"
	"testing"

	"minidb"
)

// ofPartitions makes a key of c to a table of n partitions.
func ofPartitions(n int) string {
	s := "create table pp (id int primary key) partition by hash (id);"
	for i := range n {
		s += fmt.Sprintf("create table pp%d partition of pp for values with (modulus %d, remainder %d);", i, n, i)
	}
	return s + "insert into pp select generate_series(0, 99999); alter table c add foreign key (a) references pp"
}

// BenchmarkForeignKey is what keys add to changes of many rows.
func BenchmarkForeignKey(b *testing.B) {
	ctx := context.Background()
	for _, bm := range []struct{ name, prepare, run string }{
		{"insert without", "", "insert into c select g, g % 1000 from generate_series(1, 100000) g"},
		{"insert child", "alter table c add foreign key (a) references p",
			"insert into c select g, g % 1000 from generate_series(1, 100000) g"},
		{"insert child distinct", "alter table c add foreign key (id) references p",
			"insert into c select g, g % 1000 from generate_series(1, 100000) g"},
		{"insert child of 8 partitions", ofPartitions(8), "insert into c select g, g % 1000 from generate_series(1, 100000) g"},
		{"insert child of 1024 partitions", ofPartitions(1024), "insert into c select g, g % 1000 from generate_series(1, 100000) g"},
		{"insert child numeric", "create table n (id numeric primary key); insert into n select generate_series(0, 1000); alter table c add foreign key (a) references n",
			"insert into c select g, g % 1000 from generate_series(1, 100000) g"},
		{"insert child deferred", "alter table c add foreign key (a) references p deferrable initially deferred",
			"insert into c select g, g % 1000 from generate_series(1, 100000) g"},
		{"delete parents", "create table q (a int references p); create index on q (a)", "delete from p"},
		{"cascade", "create table q (a int references p on delete cascade); create index on q (a); insert into q select generate_series(0, 100000)", "delete from p"},
		{"unique deferrable", "create table u (a int unique deferrable); insert into u select generate_series(1, 100000)", "update u set a = a + 1"},
	} {
		b.Run(bm.name, func(b *testing.B) {
			db, err := minidb.Open()
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			s := db.Session()
			defer s.Close()
			if err := s.Simple(ctx, `create table p (id int primary key); insert into p select generate_series(0, 100000);
				create table c (id int, a int);`+bm.prepare, func(r *minidb.Rows) error { return r.Close() }); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := s.Simple(ctx, "begin;"+bm.run+"; set constraints all immediate; rollback", func(r *minidb.Rows) error { return r.Close() }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100000, "ns/row")
		})
	}
}
