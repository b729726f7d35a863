package pgwire_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"net"
	"os"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/pgwire"
)

// Clients that do what no client should, and servers that stop.

// noLeaks fails the test if goroutines are left when all else has ended. It must be
// called first.
func noLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		deadline := time.Now().Add(10 * time.Second)
		for runtime.NumGoroutine() > before {
			if time.Now().After(deadline) {
				buf := make([]byte, 1<<16)
				t.Errorf("%d goroutines became %d:\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
}

func dial(t *testing.T, s *testServer) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(30 * time.Second))
	return c
}

// hangsUp sends bytes and returns what the server says before it hangs up.
func hangsUp(t *testing.T, s *testServer, data []byte) string {
	t.Helper()
	c := dial(t, s)
	if _, err := c.Write(data); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	var ne net.Error
	if errors.As(err, &ne) && ne.Timeout() {
		t.Errorf("%q: the server does not hang up", data)
	}
	return string(answer)
}

func packet(words ...uint32) []byte {
	var b []byte
	for _, w := range words {
		b = binary.BigEndian.AppendUint32(b, w)
	}
	return b
}

func TestGarbage(t *testing.T) {
	noLeaks(t)
	s := startServer(t)
	for _, c := range []struct {
		data []byte
		says string // part of the answer, "" for silence
	}{
		{[]byte("GET / HTTP/1.1\r\n\r\n"), ""},
		{packet(0x7fffffff, 196608), ""},
		{packet(0xffffffff), ""},
		{packet(0), ""},
		{packet(4), ""},
		{packet(8, 2<<16), "unsupported frontend protocol 2.0: server supports 3.0 to 3.2"},
		{packet(8, 4<<16), "unsupported frontend protocol 4.0: server supports 3.0 to 3.2"},
		{packet(8, 196608), "invalid startup packet layout: expected terminator as last byte"},
		{append(packet(12, 196608), "user"...), "invalid startup packet layout: expected terminator as last byte"},
		{append(packet(9, 196608), 0), "no PostgreSQL user name specified in startup packet"},
		{packet(16, 80877102, 1001, 0), ""}, // a cancel request with a wrong key
		{packet(12, 80877102, 1), ""},
		{packet(8, 80877103, 8, 80877104), "received unencrypted data after SSL request"},
		{packet(8, 80877104, 8, 196608), "received unencrypted data after GSSAPI encryption request"},
	} {
		if got := hangsUp(t, s, c.data); !strings.Contains(got, c.says) || c.says == "" && got != "" {
			t.Errorf("%q: %q", c.data, got)
		}
	}
	twice := dial(t, s) // no encryption twice, then an error
	for _, c := range []struct {
		code   uint32
		answer byte
	}{{80877103, 'N'}, {80877104, 'N'}, {80877103, 'E'}} {
		_, _ = twice.Write(packet(8, c.code))
		answer := []byte{0}
		if _, err := io.ReadFull(twice, answer); err != nil || answer[0] != c.answer {
			t.Errorf("%q, %v", answer, err)
		}
	}
	raw := connectRaw(t, s.Addr().String(), nil)
	for _, c := range []struct{ data, says string }{
		{"B\x00\x00\x00\x04", "invalid string in message"},
		{"P\x00\x00\x00\x05x", "invalid string in message"},
		{"E\x00\x00\x00\x04", "invalid string in message"},
		{"D\x00\x00\x00\x06X\x00", "invalid DESCRIBE message subtype 88"},
		{"C\x00\x00\x00\x06X\x00", "invalid CLOSE message subtype 88"},
		{"F\x00\x00\x00\x04", "the function call protocol is not supported by minidb"},
		{"Q\x00\x00\x00\x06\xff\x00", `invalid byte sequence for encoding "UTF8": 0xff`},
		{"B\x00\x00\x00\x0d\x00\xff\x00\x00\x00\x00\x00\x00\x00", `invalid byte sequence for encoding "UTF8": 0xff`},
		{"Q\x00\x00\x00\x07a\x00\x00", ""},
	} {
		_, _ = raw.nc.Write([]byte(c.data))
		if c.data[0] != 'Q' && c.data[0] != 'F' {
			_, _ = raw.nc.Write([]byte("S\x00\x00\x00\x04"))
		}
		var out strings.Builder
		for ready := 1; ready > 0 && !raw.ended; {
			raw.read(&out, &ready, "")
		}
		if !strings.Contains(out.String(), c.says) || !strings.Contains(out.String(), "E ERROR") {
			t.Errorf("%q: %s", c.data, out.String())
		}
	}
}

