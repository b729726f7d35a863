package pgwire_test

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/password"
	"minidb/pgwire"
)

// startScram starts a server that demands a password at its address.
func startScram(t *testing.T, setup string, cfg pgwire.Config) *testServer {
	t.Helper()
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	return serveScram(t, db, setup, cfg)
}

func serveScram(t *testing.T, db *minidb.DB, setup string, cfg pgwire.Config) *testServer {
	t.Helper()
	sess := db.Session()
	if err := sess.Simple(context.Background(), setup, func(*minidb.Rows) error { return nil }); err != nil {
		t.Fatal(err)
	}
	sess.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Log = func(text string) { t.Error(text) }
	s := &testServer{pgwire.NewServer(db, cfg), db, l}
	go func() { _ = s.ServeWith(l, pgwire.NewScram(db)) }()
	t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		s.Shutdown(ctx)
		db.Close()
	})
	return s
}

func (s *testServer) as(user, password string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, password), Host: s.Addr().String(), Path: "/postgres", RawQuery: "sslmode=disable"}
	return u.String()
}

// TestScram logs in with right and wrong passwords, and as roles that may not.
func TestScram(t *testing.T) {
	ctx := context.Background()
	s := startScram(t, `
		create role alice login password 'sécret ''x';
		create role late login password 'x' valid until '2001-01-01';
		create role nologin password 'x';
		create role nopass login;
		create role old login password 'md5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
		create role one login password 'x' connection limit 1;
		create role given login password 'SCRAM-SHA-256$4096:QUJDREVGR0hJSktMTU5PUA==$YwjYdMhwB4NUK2Mn2OfSYCDvGvOsI5t9jHDPXPdc2U0=:1EfSXJCWSwKLq3zbFEzvfDrPRHfCIbhw5D4s1JiLQSU=';
	`, pgwire.Config{})
	for _, c := range []struct{ user, password, code, text string }{
		{"alice", "sécret 'x", "", ""},
		{"alice", "secret 'x", "28P01", `password authentication failed for user "alice"`},
		{"alice", "x", "28P01", `password authentication failed for user "alice"`},
		{"nobody", "x", "28P01", `password authentication failed for user "nobody"`},
		{"late", "x", "28P01", `password authentication failed for user "late"`},
		{"nopass", "x", "28P01", `password authentication failed for user "nopass"`},
		{"old", "x", "28P01", `password authentication failed for user "old"`},
		{"nologin", "x", "28000", `role "nologin" is not permitted to log in`},
		{"given", "x", "28P01", `password authentication failed for user "given"`},
		{"postgres", "x", "28P01", `password authentication failed for user "postgres"`},
	} {
		conn, err := pgx.Connect(ctx, s.as(c.user, c.password))
		if c.code == "" {
			if err != nil {
				t.Errorf("%s: %v", c.user, err)
				continue
			}
			var user string
			if err := conn.QueryRow(ctx, "select current_user || ' ' || session_user").Scan(&user); err != nil || user != c.user+" "+c.user {
				t.Errorf("%s: is %q, %v", c.user, user, err)
			}
			if got := conn.PgConn().ParameterStatus("is_superuser") + " " + conn.PgConn().ParameterStatus("session_authorization"); got != "off "+c.user {
				t.Errorf("%s: reported %s", c.user, got)
			}
			conn.Close(ctx)
			continue
		}
		var pe *pgconn.PgError
		if !errors.As(err, &pe) || pe.Code != c.code || pe.Message != c.text || pe.Severity != "FATAL" {
			t.Errorf("%s: %v", c.user, err)
		}
	}
	if _, err := pgx.Connect(ctx, s.as(strings.Repeat("n", 70), "x")); err == nil || !strings.Contains(err.Error(), `user "`+strings.Repeat("n", 63)+`"`) {
		t.Error(err)
	}
	first, err := pgx.Connect(ctx, s.as("one", "x"))
	if err != nil {
		t.Fatal(err)
	}
	var pe *pgconn.PgError
	if _, err := pgx.Connect(ctx, s.as("one", "x")); !errors.As(err, &pe) || pe.Code != "53300" || pe.Message != `too many connections for role "one"` {
		t.Error(err)
	}
	sess := s.db.Session()
	defer sess.Close()
	if _, err := sess.Exec(ctx, "drop role one"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"current_user", "session_user"} {
		if _, err := first.Exec(ctx, "select "+name); !errors.As(err, &pe) || pe.Code != "42704" || !strings.HasPrefix(pe.Message, "invalid role OID: ") {
			t.Errorf("%s of a role that was dropped: %v", name, err)
		}
	}
	first.Close(ctx)
}

