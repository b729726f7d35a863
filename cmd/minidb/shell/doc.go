// Package shell is minidb's psql look-alike: it reads scripts, sends their
// statements to an engine and prints the answers as psql 15 does, byte for
// byte. It knows the engine only through package minidb.
//
//	engine.go        what it wants of an engine
//	shell.go         options, and the -c and -f actions in their order
//	variables.go     psql's variables; interpolate.go references to them
//	script.go        input lines -> statements; conditional.go \if
//	meta.go          backslash commands; slash_args.go their arguments
//	meta_*.go        those that run statements, read and write, \copy (its words are
//	                 read by copy_words.go); crosstab.go; input.go files that are read
//	message.go       one message to the engine, its results; output.go where they go
//	table.go         a result in rows and columns; pset.go how it is printed
//	print_*.go       a file a format; linestyle.go, cell.go, width.go
//	interact.go      a person at a terminal (package edit reads the lines); prompt.go,
//	                 pager.go; complete*.go what Tab offers; meta_edit.go \e, meta_connect.go \c
//	report.go        errors and notices; errorline.go the LINE with its caret
package shell