// Numbers of things go up to 65535.
func TestManyParameters(t *testing.T) {
	const n = 65535
	values, types := make([][]byte, n), make([]uint32, n)
	for i := range values {
		values[i], types[i] = []byte("x"), 25
	}
	values[n-1] = []byte("last")
	r := connect(t, startServer(t)).PgConn().ExecParams(context.Background(), "select $65535", values, types, make([]int16, n), nil).Read()
	if r.Err != nil || string(r.Rows[0][0]) != "last" {
		t.Error(r.Err, r.Rows)
	}
}

// A length is a claim: no memory is taken for bytes that do not come.
func TestHugeLengths(t *testing.T) {
	noLeaks(t)
	s := startServer(t)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range 20 {
		c := connectRaw(t, s.Addr().String(), nil)
		if _, err := c.nc.Write([]byte("Q\x3f\xff\xff\xf0select")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
		t.Errorf("%d MB were allocated", n>>20)
	}
	for _, head := range []string{"Q\x7f\xff\xff\xff", "Q\xff\xff\xff\xff", "Q\x00\x00\x00\x03", "S\x00\x01\x00\x00", "E\x7f\xff\xff\xff"} {
		c := connectRaw(t, s.Addr().String(), nil)
		_, _ = c.nc.Write([]byte(head))
		if b, err := io.ReadAll(c.nc); err != nil || len(b) > 0 {
			t.Errorf("%q: %q, %v", head, b, err)
		}
	}
}

// Silent clients are sent away in time, others come and go.
func TestComingAndGoing(t *testing.T) {
	noLeaks(t)
	s := startWith(t, pgwire.Config{MaxConnections: 20, StartupTimeout: 200 * time.Millisecond})
	silent := dial(t, s)
	half := dial(t, s)
	_, _ = half.Write([]byte{0, 0, 0})
	for range 1000 {
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	for _, c := range []net.Conn{silent, half} {
		if _, err := io.ReadAll(c); errors.As(err, new(net.Error)) && strings.Contains(err.Error(), "timeout") {
			t.Error(err)
		}
	}
	ctx := context.Background()
	for range 100 {
		c, err := tryConnect(s)
		for deadline := time.Now().Add(10 * time.Second); err != nil && time.Now().Before(deadline); c, err = tryConnect(s) {
			time.Sleep(time.Millisecond) // those before are not gone yet
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Exec(ctx, "create temp table t (a int); begin; insert into t values (1)"); err != nil {
			t.Fatal(err)
		}
		c.PgConn().Conn().Close()
	}
	gone(t, s)
}

// gone waits until no client is left.
func gone(t *testing.T, s *testServer) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); s.Sessions() > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d sessions are left", s.Sessions())
		}
	}
}

func TestTooMany(t *testing.T) {
	noLeaks(t)
	s := startWith(t, pgwire.Config{MaxConnections: 2})
	first := connect(t, s)
	connect(t, s)
	_, err := tryConnect(s)
	var pe *pgconn.PgError
	if !errors.As(err, &pe) || pe.Code != "53300" || pe.Message != "sorry, too many clients already" || pe.Severity != "FATAL" {
		t.Error(err)
	}
	first.Close(context.Background())
	for deadline := time.Now().Add(10 * time.Second); s.Sessions() > 1 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	connect(t, s)
}

// Those who connect and say nothing keep nobody out, and are told nothing wrong: a
// client beyond the limit still hears why.
func TestSilentCrowd(t *testing.T) {
	noLeaks(t)
	s := startWith(t, pgwire.Config{MaxConnections: 2})
	for i := range 200 {
		c := dial(t, s)
		if i%2 == 0 {
			_, _ = c.Write([]byte{0, 0, 0, 99, 0, 3})
		}
	}
	connect(t, s)
	connect(t, s)
	for range 20 {
		dial(t, s)
		_, err := tryConnect(s)
		if pe := (*pgconn.PgError)(nil); !errors.As(err, &pe) || pe.Code != "53300" {
			t.Fatal(err)
		}
	}
}

