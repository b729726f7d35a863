package pgwire

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"

	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/password"
	"minidb/pgerr"
)

// Scram lets those in who prove by SCRAM-SHA-256 that they know a role's password.
// Who names a role that has none, or that does not exist, goes through the same
// exchange and is told the same. After PostgreSQL 18, libpq/auth-sasl.c and
// libpq/auth-scram.c.
type Scram struct {
	db   *minidb.DB
	mock []byte // salts of roles without a password come of it
}

// NewScram makes an Authenticator by a database's roles.
func NewScram(db *minidb.DB) *Scram {
	s := &Scram{db: db, mock: make([]byte, sha256.Size)}
	_, _ = rand.Read(s.mock) // which does not fail
	return s
}

// The mechanisms; by plus the client proves that it sees this server's certificate.
const (
	scramMechanism = "SCRAM-SHA-256"
	scramPlus      = "SCRAM-SHA-256-PLUS"
)

// Proves is true.
func (s *Scram) Proves() bool { return true }

// Authenticate has the exchange.
func (s *Scram) Authenticate(x Exchange, user string) error {
	secret, known := s.secret(user)
	c := conversation{secret: secret, certificate: certificateHash(x.Certificate())}
	err := c.run(x)
	if err == nil && !known || errors.Is(err, errLength) || errors.Is(err, errProof) {
		return fatal(pgerr.InvalidPassword, "password authentication failed for user %q", user)
	}
	if err != nil {
		return err
	}
	if x.Send(&pgproto3.AuthenticationSASLFinal{Data: []byte("v=" + c.signature())}) != nil {
		return errGone
	}
	return nil
}

// secret is that of a role; known is false if it is made up, with the same salt at
// each attempt.
func (s *Scram) secret(user string) (secret password.Secret, known bool) {
	verifier, iterations := s.db.Verifier(user)
	if secret, ok := password.Parse(verifier); ok {
		return secret, true
	}
	mac := hmac.New(sha256.New, s.mock)
	_, _ = mac.Write([]byte(user))
	return password.Secret{Salt: mac.Sum(nil)[:password.SaltBytes], Iterations: iterations,
		StoredKey: make([]byte, sha256.Size), ServerKey: make([]byte, sha256.Size)}, false
}

// run asks for the proof. The error is errProof if it is wrong.
func (c *conversation) run(x Exchange) error {
	offer := []string{scramMechanism}
	if c.certificate != nil {
		offer = []string{scramPlus, scramMechanism}
	}
	if x.Send(&pgproto3.AuthenticationSASL{AuthMechanisms: offer}) != nil {
		return errGone
	}
	body, err := x.Receive()
	if err != nil {
		return err
	}
	m := message{body: body}
	mechanism := string(m.known())
	c.plus = mechanism == scramPlus && c.certificate != nil
	if m.err == nil && !c.plus && mechanism != scramMechanism {
		return fatal(pgerr.ProtocolViolation, "client selected an invalid SASL authentication mechanism")
	}
	var first []byte
	size := m.int32()
	if size != -1 {
		first = m.bytes(int(size))
	}
	if err := m.end(); err != nil {
		return asFatal(err)
	}
	if size == -1 { // it will follow
		if first, err = answer(x, ""); err != nil {
			return err
		}
	}
	challenge, err := c.first(string(first))
	if err != nil {
		return err
	}
	if body, err = answer(x, challenge); err != nil {
		return err
	}
	return c.final(string(body))
}

// answer sends a challenge and returns what the client says to it.
func answer(x Exchange, challenge string) ([]byte, error) {
	if x.Send(&pgproto3.AuthenticationSASLContinue{Data: []byte(challenge)}) != nil {
		return nil, errGone
	}
	return x.Receive()
}
