package expr

// procTables lists the tables of functions.
func procTables() [][]procRow {
	return [][]procRow{procAgg, procCast, procCatalog, procFunc, procIo, procOp, procTrigger, procSupport}
}
