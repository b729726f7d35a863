package catalog

// CatalogFunc: the built-in functions that need the catalogs. Package expr
// calls them by name through Ctx.Catalog; strict functions are never called with
// NULL.

import (
	"minidb/expr"
	"minidb/types"
)

// catalogFunc runs one function, with any number of arguments.
type catalogFunc func(a *Access, args []types.Datum) (types.Datum, error)

var catalogFuncs map[string]catalogFunc

func init() {
	catalogFuncs = make(map[string]catalogFunc, 128)
	for _, t := range []map[string]catalogFunc{definitionFuncs, indexPropertyFuncs, nameFuncs, visibilityFuncs, privilegeFuncs, sizeFuncs, sequenceFuncs, enumFuncs, backendFuncs, inputFuncs, partitionFuncs, optionFuncs, textSearchFuncs, advisoryFuncs, statFuncs, upkeepFuncs(), xactFuncs} {
		for name, f := range t {
			catalogFuncs[name] = f
		}
	}
}

// CatalogFunc runs the function of that name; ok is false if package catalog
// does not have it.
func (a *Access) CatalogFunc(_ *expr.Ctx, name string, args []types.Datum) (d types.Datum, ok bool, err error) {
	f, ok := catalogFuncs[name]
	if !ok {
		return null, false, nil
	}
	d, err = f(a, args)
	return d, true, err
}

var _ expr.CatalogFuncs = (*Access)(nil)

// nullFunc is for functions about objects that minidb does not have.
func nullFunc(*Access, []types.Datum) (types.Datum, error) { return null, nil }

// flag returns argument i as a boolean, false if it is missing.
func flag(args []types.Datum, i int) bool { return i < len(args) && args[i].IsTrue() }
