package minidb_test

// Rows past work_mem go to temporary files: the live heap stays small, answers are
// right, and no file is left, however a statement ends.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"minidb"
)

// tempFiles counts the temporary files that are open, or that have a name.
func tempFiles(t testing.TB, dir string) int {
	t.Helper()
	named, err := filepath.Glob(filepath.Join(dir, "minidb-*"))
	if err != nil {
		t.Fatal(err)
	}
	n := len(named)
	if runtime.GOOS != "linux" {
		return n
	}
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		if to, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && strings.HasPrefix(to, dir+"/minidb-") {
			n++
		}
	}
	return n
}

func spillDB(t *testing.T, n int) (db *minidb.DB, dir string) {
	dir = t.TempDir()
	t.Setenv("TMPDIR", dir)
	db = openDB(t)
	s := connect(t, db)
	must(t, s, "create table t (a int, b int, c text)",
		fmt.Sprintf("insert into t select g, g::bigint * 7919 %% 1000003, 'row ' || g %% 1000 from generate_series(1, %d) g", n))
	return db, dir
}

// spilling are queries that need files for t with a small work_mem, and whose answers
// are those that they have with a large one.
var spilling = []string{
	"select md5(string_agg(b::text, ',')) from (select b from t order by b) s",
	"select md5(string_agg(a::text, ',')) from (select a from t order by c, b desc) s",
	"select md5(string_agg(a || c, ',' order by b)) from t",
	"select count(distinct b), count(distinct c) from t",
	"with w as materialized (select * from t) select count(*), sum(x.b), max(y.c) from w x, w y where x.a = y.a",
	"with w as materialized (select * from t) select (select count(*) from w where a < 10), (select sum(b) from w where b > a), (select min(c) from w)",
	"with recursive r as (select a, 1 as n, c from t union all select a, n + 1, c || n from r where n < 4) select count(*), sum(a * n), max(length(c)) from r",
	"select count(*), sum(x.a) from (values (1), (2), (3)) v(i), lateral (select a from t where b % 3 = 0 offset 0) x where x.a % 4 <> v.i",
	"select count(*), sum(r) from (values (1), (2)) v(i), (select g, random() * 0 as r from generate_series(1, 50000) g) x",
	"select sum(n * (a % 7)) from (select a, rank() over (partition by c order by b desc) as n from t) s",
	"select sum(n * (a % 7)) from (select a, lag(b, 30000) over (order by a) + count(*) over () as n from t) s",
	"select sum(x.a), sum(y.b) from t x join t y on x.c = y.c where x.a <= 100 and y.b % 10 = 0",
}

func TestSpill(t *testing.T) {
	n := 50_000
	db, dir := spillDB(t, n)
	s := connect(t, db)
	for _, sql := range spilling {
		must(t, s, "set work_mem = '1GB'")
		right := must(t, s, sql)
		for _, off := range []string{"", "enable_hashjoin", "enable_mergejoin", "enable_hashagg"} {
			must(t, s, "set work_mem = '256kB'")
			if off != "" {
				must(t, s, "set "+off+" = off")
			}
			want(t, s, right, sql)
			must(t, s, "reset all")
		}
		if n := tempFiles(t, dir); n != 0 {
			t.Errorf("%s: %d files left", sql, n)
		}
	}
}

// endings are statements that are in the middle of their files when they end.
var endings = []string{
	"select 1 / (a - 49000) from (select a, b from t order by b) s",
	"with w as materialized (select a, b from t) select 1 / (x.a - 49000) from w x, w y where x.a = y.a",
	"with recursive r as (select a from t union all select a + 50000 from r where a <= 150000) select 1 / (a - 200000) from r",
	"select string_agg(c, ',' order by b), 1 / (count(*) - 50000) from t",
}

func TestSpillEndings(t *testing.T) {
	db, dir := spillDB(t, 50_000)
	s := connect(t, db)
	must(t, s, "set work_mem = '256kB'")
	none := func(how, sql string) {
		t.Helper()
		if n := tempFiles(t, dir); n != 0 {
			t.Errorf("%s: %d files left after %s", sql, n, how)
		}
	}
	for _, sql := range endings {
		wantCode(t, s, "22012", sql)
		none("an error", sql)
		for _, delay := range []time.Duration{5, 20, 60} {
			r := start(t, s, strings.ReplaceAll(sql, "1 / (", "0 * ("))
			time.Sleep(delay * time.Millisecond)
			s.Cancel()
			<-r.done
			none("a cancel", sql)
		}
		half, err := s.Query(context.Background(), strings.ReplaceAll(sql, "1 / (", "0 * ("))
		if err == nil {
			half.Next()
			half.Close()
		}
		none("half of its rows", sql)
		gone := db.Session()
		must(t, gone, "set work_mem = '256kB'", "begin", "declare c cursor for "+strings.ReplaceAll(sql, "1 / (", "0 * ("), "fetch 10 from c")
		if n := tempFiles(t, dir); n == 0 && strings.Contains(sql, "order by b) s") {
			t.Errorf("%s: an open cursor has no file", sql)
		}
		gone.Close()
		none("the session's end", sql)
	}
}

