package commands

import "minidb/types"

// The rows of COPY FROM that wait to be written. PostgreSQL writes up to 1000
// rows or 64 kB at once, so an error in a later line may come before that of an
// earlier row's key; the same limits give the same errors here.

const (
	batchRows  = 1000
	batchBytes = 65535
)

// copyBatch is a block of rows that is used again and again.
type copyBatch struct {
	slab  []types.Datum
	line  []int64 // number of each row's line
	width int
	n     int
	bytes int
	limit int
}

// newCopyBatch makes a batch, of one row only if a row must be written before the
// next is looked at.
func newCopyBatch(width int, single bool) copyBatch {
	limit := batchRows
	if single {
		limit = 1
	}
	return copyBatch{width: width, limit: limit}
}

// slot returns the next row, all NULL.
func (b *copyBatch) slot() types.Row {
	need := (b.n + 1) * b.width
	if len(b.slab) < need {
		grown := make([]types.Datum, min(max(2*need, 8*b.width), b.limit*b.width))
		copy(grown, b.slab)
		b.slab = grown
	}
	row := b.row(b.n)
	clear(row)
	return row
}

func (b *copyBatch) row(i int) types.Row { return b.slab[i*b.width : (i+1)*b.width : (i+1)*b.width] }

// keep makes the row in the slot one of the batch.
func (b *copyBatch) keep(line int64, size int) {
	b.line = append(b.line, line)
	b.n++
	b.bytes += size
}

func (b *copyBatch) full() bool { return b.n >= b.limit || b.bytes > batchBytes }

func (b *copyBatch) reset() {
	clear(b.slab[:b.n*b.width]) // lets go of texts
	b.line, b.n, b.bytes = b.line[:0], 0, 0
}
