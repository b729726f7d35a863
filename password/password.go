// Package password makes and checks what is stored of a role's password: never
// the password itself, but PostgreSQL's verifiers of it.
//
//	SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>    base64
//	md5<32 hexadecimal digits>
//
// After PostgreSQL 18, libpq/crypt.c and common/scram-common.c. The exchange itself is
// xdg-go/scram's, which has the server's side too, and SASLprep is xdg-go/stringprep's;
// the standard library has neither.
package password

import (
	"crypto/md5" // of old verifiers; no login takes them
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/xdg-go/scram"
	"github.com/xdg-go/stringprep"

	"minidb/pgerr"
)

const (
	// SaltBytes is how long salts are.
	SaltBytes = 16
	// DefaultIterations is what scram_iterations is unless it is set.
	DefaultIterations = 4096

	keyBytes = 32
	// maxVerifier is PostgreSQL's MAX_ENCRYPTED_PASSWORD_LEN, in bytes.
	maxVerifier = 512
	mechanism   = "SCRAM-SHA-256"
)

// Settings are those that say how passwords are kept.
type Settings struct {
	MD5        bool // password_encryption = md5
	Iterations int  // scram_iterations
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
	var salt [SaltBytes]byte
	_, _ = rand.Read(salt[:]) // never fails
	c, err := credentials(password, string(salt[:]), s.Iterations)
	if err != nil {
		return "", err
	}
	b64 := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("%s$%d:%s$%s:%s", mechanism, c.Iters, b64(salt[:]), b64(c.StoredKey), b64(c.ServerKey)), nil
}

func md5Of(role, password string) string {
	sum := md5.Sum([]byte(password + role))
	return "md5" + hex.EncodeToString(sum[:])
}

// credentials derives the keys. A password that SASLprep refuses is taken as it
// is.
func credentials(password, salt string, iterations int) (scram.StoredCredentials, error) {
	if prepared, err := stringprep.SASLprep.Prepare(password); err == nil {
		password = prepared
	}
	client, err := scram.SHA256.NewClientUnprepped("", password, "")
	if err != nil {
		return scram.StoredCredentials{}, err
	}
	return client.WithMinIterations(1).GetStoredCredentialsWithError(scram.KeyFactors{Salt: salt, Iters: iterations})
}

// Parse reads a SCRAM verifier; ok is false if it is none.
func Parse(verifier string) (c scram.StoredCredentials, ok bool) {
	rest, ok := strings.CutPrefix(verifier, mechanism+"$")
	factors, keys, ok2 := strings.Cut(rest, "$")
	iterations, salt, ok3 := strings.Cut(factors, ":")
	stored, server, ok4 := strings.Cut(keys, ":")
	n, err := strconv.ParseInt(iterations, 10, 32)
	if !ok || !ok2 || !ok3 || !ok4 || err != nil || n < 1 {
		return c, false
	}
	raw, err := base64.StdEncoding.DecodeString(salt)
	c.Salt, c.Iters = string(raw), int(n)
	var err1, err2 error
	c.StoredKey, err1 = base64.StdEncoding.DecodeString(stored)
	c.ServerKey, err2 = base64.StdEncoding.DecodeString(server)
	return c, err == nil && err1 == nil && err2 == nil && len(c.StoredKey) == keyBytes && len(c.ServerKey) == keyBytes
}

// Matches tells whether a plain password is the one that a verifier was made of.
func Matches(role, password, verifier string) bool {
	if IsMD5(verifier) {
		return md5Of(role, password) == verifier
	}
	want, ok := Parse(verifier)
	if !ok {
		return false
	}
	got, err := credentials(password, want.Salt, want.Iters)
	return err == nil && string(got.ServerKey) == string(want.ServerKey)
}

// Empty tells whether a password, plain or as a verifier, is the empty one.
func Empty(role, password string) bool { return password == "" || Matches(role, "", password) }
