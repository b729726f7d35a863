package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"minidb"
	"minidb/pgwire"
)

// minidb serve with PostgreSQL's own programs. psql and pgbench must be there: the
// Debian packages postgresql-client-15 and postgresql-15, whose pgbench is not in the
// PATH.

func clientProgram(t *testing.T, name string) string {
	t.Helper()
	if p, err := exec.LookPath(name); err == nil {
		return p
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) == 0 {
		t.Fatalf("%s is not installed: this test needs PostgreSQL's client programs", name)
	}
	return found[len(found)-1]
}

// process is a running minidb serve.
type process struct {
	cmd  *exec.Cmd
	host string
	port string
	dir  string
	out  *bufio.Reader
	// errors is what it says on its error stream.
	errors syncBuffer
}

// syncBuffer is a buffer that one goroutine fills while another looks.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write appends.
func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// String is all so far.
func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func startServe(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{dir: t.TempDir()}
	p.cmd = exec.Command(os.Args[0], append([]string{"serve", "--listen", "127.0.0.1:0", "--socket-dir", p.dir}, args...)...)
	p.cmd.Env = append(os.Environ(), asProgram+"=1")
	p.cmd.Stderr = io.MultiWriter(os.Stderr, &p.errors)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	p.out = bufio.NewReader(out)
	line, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	addr, ok := strings.CutPrefix(strings.TrimSpace(line), "minidb: listening on ")
	if p.host, p.port, err = net.SplitHostPort(addr); !ok || err != nil {
		t.Fatalf("%q", line)
	}
	if line, _ = p.out.ReadString('\n'); !strings.Contains(line, p.dir) {
		t.Fatalf("%q", line)
	}
	return p
}

