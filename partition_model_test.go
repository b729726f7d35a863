package minidb_test

// A partitioned table whose partitions come and go, in all layouts, must always
// have the rows of a plain table to which the same was done: whatever the settings
// of the strategies are, and whatever partition a row was in.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"minidb"
	"minidb/settings"
)

var partitionRounds = flag.Int("partitions", 1000, "rounds of TestPartitionModel")

// Keys run from 0 to partitionKeys-1; each belongs to one partition, the default
// one or none.
const partitionKeys = 12

type partitionModel struct {
	t     *testing.T
	r     *rand.Rand
	s     *minidb.Session
	parts map[string][]int // keys by partition; nil for the default
	next  int              // number of the next table
	ids   int
	log   []string
}

func TestPartitionModel(t *testing.T) {
	g := &partitionModel{t: t, r: newRand(t), s: openSession(t), parts: map[string][]int{}}
	g.must("create table m (id int, k int, v text)")
	g.must("create table p (id int, k int, v text) partition by list (k)")
	g.must("create index on p (id)")
	g.must("prepare q(int) as select * from p where k = $1 order by id, v")
	for range *partitionRounds {
		g.flip()
		switch g.r.IntN(10) {
		case 0:
			g.create()
		case 1:
			g.remove()
		case 2:
			g.attach()
		case 3, 4, 5:
			g.insert()
		case 6, 7:
			g.update()
		case 8:
			g.both("delete from %s where " + g.where())
		default:
			g.compare(g.where())
		}
		g.compare("true")
	}
}

func (g *partitionModel) run(sql string) ([]string, error) {
	if g.log = append(g.log, sql); len(g.log) > 40 {
		g.log = g.log[20:]
	}
	return try(g.s, sql)
}

func (g *partitionModel) fatal(format string, args ...any) {
	g.t.Helper()
	g.t.Fatalf("%s\nafter:\n%s;", fmt.Sprintf(format, args...), strings.Join(g.log, ";\n"))
}

func (g *partitionModel) must(sql string) []string {
	g.t.Helper()
	rows, err := g.run(sql)
	if err != nil {
		g.fatal("%v", err)
	}
	return rows
}

// fails wants an error of that code.
func (g *partitionModel) fails(sql, want string) {
	g.t.Helper()
	if _, err := g.run(sql); code(err) != want {
		g.fatal("got %v, want %s", err, want)
	}
}

// both does the same to both tables, whose affected rows must be as many.
func (g *partitionModel) both(format string) {
	g.t.Helper()
	m, p := g.must(fmt.Sprintf(format, "m")+" returning id, k, v"), g.must(fmt.Sprintf(format, "p")+" returning id, k, v")
	slices.Sort(m)
	slices.Sort(p)
	if !slices.Equal(m, p) {
		g.fatal("the plain table %v\npartitions      %v", m, p)
	}
}

// flip changes how the work is done.
func (g *partitionModel) flip() {
	if g.r.IntN(4) > 0 {
		return
	}
	if g.must("reset all"); g.r.IntN(3) == 0 {
		g.must("set minidb.profile = " + []string{"pg11", "pg12", "pg14", "pg16", "pg18", "best"}[g.r.IntN(6)])
	}
	for _, d := range settings.Strategies() {
		if values := otherValues(d); len(values) > 0 && g.r.IntN(4) == 0 {
			g.must("set " + d.Name + " = '" + values[g.r.IntN(len(values))] + "'")
		}
	}
	if g.r.IntN(2) == 0 {
		g.must("set plan_cache_mode = force_generic_plan")
	}
	if g.r.IntN(4) == 0 {
		g.must("set enable_seqscan = off")
	}
}

// owner is the partition of a key: "" for none.
func (g *partitionModel) owner(k int) string {
	rest := ""
	for name, keys := range g.parts {
		if slices.Contains(keys, k) {
			return name
		}
		if keys == nil {
			rest = name
		}
	}
	return rest
}

// free are some keys that no partition has but perhaps the default one.
func (g *partitionModel) free() (keys []int) {
	for k := range partitionKeys {
		if o := g.owner(k); (o == "" || g.parts[o] == nil) && g.r.IntN(3) == 0 {
			keys = append(keys, k)
		}
	}
	return keys
}

func (g *partitionModel) hasDefault() bool {
	for _, keys := range g.parts {
		if keys == nil {
			return true
		}
	}
	return false
}

// bound is a FOR VALUES clause for a new partition, "" if there is no room.
func (g *partitionModel) bound() (keys []int, clause string) {
	if !g.hasDefault() && g.r.IntN(5) == 0 {
		return nil, "default"
	}
	if keys = g.free(); len(keys) == 0 {
		return nil, ""
	}
	return keys, "for values in (" + keyList(keys) + ")"
}

func keyList(keys []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(keys)), ", "), "[]")
}

// taken tells whether the default partition has rows of these keys.
func (g *partitionModel) taken(keys []int) bool {
	return keys != nil && g.hasDefault() && g.must("select count(*) from m where k in (" + keyList(keys) + ")")[0] != "0"
}

func (g *partitionModel) table() string {
	g.next++
	return fmt.Sprintf("t%d", g.next)
}

