package pgwire

import (
	"context"

	"github.com/jackc/pgx/v5/pgproto3"
)

// The messages of the extended protocol. An error makes everything be left out up to
// Sync.

func (c *conn) doParse(body []byte) error {
	m := c.reading(body)
	name, sql := string(m.text()), string(m.text())
	var types []uint32
	for n := m.count(); n > 0 && m.err == nil; n-- {
		types = append(types, uint32(m.int32()))
	}
	if err := m.end(); err != nil {
		return c.sess.Fail(err)
	}
	if err := c.sess.Parse(context.Background(), name, sql, types); err != nil {
		return err
	}
	c.w.empty('1')
	return nil
}

func (c *conn) doBind(body []byte) error {
	m, b := c.reading(body), &c.binding
	portal, statement := m.name(&c.portal), m.known()
	if m.err != nil {
		return c.sess.Fail(m.err)
	}
	b.ParamFormats = m.formats(b.ParamFormats[:0])
	b.Params, b.Short = b.Params[:0], 0
	n := m.count()
	whole := m.err == nil
	if !whole {
		b.Short = -1
	}
	for i := range n { // all that are said to be there, for their number to be right
		var value []byte
		if size := m.int32(); size != -1 {
			value = m.bytes(int(size))
		}
		if b.Params = append(b.Params, value); whole && m.err != nil {
			b.Short, whole = i+1, false
		}
	}
	b.ResultFormats = m.formats(b.ResultFormats[:0])
	b.Err = m.end()
	err := c.sess.Bind(context.Background(), portal, string(statement), b)
	if len(body) > bufferSize {
		clear(b.Params) // which are of the reader's buffer, that lasts no longer
	}
	if err != nil {
		return err
	}
	c.w.empty('2')
	return nil
}

func (c *conn) doDescribe(body []byte) error {
	m := c.reading(body)
	kind, name := m.byte(), m.name(&c.portal)
	if err := m.end(); err != nil {
		return c.sess.Fail(err)
	}
	var formats []int16
	var rows bool
	var err error
	switch kind {
	case 'S':
		var params []uint32
		params, c.fields, rows, err = c.sess.DescribeStatement(context.Background(), name, c.fields[:0])
		if params != nil {
			c.w.send(&pgproto3.ParameterDescription{ParameterOIDs: params})
		}
	case 'P':
		c.fields, formats, rows, err = c.sess.DescribePortal(context.Background(), name, c.fields[:0])
	default:
		err = c.sess.Fail(protocolError("invalid DESCRIBE message subtype %d", kind))
	}
	switch {
	case err != nil:
		return err
	case rows:
		if err := c.describeFields(c.fields, formats); err != nil {
			return c.sess.Fail(err)
		}
	default:
		c.w.empty('n')
	}
	return nil
}

func (c *conn) doExecute(body []byte) error {
	m := c.reading(body)
	portal, limit := m.name(&c.portal), m.int32()
	if err := m.end(); err != nil {
		return c.sess.Fail(err)
	}
	rows, err := c.sess.Execute(context.Background(), portal, int64(limit))
	switch {
	case err != nil:
		return err
	case rows == nil:
		c.w.empty('I')
		return nil
	}
	return c.result(rows, rows.Formats(), false)
}

func (c *conn) doClose(body []byte) error {
	m := c.reading(body)
	kind, name := m.byte(), string(m.text())
	if err := m.end(); err != nil {
		return c.sess.Fail(err)
	}
	switch kind {
	case 'S':
		c.sess.CloseStatement(name)
	case 'P':
		c.sess.ClosePortal(name)
	default:
		return c.sess.Fail(protocolError("invalid CLOSE message subtype %d", kind))
	}
	c.w.empty('3')
	return nil
}

// sync ends a batch.
func (c *conn) sync(body []byte) error {
	c.skip = false
	if len(body) > 0 {
		return c.failQuery(c.sess.Fail(errFormat))
	}
	if err := c.sess.Sync(); err != nil {
		return c.failQuery(err)
	}
	return c.ready()
}
