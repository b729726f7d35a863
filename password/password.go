// Package password makes and checks what is stored of a role's password: never
// the password itself, but PostgreSQL's verifiers of it.
//
//	SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>    base64
//	md5<32 hexadecimal digits>
//
// After PostgreSQL 18, libpq/crypt.c and common/scram-common.c. SASLprep is
// xdg-go/stringprep's; the standard library has none.
package password

import (
	"crypto/md5" // of old verifiers; no login takes them
	"crypto/rand"
	"encoding/hex"
	"regexp"

	"minidb/pgerr"
)

const (
	// SaltBytes is how long salts are.
	SaltBytes = 16

	// maxVerifier is PostgreSQL's MAX_ENCRYPTED_PASSWORD_LEN, in bytes.
	maxVerifier = 512
	mechanism   = "SCRAM-SHA-256"
)

// Settings are those that say how passwords are kept.
type Settings struct {
	MD5        bool // password_encryption = md5
	Iterations int  // scram_iterations
	// Interrupted is asked in each iteration: an error ends the work.
	Interrupted func() error
}

var md5Form = regexp.MustCompile(`^md5[0-9a-f]{32}$`)

// IsMD5 tells whether a verifier is of the old kind, which holds the role's name.
func IsMD5(verifier string) bool { return md5Form.MatchString(verifier) }

// Verifier returns what to store of a role's password, which may be a verifier
// already.
func Verifier(role, password string, s Settings) (string, error) {
	_, isScram := Parse(password)
	switch {
	case isScram || IsMD5(password):
		if len(password) > maxVerifier {
			return "", pgerr.New(pgerr.ProgramLimitExceeded, "encrypted password is too long").
				WithDetail("Encrypted passwords must be no longer than %d bytes.", maxVerifier)
		}
		return password, nil
	case s.MD5:
		return md5Of(role, password), nil
	}
	secret := Secret{Salt: make([]byte, SaltBytes), Iterations: s.Iterations}
	_, _ = rand.Read(secret.Salt) // never fails
	if err := secret.derive(password, s.Interrupted); err != nil {
		return "", err
	}
	return secret.String(), nil
}

func md5Of(role, password string) string {
	sum := md5.Sum([]byte(password + role))
	return "md5" + hex.EncodeToString(sum[:])
}

// Empty tells whether a password, plain or as a verifier, is the empty one.
func Empty(role, password string, s Settings) (bool, error) {
	if IsMD5(password) {
		return md5Of(role, "") == password, nil
	}
	want, ok := Parse(password)
	if !ok {
		return password == "", nil
	}
	got := Secret{Salt: want.Salt, Iterations: want.Iterations}
	err := got.derive("", s.Interrupted)
	return err == nil && string(got.ServerKey) == string(want.ServerKey), err
}
