package pgwire

import (
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/pgerr"
	"minidb/types"
)

// From the first byte of a connection to the first ReadyForQuery.

// What takes the place of a protocol version in requests that are none.
const (
	cancelRequest = 80877102
	sslRequest    = 80877103
	gssRequest    = 80877104
)

// alpn names PostgreSQL's protocol to TLS. A client that does not ask for TLS first must
// ask for that.
const alpn = "postgresql"

const maxStartup = 10_000 // bytes of a startup packet (MAX_STARTUP_PACKET_LENGTH)

// errGone ends a connection of which nothing more is to be said.
var errGone = errors.New("the client is gone")

// startup does all that; an error but errGone is told to the client. The client has
// a limited time for it.
func (c *conn) startup() error {
	_ = c.socket.SetDeadline(time.Now().Add(c.srv.cfg.StartupTimeout))
	if c.stopping.Load() { // that took stop's deadline away
		return errGone
	}
	packet, err := c.startupPacket()
	if err != nil {
		return err
	}
	login, err := c.readStartup(packet)
	if err != nil {
		return err
	}
	if err := c.auth.Authenticate(c, login.User); err != nil {
		if minidb.AsError(err).Code == pgerr.InvalidPassword {
			c.srv.failed(c)
		}
		return asFatal(err)
	}
	c.w.send(&pgproto3.AuthenticationOk{})
	return c.login(login)
}

// startupPacket returns the packet that asks for a session, after those that ask for
// encryption.
func (c *conn) startupPacket() ([]byte, error) {
	var ssl, gss bool
	if c.srv.cfg.TLS != nil {
		first, err := c.r.next(1)
		if err != nil {
			return nil, errGone
		}
		c.r.from--
		if first[0] == 0x16 { // a TLS client that does not ask first
			if err := c.startTLS(); err != nil {
				return nil, errGone
			}
			if c.nc.(*tls.Conn).ConnectionState().NegotiatedProtocol != alpn {
				return nil, errGone // it may take this for a server of another protocol
			}
			ssl, gss = true, true
		}
	}
	for {
		b, err := c.r.next(4)
		if err != nil {
			return nil, errGone
		}
		n := int(int32(binary.BigEndian.Uint32(b))) - 4
		if n < 4 || n > maxStartup {
			return nil, errGone
		}
		if b, err = c.r.next(n); err != nil {
			return nil, errGone
		}
		switch code := binary.BigEndian.Uint32(b); {
		case code == cancelRequest:
			if len(b) > 8 {
				c.srv.cancel(int32(binary.BigEndian.Uint32(b[4:])), b[8:])
			}
			return nil, errGone
		case code == sslRequest && !ssl:
			ssl = true
			if err := c.answerTLS(); err != nil {
				return nil, err
			}
			if _, encrypted := c.nc.(*tls.Conn); encrypted {
				gss = true
			}
		case code == gssRequest && !gss:
			gss = true
			if _, err := c.nc.Write([]byte{'N'}); err != nil {
				return nil, errGone
			}
			if err := c.nothingEarly("GSSAPI encryption"); err != nil {
				return nil, err
			}
		default:
			return b, nil
		}
	}
}

// answerTLS answers an SSLRequest.
func (c *conn) answerTLS() error {
	if c.srv.cfg.TLS == nil || c.nc.LocalAddr().Network() == "unix" {
		if _, err := c.nc.Write([]byte{'N'}); err != nil {
			return errGone
		}
		return c.nothingEarly("SSL")
	}
	if err := c.nothingEarly("SSL"); err != nil {
		return err
	}
	if _, err := c.nc.Write([]byte{'S'}); err != nil {
		return errGone
	}
	return c.startTLS()
}

// nothingEarly refuses what came behind a request for encryption: it would be taken for
// encrypted.
func (c *conn) nothingEarly(request string) error {
	if !c.r.buffered() {
		return nil
	}
	return asFatal(pgerr.New(pgerr.ProtocolViolation, "received unencrypted data after %s request", request).
		WithDetail("This could be either a client-software bug or evidence of an attempted man-in-the-middle attack."))
}

// startTLS makes the connection a TLS one. What was read already is the client's
// first message.
func (c *conn) startTLS() error {
	first := bytes.Clone(c.r.buf[c.r.from:c.r.to])
	t := tls.Server(&prefixed{c.nc, first}, c.srv.cfg.TLS)
	if err := t.Handshake(); err != nil {
		return errGone
	}
	c.nc, c.r, c.w = t, newReader(t), newWriter(t)
	return nil
}

