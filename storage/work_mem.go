package storage

// What sorts and tuplestores count against work_mem: the bytes that PostgreSQL would
// take for the same rows, which EXPLAIN ANALYZE shows.

// memArray is the array that PostgreSQL would have of the rows.
type memArray struct {
	len   int
	elem  int  // bytes
	fixed bool // it may grow no more
}

const chunkHeader = 8 // of an allocation in PostgreSQL

func (a *memArray) bytes() int64 { return int64(a.len*a.elem + chunkHeader) }

// grow makes the array longer, if work_mem allows for it: twice as long or, the last
// time, as long as is left. used are the bytes counted so far, the array's included.
func (a *memArray) grow(used, workMem int64) int64 {
	if a.fixed {
		return used
	}
	more := 2 * a.len
	free := workMem - used
	if used > free {
		more = int(float64(a.len) * float64(workMem) / float64(used))
		a.fixed = true
	}
	if more <= a.len || free < int64((more-a.len)*a.elem) {
		a.fixed = true
		return used
	}
	used -= a.bytes()
	a.len = more
	return used + a.bytes()
}

// align8 rounds up to 8 bytes.
func align8(n int) int64 { return int64(n+7) &^ 7 }

// powerChunk is an allocation from a context that rounds up to powers of two.
func powerChunk(n int) int64 {
	size := 8
	for size < n {
		size *= 2
	}
	if n > maxPowerChunk {
		return align8(n) + chunkHeader
	}
	return int64(size) + chunkHeader
}

const maxPowerChunk = 8 << 10
