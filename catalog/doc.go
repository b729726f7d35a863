// Package catalog keeps the system catalogs: real heaps with real indexes, with
// PostgreSQL 18's names, numbers and columns, and the only truth about every
// object of a database. What the rest of the engine asks for (Relation, Index,
// types.Type) is built from their rows and cached.
//
//	defs_*.go, data_*.go  what the catalogs look like and hold at first
//	template.go           the first database of a process, later ones clone it
//	insert.go             Writer, through which every catalog row is written
//	cache.go, overlay.go  the cache of relations, shared and private
//	build.go              from catalog rows to a Relation
//	create_*.go, drop.go  what DDL commands are made of
//	depend.go             pg_depend: who must go if something goes
//	views_*.go, func_*.go system views and catalog functions
//
// The package reads no user rows and knows no syntax.
package catalog
