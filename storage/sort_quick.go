package storage

// Sorting few entries: the quicksort of Bentley and McIlroy ("Engineering a sort
// function", 1993), after a look whether they are in order. It is not stable, but
// PostgreSQL sorts in this way: rows with equal keys come out in the order in which
// they do there, which queries show that do not order them further.

const (
	quickMiddle = 7  // entries, from which on the pivot is chosen
	quickNinths = 40 // above, the pivot is chosen among nine
)

// quick sorts es by whole comparisons.
func (s *Sorter) quick(es []sortEntry) {
	for {
		if s.equal != nil && s.equal.enough(len(es)) {
			return
		}
		if len(es) < quickMiddle {
			s.insertion(es)
			return
		}
		if s.sorted(es) {
			return
		}
		less, greater := s.partition(es)
		if len(less) <= len(greater) {
			s.quick(less)
			es = greater
		} else {
			s.quick(greater)
			es = less
		}
	}
}

func (s *Sorter) compareAt(es []sortEntry, i, j int) int {
	a, b := &es[i], &es[j]
	c := s.compareEntries(a, b, s.row(a.row), s.row(b.row))
	if c == 0 && s.equal != nil {
		return s.tie(a, b)
	}
	return c
}

func (s *Sorter) insertion(es []sortEntry) {
	for i := 1; i < len(es); i++ {
		for j := i; j > 0 && s.compareAt(es, j-1, j) > 0; j-- {
			es[j], es[j-1] = es[j-1], es[j]
		}
	}
}

func (s *Sorter) sorted(es []sortEntry) bool {
	for i := 1; i < len(es); i++ {
		if s.compareAt(es, i-1, i) > 0 {
			return false
		}
	}
	return true
}

// partition puts what equals a pivot into the middle of es and returns what is less
// and what is greater. While it runs the equal ones gather at both ends.
func (s *Sorter) partition(es []sortEntry) (less, greater []sortEntry) {
	n := len(es)
	p := s.pivot(es)
	es[0], es[p] = es[p], es[0]
	left, lo := 1, 1
	hi, right := n-1, n-1
	for {
		for ; lo <= hi; lo++ {
			c := s.compareAt(es, lo, 0)
			if c > 0 {
				break
			}
			if c == 0 {
				es[left], es[lo] = es[lo], es[left]
				left++
			}
		}
		for ; lo <= hi; hi-- {
			c := s.compareAt(es, hi, 0)
			if c < 0 {
				break
			}
			if c == 0 {
				es[hi], es[right] = es[right], es[hi]
				right--
			}
		}
		if lo > hi {
			break
		}
		es[lo], es[hi] = es[hi], es[lo]
		lo++
		hi--
	}
	swapEnds(es[:lo], min(left, lo-left))
	swapEnds(es[lo:], min(right-hi, n-1-right))
	return es[:lo-left], es[n-(right-hi):]
}

// swapEnds swaps the first n entries with the last n.
func swapEnds(es []sortEntry, n int) {
	last := es[len(es)-n:]
	for i := range n {
		es[i], last[i] = last[i], es[i]
	}
}

// pivot is the middle entry, that of the middle and the ends which is between the others,
// or that of three such ones.
func (s *Sorter) pivot(es []sortEntry) int {
	n := len(es)
	lo, mid, hi := 0, n/2, n-1
	if n == quickMiddle {
		return mid
	}
	if n > quickNinths {
		d := n / 8
		lo = s.median(es, lo, lo+d, lo+2*d)
		mid = s.median(es, mid-d, mid, mid+d)
		hi = s.median(es, hi-2*d, hi-d, hi)
	}
	return s.median(es, lo, mid, hi)
}

func (s *Sorter) median(es []sortEntry, a, b, c int) int {
	if s.compareAt(es, a, b) < 0 {
		switch {
		case s.compareAt(es, b, c) < 0:
			return b
		case s.compareAt(es, a, c) < 0:
			return c
		}
		return a
	}
	switch {
	case s.compareAt(es, b, c) > 0:
		return b
	case s.compareAt(es, a, c) < 0:
		return a
	}
	return c
}
