package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// Paths are ways to produce a relation's rows, with their cost; plan nodes are
// made for the winners only. This file declares paths and the relations they
// belong to, and keeps of each relation the paths that nothing dominates.

type pathKind uint8

const (
	pathResult pathKind = iota // no input: FROM-less, or proven empty
	pathSeqScan
	pathIndexScan
	pathBitmapHeap
	pathTidScan
	pathSubquery
	pathFunction
	pathValues
	pathCTE
	pathWorkTable
	pathNestLoop
	pathMergeJoin
	pathHashJoin
	pathMaterial
	pathMemoize
	pathUniqueSemi // the inner side of a semijoin made unique
	pathSort
	pathIncSort
	pathProject // evaluates another target list; a node of its own only if need be
	pathProjectSet
	pathAgg
	pathGroup
	pathUnique
	pathLimit
	pathLockRows
	pathMinMax
	pathFilter // Result with a one-time filter over its child
	pathAppend
	pathMergeAppend
	pathSetOp
	pathRecursive
	pathModify
	pathWindow
)

// path is one way to produce rel's rows. Which of the optional parts are set
// depends on kind.
type path struct {
	kind     pathKind
	rel      *rel
	startup  float64
	total    float64
	rows     float64
	disabled int        // nodes in it that enable_ settings forbid: compared before costs
	keys     []*pathKey // order of the rows
	req      relids     // relations that must give values: parameterized paths
	child    *path
	target   *target // what it emits; nil: rel.target

	idx     *indexPath
	bitmap  *bitmapPath
	join    *joinPath
	agg     *aggPath
	paramCl []*clause // conditions enforced beyond rel.restrict because of req
	quals   []expr.Expr
	limit   *limitPath
	members []*path
	setOp   *SetOpNode
	srf     bool
	flat    bool        // an arm of UNION ALL that is an Append and no node of its own
	from    *level      // pathSubquery: the level that child belongs to
	groups  []expr.Expr // pathUniqueSemi, pathUnique, pathGroup
	numKeys int         // presorted keys of an incremental sort, columns of Unique
	minmax  []*minMaxAgg
	memo    *memoPath
	window  *windowPath
}

// joinPath is the part of a path that joins have.
type joinPath struct {
	kind         JoinKind
	outer, inner *path
	clauses      []*clause // conditions to check at the join
	keyClauses   []*clause // hash or merge clauses, in order
	outerSort    []*pathKey
	innerSort    []*pathKey
	mergeKeys    []*pathKey // order of merge keys on the outer side
	materialize  bool       // materialize the inner side of a merge join
	innerUnique  bool
	batches      int
	skipMark     bool
}

// rel is a base or join relation: PostgreSQL's RelOptInfo.
type rel struct {
	ids      relids
	idx      int // base relations: position in level.rels
	rti      int // flat range-table index, 0 for joins and upper relations
	entry    *RangeEntry
	rows     float64
	width    float64
	target   *target
	restrict []*clause // base relations: conditions on it alone
	joins    []*clause // conditions that mention it and others
	paths    []*path
	cheapest *path // total cost, unparameterized if there is one
	startup  *path
	dummy    bool // proven empty
	hasEC    bool // has members in equivalence classes with others
	lateral  relids

	// base relations
	relation        *catalog.Relation
	pages           float64
	tuples          float64
	allVis          float64
	stats           []*catalog.ColumnStats // once statsRead
	statsRead       bool
	indexes         []*indexInfo
	attrs           []needAttr // columns needed above the scan
	params          map[relids]*paramInfo
	sub             *subPlanned
	subReq          []subParam
	cte             *cteInfo
	baseCost        [2]float64 // startup and per tuple cost of restrict
	wt              int
	considerStartup bool
	// of parameterized paths: the right side of a semi or anti join
	considerParamStartup bool
	uniq                 *path
	groups               float64 // of arms of set operations: how many rows are distinct
	sorted               *path   // arms of set operations: ordered by all columns

	vars int         // range-table index of the columns in its expressions: rti, but of a partition that of the table at the top
	part *partitions // partitioned tables
	gone bool        // another relation stands for it: see self_join.go
	of   *partOf     // partitions
	// split is how rows are split up: see part_join.go; bases are the partitions that a
	// join of partitions is of.
	split *partScheme
	bases []*rel
}

