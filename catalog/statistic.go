package catalog

// What ANALYZE knows of a column: rows of pg_statistic, read by the planner and
// written in one batch a table.

import (
	"sync/atomic"

	"minidb/types"
)

// Kinds of statistics (PostgreSQL 18, catalog/pg_statistic.h).
const (
	StatMCV         = 1 // most common values and their frequencies
	StatHistogram   = 2 // bounds of buckets of equal frequency, without the MCVs
	StatCorrelation = 3 // between the order of values and of rows
	StatMCElem      = 4 // most common elements of arrays
	StatDECHist     = 5 // histogram of how many distinct elements arrays have
)

const statSlots = 5

// StatSlot is one of up to five statistics of a column.
type StatSlot struct {
	Kind     int
	Op, Coll types.OID
	Numbers  []float64 // of float4 precision
	Elem     types.OID // type of Values
	Values   []types.Datum
}

// ColumnStats are the statistics of one column: a row of pg_statistic.
type ColumnStats struct {
	Attr     int
	NullFrac float64
	Width    int
	// Distinct is the number of distinct values, or if negative the negated
	// part of the rows that are distinct; 0 if unknown.
	Distinct float64
	Slots    []StatSlot
}

// Slot returns the statistics of one kind, nil if there are none.
func (s *ColumnStats) Slot(kind int) *StatSlot {
	if s == nil {
		return nil
	}
	for i := range s.Slots {
		if s.Slots[i].Kind == kind {
			return &s.Slots[i]
		}
	}
	return nil
}

// columnStats are the statistics of a relation's columns once they were read.
type columnStats struct {
	read atomic.Pointer[[]*ColumnStats]
}

// Statistics returns what is known of a table's columns, by attribute number
// less one; nil for those of which nothing is. Those of a partitioned table are of the
// rows of its partitions. The rows are read once for each
// entry of the relation cache: a change of pg_statistic makes a new one.
func (a *Access) Statistics(r *Relation) []*ColumnStats {
	if r.Heap == nil && r.PartKey == nil || r.stats == nil {
		return nil
	}
	if s := r.stats.read.Load(); s != nil {
		return *s
	}
	all := a.statistics(r.OID, len(r.Columns), r.PartKey != nil)
	r.stats.read.Store(&all)
	return all
}

// IndexStatistics is Statistics of an index, which has them for its expressions.
func (a *Access) IndexStatistics(ix *Index) []*ColumnStats {
	if ix.stats == nil {
		return nil
	}
	if s := ix.stats.read.Load(); s != nil {
		return *s
	}
	all := a.statistics(ix.OID, len(ix.Keys), false)
	ix.stats.read.Store(&all)
	return all
}

func (a *Access) statistics(rel types.OID, columns int, inherited bool) []*ColumnStats {
	all := make([]*ColumnStats, columns)
	for _, row := range a.Scan(a.System(PgStatistic), "pg_statistic_relid_att_inh_index", oidDatum(rel)) {
		if row[StatisticStainherit].IsTrue() != inherited {
			continue
		}
		s := readStatistic(row)
		if s.Attr >= 1 && s.Attr <= len(all) {
			all[s.Attr-1] = s
		}
	}
	return all
}

func readStatistic(row types.Row) *ColumnStats {
	s := &ColumnStats{
		Attr:     int(row[StatisticStaattnum].Int()),
		NullFrac: row[StatisticStanullfrac].Float(),
		Width:    int(row[StatisticStawidth].Int()),
		Distinct: row[StatisticStadistinct].Float(),
	}
	for i := range statSlots {
		kind := int(row[StatisticStakind1+i].Int())
		if kind == 0 {
			continue
		}
		slot := StatSlot{Kind: kind, Op: datumOID(row[StatisticStaop1+i]), Coll: datumOID(row[StatisticStacoll1+i])}
		if n := row[StatisticStanumbers1+i]; !n.IsNull() {
			for _, d := range n.Array().Elems {
				slot.Numbers = append(slot.Numbers, d.Float())
			}
		}
		if v := row[StatisticStavalues1+i]; !v.IsNull() {
			slot.Elem, slot.Values = v.Array().Elem, v.Array().Elems
		}
		s.Slots = append(s.Slots, slot)
	}
	return s
}

