// Package planner makes plans of syntax trees: it analyzes a statement (names, types,
// locks), plans it as PostgreSQL's planner does, and prints plans for EXPLAIN. It reads
// no user's row: what it knows of tables are their catalog entries, sizes and statistics.
//
//	analyze*.go, scope*.go    tree -> Query (query.go); view*.go what views become
//	plan_main.go, plan_*.go   Query -> PlannedStmt (plan.go), the steps in order
//	subquery_*.go, join_*.go  subqueries merged, joins reordered, reduced, removed
//	path*.go, cost*.go        ways to get rows, and what they cost
//	stats_*.go                how many rows conditions leave
//	part_*.go, append_info.go partitioned tables: one Append, planned in their place
//	prune_*.go                which partitions are left; prune_gen.go makes the steps,
//	                          prune_match.go runs them, here and in package executor
//	window*.go, reread.go     windows, with and without a store
//	plan_cache.go             plans of prepared statements; plan_locks.go what they lock
//	permissions.go            what a plan needs privileges for
//	explain*.go, deparse*.go  plans and queries as text; marshal_*.go as stored text
//
// Trees and queries are read-only; plans too, and shared. A rewrite works on a copy of
// what it changes.
package planner
