package minidb_test

// The counters of S1 and S5 against numbers that are found without the engine: the
// formulas of an update by key, and random layouts of partitions counted by hand.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"minidb"
)

// counters are those of the last statement, by name.
func counters(t *testing.T, s *minidb.Session) map[string]int {
	t.Helper()
	rows, err := try(s, "select counter, value from minidb_stat_last_statement where strategy in ('attr_map', 'modify_table')")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, r := range rows {
		name, value, _ := strings.Cut(r, "|")
		out[name], _ = strconv.Atoi(value)
	}
	return out
}

// An UPDATE by key of P partitions with two indexes, one of which has the row.
func TestUpdateByKeyFormulas(t *testing.T) {
	const indexes = 2
	s := openSession(t)
	must(t, s, "set plan_cache_mode = force_generic_plan")
	sizes := []int{0, 10, 100, 1000}
	for _, p := range sizes {
		name := fmt.Sprintf("p%d", p)
		by := " partition by range (a)"
		if p == 0 {
			by = ""
		}
		must(t, s, "create table "+name+" (a int primary key, b int, c int)"+by)
		for i := range p {
			must(t, s, fmt.Sprintf("create table %s_%d partition of %s for values from (%d) to (%d)", name, i, name, i*100, i*100+100))
		}
		must(t, s, "create index on "+name+" (c)", fmt.Sprintf("insert into %s select g * 10 from generate_series(0, 80) g", name),
			fmt.Sprintf("prepare u%d(int) as update %s set b = 1 where a = $1", p, name))
		if p > 0 {
			must(t, s, fmt.Sprintf("prepare k%d(int) as update %s set a = a + 101 where a = $1", p, name))
		}
	}
	for n, system := range []struct {
		name                              string
		settings                          []string
		locks, initialized, run, rels     string // "P", "P+1", "k", "k+1": k = 1
		opened, projections, maps, passes string
	}{
		{"before", []string{"minidb.profile = pg12"}, "P+1", "P", "P", "P+1", "P", "P", "P", "k+1"},
		{"overhaul", []string{"minidb.profile = pg12", "minidb.modify_plan = single"}, "P+1", "k", "k", "P+1", "P", "P", "P", "k"},
		{"lazy structs", []string{"minidb.profile = pg12", "minidb.modify_plan = single", "minidb.result_rel_init = lazy"}, "P+1", "k", "k", "k+1", "k", "k", "k", "k"},
		{"14", []string{"minidb.profile = pg14"}, "P+1", "k", "k", "P+1", "k", "k", "k", "k"},
		{"18", []string{"minidb.profile = pg18"}, "P+1", "k", "k", "k+1", "k", "k", "k", "k"},
		{"18 beta", []string{"minidb.profile = pg18", "minidb.executor_locks = unpruned"}, "k+1", "k", "k", "k+1", "k", "k", "k", "k"},
	} {
		must(t, s, "reset all")
		for _, set := range system.settings {
			must(t, s, "set "+set)
		}
		for _, p := range sizes {
			of := func(formula string) int {
				if p == 0 {
					return 1
				}
				return map[string]int{"P": p, "P+1": p + 1, "k": 1, "k+1": 2}[formula]
			}
			expect := func(sql string, want map[string]int) {
				t.Helper()
				got := counters(t, s)
				for c, v := range want {
					if got[c] != v {
						t.Errorf("%s, P = %d, %s: %s is %d, want %d", system.name, p, sql, c, got[c], v)
					}
				}
			}
			sql := fmt.Sprintf("execute u%d(%d)", p, n*10)
			must(t, s, "set plan_cache_mode = force_custom_plan", sql)
			if p > 0 {
				expect("custom", map[string]int{"subplans_planned": of(system.passes), "custom_plans": 1, "locks_by_plan_cache": 1})
			}
			must(t, s, "set plan_cache_mode = force_generic_plan", sql, sql)
			want := map[string]int{"locks_by_plan_cache": of(system.locks), "locks_by_executor": 0, "subplans_initialized": of(system.initialized),
				"subplans_run": of(system.run), "result_rels_opened": of(system.rels), "indexes_opened": of(system.opened) * indexes,
				"projections_built": of(system.projections), "maps_built": 0, "routing_setups": 0, "generic_plans": 1, "subplans_planned": 0}
			expect(sql, want)
			if p == 0 {
				continue
			}
			sql = fmt.Sprintf("execute k%d(%d)", p, n*10)
			must(t, s, fmt.Sprintf("execute k%d(-1)", p), sql)
			want["maps_built"] = of(system.maps) + 1 // one to the new partition
			want["routing_setups"], want["rows_moved"], want["rows_routed"] = 1, 1, 1
			want["locks_by_executor"] = 1
			if system.opened != "P" { // the new partition is opened for the row
				want["indexes_opened"] += indexes
				want["projections_built"] = 1
			}
			if system.rels != "P+1" {
				want["result_rels_opened"]++
			}
			expect(sql, want)
			must(t, s, fmt.Sprintf("update p%d set a = a - 101 where a = %d", p, n*10+101))
		}
	}
}

