package pgwire

import (
	"encoding/binary"

	"minidb"
)

// The result of a statement: a description if it is asked for, rows, and how it
// ended.

// result sends all of a statement's result, up to what a portal's limit allows.
func (c *conn) result(rows *minidb.Rows, formats []int16, describe bool) error {
	switch {
	case rows.WantsCopy():
		return c.copyIn(rows)
	case rows.HasCopy():
		return c.copyOut(rows)
	case rows.HasColumns():
		if describe {
			c.fields = rows.AppendFields(c.fields[:0])
			if err := c.describeFields(c.fields, nil); err != nil {
				return rows.Fail(err)
			}
		}
		if len(formats) > 0 {
			if err := rows.CheckFormats(formats); err != nil {
				return rows.Fail(err)
			}
		}
		for rows.Next() {
			at := c.w.begin('D')
			row, err := rows.AppendData(c.w.buf, formats)
			if err != nil {
				c.w.buf = c.w.buf[:at-messageHead]
				return rows.Fail(err)
			}
			c.w.buf = row
			c.w.end(at)
			if c.w.err != nil {
				return rows.Fail(c.w.err)
			}
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if rows.Suspended() {
		c.w.empty('s')
		return nil
	}
	c.complete(rows)
	return nil
}

// complete sends the command's tag.
func (c *conn) complete(rows *minidb.Rows) {
	at := c.w.begin('C')
	c.w.buf = append(rows.AppendTag(c.w.buf), 0)
	c.w.end(at)
}

// describeFields sends a RowDescription.
func (c *conn) describeFields(fields []minidb.Field, formats []int16) error {
	out := c.foreign()
	at := c.w.begin('T')
	b := binary.BigEndian.AppendUint16(c.w.buf, uint16(len(fields)))
	for i := range fields {
		f := &fields[i]
		b = append(append(b, out.text(f.Name)...), 0)
		b = binary.BigEndian.AppendUint32(b, f.Table)
		b = binary.BigEndian.AppendUint16(b, uint16(f.Attr))
		b = binary.BigEndian.AppendUint32(b, f.Type)
		b = binary.BigEndian.AppendUint16(b, uint16(f.Size))
		b = binary.BigEndian.AppendUint32(b, uint32(f.Typmod))
		format := int16(0)
		if len(formats) == 1 {
			format = formats[0]
		} else if i < len(formats) {
			format = formats[i]
		}
		b = binary.BigEndian.AppendUint16(b, uint16(format))
	}
	if out.err != nil {
		c.w.buf = b[:at-messageHead]
		return out.err
	}
	c.w.buf = b
	c.w.end(at)
	return nil
}
