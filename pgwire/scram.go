package pgwire

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/xdg-go/scram"

	"minidb"
	"minidb/password"
	"minidb/pgerr"
)

// Scram lets those in who prove by SCRAM-SHA-256 that they know a role's password.
// Who names a role that has none, or that does not exist, goes through the same
// exchange and is told the same. After PostgreSQL 18, libpq/auth-scram.c.
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

// failedLogin is what a wrong password costs: a client waits so long before it may
// guess again.
const failedLogin = 250 * time.Millisecond

const scramMechanism = "SCRAM-SHA-256"

// Proves is true.
func (s *Scram) Proves() bool { return true }

// Authenticate has the exchange.
func (s *Scram) Authenticate(x Exchange, user string) error {
	cred, known := s.credentials(user)
	server, err := scram.SHA256.NewServer(func(string) (scram.StoredCredentials, error) { return cred, nil })
	if err != nil {
		return err
	}
	if err := x.Send(&pgproto3.AuthenticationSASL{AuthMechanisms: []string{scramMechanism}}); err != nil {
		return errGone
	}
	body, err := x.Receive()
	if err != nil {
		return err
	}
	var first pgproto3.SASLInitialResponse
	if err := first.Decode(body); err != nil {
		return malformed(err)
	}
	if first.AuthMechanism != scramMechanism {
		return fatal(pgerr.ProtocolViolation, "client selected an invalid SASL authentication mechanism")
	}
	if n := int(int32(binary.BigEndian.Uint32(body[len(scramMechanism)+1:]))); n != len(first.Data) {
		return malformed(errors.New("insufficient data left in message"))
	}
	conv := server.NewConversation()
	challenge, err := conv.Step(string(first.Data))
	if err != nil {
		return malformed(err)
	}
	if err := x.Send(&pgproto3.AuthenticationSASLContinue{Data: []byte(challenge)}); err != nil {
		return errGone
	}
	if body, err = x.Receive(); err != nil {
		return err
	}
	verdict, err := conv.Step(string(body))
	if err != nil && verdict != scram.ErrInvalidProof {
		return malformed(err)
	}
	if err != nil || !known {
		time.Sleep(failedLogin)
		return fatal(pgerr.InvalidPassword, "password authentication failed for user %q", user)
	}
	if err := x.Send(&pgproto3.AuthenticationSASLFinal{Data: []byte(verdict)}); err != nil {
		return errGone
	}
	return nil
}

func malformed(err error) error {
	e := *pgerr.New(pgerr.ProtocolViolation, "malformed SCRAM message").WithDetail("%s", err)
	e.Severity = severityFatal
	return &e
}

// credentials are those of a role; known is false if they are made up, with the
// same salt at each attempt.
func (s *Scram) credentials(user string) (c scram.StoredCredentials, known bool) {
	verifier, valid := s.db.Verifier(user)
	if c, ok := password.Parse(verifier); ok && valid {
		return c, true
	}
	mac := hmac.New(sha256.New, s.mock)
	_, _ = mac.Write([]byte(user))
	salt := mac.Sum(nil)[:password.SaltBytes]
	return scram.StoredCredentials{KeyFactors: scram.KeyFactors{Salt: string(salt), Iters: password.DefaultIterations},
		StoredKey: make([]byte, sha256.Size), ServerKey: make([]byte, sha256.Size)}, false
}