// TestScramMalformed sends what is no SCRAM, and what PostgreSQL reads over.
func TestScramMalformed(t *testing.T) {
	const good, plain, plus = "n,,n=,r=abcdef", "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"
	cert := certificate(t)
	config := pgwire.Config{TLS: &tls.Config{Certificates: []tls.Certificate{cert}}}
	s := startScram(t, "create role alice login password 'x'", config)
	hash := sha256.Sum256(cert.Certificate[0])
	same := func(f string) string { return f }
	bound := func(bytes string) func(string) string {
		return func(f string) string { // c= is of n,,
			return strings.Replace(f, "biws", base64.StdEncoding.EncodeToString([]byte(bytes)), 1)
		}
	}
	replaced := func(old, with string) func(string) string {
		return func(f string) string { return strings.Replace(f, old, with, 1) }
	}
	const bad, failed = "08P01 malformed SCRAM message | ", `28P01 password authentication failed for user "alice"`
	for _, c := range []struct {
		mechanism, first string
		final            func(string) string // makes the last message of a right one
		says             string
	}{
		{plain, good, same, ""},
		{plain, "n,,n=bob,r=a,x=1", same, ""},
		{plain, "n,,n=a=b,r=", same, ""},
		{plain, "", nil, bad + "The message is empty."},
		{plain, "n,,n=\x00,r=a", nil, bad + "Message length does not match input length."},
		{plain, ",,,", nil, bad + `Unexpected channel-binding flag "','".`},
		{plain, "\xff,,n=,r=a", nil, bad + `Unexpected channel-binding flag "0xff".`},
		{plain, "n", nil, bad + `Comma expected, but found character "0x00".`},
		{plain, "nn,n=,r=a", nil, bad + `Comma expected, but found character "'n'".`},
		{plain, "n,bob,n=,r=a", nil, bad + `Unexpected attribute "'b'" in client-first-message.`},
		{plain, "n,a=bob,n=,r=a", nil, "0A000 client uses authorization identity, but it is not supported | "},
		{plain, "n,,m=1,n=,r=a", nil, "0A000 client requires an unsupported SCRAM extension | "},
		{plain, "n,,r=a", nil, bad + `Expected attribute "n" but found "'r'".`},
		{plain, "n,,nx,r=a", nil, bad + `Expected character "=" for attribute "n".`},
		{plain, "n,,n=", nil, bad + `Expected attribute "r" but found "0x00".`},
		{plain, "n,,n=,r=a b", nil, "08P01 non-printable characters in SCRAM nonce | "},
		{plain, "n,,n=,r=a,1=2", nil, bad + `Attribute expected, but found invalid character "'1'".`},
		{plain, "n,,n=,r=" + strings.Repeat("a", 2000), nil, failed + " | "},
		{plain, "y,,n=,r=a", nil, "28000 SCRAM channel binding negotiation error | The client supports SCRAM channel binding but thinks the server does not.  However, this server does support channel binding."},
		{plain, "p=tls-server-end-point,,n=,r=a", nil, bad + "The client selected SCRAM-SHA-256 without channel binding, but the SCRAM message includes channel binding data."},
		{"SCRAM-SHA-1", good, nil, "08P01 client selected an invalid SASL authentication mechanism | "},
		{plain, good, func(string) string { return "" }, bad + "The message is empty."},
		{plain, good, func(string) string { return "junk" }, bad + `Expected attribute "c" but found "'j'".`},
		{plain, good, bound("y,,"), "08P01 unexpected SCRAM channel-binding attribute in client-final-message | "},
		{plain, good, replaced("r=", "r=x"), "08P01 invalid SCRAM response | Nonce does not match."},
		{plain, good, replaced(",p=", ",x=1,p="), failed + " | "}, // the proof is not about that
		{plain, good, replaced(",p=", ",x"), bad + `Expected character "=" for attribute "x".`},
		{plain, good, replaced(",p=", ",q="), bad + "Attribute expected, but found end of string."},
		{plain, good, replaced(",p=", ",p=\n"), bad + "Malformed proof in client-final-message."},
		{plain, good, replaced(",p=", ",p=AAAA"), bad + "Malformed proof in client-final-message."},
		{plain, good, func(f string) string { return f + ",z=1" }, bad + "Garbage found at the end of client-final-message."},
		{plain, good, func(f string) string { return f + strings.Repeat("x", 1000) }, failed + " | "},
		{plus, "p=tls-server-end-point,,n=,r=a", bound("p=tls-server-end-point,," + string(hash[:])), ""},
		{plus, "p=tls-server-end-point,,n=,r=a", bound("p=tls-server-end-point,,x"), "28000 SCRAM channel binding check failed | "},
		{plus, "p=tls-unique,,n=,r=a", nil, `08P01 unsupported SCRAM channel-binding type "tls-unique" | `},
		{plus, good, nil, bad + "The client selected SCRAM-SHA-256-PLUS, but the SCRAM message does not include channel binding data."},
	} {
		if got := scramExchange(t, s, c.mechanism, c.first, c.final); got != c.says {
			t.Errorf("%s %q: %q, want %q", c.mechanism, c.first, got, c.says)
		}
	}
	if got := rawExchange(t, s, "SCRAM-SHA-256\x00\x00\x00\x00\x0bn,,n=,r=a"); got != "08P01 insufficient data left in message | " {
		t.Error(got)
	}
	if got := rawExchange(t, s, "SCRAM-SHA-256"); got != "08P01 invalid string in message | " {
		t.Error(got)
	}
}

