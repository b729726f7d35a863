package commands

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// ALTER TABLE: attributes of a column that are kept in pg_attribute alone.

// maxStatistics is MAX_STATISTICS_TARGET (PostgreSQL 18, statistics/extended_stats.h).
const maxStatistics = 10000

func (t *alterTable) setStatistics(cmd *tree.AlterTableCmd) error {
	index := t.old.Kind == catalog.IndexKind || t.old.Kind == catalog.PartitionedIndexKind
	if cmd.Num != 0 && !index {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot refer to non-index column by number")
	}
	target := int64(-1)
	if cmd.Value != nil {
		target = cmd.Value.Int
	}
	switch {
	case target < -1:
		return pgerr.New(pgerr.InvalidParameterValue, "statistics target %d is too low", target)
	case target > maxStatistics:
		target = maxStatistics
		t.c.warning(pgerr.InvalidParameterValue, "lowering statistics target to %d", target)
	}
	if index {
		return t.indexStatistics(cmd, target)
	}
	rel, col, err := t.column(cmd.Name, "alter")
	if err == nil && col.Virtual {
		err = pgerr.New(pgerr.FeatureNotSupported, "cannot alter statistics on virtual generated column %q", col.Name)
	}
	if err != nil {
		return err
	}
	return t.c.Access.SetStatistics(rel.OID, col.Num, target)
}

// indexStatistics sets the target of an expression of an index.
func (t *alterTable) indexStatistics(cmd *tree.AlterTableCmd, target int64) error {
	col := t.old.ColumnByName(cmd.Name)
	if num := int(cmd.Num); num > 0 && num <= len(t.old.Columns) {
		col = &t.old.Columns[num-1]
	}
	switch {
	case col == nil && cmd.Num != 0:
		return pgerr.New(pgerr.UndefinedColumn, "column number %d of relation %q does not exist", cmd.Num, t.old.Name)
	case col == nil:
		return noColumn(cmd.Name, t.old.Name)
	}
	table, err := t.c.Access.OpenOID(t.c.Access.IndexTable(t.old.OID), catalog.NoLock)
	if err != nil {
		return err
	}
	ix := table.Index(t.old.OID)
	switch {
	case ix == nil:
		return undefinedIndex(t.old.OID)
	case col.Num > ix.NKeys:
		return pgerr.New(pgerr.FeatureNotSupported, "cannot alter statistics on included column %q of index %q", col.Name, ix.Name)
	case ix.Keys[col.Num-1].Attr != 0:
		return pgerr.New(pgerr.FeatureNotSupported, "cannot alter statistics on non-expression column %q of index %q", col.Name, ix.Name).
			WithHint("Alter statistics on table column instead.")
	}
	return t.c.Access.SetStatistics(t.old.OID, col.Num, target)
}

func (t *alterTable) setStorage(cmd *tree.AlterTableCmd) error {
	rel, col, err := t.column(cmd.Name, "alter")
	if err != nil {
		return err
	}
	s, err := t.c.storage(col, cmd.Text)
	if err != nil {
		return err
	}
	for _, ix := range rel.Indexes {
		for i, k := range ix.Keys {
			if k.Attr == col.Num {
				if err := t.c.Access.SetStorage(ix.OID, i+1, s); err != nil {
					return err
				}
			}
		}
	}
	return t.c.Access.SetStorage(rel.OID, col.Num, s)
}

// storages are the names of pg_attribute.attstorage.
var storages = map[string]byte{"plain": 'p', "external": 'e', "extended": 'x', "main": 'm'}

// storage reads the name of a strategy for large values. Nothing is stored out of
// line here: it is kept for whoever reads pg_attribute.
func (c *Ctx) storage(col *catalog.Column, name string) (byte, error) {
	t, ok := c.Access.TypeInfo(col.Type)
	if !ok {
		return 0, pgerr.New(pgerr.Internal, "cache lookup failed for type %d", col.Type)
	}
	if strings.EqualFold(name, "default") {
		return t.Storage, nil
	}
	s, ok := storages[strings.ToLower(name)]
	if !ok {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid storage type %q", name)
	}
	if s != 'p' && t.Storage == 'p' {
		return 0, pgerr.New(pgerr.FeatureNotSupported, "column data type %s can only have storage PLAIN", c.Access.FormatType(col.Type, -1))
	}
	return s, nil
}
