package main

// ballast is address space that is never touched. The garbage collector runs when
// the heap has doubled: with a small database that would be every few statements, at
// a cost that has nothing to do with them. With ballast the heap grows by as much
// first.
var ballast = make([]byte, 64<<20)
