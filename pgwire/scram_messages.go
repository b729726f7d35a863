package pgwire

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"minidb/password"
	"minidb/pgerr"
)

// What both sides of SCRAM say, RFC 5802:
//
//	client  n,,n=user,r=nonce              the user is that of the startup packet
//	server  r=nonce and more,s=salt,i=iterations
//	client  c=first part again,r=the same,p=proof
//	server  v=signature

// bindingType is how a client proves that it sees the server's certificate (RFC 5929).
const bindingType = "tls-server-end-point"

// nonceBytes is how long the server's part of the nonce is before base64.
const nonceBytes = 18

// errProof is a proof that is none.
var errProof = errors.New("wrong proof")

// conversation is one client's.
type conversation struct {
	secret      password.Secret
	certificate []byte // the hash of the server's, nil if a client cannot prove that it sees it
	plus        bool   // this one does

	flag  string // what the client's first message says of that: n, y, or p with a type
	bare  string // the rest of it
	nonce string // of both sides
	sent  string // the challenge
	said  string // all that the proof and the signature are about
}

// certificateHash is that of the channel binding; nil if the RFC has none for it.
func certificateHash(c *x509.Certificate) []byte {
	if c == nil {
		return nil
	}
	switch c.SignatureAlgorithm {
	case x509.SHA384WithRSA, x509.ECDSAWithSHA384, x509.SHA384WithRSAPSS:
		h := sha512.Sum384(c.Raw)
		return h[:]
	case x509.SHA512WithRSA, x509.ECDSAWithSHA512, x509.SHA512WithRSAPSS:
		h := sha512.Sum512(c.Raw)
		return h[:]
	case x509.PureEd25519, x509.UnknownSignatureAlgorithm:
		return nil
	}
	h := sha256.Sum256(c.Raw) // in place of MD5 and SHA-1 too
	return h[:]
}

// first reads the client's first message and returns the challenge.
func (c *conversation) first(text string) (string, error) {
	if err := checkLength(text); err != nil {
		return "", err
	}
	rest, err := c.binding(text)
	switch {
	case err != nil:
		return "", err
	case strings.HasPrefix(rest, "a"):
		return "", fatal(pgerr.FeatureNotSupported, "client uses authorization identity, but it is not supported")
	case !strings.HasPrefix(rest, ","):
		return "", malformed("Unexpected attribute \"%s\" in client-first-message.", firstChar(rest))
	}
	a := attributes{rest[1:]}
	c.bare = a.left
	if strings.HasPrefix(a.left, "m") {
		return "", fatal(pgerr.FeatureNotSupported, "client requires an unsupported SCRAM extension")
	}
	if _, err := a.value('n'); err != nil {
		return "", err
	}
	if c.nonce, err = a.value('r'); err != nil {
		return "", err
	}
	for i := range len(c.nonce) {
		if c.nonce[i] < 0x21 || c.nonce[i] > 0x7e {
			return "", fatal(pgerr.ProtocolViolation, "non-printable characters in SCRAM nonce")
		}
	}
	for a.left != "" { // extensions, which mean nothing
		if _, _, err := a.any(); err != nil {
			return "", err
		}
	}
	var own [nonceBytes]byte
	_, _ = rand.Read(own[:]) // which does not fail
	c.nonce += base64.StdEncoding.EncodeToString(own[:])
	c.sent = "r=" + c.nonce + ",s=" + base64.StdEncoding.EncodeToString(c.secret.Salt) + ",i=" + strconv.Itoa(c.secret.Iterations)
	return c.sent, nil
}

// binding takes the flag, with its comma, off the client's first message.
func (c *conversation) binding(text string) (rest string, err error) {
	switch text[0] {
	case 'n', 'y':
		switch {
		case c.plus:
			return "", malformed("The client selected SCRAM-SHA-256-PLUS, but the SCRAM message does not include channel binding data.")
		case text[0] == 'y' && c.certificate != nil: // the offer was cut on its way
			e := pgerr.New(pgerr.InvalidAuthorization, "SCRAM channel binding negotiation error").
				WithDetail("The client supports SCRAM channel binding but thinks the server does not.  However, this server does support channel binding.")
			return "", asFatal(e)
		case len(text) < 2 || text[1] != ',':
			return "", malformed("Comma expected, but found character \"%s\".", firstChar(text[1:]))
		}
		c.flag = text[:1]
		return text[2:], nil
	case 'p':
		if !c.plus {
			return "", malformed("The client selected SCRAM-SHA-256 without channel binding, but the SCRAM message includes channel binding data.")
		}
		a := attributes{text}
		kind, err := a.value('p')
		if err != nil {
			return "", err
		}
		if kind != bindingType {
			return "", fatal(pgerr.ProtocolViolation, "unsupported SCRAM channel-binding type \"%s\"", printable(kind))
		}
		c.flag = "p=" + kind
		return a.left, nil
	}
	return "", malformed("Unexpected channel-binding flag \"%s\".", firstChar(text))
}

