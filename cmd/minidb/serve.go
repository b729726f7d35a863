package main

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"minidb"
	"minidb/cmd/minidb/shell"
	"minidb/pgwire"
)

// minidb serve: one database for PostgreSQL's clients.

// server is what the options of serve say.
type server struct {
	listen, socketDir string
	tlsCert, tlsKey   string
	passwordFile      string
	connections       int
	gucs              []string
	demo              bool
	list              []shell.Action
}

const (
	// grace is what running statements are given when the server stops.
	grace = 10 * time.Second
	// silence is how long a stop takes before the server says what it waits for.
	silence = 300 * time.Millisecond
)

func serveCommand() *cobra.Command {
	var s server
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve a database to psql, pgbench, drivers: all that speak PostgreSQL's protocol",
		Long: "serve opens an empty database, runs the scripts that are given, and serves it until\n" +
			"SIGTERM or SIGINT: then statements that run are given ten seconds; a second signal\n" +
			"takes them back. A script ends at its first error, and the server with it.\n\n" +
			"At 127.0.0.1 and the unix socket everybody on this machine may connect, to database\n" +
			"postgres as any role that may log in. At an address that other\n" +
			"machines reach, clients prove by SCRAM-SHA-256 that they know the role's password;\n" +
			"it is refused while no role has one. --password-file, or MINIDB_PASSWORD in the\n" +
			"environment, gives role postgres one; scripts can CREATE ROLE .. LOGIN PASSWORD.",
		Example: "  minidb serve\n" +
			"  minidb serve --listen 127.0.0.1:0 --demo -f schema.sql\n" +
			"  psql 'host=127.0.0.1 port=5433 user=postgres dbname=postgres'",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.listen, "listen", "127.0.0.1:5433", "listen on `ADDRESS:PORT`; port 0 takes a free one, which is printed")
	f.StringVar(&s.socketDir, "socket-dir", "", "listen on a unix socket in `DIR` too")
	f.IntVar(&s.connections, "max-connections", 100, "serve at most `N` clients at a time")
	f.StringVar(&s.passwordFile, "password-file", "", "the password of role postgres is the first line of `FILE`")
	f.StringVar(&s.tlsCert, "tls-cert", "", "offer TLS with the certificate in `FILE`")
	f.StringVar(&s.tlsKey, "tls-key", "", "the certificate's private key in `FILE`")
	f.StringArrayVar(&s.gucs, "guc", nil, "a setting's value where sessions do not set it: `name=value`; may be repeated")
	f.BoolVar(&s.demo, "demo", false, "load the examples' data first: orders, sensors, employees")
	f.VarP(actions{&s.list, true}, "file", "f", "run the script `FILE` first, which must have no error; may be repeated")
	f.VarP(actions{&s.list, false}, "command", "c", "run `SQL` first, as a script; may be repeated")
	return cmd
}

func (s *server) run(ctx context.Context) error {
	cfg := pgwire.Config{MaxConnections: s.connections, Log: func(text string) { fmt.Fprintln(os.Stderr, "minidb:", text) }}
	var err error
	if cfg.TLS, err = s.tls(); err != nil {
		return err
	}
	listeners, err := s.open()
	if err != nil {
		return err
	}
	defer func() {
		for _, l := range listeners {
			l.Close()
		}
	}()
	values, err := s.settings(listeners[0].Addr(), cfg.TLS != nil)
	if err != nil {
		return err
	}
	db, err := minidb.Open(values...)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.UseHugePages(); err != nil {
		return err
	}
	if err := s.password(ctx, db); err != nil {
		return err
	}
	if err := s.prepare(ctx, db); err != nil {
		return err
	}
	if !pgwire.IsLocal(listeners[0].Addr()) && !db.HasPasswords() {
		return fmt.Errorf("--listen %s can be reached from other machines, and no role has a password to log in with; see --password-file", s.listen)
	}
	return serve(pgwire.NewServer(db, cfg), listeners)
}

// serve serves until a signal comes, or a listener fails.
func serve(srv *pgwire.Server, listeners []net.Listener) error {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { failed <- srv.Serve(l) }()
		fmt.Println("minidb: listening on", l.Addr())
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var err error
	select {
	case err = <-failed:
	case <-signals:
		go func() { // another signal ends the patience
			defer stop()
			over := time.After(grace)
			select {
			case <-signals:
				return
			case <-ctx.Done():
				return
			case <-time.After(silence):
				fmt.Fprintf(os.Stderr, "minidb: stopping; running statements are given %.0f s, or until the next signal\n", grace.Seconds())
			}
			select {
			case <-signals:
			case <-over:
			case <-ctx.Done():
			}
		}()
	}
	srv.Shutdown(ctx)
	if errors.Is(err, pgwire.ErrClosed) {
		err = nil
	}
	return err
}

func (s *server) tls() (*tls.Config, error) {
	switch {
	case s.tlsCert == "" && s.tlsKey == "":
		return nil, nil
	case s.tlsCert == "" || s.tlsKey == "":
		return nil, errors.New("--tls-cert and --tls-key need each other")
	}
	certText, err := readPEM("--tls-cert", s.tlsCert, "CERTIFICATE")
	if err != nil {
		return nil, err
	}
	keyText, err := readPEM("--tls-key", s.tlsKey, "PRIVATE KEY")
	if err != nil {
		return nil, err
	}
	if st, err := os.Stat(s.tlsKey); err == nil && runtime.GOOS != "windows" && st.Mode().Perm()&0o037 != 0 {
		return nil, fmt.Errorf("--tls-key %s: the private key can be read by others; chmod 600 it", s.tlsKey)
	}
	cert, err := tls.X509KeyPair(certText, keyText)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert %s and --tls-key %s: %w", s.tlsCert, s.tlsKey, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}, nil
}

