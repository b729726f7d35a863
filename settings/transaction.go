package settings

// SET obeys transactions: a rollback undoes it, a savepoint's rollback undoes
// what came after the savepoint, SET LOCAL ends with the transaction whatever
// happens. The stack remembers, once per setting and nesting level, the value
// that held before the level's first SET.
//
//	level's history    at rollback   at the end of a committed level
//	SET                prior         keeps the new value
//	SET LOCAL          prior         prior (in a savepoint: passed to the parent)
//	SET, SET LOCAL     prior         masked, the value of the plain SET

// saved is one setting's history in one level.
type saved struct {
	d             *Def
	level         int
	plain, local  bool  // the level saw SET, SET LOCAL
	prior, masked value // masked: set if plain and local
}

// Begin starts a transaction.
func (v *Values) Begin() { v.level = 1 }

// Savepoint enters the nesting level depth: 2 for a transaction's first
// savepoint, and so on.
func (v *Values) Savepoint(depth int) { v.level = depth }

// ReleaseTo ends all levels from depth on; their values pass to the parent.
func (v *Values) ReleaseTo(depth int) { v.end(depth, true) }

// RollbackTo ends all levels from depth on and undoes what they set.
func (v *Values) RollbackTo(depth int) { v.end(depth, false) }

// Commit ends the transaction and keeps what SET changed.
func (v *Values) Commit() { v.end(1, true) }

// Abort ends the transaction and undoes what SET changed.
func (v *Values) Abort() { v.end(1, false) }

// Depth returns the current level: 0 outside a transaction.
func (v *Values) Depth() int { return v.level }

// save is called before a setting changes.
func (v *Values) save(d *Def, local bool) {
	if v.level == 0 {
		return
	}
	s := v.last(d)
	if s == nil || s.level < v.level {
		v.stack = append(v.stack, saved{d: d, level: v.level, plain: !local, local: local, prior: v.vals[d.id]})
		return
	}
	if !local {
		s.plain, s.local = true, false
	} else if s.plain && !s.local {
		s.masked, s.local = v.vals[d.id], true
	} else {
		s.local = true
	}
}

// last returns d's newest entry. It is valid until the stack grows.
func (v *Values) last(d *Def) *saved { return lastOf(v.stack, d) }

func lastOf(stack []saved, d *Def) *saved {
	for i := len(stack) - 1; i >= 0; i-- {
		if stack[i].d == d {
			return &stack[i]
		}
	}
	return nil
}

// end leaves all levels from depth on, the innermost first.
func (v *Values) end(depth int, commit bool) {
	if len(v.stack) == 0 {
		v.level = min(v.level, depth-1)
		return
	}
	for ; v.level >= depth && v.level > 0; v.level-- {
		first := len(v.stack)
		for first > 0 && v.stack[first-1].level >= v.level {
			first--
		}
		ended := v.stack[first:]
		v.stack = v.stack[:first]
		for i := len(ended) - 1; i >= 0 && !commit; i-- {
			v.put(ended[i].d, ended[i].prior)
		}
		for i := 0; i < len(ended) && commit; i++ {
			v.commitLevel(ended[i])
		}
	}
	if v.level == 0 {
		clear(v.stack[:cap(v.stack)])
	}
}

// commitLevel keeps the result of a committed level: at the top in the values,
// else in the parent's history. The stack only ever refills the space of the
// entries being ended, from its front, so none is overwritten before it is read.
func (v *Values) commitLevel(s saved) {
	if s.level == 1 {
		switch {
		case s.plain && s.local:
			v.put(s.d, s.masked)
		case s.local:
			v.put(s.d, s.prior)
		}
		return
	}
	s.level--
	p := v.last(s.d)
	if p == nil || p.level < s.level {
		v.stack = append(v.stack, s)
		return
	}
	switch {
	case s.plain && s.local:
		p.plain, p.local, p.masked = true, true, s.masked
	case s.plain:
		p.plain, p.local = true, false
	case p.plain && !p.local:
		p.local, p.masked = true, s.prior
	}
}
