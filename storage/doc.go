// Package storage keeps rows: heaps of row versions, ordered indexes,
// transactions and snapshots, the write-ahead log ring, sorts and tuplestores.
// It knows values and rows but no SQL, no names and no types beyond
// types.Kind. The model is PostgreSQL's: multi-version rows, 64-bit
// transaction ids, command ids, subtransactions, TIDs, vacuum.
//
// Read store.go and page.go first; then txn.go, snapshot.go and visibility.go
// for who sees what; insert.go, modify.go, rowlock.go for writing; fetch.go,
// scan.go, index_scan.go for reading; prune.go and vacuum.go for what is left
// behind; unique.go; the wal_, sort and tuplestore files stand for themselves, and so
// do the serial ones, which make SERIALIZABLE of snapshots.
package storage