// scramExchange logs alice in over TLS; final may spoil the last message. It returns the error.
func scramExchange(t *testing.T, s *testServer, mechanism, first string, final func(string) string) string {
	f := saslStart(t, s)
	f.Send(&pgproto3.SASLInitialResponse{AuthMechanism: mechanism, Data: []byte(first)})
	m := answerOf(f)
	challenge, ok := m.(*pgproto3.AuthenticationSASLContinue)
	if !ok {
		return saslError(m)
	}
	var nonce, salt64 string
	var iterations int
	for _, a := range strings.Split(string(challenge.Data), ",") {
		switch a[0] {
		case 'r':
			nonce = a[2:]
		case 's':
			salt64 = a[2:]
		case 'i':
			iterations, _ = strconv.Atoi(a[2:])
		}
	}
	salt, _ := base64.StdEncoding.DecodeString(salt64)
	salted, err := pbkdf2.Key(sha256.New, "x", salt, iterations, sha256.Size)
	if err != nil {
		t.Fatal(err)
	}
	last := "c=biws,r=" + nonce + ",p="
	if mechanism == "SCRAM-SHA-256-PLUS" {
		last = final(last) // which the proof is about
		final = func(f string) string { return f }
	}
	key := password.MAC(salted, "Client Key")
	stored := sha256.Sum256(key)
	bare := first[strings.Index(first, ",,")+2:]
	subtle.XORBytes(key, key, password.MAC(stored[:], bare+","+string(challenge.Data)+","+strings.TrimSuffix(last, ",p=")))
	f.Send(&pgproto3.SASLResponse{Data: []byte(final(last + base64.StdEncoding.EncodeToString(key)))})
	if m = answerOf(f); saslError(m) != "" {
		return saslError(m)
	}
	return saslError(answerOf(f))
}

// rawExchange answers the request for a proof with any body.
func rawExchange(t *testing.T, s *testServer, body string) string {
	f := saslStart(t, s)
	f.Send(&pgproto3.SASLResponse{Data: []byte(body)})
	return saslError(answerOf(f))
}