// prefixed is a connection some of whose bytes were read before.
type prefixed struct {
	net.Conn
	first []byte
}

// Read gives what was read before first.
func (p *prefixed) Read(b []byte) (int, error) {
	if len(p.first) > 0 {
		n := copy(b, p.first)
		p.first = p.first[n:]
		return n, nil
	}
	return p.Conn.Read(b)
}

// readStartup reads the packet: its version, and who wants what.
func (c *conn) readStartup(b []byte) (minidb.Login, error) {
	var l minidb.Login
	version := binary.BigEndian.Uint32(b)
	if version>>16 != 3 {
		return l, fatal(pgerr.FeatureNotSupported, "unsupported frontend protocol %d.%d: server supports 3.0 to 3.2", version>>16, version&0xffff)
	}
	list, err := splitStartup(b[4:])
	if err != nil {
		return l, err
	}
	var unknown []string
	options := ""
	for i := 0; i+1 < len(list); i += 2 {
		switch name, value := list[i], list[i+1]; {
		case name == "user":
			l.User = types.TruncateName(value)
		case name == "database":
			l.Database = types.TruncateName(value)
		case name == "options":
			options = value
		case name == "replication":
			if !slices.Contains([]string{"false", "off", "no", "0", ""}, strings.ToLower(value)) {
				return l, fatal(pgerr.FeatureNotSupported, "replication is not supported by minidb")
			}
		case strings.HasPrefix(name, "_pq_."):
			unknown = append(unknown, name)
		default:
			l.Settings = append(l.Settings, minidb.Setting{Name: name, Value: value})
		}
	}
	if l.User == "" {
		return l, fatal(pgerr.InvalidAuthorization, "no PostgreSQL user name specified in startup packet")
	}
	if l.Database == "" {
		l.Database = l.User
	}
	given, err := splitOptions(options)
	if err != nil {
		return l, err
	}
	l.Settings = append(given, l.Settings...)
	c.long = version >= pgproto3.ProtocolVersion32
	if version > pgproto3.ProtocolVersion32 || len(unknown) > 0 {
		c.w.send(&pgproto3.NegotiateProtocolVersion{NewestMinorProtocol: min(version, pgproto3.ProtocolVersion32), UnrecognizedOptions: unknown})
	}
	return l, nil
}

// splitStartup cuts the packet into names and values.
func splitStartup(b []byte) ([]string, error) {
	var out []string
	for len(b) > 0 {
		i := bytes.IndexByte(b, 0)
		switch {
		case i < 0:
			return nil, fatal(pgerr.ProtocolViolation, "invalid startup packet layout: expected terminator as last byte")
		case i == 0 && len(out)%2 == 0:
			if len(b) > 1 {
				return nil, fatal(pgerr.ProtocolViolation, "invalid startup packet layout: expected terminator as last byte")
			}
			return out, nil
		}
		out = append(out, string(b[:i]))
		b = b[i+1:]
	}
	return nil, fatal(pgerr.ProtocolViolation, "invalid startup packet layout: expected terminator as last byte")
}

// login opens the session and tells the client all about it.
func (c *conn) login(l minidb.Login) error {
	l.Client, l.Server = c.nc.RemoteAddr(), c.nc.LocalAddr()
	if t, ok := c.nc.(*tls.Conn); ok {
		state := t.ConnectionState()
		l.TLS = &state
	}
	sess, err := c.srv.db.Connect(l)
	if err != nil {
		return asFatal(err)
	}
	c.sess = sess
	size := 4
	if c.long {
		size = 32
	}
	c.key = make([]byte, size)
	_, _ = rand.Read(c.key) // which does not fail
	if !c.srv.admit(c) {    // from now on others look at the key
		return fatal(pgerr.TooManyConnections, "sorry, too many clients already")
	}
	_ = c.socket.SetDeadline(time.Time{})
	sess.OnNotice(c.notice)
	sess.OnEnd(c.wake)
	sess.OnNotification(c.nudge)
	c.r.woken = c.woken
	if err := c.reportSettings(); err != nil {
		return err
	}
	c.w.send(&pgproto3.BackendKeyData{ProcessID: uint32(sess.PID()), SecretKey: c.key})
	return c.ready()
}

// fatal makes an error that ends the connection.
func fatal(code pgerr.Code, format string, args ...any) error {
	e := pgerr.New(code, format, args...)
	e.Severity = severityFatal
	return e
}

func asFatal(err error) error {
	e := *minidb.AsError(err)
	e.Severity = severityFatal
	return &e
}
