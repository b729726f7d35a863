package expr

// This file chooses among overloads: func_match_argtypes and
// func_select_candidate of PostgreSQL's parse_func.c. Both work on candidates
// that are reduced to their argument types.

import "minidb/types"

// candidate is one overload for a given call. args has one type for each
// argument of the call: VARIADIC is expanded, defaults are left out.
type candidate struct {
	args     []types.OID
	fn       *Func
	op       *Operator
	expanded bool // VARIADIC elements were given one by one
	defaults int  // how many defaults the call uses
	order    []int
}

// matchArgs keeps the candidates whose arguments can all be coerced.
func (r *Resolver) matchArgs(in []types.OID, cands []candidate) []candidate {
	var out []candidate
	for _, c := range cands {
		if r.CanCoerce(in, c.args, ImplicitCast) {
			out = append(out, c)
		}
	}
	return out
}

// keepBest keeps the candidates with the most points, if that leaves any out.
func keepBest(cands []candidate, points func(*candidate) int) []candidate {
	best := -1
	var out []candidate
	for i := range cands {
		n := points(&cands[i])
		if n > best {
			best, out = n, out[:0:0]
		}
		if n == best {
			out = append(out, cands[i])
		}
	}
	return out
}

// selectCandidate is func_select_candidate: the one overload that is best, nil
// if none stands out.
func (r *Resolver) selectCandidate(in []types.OID, cands []candidate) *candidate {
	base := make([]types.OID, len(in))
	unknowns := 0
	for i, t := range in {
		if t == types.UnknownOID {
			unknowns++
			base[i] = t
			continue
		}
		base[i] = r.BaseType(t)
	}
	cands = keepBest(cands, func(c *candidate) int {
		n := 0
		for i, t := range c.args {
			if base[i] != types.UnknownOID && t == base[i] {
				n++
			}
		}
		return n
	})
	if len(cands) == 1 {
		return &cands[0]
	}
	cands = keepBest(cands, func(c *candidate) int {
		n := 0
		for i, t := range c.args {
			if base[i] == types.UnknownOID {
				continue
			}
			cat, _ := r.category(base[i])
			tcat, pref := r.category(t)
			if t == base[i] || pref && cat == tcat {
				n++
			}
		}
		return n
	})
	if len(cands) == 1 {
		return &cands[0]
	}
	if unknowns == 0 {
		return nil
	}
	cands = r.byUnknowns(base, cands)
	if len(cands) == 1 {
		return &cands[0]
	}
	if unknowns < len(in) {
		return r.likeKnown(base, cands)
	}
	return nil
}

// byUnknowns prefers, for each unknown literal, the string category or the one
// on which all candidates agree, and its preferred type.
func (r *Resolver) byUnknowns(base []types.OID, cands []candidate) []candidate {
	slotCat := make([]byte, len(base))
	slotPref := make([]bool, len(base))
	for i, b := range base {
		if b != types.UnknownOID {
			continue
		}
		conflict := false
		for _, c := range cands {
			cat, pref := r.category(c.args[i])
			switch {
			case slotCat[i] == 0:
				slotCat[i], slotPref[i] = cat, pref
			case cat == slotCat[i]:
				slotPref[i] = slotPref[i] || pref
			case cat == 'S':
				slotCat[i], slotPref[i] = cat, pref
			case slotCat[i] != 'S':
				conflict = true
			}
		}
		if conflict && slotCat[i] != 'S' {
			return cands
		}
	}
	var out []candidate
	for _, c := range cands {
		ok := true
		for i, b := range base {
			if b != types.UnknownOID {
				continue
			}
			cat, pref := r.category(c.args[i])
			if cat != slotCat[i] || slotPref[i] && !pref {
				ok = false
				break
			}
		}
		if ok {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return cands
	}
	return out
}

// likeKnown takes the unknown literals to be of the one known type.
func (r *Resolver) likeKnown(base []types.OID, cands []candidate) *candidate {
	var known types.OID
	for _, b := range base {
		if b == types.UnknownOID {
			continue
		}
		if known != 0 && known != b {
			return nil
		}
		known = b
	}
	same := make([]types.OID, len(base))
	for i := range same {
		same[i] = known
	}
	if got := r.matchArgs(same, cands); len(got) == 1 {
		return &got[0]
	}
	return nil
}
