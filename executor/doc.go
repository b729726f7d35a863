// Package executor runs plans. For each plan node of package planner there is
// one running node here, built anew for every execution, but for prepared
// statements' (keep.go); together they are PostgreSQL's PlanState tree, one file a
// node (node_*.go).
//
//	node.go, build.go      what a node is; plan -> running nodes
//	prune.go               partitions that parameters leave, at start and in scans
//	subplan.go             subqueries of expressions; recheck.go rows changed meanwhile
//	targets.go, route.go   the leaf that a row is changed in or goes to; row_move.go both
//	target_rel.go          a relation that rows are written to, with the rows that the
//	                       statement makes; result_rel.go its constraints and indexes
//	attr_map*.go           rows of a table <-> rows of a partition
//	window_*.go            WindowAgg's stores, frames, functions; nodes without a store
//	after_trigger.go       the queue of a statement's and a transaction's events, ri_*.go
//	                       the foreign keys that they are for
//	copy_insert.go         COPY FROM's writing; portal.go cursors
//
// What writing a row takes is in three places: catalog.RowRules is what the table decides,
// compiled once for a cache entry; planner.ResultRel what the statement decides of one
// relation, once a plan; resultRel and targetRel what an execution needs.
package executor