// A layoutTable is a table of a random tree. columns are in their order, "" for one that
// was dropped; all tables have the same that are not.
type layoutTable struct {
	name    string
	columns []string
	above   *layoutTable
	parts   []*layoutTable // by the value of the key; nil for a leaf
	indexes int
}

const layoutColumns = 5

func randomTable(r *rand.Rand, name string, above *layoutTable) *layoutTable {
	l := &layoutTable{name: name, above: above, columns: []string{"id", "k", "j", "v", "w"}, indexes: r.IntN(3)}
	if r.IntN(3) > 0 {
		r.Shuffle(layoutColumns, func(i, j int) { l.columns[i], l.columns[j] = l.columns[j], l.columns[i] })
	}
	for range r.IntN(3) {
		l.columns = slices.Insert(l.columns, r.IntN(len(l.columns)+1), "")
	}
	return l
}

// create makes the table, and those below it.
func (l *layoutTable) create(t *testing.T, s *minidb.Session, clause, bound string) {
	cols := make([]string, len(l.columns))
	for i, c := range l.columns {
		if cols[i] = c + " int"; c == "" {
			cols[i] = fmt.Sprintf("gone%d int", i)
		}
	}
	must(t, s, "create table "+l.name+" ("+strings.Join(cols, ", ")+")"+clause)
	for i, c := range l.columns {
		if c == "" {
			must(t, s, fmt.Sprintf("alter table %s drop column gone%d", l.name, i))
		}
	}
	if clause == "" {
		for range l.indexes {
			must(t, s, "create index on "+l.name+" (v)")
		}
	}
	if l.above != nil {
		must(t, s, "alter table "+l.above.name+" attach partition "+l.name+" for values in ("+bound+")")
	}
	for i, p := range l.parts {
		below := ""
		if p.parts != nil {
			below = " partition by list (j)"
		}
		p.create(t, s, below, strconv.Itoa(i))
	}
}

// below are all tables under this one, leaves those of them that have rows.
func (l *layoutTable) below() (all, leaves []*layoutTable) {
	for _, p := range l.parts {
		if all = append(all, p); p.parts == nil {
			leaves = append(leaves, p)
			continue
		}
		a, b := p.below()
		all, leaves = append(all, a...), append(leaves, b...)
	}
	return all, leaves
}

// expected adds up what a statement must count, without the cache of maps.
type expected map[string]int

// mapped counts the making of a map from rows of one table to rows of another; it tells
// whether rows have to be converted.
func (e expected) mapped(method string, in, out *layoutTable) bool {
	e["maps_built"]++
	next, matched, same := 0, 0, len(in.columns) == len(out.columns)
	for i, name := range out.columns {
		if name == "" {
			same = same && in.columns[i] == ""
			continue
		}
		at := slices.Index(in.columns, name)
		same = same && at == i
		start := min(map[string]int{"same_position": matched, "cursor": next}[method], len(in.columns))
		order := append(slices.Clone(in.columns[start:]), in.columns[:start]...)
		for _, c := range order[:slices.Index(order, name)+1] {
			switch {
			case method == "hash":
			case c == "":
				e["dropped_skipped"]++
			default:
				e["name_comparisons"]++
			}
		}
		next, matched = at+1, matched+1
	}
	if method == "hash" {
		e["hash_operations"] += 2 * layoutColumns
		e["dropped_skipped"] += len(in.columns) - layoutColumns
	}
	if same {
		e["maps_discarded"]++
	}
	return !same
}