func saslStart(t *testing.T, s *testServer) *pgproto3.Frontend {
	c := dial(t, s)
	_, _ = c.Write(packet(8, 80877103))
	if _, err := io.ReadFull(c, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	encrypted := tls.Client(c, &tls.Config{InsecureSkipVerify: true})
	f := pgproto3.NewFrontend(encrypted, encrypted)
	f.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": "alice", "database": "postgres"}})
	m := answerOf(f)
	if offer, ok := m.(*pgproto3.AuthenticationSASL); !ok || !slices.Equal(offer.AuthMechanisms, []string{"SCRAM-SHA-256-PLUS", "SCRAM-SHA-256"}) {
		t.Fatalf("%#v", m)
	}
	return f
}

func answerOf(f *pgproto3.Frontend) pgproto3.BackendMessage {
	_ = f.Flush() // the answer tells
	m, err := f.Receive()
	if err != nil {
		return &pgproto3.ErrorResponse{Message: err.Error()}
	}
	return m
}

func saslError(m pgproto3.BackendMessage) string {
	if e, ok := m.(*pgproto3.ErrorResponse); ok {
		return e.Code + " " + e.Message + " | " + e.Detail
	}
	return ""
}

// TestScramBinding: a client that demands a channel binding is let in.
func TestScramBinding(t *testing.T) {
	s := startScram(t, "create role alice login password 'x'", pgwire.Config{TLS: &tls.Config{Certificates: []tls.Certificate{certificate(t)}}})
	for _, demand := range []string{"disable", "prefer", "require"} {
		cfg, err := pgx.ParseConfig(strings.Replace(s.as("alice", "x"), "sslmode=disable", "sslmode=require&channel_binding="+demand, 1))
		if err != nil {
			t.Fatal(err)
		}
		c, err := pgx.ConnectConfig(context.Background(), cfg)
		if err != nil {
			t.Error(demand, err)
			continue
		}
		var tls string
		const shown = "select ssl || ' ' || version || ' ' || (bits >= 128) from pg_stat_ssl where pid = pg_backend_pid()"
		if err := c.QueryRow(context.Background(), shown).Scan(&tls); err != nil || tls != "true TLSv1.3 true" {
			t.Errorf("%q, %v", tls, err)
		}
		c.Close(context.Background())
	}
}

// TestScramUnknown: a role that there is not looks like one with a password, the same at
// each attempt, whatever the server's scram_iterations are.
func TestScramUnknown(t *testing.T) {
	db, err := minidb.Open(minidb.Setting{Name: "scram_iterations", Value: "77"})
	if err != nil {
		t.Fatal(err)
	}
	s := serveScram(t, db, "create role alice login password 'x'", pgwire.Config{})
	challenge := func(user string) string {
		c := dial(t, s)
		f := pgproto3.NewFrontend(c, c)
		f.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": user, "database": "postgres"}})
		_ = answerOf(f)
		f.Send(&pgproto3.SASLInitialResponse{AuthMechanism: "SCRAM-SHA-256", Data: []byte("n,,n=,r=")})
		m, ok := answerOf(f).(*pgproto3.AuthenticationSASLContinue)
		if !ok {
			t.Fatal(user)
		}
		_, factors, _ := strings.Cut(string(m.Data), ",")
		return factors
	}
	for _, user := range []string{"alice", "nobody", "postgres"} {
		first := challenge(user)
		if !strings.HasSuffix(first, ",i=77") || len(first) != len(challenge("alice")) || first != challenge(user) {
			t.Errorf("%s: %s", user, first)
		}
	}
}

// TestScramCrowd: those who guess passwords wait each time, take nobody's place meanwhile
// and leave nothing behind.
func TestScramCrowd(t *testing.T) {
	noLeaks(t)
	s := startScram(t, "set scram_iterations = 1; create role alice login password 'x'", pgwire.Config{MaxConnections: 20})
	var crowd sync.WaitGroup
	for i := range 100 {
		crowd.Go(func() {
			begun := time.Now()
			_, err := pgx.Connect(context.Background(), s.as([]string{"alice", "nobody"}[i%2], "wrong"))
			if pe := (*pgconn.PgError)(nil); !errors.As(err, &pe) || pe.Code != "28P01" {
				t.Error(err)
			}
			if d := time.Since(begun); d < 200*time.Millisecond {
				t.Errorf("the answer came after %v", d)
			}
		})
		time.Sleep(4 * time.Millisecond)
		if i%10 == 0 {
			c, err := pgx.Connect(context.Background(), s.as("alice", "x"))
			if err != nil {
				t.Error(err)
				continue
			}
			c.Close(context.Background())
		}
	}
	crowd.Wait()
}
