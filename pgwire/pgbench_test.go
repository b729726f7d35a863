package pgwire_test

import (
	"fmt"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/pgwire"
)

// What pgbench's transactions cost the server's process, and what the same messages
// cost one that knows no SQL and answers from constants: the difference is the
// engine's, the rest the kernel's and the protocol's. pgbench is a process of its
// own and is not counted.

func BenchmarkPgbench(b *testing.B) {
	db, err := minidb.Open()
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	_ = db.UseHugePages() // as the program does
	real, stub := listen(b), listen(b)
	defer stub.Close()
	s := pgwire.NewServer(db, pgwire.Config{})
	go s.Serve(real)
	defer s.Shutdown(b.Context())
	go serveStub(stub)
	pgbench(b, real.Addr(), "-i", "-q")
	for _, script := range []string{"-S", "-N"} {
		for _, clients := range []string{"1", "8"} {
			for name, l := range map[string]net.Listener{"minidb": real, "stub": stub} {
				b.Run(fmt.Sprintf("%s/%s/%s", script[1:], clients, name), func(b *testing.B) {
					before := cpuOfServer()
					for b.Loop() {
						pgbench(b, l.Addr(), "-n", script, "-M", "prepared", "-c", clients, "-t", fmt.Sprint(transactions/int(clients[0]-'0')))
					}
					b.ReportMetric(float64((cpuOfServer()-before).Microseconds())/float64(b.N*transactions), "cpu-us/transaction")
				})
			}
		}
	}
}

const transactions = 16_000 // of a run

func listen(b *testing.B) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	return l
}

func pgbench(b *testing.B, at net.Addr, args ...string) {
	cmd := exec.Command("pgbench", append(args, "-h", "127.0.0.1", "-p", fmt.Sprint(at.(*net.TCPAddr).Port), "-U", "postgres", "postgres")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
}

func cpuOfServer() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func serveStub(l net.Listener) {
	for {
		nc, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer nc.Close()
			stubConn(nc, pgproto3.NewBackend(nc, nc))
		}()
	}
}

// stubConn speaks with one client.
func stubConn(nc net.Conn, be *pgproto3.Backend) {
	for {
		m, err := be.ReceiveStartupMessage()
		if err != nil {
			return
		}
		if _, ok := m.(*pgproto3.StartupMessage); ok {
			break
		}
		_, _ = nc.Write([]byte{'N'})
	}
	be.Send(&pgproto3.AuthenticationOk{})
	be.Send(&pgproto3.BackendKeyData{SecretKey: make([]byte, 4)})
	ready := &pgproto3.ReadyForQuery{TxStatus: 'I'}
	be.Send(ready)
	_ = be.Flush()
	selects, tags := map[string]bool{}, map[string]string{}
	fields := &pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("abalance"), DataTypeOID: 23, DataTypeSize: 4, TypeModifier: -1}}}
	row := &pgproto3.DataRow{Values: [][]byte{[]byte("0")}}
	bound := ""
	for {
		m, err := be.Receive()
		if err != nil {
			return
		}
		switch m := m.(type) {
		case *pgproto3.Query: // before the first transaction: the scale, and whether there are partitions
			be.Send(&pgproto3.RowDescription{Fields: make([]pgproto3.FieldDescription, 3)})
			be.Send(&pgproto3.DataRow{Values: [][]byte{[]byte("1"), nil, []byte("0")}})
			be.Send(&pgproto3.CommandComplete{CommandTag: []byte("SELECT 1")})
			be.Send(ready)
			_ = be.Flush()
		case *pgproto3.Parse:
			word, _, _ := strings.Cut(m.Query, " ")
			selects[m.Name], tags[m.Name] = word == "SELECT", strings.TrimSuffix(word, ";")+" 1"
			be.Send(&pgproto3.ParseComplete{})
		case *pgproto3.Bind:
			bound = m.PreparedStatement
			be.Send(&pgproto3.BindComplete{})
		case *pgproto3.Describe:
			if selects[bound] {
				be.Send(fields)
			} else {
				be.Send(&pgproto3.NoData{})
			}
		case *pgproto3.Execute:
			if selects[bound] {
				be.Send(row)
			}
			be.Send(&pgproto3.CommandComplete{CommandTag: []byte(tags[bound])})
		case *pgproto3.Sync:
			be.Send(ready)
			_ = be.Flush()
		case *pgproto3.Terminate:
			return
		}
	}
}