func (s *ColumnStats) row(rel types.OID, inherited bool) types.Row {
	row := make(types.Row, numStatisticColumns)
	row[StatisticStarelid], row[StatisticStaattnum] = oidDatum(rel), intDatum(s.Attr)
	row[StatisticStainherit] = boolDatum(inherited)
	row[StatisticStanullfrac] = types.NewFloat4(float32(s.NullFrac))
	row[StatisticStawidth] = intDatum(s.Width)
	row[StatisticStadistinct] = types.NewFloat4(float32(s.Distinct))
	for i := range statSlots {
		var slot StatSlot
		if i < len(s.Slots) {
			slot = s.Slots[i]
		}
		row[StatisticStakind1+i], row[StatisticStaop1+i] = intDatum(slot.Kind), oidDatum(slot.Op)
		row[StatisticStacoll1+i] = oidDatum(slot.Coll)
		if slot.Numbers != nil {
			numbers := make([]types.Datum, len(slot.Numbers))
			for k, n := range slot.Numbers {
				numbers[k] = types.NewFloat4(float32(n))
			}
			row[StatisticStanumbers1+i] = types.NewArray1(types.Float4OID, numbers)
		}
		if slot.Values != nil {
			row[StatisticStavalues1+i] = types.NewArray1(slot.Elem, slot.Values)
		}
	}
	return row
}

// WriteStatistics replaces or adds the rows of pg_statistic for columns of one
// relation: update_attstats. PostgreSQL adds them one by one, among those it replaces;
// here new ones go into a batch. inherited tells that they are of a partitioned table.
func (a *Access) WriteStatistics(rel types.OID, list []*ColumnStats, inherited bool) error {
	if len(list) == 0 {
		return nil
	}
	old := map[int]foundRow{}
	for _, f := range a.rows(PgStatistic, "pg_statistic_relid_att_inh_index", oidDatum(rel)) {
		if f.row[StatisticStainherit].IsTrue() == inherited {
			old[int(f.row[StatisticStaattnum].Int())] = f
		}
	}
	w, err := a.bulkWriter(PgStatistic, unknown)
	if err != nil {
		return err
	}
	defer w.Close()
	for _, s := range list {
		if f, there := old[s.Attr]; there {
			err = w.Update(f.tid, s.row(rel, inherited))
		} else {
			err = w.Put(s.row(rel, inherited))
		}
		if err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	a.spoilTable(rel) // an index is known by its table's entry
	a.CommandEnd()
	return nil
}

// CopyStatistics gives a relation, of which nothing is known yet, what is known of
// another's columns: a rebuilt index those of the one it replaces.
func (a *Access) CopyStatistics(from, to types.OID) error {
	w, err := a.bulkWriter(PgStatistic, unknown)
	if err != nil {
		return err
	}
	defer w.Close()
	for _, f := range a.rows(PgStatistic, "pg_statistic_relid_att_inh_index", oidDatum(from)) {
		f.row[StatisticStarelid] = oidDatum(to)
		if err := w.Put(f.row); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	a.CommandEnd()
	return nil
}

// RemoveStatistics forgets what is known of a column.
func (a *Access) RemoveStatistics(rel types.OID, attr int) error {
	return a.deleteWhere(PgStatistic, "pg_statistic_relid_att_inh_index", oidDatum(rel), intDatum(attr))
}

var statisticViews = []VirtualView{
	{Name: "pg_stats", Columns: `schemaname:name tablename:name attname:name inherited:bool null_frac:float4 avg_width:int4
		n_distinct:float4 most_common_vals:anyarray most_common_freqs:_float4 histogram_bounds:anyarray correlation:float4
		most_common_elems:anyarray most_common_elem_freqs:_float4 elem_count_histogram:_float4
		range_length_histogram:anyarray range_empty_frac:float4 range_bounds_histogram:anyarray`, Rows: statsRows},
}

func statsRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, st := range a.rows(PgStatistic, "pg_statistic_relid_att_inh_index") {
		rel, attr := st.row[StatisticStarelid], st.row[StatisticStaattnum]
		class, _ := a.first(PgClass, "pg_class_oid_index", rel)
		att, _ := a.first(PgAttribute, "pg_attribute_relid_attnum_index", rel, attr)
		if class == nil || att == nil || att[AttributeAttisdropped].IsTrue() {
			continue
		}
		if r, err := a.ByOID(datumOID(rel)); err != nil || r == nil || !a.HasColumnPrivilege(a.S.CurrentRole, r, int(attr.Int()), SelectPrivilege) {
			continue
		}
		row := types.Row{textDatum(a.schemaOf(class)), class[ClassRelname], att[AttributeAttname], st.row[StatisticStainherit],
			st.row[StatisticStanullfrac], st.row[StatisticStawidth], st.row[StatisticStadistinct], null, null, null, null,
			null, null, null, null, null, null}
		for i := range statSlots {
			values, numbers := st.row[StatisticStavalues1+i], st.row[StatisticStanumbers1+i]
			switch st.row[StatisticStakind1+i].Int() {
			case StatMCV:
				row[7], row[8] = values, numbers
			case StatHistogram:
				row[9] = values
			case StatCorrelation:
				row[10] = numbers.Array().Elems[0]
			case StatMCElem:
				row[11], row[12] = values, numbers
			case StatDECHist:
				row[13] = numbers
			}
		}
		out = append(out, row)
	}
	return out, nil
}
