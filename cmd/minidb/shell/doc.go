// Package shell is minidb's psql look-alike: it reads scripts, sends their
// statements to an engine and prints the answers as psql 15 does, byte for
// byte. It knows the engine only through package minidb.
//
//	engine.go      what it wants of an engine
//	shell.go       options, and the -c and -f actions in their order
//	script.go      input lines -> statements
//	meta.go        backslash commands
//	message.go     one message to the engine, its results
//	table.go       a result in rows and columns; cell.go, width.go
//	report.go      errors and notices; errorline.go the LINE with its caret
package shell
