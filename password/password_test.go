package password

import (
	"encoding/base64"
	"errors"
	"testing"
)

func never() error { return nil }

// The example of RFC 7677.
func TestSecret(t *testing.T) {
	salt, _ := base64.StdEncoding.DecodeString("W22ZaJ0SNY7soEsUEjb6gQ==")
	s := Secret{Salt: salt, Iterations: 4096}
	if err := s.derive("pencil", never); err != nil {
		t.Fatal(err)
	}
	const nonce = "rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
	const said = "n=user,r=rOprNGfwEbeRWgbNEkqO,r=" + nonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=" + nonce
	proof, _ := base64.StdEncoding.DecodeString("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=")
	if !s.Proves(proof, said) || s.Proves(proof, said+"x") {
		t.Error("the proof is not known")
	}
	if got := base64.StdEncoding.EncodeToString(MAC(s.ServerKey, said)); got != "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=" {
		t.Error(got)
	}
	if again, ok := Parse(s.String()); !ok || again.String() != s.String() {
		t.Error(s.String())
	}
}

// What is no verifier is a password.
func TestParse(t *testing.T) {
	const keys = "$YwjYdMhwB4NUK2Mn2OfSYCDvGvOsI5t9jHDPXPdc2U0=:1EfSXJCWSwKLq3zbFEzvfDrPRHfCIbhw5D4s1JiLQSU="
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{"SCRAM-SHA-256$4096:QUJDREVGR0hJSktMTU5PUA==" + keys, true},
		{"SCRAM-SHA-256$4096:QUJDREVG\nR0hJSktMTU5PUA==" + keys, false},
		{"SCRAM-SHA-256$0:QUJDREVGR0hJSktMTU5PUA==" + keys, false},
		{"SCRAM-SHA-256$4294967296:QUJDREVGR0hJSktMTU5PUA==" + keys, false},
		{"SCRAM-SHA-256$4096:!" + keys, false},
		{"SCRAM-SHA-256$4096:QUJDREVGR0hJSktMTU5PUA==$YwjY:YwjY", false},
		{"SCRAM-SHA-256$4096", false},
		{"", false},
	} {
		if _, ok := Parse(c.text); ok != c.ok {
			t.Errorf("%q: %t", c.text, ok)
		}
	}
}

// Any number of iterations can be interrupted, also those of looking whether a verifier
// is that of an empty password.
func TestInterrupted(t *testing.T) {
	stop := errors.New("stop")
	n := 0
	s := Settings{Iterations: 1 << 30, Interrupted: func() error {
		if n++; n > 100 {
			return stop
		}
		return nil
	}}
	if _, err := Verifier("r", "x", s); err != stop {
		t.Error(err)
	}
	if _, err := Empty("r", "SCRAM-SHA-256$1073741824:QUJD$YwjYdMhwB4NUK2Mn2OfSYCDvGvOsI5t9jHDPXPdc2U0=:1EfSXJCWSwKLq3zbFEzvfDrPRHfCIbhw5D4s1JiLQSU=", s); err != stop {
		t.Error(err)
	}
}
