package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// Columns with a sequence of their own: serial types and GENERATED ... AS
// IDENTITY. The sequence is made before the table and belongs to the column
// after. After PostgreSQL 18, parser/parse_utilcmd.c, generateSerialExtraStmts.

// serialTypes are not types but sequences with a default.
var serialTypes = map[string]string{
	"serial2": "int2", "smallserial": "int2", "serial4": "int4", "serial": "int4", "serial8": "int8", "bigserial": "int8",
}

// ownSequence is the sequence of a column of a table that is being gathered.
type ownSequence struct {
	column   string
	schema   types.OID
	name     string
	options  []*tree.DefElem
	identity bool
	like     *catalog.Sequence // whose parameters it gets; options are empty then
	rel      *catalog.Relation // once it is made
}

// serialType returns what stands for a serial type, e's own type if it is none.
func serialType(e *tree.ColumnDef) (t *tree.TypeName, serial bool, err error) {
	n := e.Type
	if len(n.Names) != 1 || serialTypes[n.Names[0]] == "" {
		return n, false, nil
	}
	if len(n.ArrayBounds) > 0 {
		return nil, false, pgerr.New(pgerr.FeatureNotSupported, "array of serial is not implemented").At(int(n.Pos))
	}
	return &tree.TypeName{Pos: n.Pos, Names: []string{"pg_catalog", serialTypes[n.Names[0]]}}, true, nil
}

// setSerial gives a serial column its sequence; its constraints have been taken
// in.
func (d *tableDef) setSerial(col *columnDef) error {
	nowhere := &tree.Constraint{Pos: -1}
	if col.defaulted {
		return d.doubly(col, nowhere, "multiple default values")
	}
	col.NotNull, col.defaulted = true, true
	if err := d.oneValue(col, nowhere); err != nil {
		return err
	}
	return d.addSequence(col, nil, false)
}

func (d *tableDef) setIdentity(col *columnDef, con *tree.Constraint) error {
	if col.Identity != 0 {
		return pgerr.New(pgerr.SyntaxError, "multiple identity specifications for column %q of table %q", col.Name, d.name).At(int(con.Pos))
	}
	if err := d.addSequence(col, con.Options, true); err != nil {
		return err
	}
	col.Identity = 'd'
	if con.Always {
		col.Identity = 'a'
	}
	switch {
	case col.nullSaid && !col.NotNull:
		return d.conflictingNull(col.Name, con)
	case !col.nullSaid:
		col.keyed = true
	}
	return d.oneValue(col, con)
}

// oneValue refuses a column with two sources of its values.
func (d *tableDef) oneValue(col *columnDef, con *tree.Constraint) error {
	switch {
	case col.defaulted && col.Identity != 0:
		return d.doubly(col, con, "both default and identity")
	case col.defaulted && col.Generated:
		return d.doubly(col, con, "both default and generation expression")
	case col.Identity != 0 && col.Generated:
		return d.doubly(col, con, "both identity and generation expression")
	}
	return nil
}

// addSequence notes that a column needs a sequence and finds a name for it. The
// type goes in front of the options: AS among them is one too many.
func (d *tableDef) addSequence(col *columnDef, options []*tree.DefElem, identity bool) error {
	s := &ownSequence{column: col.Name, schema: d.spec.Schema, identity: identity}
	var named *tree.DefElem
	s.options = append(s.options, &tree.DefElem{Pos: -1, Name: "as", Names: typeNames(col.Type)})
	for _, o := range options {
		if o.Name != "sequence_name" {
			s.options = append(s.options, o)
			continue
		}
		if named != nil {
			return redundantOption(o)
		}
		named = o
	}
	if named == nil {
		s.name = d.c.Access.ChooseRelationName(d.name, col.Name, "seq", d.spec.Schema, false)
	} else if err := d.nameSequence(s, named.Names); err != nil {
		return err
	}
	d.sequences = append(d.sequences, s)
	return nil
}

func (d *tableDef) nameSequence(s *ownSequence, names []string) error {
	if err := d.c.dottedName(names); err != nil {
		return err
	}
	schema, name := splitName(&tree.ObjectName{Names: names})
	s.name = name
	if schema == "" {
		return nil
	}
	var err error
	s.schema, err = d.c.namespaceFor(schema, tree.Permanent)
	return err
}

// typeNames spells an integer type; other types are refused later by AS.
func typeNames(oid types.OID) []string {
	if t, ok := types.ByOID(oid); ok {
		return []string{"pg_catalog", t.Name}
	}
	return []string{"record"}
}

// makeSequences creates the gathered sequences and the defaults of serial
// columns, before the table is.
func (d *tableDef) makeSequences() error {
	for _, s := range d.sequences {
		col := d.find(s.column)
		if _, ok := sequenceRanges[col.Type]; !ok {
			return notSequenceType(s.identity)
		}
		o := &sequenceOptions{c: d.c, init: true, identity: s.identity}
		if s.like != nil {
			o.seq, o.state = *s.like, catalog.SequenceState{Last: s.like.Start}
			o.seq.Type = types.Int8OID // LIKE copies all but the type
		} else if err := o.read(s.options); err != nil {
			return err
		}
		var err error
		if s.rel, err = d.c.Access.CreateSequence(s.schema, s.name, d.spec.Persistence, o.seq, o.state); err != nil {
			return err
		}
		if !s.identity {
			col.Default = catalog.NextValue(s.rel.OID, col.Type)
		}
	}
	return nil
}

// ownSequences gives the sequences to their columns.
func (d *tableDef) ownSequences(table types.OID) error {
	for _, s := range d.sequences {
		kind := catalog.AutoDep
		if s.identity {
			kind = catalog.InternalDep
		}
		if err := d.c.Access.OwnSequence(s.rel, table, d.find(s.column).Num, kind); err != nil {
			return err
		}
	}
	return nil
}
