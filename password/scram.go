package password

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/xdg-go/stringprep"
)

// Secret is what a SCRAM verifier holds: enough to check a client's proof and to give the
// server's own, and not to log in with.
type Secret struct {
	Salt                 []byte
	Iterations           int
	StoredKey, ServerKey []byte
}

// derive makes the keys of a password. One that SASLprep refuses is taken as it is.
func (s *Secret) derive(password string, interrupted func() error) error {
	if prepared, err := stringprep.SASLprep.Prepare(password); err == nil {
		password = prepared
	}
	salted, err := saltedPassword(password, s.Salt, s.Iterations, interrupted)
	if err != nil {
		return err
	}
	stored := sha256.Sum256(MAC(salted, "Client Key"))
	s.StoredKey, s.ServerKey = stored[:], MAC(salted, "Server Key")
	return nil
}

// saltedPassword is PBKDF2 for one block. The standard library's hears of no interrupt, and
// a user may ask for two thousand million iterations.
func saltedPassword(password string, salt []byte, iterations int, interrupted func() error) ([]byte, error) {
	mac := hmac.New(sha256.New, []byte(password))
	_, _ = mac.Write(binary.BigEndian.AppendUint32(salt[:len(salt):len(salt)], 1))
	last := mac.Sum(nil)
	sum := append([]byte(nil), last...)
	for range iterations - 1 {
		if err := interrupted(); err != nil {
			return nil, err
		}
		mac.Reset()
		_, _ = mac.Write(last)
		last = mac.Sum(last[:0])
		subtle.XORBytes(sum, sum, last)
	}
	return sum, nil
}

// MAC is the HMAC of a text.
func MAC(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(text))
	return mac.Sum(nil)
}

// Proves tells whether a client's proof is that of the password, under what both sides have
// said.
func (s *Secret) Proves(proof []byte, said string) bool {
	clientKey := MAC(s.StoredKey, said)
	subtle.XORBytes(clientKey, clientKey, proof)
	stored := sha256.Sum256(clientKey)
	return hmac.Equal(stored[:], s.StoredKey)
}

// String is the verifier.
func (s *Secret) String() string {
	b64 := base64.StdEncoding.EncodeToString
	return mechanism + "$" + strconv.Itoa(s.Iterations) + ":" + b64(s.Salt) + "$" + b64(s.StoredKey) + ":" + b64(s.ServerKey)
}

// Parse reads a SCRAM verifier; ok is false if it is none.
func Parse(verifier string) (s Secret, ok bool) {
	rest, ok := strings.CutPrefix(verifier, mechanism+"$")
	factors, keys, ok2 := strings.Cut(rest, "$")
	iterations, salt, ok3 := strings.Cut(factors, ":")
	stored, server, ok4 := strings.Cut(keys, ":")
	n, err := strconv.ParseInt(iterations, 10, 32)
	if !ok || !ok2 || !ok3 || !ok4 || err != nil || n < 1 || strings.ContainsAny(verifier, "\r\n") { // which Go's base64 reads over
		return s, false
	}
	s.Iterations = int(n)
	var err1, err2 error
	s.Salt, err = base64.StdEncoding.DecodeString(salt)
	s.StoredKey, err1 = base64.StdEncoding.DecodeString(stored)
	s.ServerKey, err2 = base64.StdEncoding.DecodeString(server)
	return s, err == nil && err1 == nil && err2 == nil && len(s.StoredKey) == sha256.Size && len(s.ServerKey) == sha256.Size
}
