package settings

// The five strategies, each with the settings that choose between its old and its
// new way: what is compared when a whole strategy is.

// Group is a strategy: its name, S1 to S5, what it is about, and its settings.
type Group struct {
	Name, Short string
	Settings    []*Def
}

// Groups returns the strategies in order. The caller must not change them.
func Groups() []Group { return groups }

var groups = []Group{
	{"S1", "conversion of rows between a table and its partitions", []*Def{AttrMap, AttrMapCache, InheritTranslation}},
	{"S2", "release of locks at the end of a transaction", []*Def{LockRelease, LockTableShrinkThreshold, LockTableShrinkMultiple, LockTableShrinkMinimum, FastPath}},
	{"S3", "tuplestores of window functions", []*Def{WindowStore, WindowStoreAlloc, WindowPlan, WindowRunCondition, WindowRowsForRange}},
	{"S4", "writing of system catalogs", []*Def{CatalogInsert, CatalogOpen, CatalogIndexInsert}},
	{"S5", "changes of partitioned tables", []*Def{ModifyPlan, ResultRelInit, ExecutorLocks, InsertLocks, RoutingCache}},
}

// Old is the value of a strategy's setting in the oldest profile, Boot its new one;
// "" for other settings.
func (d *Def) Old() string { return ProfileValues(profileNames[0])[d.Name] }