// Clients that are killed in the middle of COPY and of a large result.
func TestKilledClients(t *testing.T) {
	noLeaks(t)
	s := startServer(t)
	ctx := context.Background()
	other := connect(t, s)
	if _, err := other.Exec(ctx, "create table t (a int)"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"copy t from stdin", "select repeat('x', 1000) from generate_series(1, 10000000)", "copy (select g from generate_series(1, 100000000) g) to stdout"} {
		c := connectRaw(t, s.Addr().String(), nil)
		c.f.Send(&pgproto3.Query{String: sql})
		if strings.HasSuffix(sql, "stdin") {
			c.f.Send(&pgproto3.CopyData{Data: []byte("1\n2\n")})
		}
		c.flush()
		var out strings.Builder
		ready := 1
		c.read(&out, &ready, "")
		c.nc.Close()
	}
	for deadline := time.Now().Add(10 * time.Second); s.Sessions() > 1; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("sessions of killed clients are left")
		}
	}
	var n int
	if err := other.QueryRow(ctx, "select count(*) from t").Scan(&n); err != nil || n != 0 {
		t.Error(n, err)
	}
	if _, err := other.Exec(ctx, "drop table t"); err != nil { // nobody holds its lock
		t.Error(err)
	}
}

// The memory of a client that asked for a row of 100 MB and went away goes back to the
// system soon, while another client stays.
func TestKilledClientsMemory(t *testing.T) {
	noLeaks(t)
	s := startServer(t)
	other := connect(t, s)
	held := func() (n uint64) {
		m := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
		metrics.Read(m)
		return (m[0].Value.Uint64() + m[1].Value.Uint64()) >> 20
	}
	const row = 100 // MB
	c := connectRaw(t, s.Addr().String(), nil)
	c.f.Send(&pgproto3.Query{String: "select repeat('x', 100 * 1024 * 1024)"})
	c.flush()
	var head [1]byte
	if _, err := io.ReadFull(c.nc, head[:]); err != nil {
		t.Fatal(err)
	}
	if held() < row {
		t.Errorf("%d MB, with a row of %d", held(), row)
	}
	c.nc.Close()
	for deadline := time.Now().Add(20 * time.Second); held() > row/2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d MB are left", held())
		}
	}
	if s.Sessions() != 1 || other.Ping(context.Background()) != nil {
		t.Error("the other client was disturbed")
	}
}

