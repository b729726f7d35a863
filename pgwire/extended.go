package pgwire

import (
	"context"

	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
)

// The messages of the extended protocol. An error makes everything be left out up to
// Sync.

func (c *conn) doParse(body []byte) error {
	if c.parse.Decode(body) != nil {
		return c.malformed()
	}
	m := &c.parse
	if err := c.sess.Parse(context.Background(), m.Name, m.Query, m.ParameterOIDs); err != nil {
		return err
	}
	c.w.empty('1')
	return nil
}

// malformed is the error of a message that cannot be read; as every error it ends the
// transaction.
func (c *conn) malformed() error { return c.sess.Fail(errFormat) }

func (c *conn) doBind(body []byte) error {
	if c.bind.Decode(body) != nil {
		return c.malformed()
	}
	m := &c.bind
	c.binding = minidb.Binding{ParamFormats: m.ParameterFormatCodes, ResultFormats: m.ResultFormatCodes, Params: m.Parameters}
	if err := c.sess.Bind(context.Background(), m.DestinationPortal, m.PreparedStatement, &c.binding); err != nil {
		return err
	}
	c.w.empty('2')
	return nil
}

func (c *conn) doDescribe(body []byte) error {
	if c.describe.Decode(body) != nil {
		return c.malformed()
	}
	var formats []int16
	var rows bool
	var err error
	switch c.describe.ObjectType {
	case 'S':
		var params []uint32
		params, c.fields, rows, err = c.sess.DescribeStatement(context.Background(), c.describe.Name, c.fields[:0])
		if params != nil {
			c.w.send(&pgproto3.ParameterDescription{ParameterOIDs: params})
		}
	case 'P':
		c.fields, formats, rows, err = c.sess.DescribePortal(context.Background(), c.describe.Name, c.fields[:0])
	default:
		err = c.sess.Fail(protocolError("invalid DESCRIBE message subtype %d", c.describe.ObjectType))
	}
	switch {
	case err != nil:
		return err
	case rows:
		c.describeFields(c.fields, formats)
	default:
		c.w.empty('n')
	}
	return nil
}

func (c *conn) doExecute(body []byte) error {
	if c.execute.Decode(body) != nil {
		return c.malformed()
	}
	var formats []int16
	if p, err := c.sess.Portal(c.execute.Portal); err == nil {
		formats = p.Formats
	}
	rows, err := c.sess.Execute(context.Background(), c.execute.Portal, int64(int32(c.execute.MaxRows)))
	switch {
	case err != nil:
		return err
	case rows == nil:
		c.w.empty('I')
		return nil
	}
	return c.result(rows, formats, false)
}

func (c *conn) doClose(body []byte) error {
	if c.closing.Decode(body) != nil {
		return c.malformed()
	}
	switch c.closing.ObjectType {
	case 'S':
		c.sess.CloseStatement(c.closing.Name)
	case 'P':
		c.sess.ClosePortal(c.closing.Name)
	default:
		return c.sess.Fail(protocolError("invalid CLOSE message subtype %d", c.closing.ObjectType))
	}
	c.w.empty('3')
	return nil
}

// sync ends a batch.
func (c *conn) sync() error {
	c.skip = false
	if err := c.sess.Sync(); err != nil {
		return c.failQuery(err)
	}
	return c.ready()
}