func (e expected) converted(needed bool) {
	if needed {
		e["rows_converted"]++
		e["columns_copied"] += layoutColumns
	}
}

// translated counts the planner's list of a partition's columns.
func (e expected) translated(way string, parent, child *layoutTable) {
	e["translation_lists"]++
	next := 0
	for i, name := range parent.columns {
		if name == "" {
			continue
		}
		at := i
		if way == "cursor" {
			at = next
		}
		hit := at < len(child.columns) && child.columns[at] == name
		if at < len(child.columns) && child.columns[at] != "" {
			e["translation_comparisons"]++
		}
		next = slices.Index(child.columns, name) + 1
		switch {
		case hit:
		case way == "scan":
			for _, c := range child.columns[:next] {
				if c != "" {
					e["translation_comparisons"]++
				}
			}
		default:
			e["syscache_lookups"]++
		}
	}
}

// routing is the state of a statement that routes rows.
type routing struct {
	e       expected
	method  string
	root    *layoutTable
	reached map[*layoutTable]bool // tables below the root; whether rows are converted for it
}

// route sends a row down; the leaf is the result, first tells that it is the first there.
func (r *routing) route(k, j int) (leaf *layoutTable, first bool) {
	r.e["rows_routed"]++
	for at, key := r.root, k; ; at, key = leaf, j {
		leaf = at.parts[key]
		needed, known := r.reached[leaf]
		if first = !known; first {
			r.e["locks_by_executor"]++
			from := at
			if leaf.parts == nil {
				from = r.root
			}
			needed = r.e.mapped(r.method, from, leaf)
			r.reached[leaf] = needed
		}
		r.e.converted(needed)
		if leaf.parts == nil {
			return leaf, first
		}
	}
}

type layoutRow struct{ id, k, j int }

func TestPartitionCountersRandom(t *testing.T) {
	r := newRand(t)
	for range 60 {
		s := openSession(t)
		root := randomTable(r, "t", nil)
		for i := range 1 + r.IntN(4) {
			p := randomTable(r, fmt.Sprintf("t_%d", i), root)
			if root.parts = append(root.parts, p); r.IntN(2) == 0 {
				for j := range 3 {
					p.parts = append(p.parts, randomTable(r, fmt.Sprintf("%s_%d", p.name, j), p))
				}
			}
		}
		root.create(t, s, " partition by list (k)", "")
		var rows []layoutRow
		must(t, s, "set minidb.attr_map_cache = off")
		for range 4 {
			method := []string{"scan", "same_position", "cursor", "hash"}[r.IntN(4)]
			must(t, s, "set minidb.attr_map = "+method)
			e := expected{"routing_setups": 1}
			route := &routing{e, method, root, map[*layoutTable]bool{}}
			rows = append(rows, insertCounted(t, r, s, route)...)
			e = expected{}
			route = &routing{e, method, root, map[*layoutTable]bool{}}
			updateCounted(t, r, s, route, rows)
		}
	}
}

func compareCounters(t *testing.T, s *minidb.Session, e expected, names []string, log string) {
	t.Helper()
	got := counters(t, s)
	for _, c := range names {
		if got[c] != e[c] {
			t.Fatalf("%s\n%s is %d, want %d", log, c, got[c], e[c])
		}
	}
}

var mapCounters = []string{"maps_built", "maps_discarded", "name_comparisons", "hash_operations", "dropped_skipped", "rows_converted",
	"columns_copied", "map_cache_hits", "routing_setups", "rows_routed", "rows_moved", "locks_by_executor", "result_rels_opened", "indexes_opened",
	"projections_built", "translation_lists", "translation_comparisons", "syscache_lookups", "subplans_initialized", "subplans_run"}

