// Package edit reads lines from a person at a terminal: GNU readline's keys in
// emacs mode, its history, search and completion. It knows nothing of SQL.
//
// A line may hold newlines: a recalled statement, or a paste. It is edited as one
// line, drawn over as many rows as it needs. All input that has come is taken in
// before anything is drawn, so that the cost of a paste does not grow with the
// number of its lines times their length.
//
// The editor is our own since no library does that: reeflective/readline and bubbline
// need over 10 s for the paste of a screenful, chzyer/readline is not maintained, x/term
// and liner know single lines only.
//
//	editor.go      one line, from its prompt to Enter; bindings.go what keys do
//	keys.go        bytes -> keys
//	buffer.go      the text, the cursor, kills and undo; words.go motion by words
//	layout.go      text -> rows of cells; draw.go rows -> the terminal, only changes
//	history.go     entries and their file; search.go Ctrl-R
//	complete.go    Tab
//	terminal_*.go  the terminal's modes, its size, reading with an eye on signals
package edit