// readPEM reads an option's file, in which a block of that kind must be.
func readPEM(option, file, kind string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %s", option, file, shell.ErrorText(err))
	}
	found := ""
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if strings.HasSuffix(block.Type, kind) {
			return text, nil
		}
		found = block.Type
	}
	if found == "" {
		return nil, fmt.Errorf("%s %s: there is no PEM in it", option, file)
	}
	return nil, fmt.Errorf("%s %s: there is no %s in it, but %s", option, file, kind, found)
}

// network is what to listen on: 0.0.0.0 is all addresses of IPv4 and none of IPv6, which
// Go would add; [::] and no host at all are those of both.
func network(addr *net.TCPAddr) string {
	if addr.IP.To4() != nil {
		return "tcp4"
	}
	return "tcp"
}

// open listens. Nobody is served before the scripts have run.
func (s *server) open() ([]net.Listener, error) {
	addr, err := net.ResolveTCPAddr("tcp", s.listen)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", s.listen, err)
	}
	l, err := net.ListenTCP(network(addr), addr)
	if err != nil {
		return nil, err
	}
	out := []net.Listener{l}
	if s.socketDir != "" {
		path := filepath.Join(s.socketDir, ".s.PGSQL."+strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
		u, err := listenUnix(path)
		if err != nil {
			l.Close()
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// listenUnix listens on a socket, after removing one that a dead server left.
func listenUnix(path string) (net.Listener, error) {
	if c, err := net.Dial("unix", path); err == nil {
		c.Close()
		return nil, fmt.Errorf("another server listens on %s", path)
	} else if errors.Is(err, syscall.ECONNREFUSED) {
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o777); err != nil { // whatever the umask: it is for all of the machine's users
		l.Close()
		return nil, err
	}
	return l, nil
}

// ownOptions are what says the settings that tell what the server is.
var ownOptions = map[string]string{"listen_addresses": "--listen", "port": "--listen", "max_connections": "--max-connections",
	"ssl": "--tls-cert and --tls-key", "unix_socket_directories": "--socket-dir"}

// settings are those of the options, and what the server is.
func (s *server) settings(at net.Addr, ssl bool) ([]minidb.Setting, error) {
	tcp := at.(*net.TCPAddr)
	out := []minidb.Setting{
		{Name: "listen_addresses", Value: tcp.IP.String()}, {Name: "port", Value: strconv.Itoa(tcp.Port)},
		{Name: "max_connections", Value: strconv.Itoa(s.connections)}, {Name: "ssl", Value: strconv.FormatBool(ssl)},
		{Name: "unix_socket_directories", Value: s.socketDir},
	}
	for _, g := range s.gucs {
		name, value, ok := strings.Cut(g, "=")
		if !ok {
			return nil, fmt.Errorf("--guc wants name=value, not %q", g)
		}
		if option := ownOptions[strings.ToLower(name)]; option != "" {
			return nil, fmt.Errorf("--guc %s: the server has %s for it", name, option)
		}
		out = append(out, minidb.Setting{Name: name, Value: value})
	}
	return out, nil
}

// password gives role postgres the password of the file or the environment.
func (s *server) password(ctx context.Context, db *minidb.DB) error {
	word, from := os.Getenv("MINIDB_PASSWORD"), "MINIDB_PASSWORD"
	if s.passwordFile != "" {
		from = "--password-file " + s.passwordFile
		text, err := os.ReadFile(s.passwordFile)
		if err != nil {
			return fmt.Errorf("%s: %s", from, shell.ErrorText(err))
		}
		word, _, _ = strings.Cut(string(text), "\n")
		if word = strings.TrimSuffix(word, "\r"); word == "" {
			return fmt.Errorf("%s: the first line is empty", from)
		}
	}
	if word == "" {
		return nil
	}
	sess := db.Session()
	defer sess.Close()
	sess.OnNotice(func(e *minidb.Error) { // of passwords nobody can log in with
		fmt.Fprintf(os.Stderr, "minidb: %s: %s:  %s\n", from, e.Severity, e.Message)
	})
	if _, err := sess.Exec(ctx, "alter role postgres password '"+strings.ReplaceAll(word, "'", "''")+"'"); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return nil
}

// prepare runs the scripts. An error ends the server before anybody connects.
func (s *server) prepare(ctx context.Context, db *minidb.DB) error {
	if len(s.list) == 0 && !s.demo {
		return nil
	}
	sess := db.Session()
	defer sess.Close()
	sh := shell.New(sess, shell.Options{}, os.Stdout, os.Stderr)
	defer sh.Close()
	if err := sh.Setup([]string{"ON_ERROR_STOP=1", "QUIET=on"}, nil); err != nil {
		return err
	}
	if s.demo {
		if err := sh.Demo(ctx); err != nil {
			return err
		}
	}
	return sh.RunActions(ctx, s.list)
}
