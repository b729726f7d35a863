// Package lmgr is the lock manager: table, transaction and tuple locks in
// PostgreSQL's eight modes, wait queues, deadlock detection. It is a leaf: it
// knows tags and numbers, no relations and no rows.
package lmgr