func (g *partitionModel) create() {
	keys, bound := g.bound()
	if bound == "" {
		return
	}
	name := g.table()
	sub := []string{"", " partition by hash (id)", " partition by range (id)"}[g.r.IntN(3)]
	sql := "create table " + name + " partition of p " + bound + sub
	if g.taken(keys) {
		g.fails(sql, "23514")
		return
	}
	g.must(sql)
	g.parts[name] = keys
	switch sub {
	case " partition by hash (id)":
		for i := range 3 {
			g.must(fmt.Sprintf("create table %s_%d partition of %s for values with (modulus 3, remainder %d)", name, i, name, i))
		}
	case " partition by range (id)":
		at := g.r.IntN(200)
		g.must(fmt.Sprintf("create table %s_low partition of %s for values from (minvalue) to (%d)", name, name, at))
		g.must(fmt.Sprintf("create table %s_high (v text, id int, k int)", name))
		g.must(fmt.Sprintf("alter table %s attach partition %s_high for values from (%d) to (maxvalue)", name, name, at))
	}
}

// remove detaches or drops a partition; its rows go.
func (g *partitionModel) remove() {
	names := []string{}
	for name := range g.parts {
		names = append(names, name)
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	name := names[g.r.IntN(len(names))]
	g.must("delete from m where (id, k, v) in (select id, k, v from " + name + ")")
	if g.r.IntN(2) == 0 {
		g.must("drop table " + name)
	} else {
		g.must("alter table p detach partition " + name)
	}
	delete(g.parts, name)
}

// attach makes a table of another layout, with rows, a partition.
func (g *partitionModel) attach() {
	keys, bound := g.bound()
	if keys == nil {
		return
	}
	name := g.table()
	cols := []string{"id int", "k int", "v text"}
	g.r.Shuffle(3, func(i, j int) { cols[i], cols[j] = cols[j], cols[i] })
	for i := range g.r.IntN(3) {
		cols = slices.Insert(cols, g.r.IntN(len(cols)+1), fmt.Sprintf("gone%d int", i))
	}
	g.must("create table " + name + " (" + strings.Join(cols, ", ") + ")")
	for _, c := range cols {
		if strings.HasPrefix(c, "gone") {
			g.must("alter table " + name + " drop column " + strings.Fields(c)[0])
		}
	}
	row := g.row(keys[g.r.IntN(len(keys))])
	g.must("insert into " + name + " (id, k, v) values " + row)
	if wrong := g.r.IntN(partitionKeys); !slices.Contains(keys, wrong) && g.r.IntN(4) == 0 {
		g.must("insert into " + name + " (id, k, v) values " + g.row(wrong))
		g.fails("alter table p attach partition "+name+" "+bound, "23514")
		return
	}
	if g.taken(keys) {
		g.fails("alter table p attach partition "+name+" "+bound, "23514")
		return
	}
	g.must("alter table p attach partition " + name + " " + bound)
	g.must("insert into m values " + row)
	g.parts[name] = keys
}

func (g *partitionModel) row(k int) string {
	g.ids++
	return fmt.Sprintf("(%d, %d, 'v%d')", g.ids%200, k, g.ids)
}

func (g *partitionModel) insert() {
	var rows []string
	placed := true
	for range 1 + g.r.IntN(8) {
		k := g.r.IntN(partitionKeys)
		rows, placed = append(rows, g.row(k)), placed && g.owner(k) != ""
	}
	values := " values " + strings.Join(rows, ", ")
	if !placed {
		g.fails("insert into p"+values, "23514")
		return
	}
	g.both("insert into %s" + values)
}

func (g *partitionModel) update() {
	where := g.where()
	to := g.r.IntN(partitionKeys)
	if g.r.IntN(3) == 0 {
		g.both("update %s set v = v || '+' where length(v) < 9 and " + where)
		return
	}
	if g.owner(to) != "" {
		g.both(fmt.Sprintf("update %%s set k = %d, v = v where %s", to, where))
		return
	}
	sql := fmt.Sprintf("update p set k = %d where %s", to, where)
	if g.must("select count(*) from m where " + where)[0] == "0" {
		g.must(sql)
		return
	}
	g.fails(sql, "23514")
}

// where is a condition that prunes, or does not.
func (g *partitionModel) where() string {
	k := g.r.IntN(partitionKeys)
	return []string{fmt.Sprintf("k = %d", k), fmt.Sprintf("k in (%d, %d)", k, g.r.IntN(partitionKeys)), fmt.Sprintf("k <> %d and id < 50", k),
		fmt.Sprintf("id = %d", g.r.IntN(200)), fmt.Sprintf("k > %d and mod(id, 3) = 0", k), fmt.Sprintf("k = %d or id = 7", k),
		fmt.Sprintf("k between %d and %d", k-1, k+1), fmt.Sprintf("(k, id) = (%d, %d)", k, g.r.IntN(200)),
		fmt.Sprintf("k = (select %d)", k)}[g.r.IntN(9)]
}

func (g *partitionModel) compare(where string) {
	g.t.Helper()
	const sql = "select id, k, v from %s where %s order by id, k, v"
	m, p := g.must(fmt.Sprintf(sql, "m", where)), g.must(fmt.Sprintf(sql, "p", where))
	if !slices.Equal(m, p) {
		g.fatal("where %s: the plain table %v\npartitions %v", where, m, p)
	}
	k := g.r.IntN(partitionKeys)
	m, p = g.must(fmt.Sprintf("select * from m where k = %d order by id, v", k)), g.must(fmt.Sprintf("execute q(%d)", k))
	if !slices.Equal(m, p) {
		g.fatal("k = %d: the plain table %v\npartitions %v", k, m, p)
	}
}