// TestSpillNowhere has no folder for files: the statement fails as PostgreSQL's would,
// and the session goes on.
func TestSpillNowhere(t *testing.T) {
	db, dir := spillDB(t, 20_000)
	s := connect(t, db)
	must(t, s, "set work_mem = '64kB'")
	t.Setenv("TMPDIR", filepath.Join(dir, "missing"))
	for _, sql := range spilling[:2] {
		_, err := try(s, sql)
		if e := new(minidb.Error); !errors.As(err, &e) || e.Code != "58P01" ||
			!strings.HasPrefix(e.Message, "could not create temporary file \""+dir) || !strings.HasSuffix(e.Message, ": No such file or directory") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	want(t, s, "20000", "select count(*) from t")
	t.Setenv("TMPDIR", dir)
	must(t, s, spilling[0])
}

// TestSpillCursors: cursors keep their rows in files, back and forth, after commit too.
func TestSpillCursors(t *testing.T) {
	db, dir := spillDB(t, 50_000)
	s := connect(t, db)
	must(t, s, "set work_mem = '64kB'", "begin", "declare h scroll cursor with hold for select a, c from t order by a",
		"declare b scroll cursor for select a from t")
	want(t, s, "50000", "fetch last from b")
	want(t, s, "49999 49998", "fetch backward 2 from b")
	want(t, s, "1", "fetch first from b")
	must(t, s, "move 20 from h", "commit")
	want(t, s, "21|row 21", "fetch h")
	want(t, s, "40000|row 0", "fetch absolute 40000 from h")
	want(t, s, "39999|row 999 39998|row 998", "fetch backward 2 from h")
	if n := tempFiles(t, dir); n != 1 {
		t.Errorf("%d files, want that of the cursor held", n)
	}
	must(t, s, "close h")
	if n := tempFiles(t, dir); n != 0 {
		t.Errorf("%d files left", n)
	}
	gone := db.Session()
	must(t, gone, "set work_mem = '64kB'", "begin", "declare h cursor with hold for select a, c from t order by a", "commit")
	if n := tempFiles(t, dir); n != 1 {
		t.Errorf("%d files, want that of the cursor held", n)
	}
	gone.Close()
	if n := tempFiles(t, dir); n != 0 {
		t.Errorf("%d files left after the session's end", n)
	}
}

// TestSpillHeap: whatever is spilled, the live heap grows by little more than work_mem.
func TestSpillHeap(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("slow")
	}
	n, mem, most := 1_000_000, "1MB", uint64(20<<20)
	if os.Getenv("MINIDB_BIG_SPILL") != "" {
		n, mem, most = 10_000_000, "4MB", 200<<20
	}
	db, dir := spillDB(t, n)
	s := connect(t, db)
	must(t, s, "set work_mem = '"+mem+"'")
	defer debug.SetGCPercent(debug.SetGCPercent(10)) // what is live is known at collections only
	for _, sql := range []string{
		"with w as materialized (select * from t) select sum(a) + sum(b), max(c) from w",
		"select sum(b) filter (where i % 3 = 0) from (select b, a as i from t order by b, c) s",
		"select max(c), sum(length(c)) from (select c, a from t order by c) s",
		"select count(*), max(n) from (select a, c, count(*) over () as n from t) s",
		"select count(*), max(n) from (select a, sum(b) over (partition by c is null order by b rows between 3 preceding and 2 following) as n from t) s",
	} {
		before := liveNow()
		stop, peak := make(chan bool), make(chan uint64)
		go func() {
			var top uint64
			for {
				select {
				case <-stop:
					peak <- top
					return
				case <-time.After(2 * time.Millisecond):
					top = max(top, heapMetric())
				}
			}
		}()
		must(t, s, sql)
		close(stop)
		if top := <-peak; top > before+most {
			t.Errorf("%s: the live heap grew by %d MB", sql, (top-before)>>20)
		} else {
			t.Logf("%s: %d MB more than %d MB", sql, (max(top, before)-before)>>20, before>>20)
		}
	}
	if n := tempFiles(t, dir); n != 0 {
		t.Errorf("%d files left", n)
	}
}

// liveNow is what is live now.
func liveNow() uint64 {
	runtime.GC()
	return heapMetric()
}

// heapMetric is what was live at the last collection.
func heapMetric() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
