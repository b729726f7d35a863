package pgwire_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"minidb"
	"minidb/pgwire"
)

// startScram starts a server that demands a password at its address.
func startScram(t *testing.T, setup string) *testServer {
	t.Helper()
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	sess := db.Session()
	if err := sess.Simple(context.Background(), setup, func(*minidb.Rows) error { return nil }); err != nil {
		t.Fatal(err)
	}
	sess.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &testServer{pgwire.NewServer(db, pgwire.Config{Log: func(text string) { t.Error(text) }}), db, l}
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
	`)
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
	first, err := pgx.Connect(ctx, s.as("one", "x"))
	if err != nil {
		t.Fatal(err)
	}
	var pe *pgconn.PgError
	if _, err := pgx.Connect(ctx, s.as("one", "x")); !errors.As(err, &pe) || pe.Code != "53300" || pe.Message != `too many connections for role "one"` {
		t.Error(err)
	}
	first.Close(ctx)
}

// TestScramMalformed sends what is no SCRAM.
func TestScramMalformed(t *testing.T) {
	s := startScram(t, "create role alice login password 'x'")
	for _, body := range []string{
		"", "x", "SCRAM-SHA-256", "SCRAM-SHA-256\x00\xff\xff\xff\xff", "SCRAM-SHA-256\x00\x7f\xff\xff\xffn,,n=,r=a",
		"SCRAM-SHA-1\x00\x00\x00\x00\x0an,,n=,r=ab", "SCRAM-SHA-256\x00\x00\x00\x00\x04,,,,", "SCRAM-SHA-256\x00\x00\x00\x00\x00",
	} {
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(10 * time.Second))
		start := "\x00\x03\x00\x00user\x00alice\x00\x00"
		_, _ = c.Write([]byte("\x00\x00\x00" + string(rune(len(start)+4)) + start))
		_, _ = c.Write(append([]byte{'p', 0, 0, 0, byte(len(body) + 4)}, body...))
		var got strings.Builder
		buf := make([]byte, 1000)
		for {
			n, err := c.Read(buf)
			got.Write(buf[:n])
			if err != nil {
				break
			}
		}
		if !strings.Contains(got.String(), "C08P01") {
			t.Errorf("%q: %q", body, got.String())
		}
		c.Close()
	}
}