// final reads the client's last message and checks the proof.
func (c *conversation) final(text string) error {
	if err := checkLength(text); err != nil {
		return err
	}
	a := attributes{text}
	bound, err := a.value('c')
	if err != nil {
		return err
	}
	if bound != base64.StdEncoding.EncodeToString(append([]byte(c.flag+",,"), c.bindingData()...)) {
		if c.plus {
			return fatal(pgerr.InvalidAuthorization, "SCRAM channel binding check failed")
		}
		return fatal(pgerr.ProtocolViolation, "unexpected SCRAM channel-binding attribute in client-final-message")
	}
	nonce, err := a.value('r')
	if err != nil {
		return err
	}
	var name byte
	var value, unproved string
	for name != 'p' { // extensions may come before
		unproved = strings.TrimSuffix(text[:len(text)-len(a.left)], ",")
		if name, value, err = a.any(); err != nil {
			return err
		}
	}
	proof, err := base64.StdEncoding.DecodeString(value)
	switch {
	case err != nil || len(proof) != sha256.Size || len(value) != base64.StdEncoding.EncodedLen(sha256.Size):
		return malformed("Malformed proof in client-final-message.")
	case a.left != "":
		return malformed("Garbage found at the end of client-final-message.")
	case nonce != c.nonce:
		return asFatal(pgerr.New(pgerr.ProtocolViolation, "invalid SCRAM response").WithDetail("Nonce does not match."))
	}
	c.said = c.bare + "," + c.sent + "," + unproved
	if !c.secret.Proves(proof, c.said) {
		return errProof
	}
	return nil
}

// bindingData is what a client adds that sees the server's certificate.
func (c *conversation) bindingData() []byte {
	if !c.plus {
		return nil
	}
	return c.certificate
}

// signature proves to the client that the server knows its password, too.
func (c *conversation) signature() string {
	return base64.StdEncoding.EncodeToString(password.MAC(c.secret.ServerKey, c.said))
}

// attributes is a message's list of x=value, as far as it is not read.
type attributes struct{ left string }

// value takes the value of an attribute that must come next.
func (a *attributes) value(name byte) (string, error) {
	if a.left == "" || a.left[0] != name {
		return "", malformed("Expected attribute \"%c\" but found \"%s\".", name, firstChar(a.left))
	}
	_, value, err := a.any()
	return value, err
}

// any takes the next attribute.
func (a *attributes) any() (name byte, value string, err error) {
	if a.left == "" {
		return 0, "", malformed("Attribute expected, but found end of string.")
	}
	name = a.left[0]
	switch letter := name | 0x20; {
	case letter < 'a' || letter > 'z':
		return 0, "", malformed("Attribute expected, but found invalid character \"%s\".", firstChar(a.left))
	case len(a.left) < 2 || a.left[1] != '=':
		return 0, "", malformed("Expected character \"=\" for attribute \"%c\".", name)
	}
	value, a.left, _ = strings.Cut(a.left[2:], ",")
	return name, value, nil
}

func checkLength(text string) error {
	switch {
	case text == "":
		return malformed("The message is empty.")
	case strings.IndexByte(text, 0) >= 0:
		return malformed("Message length does not match input length.")
	}
	return nil
}

func malformed(detail string, args ...any) error {
	return asFatal(pgerr.New(pgerr.ProtocolViolation, "malformed SCRAM message").WithDetail(detail, args...))
}

// firstChar names the first byte of a text, zero at its end.
func firstChar(s string) string {
	switch {
	case s == "":
		return "0x00"
	case s[0] >= 0x21 && s[0] <= 0x7e:
		return "'" + s[:1] + "'"
	}
	return fmt.Sprintf("0x%02x", s[0])
}

// printable is the beginning of a text without what cannot be printed.
func printable(s string) string {
	b := []byte(s[:min(len(s), 30)])
	for i, c := range b {
		if c < 0x21 || c > 0x7e {
			b[i] = '?'
		}
	}
	return string(b)
}