// needAttr is a column that is needed above its scan: by joins with the
// relations where, or (top) by the result.
type needAttr struct {
	v     *expr.Var
	where relids
	top   bool
}

// paramInfo is what all paths of a relation with the same req share.
type paramInfo struct {
	rows    float64
	clauses []*clause
}

// subParam is a lateral value that a subquery in FROM needs.
type subParam struct {
	id int
	e  expr.Expr
}

// target is an output list: PostgreSQL's PathTarget.
type target struct {
	exprs   []expr.Expr
	cols    []expr.Target // names and sort references, nil below the top
	startup float64
	perRow  float64
	width   float64
}

// clause is a condition of the WHERE or ON clauses: PostgreSQL's RestrictInfo.
type clause struct {
	e        expr.Expr
	ids      relids // relations mentioned
	required relids // relations that must be joined before it may be tested
	pushed   bool   // not an outer join's own condition at its level
	delayed  bool
	nullable relids // relations that an outer join below it may null
	outer    relids // an outer join's own condition: its non-nullable side
	left     relids
	right    relids
	op       *expr.Operator // binary operator clauses
	l, r     expr.Expr
	canJoin  bool
	merge    bool // op is a btree equality of l and r
	hash     bool
	leftEC   *eqClass
	rightEC  *eqClass
	ec       *eqClass // derived from it
	sel      float64  // cached, -1 unknown
	selJoin  float64
	cost     [2]float64
	costed   bool
	or       []*clause // arms of a top-level OR, each an AND list in and
	volatile bool
	pseudo   bool // no Vars, not volatile and not held: a gating condition
	parts    []keyedParts
}

// keyedParts remembers mergeParts of a clause for one key.
type keyedParts struct {
	key         *pathKey
	left, right scanPart
}

// fuzz is how much costlier a path must be to be called costlier: 1 percent.
const fuzz = 1.01

type costCmp uint8

const (
	costEqual costCmp = iota
	costBetter1
	costBetter2
	costDifferent
)

// minds tells whether a low startup cost can save the path.
func (r *rel) minds(p *path) bool {
	if p.req.empty() {
		return r.considerStartup
	}
	return r.considerParamStartup
}

// compareFuzzily compares startup and total costs with tolerance.
func (r *rel) compareFuzzily(a, b *path, f float64) costCmp {
	switch {
	case a.disabled < b.disabled:
		return costBetter1
	case a.disabled > b.disabled:
		return costBetter2
	case a.total > b.total*f:
		if r.minds(a) && b.startup > a.startup*f {
			return costDifferent
		}
		return costBetter2
	case b.total > a.total*f:
		if r.minds(b) && a.startup > b.startup*f {
			return costDifferent
		}
		return costBetter1
	case a.startup > b.startup*f:
		return costBetter2
	case b.startup > a.startup*f:
		return costBetter1
	}
	return costEqual
}

// addPath keeps p unless a kept path is at least as good in every respect, and
// drops those that p makes useless. It returns a path that it does not keep, if
// there is one: p or another.
func (r *rel) addPath(p *path) (out *path) {
	pkeys := p.keys
	if !p.req.empty() {
		pkeys = nil
	}
	keep := r.paths[:0:len(r.paths)]
	accept := true
	at := 0
	for i, o := range r.paths {
		drop := false
		if accept {
			switch r.dominates(p, pkeys, o) {
			case costBetter1:
				drop = true
			case costBetter2:
				accept = false
			}
		}
		if drop {
			out = o
			continue
		}
		keep = append(keep, r.paths[i])
		if accept && p.total >= o.total {
			at = len(keep)
		}
	}
	r.paths = keep
	if !accept {
		return p
	}
	r.paths = append(r.paths, nil)
	copy(r.paths[at+1:], r.paths[at:])
	r.paths[at] = p
	return out
}

