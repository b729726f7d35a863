// Package catalog keeps the system catalogs: real heaps with real indexes, with
// PostgreSQL 18's names, numbers and columns, and the only truth about every
// object of a database. What the rest of the engine asks for (Relation, Index,
// types.Type) is built from their rows and cached.
//
//	defs_*.go, data_*.go  what the catalogs look like and hold at first
//	template.go           the first database of a process, later ones clone it
//	insert.go             Writer, through which every catalog row is written
//	cache.go, overlay.go  the cache of relations, shared and private
//	lookup.go             from a name to a locked Relation
//	build.go              from catalog rows to a Relation; row_rules.go to what writing
//	                      a row of it takes
//	create_*.go, drop.go  what DDL commands are made of
//	depend.go             pg_depend: who must go if something goes
//	partition_*.go        bounds, descriptors, and which partition a key belongs to
//	privilege.go, acl.go  who may do what; grant.go alone changes that
//	views_*.go, func_*.go system views and catalog functions
//
// The package reads no user rows and knows no syntax.
package catalog