// TestKilledClientsFiles: a client that goes away in the middle of rows that are in
// temporary files leaves none.
func TestKilledClientsFiles(t *testing.T) {
	noLeaks(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	files := func() (n int) {
		fds, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			if runtime.GOOS == "linux" {
				t.Fatal(err)
			}
			t.Skip("no list of open files here")
		}
		for _, fd := range fds {
			if to, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && strings.HasPrefix(to, dir) {
				n++
			}
		}
		named, _ := os.ReadDir(dir)
		return n + len(named)
	}
	s := startServer(t)
	other := connect(t, s)
	if _, err := other.Exec(context.Background(), "create table t as select g as a, repeat('x', 300) as b from generate_series(1, 50000) g"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"select * from t order by b, a desc",
		"with w as materialized (select * from t) select x.* from w x, w y where y.a < 10",
		"select a, b, count(*) over () from t",
	} {
		c := connectRaw(t, s.Addr().String(), nil)
		c.f.Send(&pgproto3.Query{String: "set work_mem = '64kB'; " + sql})
		c.flush()
		deadline := time.Now().Add(20 * time.Second)
		for files() == 0 {
			if time.Now().After(deadline) {
				t.Fatalf("%s: no temporary file", sql)
			}
			time.Sleep(time.Millisecond)
		}
		c.nc.Close()
		for files() > 0 {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %d temporary files are left", sql, files())
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// pg_terminate_backend reaches a client that rests, one that waits for a lock, one
// that is sent rows it does not read, and one in the middle of COPY.
func TestTerminate(t *testing.T) {
	noLeaks(t)
	s := startServer(t)
	ctx := context.Background()
	admin := connect(t, s)
	if _, err := admin.Exec(ctx, "create table t (a int); create table u (a int); commit; begin; lock table t"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"", "select * from t", "copy u from stdin", "begin; insert into u values (1)", "select repeat('x', 10000) from generate_series(1, 1000000)"} {
		c := connectRaw(t, s.Addr().String(), nil)
		if sql != "" {
			c.f.Send(&pgproto3.Query{String: sql})
			c.flush()
			time.Sleep(50 * time.Millisecond)
		}
		if _, err := admin.Exec(ctx, "select pg_terminate_backend($1)", int32(c.pid)); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for ready := 100000; !c.ended; {
			c.read(&out, &ready, "")
		}
		if !strings.Contains(sql, "repeat") && !strings.Contains(out.String(), "E FATAL 57P01 terminating connection due to administrator command") {
			t.Errorf("%s: %s", sql, out.String())
		}
	}
}

// A server that stops sends those away who rest, lets statements end, and breaks off
// those that do not.
func TestShutdown(t *testing.T) {
	noLeaks(t)
	s := startServer(t)
	ctx := context.Background()
	resting := connectRaw(t, s.Addr().String(), nil)
	short, long := connect(t, s), connect(t, s)
	results := make(chan error, 2)
	go func() { _, err := short.Exec(ctx, "select pg_sleep(0.3)"); results <- err }()
	go func() { _, err := long.Exec(ctx, "select pg_sleep(60)"); results <- err }()
	time.Sleep(100 * time.Millisecond)
	limit, stop := context.WithTimeout(ctx, time.Second)
	defer stop()
	start := time.Now()
	s.Shutdown(limit)
	if d := time.Since(start); d < 900*time.Millisecond || d > 10*time.Second {
		t.Errorf("it took %v", d)
	}
	if err := <-results; err != nil {
		t.Errorf("the statement that had the time: %v", err)
	}
	var pe *pgconn.PgError
	if err := <-results; !errors.As(err, &pe) || pe.Code != "57P01" {
		t.Errorf("the statement that had not: %v", err)
	}
	var out strings.Builder
	ready := 1
	resting.read(&out, &ready, "E")
	if !strings.Contains(out.String(), "E FATAL 57P01") {
		t.Error(out.String())
	}
}

// idle_session_timeout reaches a client that waits.
func TestIdleTimeout(t *testing.T) {
	noLeaks(t)
	s := startServer(t)
	for set, want := range map[string]string{"set idle_session_timeout = 50": "57P05", "set idle_in_transaction_session_timeout = 50; begin": "25P03",
		"set transaction_timeout = 50; begin": "25P04"} {
		c := connectRaw(t, s.Addr().String(), nil)
		c.run(t, "Q "+`"`+set+`"`)
		var out strings.Builder
		ready := 1
		for !c.ended {
			c.read(&out, &ready, "")
		}
		if !strings.Contains(out.String(), "E FATAL "+want) {
			t.Errorf("%s: %s", set, out.String())
		}
	}
}

// Protocol 3.2 has long keys, and versions to come are told of it.
func TestNegotiation(t *testing.T) {
	s := startServer(t)
	for _, c := range []struct {
		version uint32
		extra   string
		key     int
		told    string
	}{{196608, "", 4, ""}, {196610, "", 32, ""}, {196609, "", 4, ""}, {196710, "", 32, "v\x00\x00\x00\x0c\x00\x03\x00\x02\x00\x00\x00\x00"},
		{196608, "_pq_.new\x001\x00", 4, "v\x00\x00\x00\x15\x00\x03\x00\x00\x00\x00\x00\x01_pq_.new\x00"}} {
		nc := dial(t, s)
		body := append(binary.BigEndian.AppendUint32(nil, c.version), "user\x00postgres\x00"+c.extra+"\x00"...)
		_, _ = nc.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+4)), body...))
		b := make([]byte, 8192)
		n, err := nc.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		answer := string(b[:n])
		i := strings.Index(answer, "K\x00\x00\x00")
		if !strings.HasPrefix(answer, c.told) || i < 0 || int(answer[i+4])-8 != c.key || !strings.Contains(answer, "R\x00\x00\x00\x08\x00\x00\x00\x00") {
			t.Errorf("%d: %q", c.version, answer)
		}
	}
}