// dominates answers costBetter1 if p makes o useless, costBetter2 if o makes p
// useless, costDifferent if both stay.
func (r *rel) dominates(p *path, pkeys []*pathKey, o *path) costCmp {
	cmp := r.compareFuzzily(p, o, fuzz)
	if cmp == costDifferent {
		return costDifferent
	}
	okeys := o.keys
	if !o.req.empty() {
		okeys = nil
	}
	kc := compareKeys(pkeys, okeys)
	if kc == costDifferent {
		return costDifferent
	}
	pSub, oSub := p.req.subsetOf(o.req), o.req.subsetOf(p.req)
	switch cmp {
	case costEqual:
		switch {
		case kc == costBetter1:
			if pSub && p.rows <= o.rows {
				return costBetter1
			}
		case kc == costBetter2:
			if oSub && p.rows >= o.rows {
				return costBetter2
			}
		case pSub && oSub:
			if p.rows < o.rows {
				return costBetter1
			}
			if p.rows > o.rows {
				return costBetter2
			}
			if r.compareFuzzily(p, o, 1.0000000001) == costBetter1 {
				return costBetter1
			}
			return costBetter2
		case pSub && p.rows <= o.rows:
			return costBetter1
		case oSub && p.rows >= o.rows:
			return costBetter2
		}
	case costBetter1:
		if kc != costBetter2 && pSub && p.rows <= o.rows {
			return costBetter1
		}
	case costBetter2:
		if kc != costBetter1 && oSub && p.rows >= o.rows {
			return costBetter2
		}
	}
	return costDifferent
}

// setCheapest picks the cheapest paths once all are added.
func (r *rel) setCheapest() {
	r.cheapest, r.startup = nil, nil
	var param *path
	for _, p := range r.paths {
		if !p.req.empty() {
			if param == nil || p.req.count() < param.req.count() || (p.req == param.req && p.total < param.total) {
				param = p
			}
			continue
		}
		if r.cheapest == nil || betterTotal(p, r.cheapest) {
			r.cheapest = p
		}
		if r.startup == nil || p.startup < r.startup.startup || (p.startup == r.startup.startup && p.total < r.startup.total) {
			r.startup = p
		}
	}
	if r.cheapest == nil {
		r.cheapest = param
	}
}

func betterTotal(a, b *path) bool {
	if a.disabled != b.disabled {
		return a.disabled < b.disabled
	}
	if a.total != b.total {
		return a.total < b.total
	}
	if a.startup != b.startup {
		return a.startup < b.startup
	}
	return compareKeys(a.keys, b.keys) == costBetter1
}

// cheapestFor returns the cheapest path for reading a fraction of the rows
// (0 to 1), or that many rows if it is above 1.
func (r *rel) cheapestFor(fraction float64) *path {
	best := r.cheapest
	if fraction <= 0 {
		return best
	}
	if fraction >= 1 && best.rows > 0 {
		fraction /= best.rows
	}
	for _, p := range r.paths {
		if p.req.empty() && p != best && p.disabled <= best.disabled && fractional(p, fraction) < fractional(best, fraction) {
			best = p
		}
	}
	return best
}

func fractional(p *path, f float64) float64 {
	if f <= 0 || f >= 1 {
		return p.total
	}
	return p.startup + f*(p.total-p.startup)
}

// emits returns the expressions p emits.
func (p *path) emits() *target {
	if p.target != nil {
		return p.target
	}
	return p.rel.target
}

// colType is the type of output column i of a relation's entry.
func colType(r *RangeEntry, attr int) types.OID {
	if attr < 0 {
		switch attr {
		case expr.AttrCtid:
			return types.TidOID
		case expr.AttrTableOID:
			return types.OidOID
		case expr.AttrCmin, expr.AttrCmax:
			return types.CidOID
		}
		return types.XidOID
	}
	return r.Types[attr-1]
}
