//go:build invariants

package executor

import (
	"fmt"

	"minidb/types"
)

// With the build tag invariants every node is watched for what Node's comment
// promises about rows. The caller gets a copy of each row; at the node's next
// Next, Rescan or Close the copy is first compared, since nobody but the node may
// change a row, and then overwritten, so that a caller that kept it too long gives
// wrong answers at once and not on some other day.

// checked puts the watch around a node.
func checked(n Node) Node { return &watched{Node: n} }

type watched struct {
	Node
	lent   types.Row // handed out last, nil if none
	backup types.Row // what lent was
	ended  bool      // Next has returned nil
}

// Next takes the last row back and lends a copy of the next one.
func (w *watched) Next() (types.Row, error) {
	w.takeBack()
	row, err := w.Node.Next()
	if row == nil || err != nil {
		w.ended = w.ended || err == nil
		return nil, err
	}
	if w.ended {
		panic(fmt.Sprintf("%T gave a row after its end", w.Node))
	}
	w.lent = append(make(types.Row, 0, len(row)), row...)
	w.backup = append(w.backup[:0], row...)
	return w.lent, nil
}

// Rescan takes the last row back.
func (w *watched) Rescan() error {
	w.takeBack()
	w.ended = false
	return w.Node.Rescan()
}

// Close takes the last row back.
func (w *watched) Close() error {
	w.takeBack()
	return w.Node.Close()
}

func (w *watched) restart() bool {
	w.lent, w.ended = nil, false
	return restart(w.Node)
}

// setBound passes on what a Limit tells a Sort.
func (w *watched) setBound(rows int64) { passBound(w.Node, rows) }

// staleDatum is what a row that was kept too long holds.
var staleDatum = types.NewText("<a row kept past its node's next call>")

func (w *watched) takeBack() {
	for i := range w.lent {
		if !w.lent[i].Identical(w.backup[i]) {
			panic(fmt.Sprintf("a caller changed column %d of a row of %T", i, w.Node))
		}
		w.lent[i] = staleDatum
	}
	w.lent = nil
}
