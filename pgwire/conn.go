package pgwire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync/atomic"
	"time"

	"minidb"
	"minidb/pgerr"
)

// conn is one client's connection. One goroutine serves it; others may only wake and
// stop it.
type conn struct {
	srv *Server
	nc  net.Conn // with TLS, if there is
	// socket is what TLS goes through: others may close it and set its deadlines.
	socket net.Conn
	auth   Authenticator
	r      *reader
	w      *writer
	sess   *minidb.Session // nil before the login
	key    []byte          // that a cancel request must have
	long   bool            // the key is that of protocol 3.2

	skip   bool // an error in a batch: leave out what comes before Sync
	fields []minidb.Field

	binding minidb.Binding
	portal  string // the last name of one

	// Who sets one of these looks at the other afterwards, so that one of both notices.
	resting  atomic.Bool // it waits for the first message of a batch, or for the login
	stopping atomic.Bool // the server stops: go when you rest
}

func newConn(s *Server, nc net.Conn, auth Authenticator) *conn {
	c := &conn{srv: s, nc: nc, socket: nc, auth: auth, r: newReader(nc), w: newWriter(nc)}
	c.resting.Store(true)
	return c
}

// serve is the connection's life.
func (c *conn) serve() {
	defer c.close()
	if err := c.startup(); err != nil {
		if !errors.Is(err, errGone) {
			c.fail(err)
		}
		return
	}
	for {
		if err := c.message(); err != nil {
			c.end(err)
			return
		}
	}
}

// close ends the session and the connection, also after a panic in this package.
func (c *conn) close() {
	if p := recover(); p != nil {
		c.srv.cfg.Log(fmt.Sprintf("internal error: %v\n%s", p, debug.Stack()))
	}
	if c.sess != nil {
		c.sess.Close()
	}
	_ = c.nc.Close()
}

// lastWords is how long a client has to take the message that ends its connection.
const lastWords = 2 * time.Second

// end says why the connection ends, if the client can still hear it.
func (c *conn) end(err error) {
	if e := c.sess.Ended(); e != nil {
		err = e
	}
	if errors.As(err, new(*minidb.Error)) {
		_ = c.socket.SetWriteDeadline(time.Now().Add(lastWords))
		c.fail(err)
	}
}

// wake makes a connection whose session was ended notice it, whatever it waits for.
func (c *conn) wake() {
	_ = c.socket.SetReadDeadline(time.Now())
	_ = c.socket.SetWriteDeadline(time.Now().Add(lastWords))
}

// stop makes the connection end as soon as it rests.
func (c *conn) stop() {
	c.stopping.Store(true)
	c.nudge()
}

// rest notes that the connection waits for a batch; false if it must end.
func (c *conn) rest() bool {
	c.resting.Store(true)
	return !c.stopping.Load()
}

// message serves one message. An error ends the connection.
func (c *conn) message() error {
	waits := c.sess.InBatch() && !c.r.buffered()
	if err := c.r.fill(1); err != nil {
		return c.readError(err)
	}
	if waits {
		c.sess.ForgetCancel()
	}
	if c.resting.Load() {
		c.resting.Store(false)
	}
	kind, body, ok := c.r.whole()
	if !ok {
		var err error
		if kind, body, err = c.pieces(); err != nil {
			return err
		}
	}
	switch {
	case kind == 'X':
		return errGone
	case c.skip && kind != 'S':
		return nil
	}
	if err := c.serveMessage(kind, body); err != nil {
		return err
	}
	if c.w.err != nil {
		return errGone
	}
	return nil
}

// pieces reads a message that has not come yet, or that is wrong, piece by piece.
func (c *conn) pieces() (kind byte, body []byte, err error) {
	if kind, err = c.r.kind(); err != nil {
		return 0, nil, c.readError(err)
	}
	limit, ok := limitOf(kind)
	if !ok {
		return 0, nil, fatal(pgerr.ProtocolViolation, "invalid frontend message type %d", kind)
	}
	if body, err = c.r.body(limit); err != nil {
		return 0, nil, c.readError(err)
	}
	return kind, body, nil
}

// readError is the end of a connection that gives no more messages.
func (c *conn) readError(err error) error {
	if e := c.sess.Ended(); e != nil {
		return e
	}
	if !c.rest() && errors.As(err, new(net.Error)) {
		return fatal(pgerr.AdminShutdown, "terminating connection due to administrator command")
	}
	return errGone
}

// reading begins a message of the session's client.
func (c *conn) reading(body []byte) message { return message{body: body, enc: c.sess.Encoding()} }

func (c *conn) serveMessage(kind byte, body []byte) error {
	var err error
	switch kind {
	case 'Q':
		return c.query(body)
	case 'P':
		err = c.doParse(body)
	case 'B':
		err = c.doBind(body)
	case 'D':
		err = c.doDescribe(body)
	case 'E':
		err = c.doExecute(body)
	case 'C':
		err = c.doClose(body)
	case 'H':
		if len(body) > 0 {
			err = c.sess.Fail(errFormat)
			break
		}
		c.w.flush()
	case 'S':
		return c.sync(body)
	case 'F':
		c.fail(pgerr.Unsupported(-1, "the function call protocol", "Use SELECT."))
		return c.ready()
	case 'c', 'd', 'f': // what is left of a COPY that failed
	}
	if err != nil {
		c.skip = true
		return c.failed(err)
	}
	return nil
}

// failed tells the client of an error; one that ended the session ends the
// connection too.
func (c *conn) failed(err error) error {
	if c.w.err != nil {
		return errGone
	}
	if e := minidb.AsError(err); e.Severity == severityFatal {
		return e
	}
	c.fail(err)
	return nil
}

// ready tells the client that it may go on, and of the settings that have changed.
func (c *conn) ready() error {
	if err := c.sess.Ended(); err != nil {
		return err
	}
	if err := errors.Join(c.sendNotifications(), c.reportSettings()); err != nil {
		return err
	}
	c.w.buf = append(c.w.buf, 'Z', 0, 0, 0, 5, c.sess.Status())
	if c.w.flush() != nil {
		return errGone
	}
	if !c.r.buffered() && !c.rest() {
		return fatal(pgerr.AdminShutdown, "terminating connection due to administrator command")
	}
	if c.sess.Notified() { // since a moment ago
		c.nudge()
	}
	return nil
}

func (c *conn) reportSettings() error {
	out := c.foreign()
	c.sess.Report(func(name, value string) {
		at := c.w.begin('S')
		c.w.text(name)
		c.w.text(out.text(value))
		c.w.end(at)
	})
	return out.fatal()
}

// query serves a simple query.
func (c *conn) query(body []byte) error {
	m := c.reading(body)
	sql := string(m.text())
	if err := m.end(); err != nil {
		return c.failQuery(c.sess.Fail(err))
	}
	results := 0
	err := c.sess.Simple(context.Background(), sql, func(rows *minidb.Rows) error {
		results++
		return c.result(rows, nil, true)
	})
	if err != nil {
		return c.failQuery(err)
	}
	if results == 0 {
		c.w.empty('I')
	}
	return c.ready()
}

func (c *conn) failQuery(err error) error {
	if err := c.failed(err); err != nil {
		return err
	}
	return c.ready()
}