func insertCounted(t *testing.T, r *rand.Rand, s *minidb.Session, route *routing) (rows []layoutRow) {
	e := route.e
	all := r.IntN(2) == 0
	must(t, s, "set minidb.insert_locks = "+map[bool]string{true: "'all'", false: "on_route"}[all])
	tables, _ := route.root.below()
	if all { // sub-partitioned tables are made ready at the start
		for _, p := range tables {
			if p.parts != nil {
				route.reached[p] = e.mapped(route.method, p.above, p)
			}
		}
	}
	e["result_rels_opened"] = 1
	var values []string
	for range 1 + r.IntN(6) {
		row := layoutRow{r.IntN(100), r.IntN(len(route.root.parts)), r.IntN(3)}
		leaf, first := route.route(row.k, row.j)
		if first {
			e["result_rels_opened"]++
			e["indexes_opened"] += leaf.indexes
		}
		rows = append(rows, row)
		values = append(values, fmt.Sprintf("(%d, %d, %d)", row.id, row.k, row.j))
	}
	if all {
		e["locks_by_executor"] = len(tables)
	}
	sql := "insert into t (id, k, j) values " + strings.Join(values, ", ")
	must(t, s, sql)
	compareCounters(t, s, e, mapCounters, fmt.Sprintf("%s, insert_locks all %v: %s", route.method, all, sql))
	return rows
}

// updateCounted moves some rows to one place, and counts what the rows of rows, which are
// changed likewise, need.
func updateCounted(t *testing.T, r *rand.Rand, s *minidb.Session, route *routing, rows []layoutRow) {
	e := route.e
	init := []string{"eager", "lazy_fields", "unpruned", "lazy"}[r.IntN(4)]
	way := []string{"scan", "syscache", "cursor"}[r.IntN(3)]
	plan := []string{"single", "per_partition"}[r.IntN(2)]
	must(t, s, "set minidb.result_rel_init = "+init, "set minidb.inherit_translation = "+way, "set minidb.modify_plan = "+plan)
	tables, leaves := route.root.below()
	for _, p := range tables {
		e.translated(way, p.above, p)
	}
	e["subplans_initialized"], e["subplans_run"] = len(leaves), len(leaves)
	structs, opened, projected, mapped := map[*layoutTable]bool{}, map[*layoutTable]bool{}, map[*layoutTable]bool{}, map[*layoutTable]bool{}
	up := func(p *layoutTable) {
		if _, made := mapped[p]; !made {
			mapped[p] = e.mapped(route.method, p, route.root)
		}
	}
	for _, p := range leaves {
		if init != "lazy" {
			structs[p] = true
		}
		if init == "eager" {
			opened[p], projected[p] = true, true
			up(p)
		}
	}
	k, j := r.IntN(len(route.root.parts)), r.IntN(3)
	part, odd := r.IntN(3), r.IntN(2)
	for i := range rows {
		row := &rows[i]
		if row.id%3 != part || row.j%2 != odd {
			continue
		}
		from := route.root.parts[row.k]
		if from.parts != nil {
			from = from.parts[row.j]
		}
		to := route.root.parts[k]
		if to.parts != nil {
			to = to.parts[j]
		}
		row.k, row.j = k, j
		structs[from], opened[from], projected[from] = true, true, true
		if from == to {
			continue
		}
		up(from)
		e.converted(mapped[from])
		route.route(k, j)
		structs[to], opened[to] = true, true
		e["rows_moved"]++
	}
	if e["routing_setups"] = 0; e["rows_moved"] > 0 || init == "eager" {
		e["routing_setups"] = 1
	}
	e["result_rels_opened"], e["projections_built"] = 1+len(structs), len(projected)
	for p := range opened {
		e["indexes_opened"] += p.indexes
	}
	sql := fmt.Sprintf("update t set k = %d, j = %d where id %% 3 = %d and j %% 2 = %d", k, j, part, odd)
	must(t, s, "set minidb.insert_locks = on_route", sql)
	compareCounters(t, s, e, mapCounters, fmt.Sprintf("%s, %s, %s, %s: %s", route.method, init, way, plan, sql))
}
