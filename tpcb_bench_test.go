package minidb_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"minidb"
)

// tpcb prepares the statements of pgbench's built-in transaction: an account, a
// teller and a branch get the same amount, and it is written down.
type tpcb struct {
	b     *testing.B
	s     *minidb.Session
	stmts [5]*minidb.Stmt
	r     *rand.Rand
}

const tpcbScale = 16 // branches; 10 tellers and 10,000 accounts each

func loadTPCB(b *testing.B) *minidb.DB {
	db := openDB(b)
	s := connect(b, db)
	run(b, s, "create table branches (bid int primary key, bbalance int, filler char(88))")
	run(b, s, "create table tellers (tid int primary key, bid int, tbalance int, filler char(84))")
	run(b, s, "create table accounts (aid int primary key, bid int, abalance int, filler char(84))")
	run(b, s, "create table history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))")
	run(b, s, fmt.Sprintf("insert into branches select g, 0, '' from generate_series(1, %d) g", tpcbScale))
	run(b, s, fmt.Sprintf("insert into tellers select g, (g - 1) / 10 + 1, 0, '' from generate_series(1, %d) g", 10*tpcbScale))
	run(b, s, fmt.Sprintf("insert into accounts select g, (g - 1) / 10000 + 1, 0, '' from generate_series(1, %d) g", 10000*tpcbScale))
	return db
}

func newTPCB(b *testing.B, db *minidb.DB, seed uint64) *tpcb {
	c := &tpcb{b: b, s: db.Session(), r: rand.New(rand.NewPCG(seed, 1))}
	for i, sql := range []string{
		"update accounts set abalance = abalance + $1 where aid = $2",
		"select abalance from accounts where aid = $1",
		"update tellers set tbalance = tbalance + $1 where tid = $2",
		"update branches set bbalance = bbalance + $1 where bid = $2",
		"insert into history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)",
	} {
		st, err := c.s.Prepare(context.Background(), sql)
		if err != nil {
			b.Error(err)
		}
		c.stmts[i] = st
	}
	return c
}

func (c *tpcb) exec(i int, args ...any) {
	rows, err := c.stmts[i].Query(context.Background(), args...)
	if err != nil {
		c.b.Error(err)
		return
	}
	for rows.Next() {
	}
	if rows.Err() != nil {
		c.b.Error(rows.Err())
	}
}

func (c *tpcb) transaction() {
	aid, bid, tid, delta := 1+c.r.IntN(10000*tpcbScale), 1+c.r.IntN(tpcbScale), 1+c.r.IntN(10*tpcbScale), c.r.IntN(10000)-5000
	run(c.b, c.s, "begin")
	c.exec(0, delta, aid)
	c.exec(1, aid)
	c.exec(2, delta, tid)
	c.exec(3, delta, bid)
	c.exec(4, tid, bid, aid, delta)
	run(c.b, c.s, "commit")
}

// BenchmarkTPCB reports transactions per second of sessions side by side, and the CPU
// time of one.
func BenchmarkTPCB(b *testing.B) {
	for _, n := range []int{1, 2, 4, 8, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			db := loadTPCB(b)
			clients := make([]*tpcb, n)
			for i := range clients {
				clients[i] = newTPCB(b, db, uint64(i))
			}
			var done atomic.Int64
			settle()
			cpu := cpuTime()
			b.ResetTimer()
			var wg sync.WaitGroup
			for _, c := range clients {
				wg.Go(func() {
					for done.Add(1) <= int64(b.N) {
						c.transaction()
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tps")
			b.ReportMetric(float64((cpuTime()-cpu).Nanoseconds())/float64(b.N)/1000, "cpu-us/op")
			b.StopTimer()
			s := connect(b, db)
			want(b, s, "t|t|t", `select sum(delta) = (select sum(abalance) from accounts), sum(delta) = (select sum(tbalance) from tellers),
				sum(delta) = (select sum(bbalance) from branches) from history`)
			for _, c := range clients {
				c.s.Close()
			}
		})
	}
}
