package pgwire

import (
	"crypto/tls"
	"crypto/x509"
	"net"

	"github.com/jackc/pgx/v5/pgproto3"

	"minidb/pgerr"
)

// Who gets in. Each listener of a server has an Authenticator; which addresses it
// may listen on depends on whether that asks for a proof.

// Authenticator decides whether a client is who it says it is.
type Authenticator interface {
	// Authenticate talks to the client until it has proved to be user; the error is
	// what the client is told.
	Authenticate(x Exchange, user string) error
	// Proves tells whether clients of other machines may be let in on it.
	Proves() bool
}

// Exchange is the connection as an Authenticator sees it.
type Exchange interface {
	// Send sends a message at once.
	Send(m pgproto3.BackendMessage) error
	// Receive returns the body of the client's next message, which must be an answer
	// to a request for a proof. It is valid until the next call.
	Receive() ([]byte, error)
	// Certificate is what the server has shown by TLS, nil if there is no TLS.
	Certificate() *x509.Certificate
}

// Trust lets everybody in who is on the same machine.
type Trust struct{}

// Authenticate believes the client.
func (Trust) Authenticate(Exchange, string) error { return nil }

// Proves is false: nothing was proved.
func (Trust) Proves() bool { return false }

// IsLocal tells whether clients of other machines cannot reach an address.
func IsLocal(a net.Addr) bool {
	switch a := a.(type) {
	case *net.TCPAddr:
		return a.IP.IsLoopback()
	case *net.UnixAddr:
		return true
	}
	return false
}

// Send sends a message at once.
func (c *conn) Send(m pgproto3.BackendMessage) error {
	c.w.send(m)
	return c.w.flush()
}

// mostOfProof is the longest message of a proof, in bytes (PG_MAX_SASL_MESSAGE_LENGTH).
const mostOfProof = 1024

// Receive returns the body of such an answer. Who takes too long is told nothing.
func (c *conn) Receive() ([]byte, error) {
	kind, err := c.r.kind()
	if err != nil {
		return nil, errGone
	}
	if kind != 'p' {
		return nil, fatal(pgerr.ProtocolViolation, "expected SASL response, got message type %d", kind)
	}
	body, err := c.r.body(mostOfProof)
	if err != nil && err != errLength {
		return nil, errGone
	}
	return body, err
}

// Certificate is the server's, if there is but one.
func (c *conn) Certificate() *x509.Certificate {
	cfg := c.srv.cfg.TLS
	if _, ok := c.nc.(*tls.Conn); !ok || len(cfg.Certificates) != 1 || cfg.GetCertificate != nil || cfg.GetConfigForClient != nil {
		return nil
	}
	cert, err := x509.ParseCertificate(cfg.Certificates[0].Certificate[0])
	if err != nil {
		return nil
	}
	return cert
}