// certificate makes one for the loopback address.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func TestTLS(t *testing.T) {
	noLeaks(t)
	s := startWith(t, pgwire.Config{TLS: &tls.Config{Certificates: []tls.Certificate{certificate(t)}}})
	for _, negotiation := range []string{"postgres", "direct"} {
		c := connect(t, s, func(cfg *pgconn.Config) {
			cfg.TLSConfig = &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"postgresql"}}
			cfg.SSLNegotiation = negotiation
		})
		var n int
		if err := c.QueryRow(context.Background(), "select 1").Scan(&n); err != nil || n != 1 {
			t.Error(negotiation, err)
		}
		if _, ok := c.PgConn().Conn().(*tls.Conn); !ok {
			t.Error("the connection is not encrypted")
		}
	}
	connect(t, s) // without
	direct := tls.Client(dial(t, s), &tls.Config{InsecureSkipVerify: true})
	_ = direct.Handshake()
	_, _ = direct.Write(append(packet(23, 196608), "user\x00postgres\x00\x00"...))
	if n, _ := direct.Read(make([]byte, 100)); n > 0 {
		t.Error("a client that may want another protocol was let in")
	}
	asks := dial(t, s)
	_, _ = asks.Write(packet(8, 80877103))
	if _, err := io.ReadFull(asks, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	encrypted := tls.Client(asks, &tls.Config{InsecureSkipVerify: true})
	_, _ = encrypted.Write(packet(8, 80877104))
	if b, _ := io.ReadAll(encrypted); !strings.Contains(string(b), "unsupported frontend protocol 1234.5680") {
		t.Errorf("%q", b)
	}
	if got := hangsUp(t, s, append(packet(8, 80877103), "early"...)); !strings.Contains(got, "received unencrypted data after SSL request") {
		t.Errorf("%q", got)
	}
}

// Addresses that other machines reach need passwords.
func TestRemote(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := pgwire.NewServer(db, pgwire.Config{}).Serve(l); err == nil || !strings.Contains(err.Error(), "no role has a password") {
		t.Error(err)
	}
}

// memConn is a connection whose client has said all it will.
type memConn struct {
	net.Conn
	in *bytes.Reader
}

func (c memConn) Read(b []byte) (int, error)       { return c.in.Read(b) }
func (c memConn) Write(b []byte) (int, error)      { return len(b), nil }
func (c memConn) Close() error                     { return nil }
func (c memConn) SetDeadline(time.Time) error      { return nil }
func (c memConn) SetReadDeadline(time.Time) error  { return nil }
func (c memConn) SetWriteDeadline(time.Time) error { return nil }
func (c memConn) LocalAddr() net.Addr              { return &net.UnixAddr{Net: "unix"} }
func (c memConn) RemoteAddr() net.Addr             { return c.LocalAddr() }

// FuzzMessages sends a server whatever it likes after a good startup packet.
func FuzzMessages(f *testing.F) {
	message := func(kind byte, body string) string {
		return string(append([]byte{kind}, packet(uint32(len(body)+4))...)) + body
	}
	f.Add([]byte(message('Q', "select 1\x00")))
	f.Add([]byte(message('P', "s\x00select $1::int\x00\x00\x00") + message('B', "p\x00s\x00\x00\x00\x00\x01\x00\x00\x00\x011\x00\x00") +
		message('D', "Pp\x00") + message('E', "p\x00\x00\x00\x00\x01") + message('S', "")))
	f.Add([]byte(message('Q', "create table t (a int); copy t from stdin\x00") + message('d', "1\n") + message('c', "") + message('X', "")))
	f.Add([]byte(message('Q', "copy (select 1) to stdout (format binary)\x00") + message('F', "") + message('C', "Sx\x00") + message('H', "")))
	startup := "user\x00postgres\x00\x00"
	head := string(packet(uint32(len(startup)+8), 196608)) + startup
	template, err := minidb.Open(minidb.Setting{Name: "statement_timeout", Value: "200"}, minidb.Setting{Name: "minidb.memory_limit", Value: "64MB"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		db := template.Clone()
		defer db.Close()
		s := pgwire.NewServer(db, pgwire.Config{Log: func(text string) { t.Error(text) }})
		s.ServeConn(memConn{in: bytes.NewReader(append([]byte(head), data...))}, pgwire.Trust{})
		s.Wait()
	})
}
