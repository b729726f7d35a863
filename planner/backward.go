package planner

// Which plans PostgreSQL can run backwards: cursors over these can be scrolled
// without SCROLL (ExecSupportsBackwardScan). minidb keeps a cursor's rows instead
// of running anything backwards, but allows the same.

// ScansBackward tells whether a cursor over the plan scrolls without being asked.
func (ps *PlannedStmt) ScansBackward() bool { return !ps.HasRowMarks && backward(ps.Root) }

func backward(p Plan) bool {
	switch p := p.(type) {
	case *SeqScan, *IndexScan, *TidScan, *FunctionScan, *ValuesScan, *CTEScan, *Materialize, *Sort:
		return true
	case *Result:
		return p.Child != nil && backward(p.Child)
	case *Limit:
		return backward(p.Child)
	case *LockRows:
		return backward(p.Child)
	case *SubqueryScan:
		return backward(p.Child)
	case *Append:
		for _, m := range p.Members {
			if !backward(m) {
				return false
			}
		}
		return true
	}
	return false
}
