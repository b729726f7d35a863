package planner

// Where an expression stands decides what it may contain. This file lists the
// places (PostgreSQL's ParseExprKind) and how messages name them.

import "minidb/pgerr"

// exprKind is the clause that an expression belongs to.
type exprKind uint8

const (
	kindNone exprKind = iota
	kindJoinOn
	kindFromSubselect
	kindFromFunction
	kindWhere
	kindHaving
	kindFilter
	kindWindowPartition
	kindWindowOrder
	kindFrameRange
	kindFrameRows
	kindFrameGroups
	kindSelectTarget
	kindUpdateSource
	kindGroupBy
	kindOrderBy
	kindDistinctOn
	kindLimit
	kindOffset
	kindReturning
	kindValues
	kindValuesSingle
	kindCheck
	kindDefault
	kindIndexExpr
	kindIndexPredicate
	kindAlterUsing
	kindExecute
	kindPartitionBound
	kindPartitionExpr
	kindCopyWhere
	kindGenerated
	numKinds
)

// kindText is how messages name a place: as a clause, and where they use other
// words, in the plural ("not allowed in check constraints") and in the singular
// ("cannot use subquery in check constraint").
type kindText struct{ clause, plural, singular string }

var kindTexts = [numKinds]kindText{
	kindNone:            {clause: "invalid expression context"},
	kindJoinOn:          {clause: "JOIN/ON", plural: "JOIN conditions"},
	kindFromSubselect:   {clause: "sub-SELECT in FROM", plural: "FROM clause of their own query level"},
	kindFromFunction:    {clause: "function in FROM", plural: "functions in FROM"},
	kindWhere:           {clause: "WHERE"},
	kindHaving:          {clause: "HAVING"},
	kindFilter:          {clause: "FILTER"},
	kindWindowPartition: {clause: "window PARTITION BY"},
	kindWindowOrder:     {clause: "window ORDER BY"},
	kindFrameRange:      {clause: "window RANGE"},
	kindFrameRows:       {clause: "window ROWS"},
	kindFrameGroups:     {clause: "window GROUPS"},
	kindSelectTarget:    {clause: "SELECT"},
	kindUpdateSource:    {clause: "UPDATE"},
	kindGroupBy:         {clause: "GROUP BY"},
	kindOrderBy:         {clause: "ORDER BY"},
	kindDistinctOn:      {clause: "DISTINCT ON"},
	kindLimit:           {clause: "LIMIT"},
	kindOffset:          {clause: "OFFSET"},
	kindReturning:       {clause: "RETURNING"},
	kindValues:          {clause: "VALUES"},
	kindValuesSingle:    {clause: "VALUES"},
	kindCheck:           {clause: "CHECK", plural: "check constraints", singular: "check constraint"},
	kindDefault:         {clause: "DEFAULT", plural: "DEFAULT expressions", singular: "DEFAULT expression"},
	kindIndexExpr:       {clause: "index expression", plural: "index expressions", singular: "index expression"},
	kindIndexPredicate:  {clause: "index predicate", plural: "index predicates", singular: "index predicate"},
	kindAlterUsing:      {clause: "USING", plural: "transform expressions", singular: "transform expression"},
	kindExecute:         {clause: "EXECUTE", plural: "EXECUTE parameters", singular: "EXECUTE parameter"},
	kindPartitionBound:  {clause: "partition bound", plural: "partition bound", singular: "partition bound"},
	kindPartitionExpr:   {clause: "PARTITION BY", plural: "partition key expressions", singular: "partition key expression"},
	kindCopyWhere:       {clause: "WHERE", plural: "COPY FROM WHERE conditions", singular: "COPY FROM WHERE condition"},
	kindGenerated:       {clause: "GENERATED AS", plural: "column generation expressions", singular: "column generation expression"},
}

// place names the clause in "not allowed in ...".
func (k exprKind) place() string {
	if t := kindTexts[k]; t.plural != "" {
		return t.plural
	}
	return kindTexts[k].clause
}

// checkAggregate refuses aggregates, or grouping operations, where k has none.
func (k exprKind) checkAggregate(what string, pos int32) error {
	switch k {
	case kindHaving, kindWindowPartition, kindWindowOrder, kindSelectTarget, kindOrderBy, kindDistinctOn, kindNone:
		return nil
	}
	return pgerr.New(pgerr.GroupingError, "%s are not allowed in %s", what, k.place()).At(int(pos))
}

// checkWindow refuses window functions where k has none.
func (k exprKind) checkWindow(pos int32) error {
	place := k.place()
	switch k {
	case kindSelectTarget, kindOrderBy, kindDistinctOn, kindNone:
		return nil
	case kindWindowPartition, kindWindowOrder, kindFrameRange, kindFrameRows, kindFrameGroups:
		place = "window definitions"
	}
	return pgerr.New(pgerr.WindowingError, "window functions are not allowed in %s", place).At(int(pos))
}

// checkSRF refuses set-returning functions where k has none.
func (k exprKind) checkSRF(pos int32) error {
	place := k.place()
	switch k {
	case kindSelectTarget, kindOrderBy, kindDistinctOn, kindGroupBy, kindNone, kindFromFunction,
		kindWindowPartition, kindWindowOrder, kindValuesSingle:
		return nil
	case kindFrameRange, kindFrameRows, kindFrameGroups:
		place = "window definitions"
	}
	return pgerr.New(pgerr.FeatureNotSupported, "set-returning functions are not allowed in %s", place).At(int(pos))
}

// checkSubquery refuses subqueries where k has none.
func (k exprKind) checkSubquery(pos int32) error {
	if t := kindTexts[k]; t.singular != "" {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot use subquery in %s", t.singular).At(int(pos))
	}
	return nil
}