// run runs a program against the server and returns what it prints.
func (p *process) run(t *testing.T, name string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(clientProgram(t, name), args...)
	cmd.Env = append(os.Environ(), "PGHOST="+p.host, "PGPORT="+p.port, "PGUSER=postgres", "PGDATABASE=postgres", "LC_ALL=C", "PGOPTIONS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (p *process) mustRun(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := p.run(t, name, args...)
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return out
}

func TestServePsql(t *testing.T) {
	p := startServe(t, "-c", "create table before (a int); insert into before values (7)")
	if got := p.mustRun(t, "psql", "-X", "-A", "-t", "-c", "select a from before"); got != "7\n" {
		t.Errorf("%q", got)
	}
	if got := p.mustRun(t, "psql", "-X", "-A", "-t", "-h", p.dir, "-c", "show unix_socket_directories"); got != p.dir+"\n" {
		t.Errorf("%q", got)
	}
	// The goldens of the shell's scripts were captured from PostgreSQL with this psql.
	for _, name := range []string{"copy_text", "copy_errors", "core_transactions", "core_prepare", "core_ddl", "comments", "catalogs_ddl"} {
		file := filepath.Join("..", "..", "testdata", "sql", name+".sql")
		want, err := os.ReadFile(strings.TrimSuffix(file, ".sql") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		in, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		fresh := startServe(t)
		cmd := exec.Command(clientProgram(t, "psql"), "-X", "-a", "-q", "-h", fresh.host, "-p", fresh.port, "-U", "postgres", "postgres")
		cmd.Env = append(os.Environ(), "LC_ALL=C", "PGOPTIONS=")
		cmd.Stdin = in
		if got, err := cmd.CombinedOutput(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

// psql's \d and its kin are queries of its own, which the server must answer as
// PostgreSQL does. The shell's scripts of them say what psql makes of the answers.
func TestServeDescribe(t *testing.T) {
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "shell", "describe_*.sql"))
	if err != nil || len(scripts) < 25 {
		t.Fatal(len(scripts), "scripts", err)
	}
	for _, file := range scripts {
		script := shellScript{name: strings.TrimSuffix(filepath.Base(file), ".sql"), options: []string{"-a", "-q"}}
		if script.name == "describe_loud" {
			script.options = []string{"-a"}
		}
		t.Run(script.name, func(t *testing.T) {
			if script.want, err = os.ReadFile(strings.TrimSuffix(file, ".sql") + ".out"); err != nil {
				t.Fatal(err)
			}
			script.compare(t, script.overWire(t, filepath.Dir(file)))
		})
	}
}

// overWire runs the script with psql on a server of its own in this process.
func (s shellScript) overWire(t *testing.T, dir string) []byte {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := pgwire.NewServer(db, pgwire.Config{})
	go srv.Serve(l)
	defer srv.Shutdown(context.Background())
	host, port, _ := net.SplitHostPort(l.Addr().String())
	cmd := exec.Command(clientProgram(t, "psql"), append(s.options, "-X", "-h", host, "-p", port, "-U", "postgres", "-d", "postgres", "-f", s.name+".sql")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PGCLIENTENCODING=UTF8", "LC_ALL=C.UTF-8", "PGAPPNAME=", "PGOPTIONS=")
	got, _ := cmd.CombinedOutput() // scripts have errors
	return bytes.ReplaceAll(got, []byte("psql:"), []byte("minidb:"))
}

func TestServePgbench(t *testing.T) {
	p := startServe(t)
	p.mustRun(t, "pgbench", "-i", "-I", "dtGvpf", "-q")
	p.mustRun(t, "pgbench", "-i", "-I", "dtgvpf", "-q")
	for _, method := range []string{"range", "hash"} {
		p.mustRun(t, "pgbench", "-i", "-q", "--partitions=3", "--partition-method="+method)
		p.mustRun(t, "pgbench", "-n", "-M", "prepared", "-c", "8", "-j", "2", "-t", "25")
	}
	p.mustRun(t, "pgbench", "-i", "-I", "dtgvpf", "-q")
	for _, mode := range []string{"simple", "extended", "prepared"} {
		for _, script := range []string{"tpcb-like", "simple-update", "select-only"} {
			out := p.mustRun(t, "pgbench", "-n", "-M", mode, "-b", script, "-c", "8", "-j", "2", "-t", "25")
			if !strings.Contains(out, "number of transactions actually processed: 200/200") || !strings.Contains(out, "number of failed transactions: 0 ") {
				t.Errorf("%s %s:\n%s", mode, script, out)
			}
		}
	}
	p.mustRun(t, "psql", "-X", "-q", "-c", "update pgbench_accounts set abalance = 0; update pgbench_tellers set tbalance = 0; update pgbench_branches set bbalance = 0; truncate pgbench_history")
	// Clients that are killed in the middle leave the books balanced.
	cmd := exec.Command(clientProgram(t, "pgbench"), "-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", "60", "-h", p.host, "-p", p.port, "-U", "postgres", "postgres")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(700 * time.Millisecond)
	cmd.Process.Kill()
	cmd.Wait()
	p.mustRun(t, "pgbench", "-n", "-M", "prepared", "-c", "4", "-t", "25")
	sums := p.mustRun(t, "psql", "-X", "-A", "-t", "-c", `select count(distinct s), count(*) from (select sum(abalance) s from pgbench_accounts union all
		select sum(tbalance) from pgbench_tellers union all select sum(bbalance) from pgbench_branches union all select sum(delta) from pgbench_history) x`)
	if sums != "1|4\n" {
		t.Errorf("the books do not balance: %s", sums)
	}
	if got := p.mustRun(t, "psql", "-X", "-A", "-t", "-c", "select count(*) >= 100 from pgbench_history"); got != "t\n" {
		t.Errorf("%q", got)
	}
}

// SIGTERM ends the server at once if nobody works, and takes the socket away.
func TestServeStops(t *testing.T) {
	p := startServe(t)
	socket := filepath.Join(p.dir, ".s.PGSQL."+p.port)
	if _, err := os.Stat(socket); err != nil {
		t.Fatal(err)
	}
	p.cmd.Process.Signal(syscall.SIGTERM)
	done := make(chan error, 1)
	go func() { done <- p.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(8 * time.Second):
		t.Fatal("it does not stop")
	}
	if _, err := os.Stat(socket); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// A server that waits for a statement says so, and a second signal ends the patience: the
// client hears 57P01.
func TestServeStopsTwice(t *testing.T) {
	p := startServe(t)
	heard := make(chan string, 1)
	go func() {
		out, _ := p.run(t, "psql", "-X", "-c", "select pg_sleep(60)")
		heard <- out
	}()
	for deadline := time.Now().Add(20 * time.Second); p.mustRun(t, "psql", "-X", "-A", "-t", "-c", "select count(*) from pg_stat_activity where query = 'select pg_sleep(60)'") == "0\n"; {
		if time.Now().After(deadline) {
			t.Fatal("the statement does not run")
		}
	}
	p.cmd.Process.Signal(syscall.SIGTERM)
	const says = "minidb: stopping; running statements are given 10 s, or until the next signal\n"
	for deadline := time.Now().Add(5 * time.Second); p.errors.String() != says; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%q", p.errors.String())
		}
	}
	p.cmd.Process.Signal(syscall.SIGTERM)
	if err := p.cmd.Wait(); err != nil {
		t.Error(err)
	}
	if out := <-heard; !strings.Contains(out, "FATAL:  terminating connection due to administrator command") {
		t.Error(out)
	}
}

func TestServeRefuses(t *testing.T) {
	key, odd := filepath.Join(t.TempDir(), "key.pem"), filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(odd, []byte{0xff}, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, []byte("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	both := filepath.Join(t.TempDir(), "both.pem")
	if err := os.WriteFile(both, []byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, says string }{
		{"--listen 127.0.0.1:0 --tls-cert " + both + " --tls-key " + both, both + ": the private key can be read by others; chmod 600 it"},
		{"--listen 0.0.0.0:0", "can be reached from other machines, and no role has a password to log in with; see --password-file"},
		{"--listen 127.0.0.1:0 --tls-cert x", "--tls-cert and --tls-key need each other"},
		{"--listen 127.0.0.1:0 --guc nosuch=1", `unrecognized configuration parameter "nosuch"`},
		{"--listen 127.0.0.1:0 --guc nosuch", "--guc wants name=value"},
		{"--listen 127.0.0.1:0 --guc client_min_messages=x", "HINT:  Available values: debug5, "},
		{"--listen 127.0.0.1:0 --guc Max_Connections=3", "--guc Max_Connections: the server has --max-connections for it"},
		{"--listen nowhere", "--listen nowhere: "},
		{"--nosuch", `Try "minidb serve --help" for more information.`},
		{"--max-connections many", `invalid value "many" for option --max-connections`},
		{"now", `too many command-line arguments (first is "now")`},
		{"--listen 127.0.0.1:0 --tls-cert " + key + " --tls-key " + key, "--tls-cert " + key + ": there is no CERTIFICATE in it, but PRIVATE KEY"},
		{"--listen 127.0.0.1:0 --tls-cert serve.go --tls-key " + key, "--tls-cert serve.go: there is no PEM in it"},
		{"--listen 127.0.0.1:0 --tls-cert nowhere --tls-key " + key, "--tls-cert nowhere: No such file or directory"},
		{"--listen 127.0.0.1:0 --password-file " + odd, "--password-file " + odd + ": invalid byte sequence for encoding \"UTF8\": 0xff"},
		{"--listen 127.0.0.1:0 --password-file nowhere", "--password-file nowhere: No such file or directory"},
		{"--listen 127.0.0.1:0 -c selec", "exit"},
	} {
		cmd := exec.Command(os.Args[0], append([]string{"serve"}, strings.Fields(c.args)...)...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		out, err := cmd.CombinedOutput()
		if got := string(out) + fmt.Sprint(err); err == nil || !strings.Contains(got, c.says) {
			t.Errorf("%s: %s", c.args, got)
		}
	}
}

// What a password's file may hold.
func TestServePassword(t *testing.T) {
	for _, c := range []struct{ text, stored, says string }{
		{" a'b\\ \r\nmore", "SCRAM-SHA-256$4096:", ""},
		{"md5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "md5aaa", "WARNING:  setting an MD5-encrypted password\n"},
	} {
		file := filepath.Join(t.TempDir(), "password")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		p := startServe(t, "--password-file", file)
		if got := p.mustRun(t, "psql", "-X", "-A", "-t", "-c", "select rolpassword from pg_authid where rolname = 'postgres'"); !strings.HasPrefix(got, c.stored) {
			t.Errorf("%q: %s", c.text, got)
		}
		if got := p.errors.String(); got != "" && c.says == "" || !strings.HasSuffix(got, c.says) {
			t.Errorf("%q: %s", c.text, got)
		}
	}
}

// 0.0.0.0 is no address of IPv6; [::] and no host are all addresses there are.
func TestListenNetwork(t *testing.T) {
	for at, want := range map[string]string{"0.0.0.0:0": "tcp4", "127.0.0.1:0": "tcp4", "[::]:0": "tcp", "[::1]:0": "tcp", ":0": "tcp"} {
		addr, err := net.ResolveTCPAddr("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		if got := network(addr); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}
