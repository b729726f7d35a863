package pgwire_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// The protocol message by message: scripts of what a client sends, with what the
// server answers. With -oracle the scripts run against a real PostgreSQL, on a
// database that they make, named as that of the string with _wire; with -rewrite too its answers are written
// down. The forms of a line:
//
//	P name "sql" oid ...        Parse
//	B portal statement value ... -> format ...   Bind; a value is t:text, b:hex or null
//	D S name, D P name          Describe
//	E portal limit              Execute
//	C S name, C P name          Close
//	H, S, X                     Flush, Sync, Terminate
//	s, q "sql"                  the same, not answered
//	Q "sql"                     Query
//	d "data", c, f "reason"     CopyData, CopyDone, CopyFail
//	F                           FunctionCall
//	raw hex                     bytes as they are
//	until T                     read up to a message of that type
//
// "" is the name of the unnamed. Answers are read up to as many ReadyForQuery as there
// were Sync, Query and FunctionCall, or to the end of the connection.
var oracle = flag.String("oracle", "", "the connection string of a real PostgreSQL")

func TestProtocol(t *testing.T) {
	datadriven.Walk(t, "testdata/protocol", func(t *testing.T, path string) {
		c := dialScript(t)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "connect" {
				c.close()
				c = dialScript(t)
			}
			return c.run(t, d.Input)
		})
		c.close()
	})
}

// dialScript connects a script to a fresh database.
func dialScript(t *testing.T) *scriptConn {
	t.Helper()
	if *oracle == "" {
		return connectRaw(t, startServer(t).Addr().String(), nil)
	}
	ctx := context.Background()
	admin, err := pgconn.Connect(ctx, *oracle)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(ctx)
	cfg, err := pgconn.ParseConfig(*oracle)
	if err != nil {
		t.Fatal(err)
	}
	name := cfg.Database + "_wire"
	for _, sql := range []string{"drop database if exists " + name + " with (force)", "create database " + name} {
		if _, err := admin.Exec(ctx, sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	network, addr := pgconn.NetworkAddress(cfg.Host, cfg.Port)
	nc, err := net.Dial(network, addr)
	if err != nil {
		t.Fatal(err)
	}
	return startRaw(t, nc, map[string]string{"user": cfg.User, "database": name})
}

// scriptConn is a client that sends what it is told.
type scriptConn struct {
	nc     net.Conn
	f      *pgproto3.Frontend
	params map[string]string
	pid    uint32
	key    []byte
	ended  bool
}

func connectRaw(t testing.TB, addr string, params map[string]string) *scriptConn {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"user": "postgres", "database": "postgres"}
	for k, v := range params {
		all[k] = v
	}
	return startRaw(t, nc, all)
}

func startRaw(t testing.TB, nc net.Conn, params map[string]string) *scriptConn {
	t.Helper()
	c := &scriptConn{nc: nc, f: pgproto3.NewFrontend(nc, nc), params: map[string]string{}}
	t.Cleanup(c.close)
	_ = nc.SetDeadline(time.Now().Add(time.Minute))
	c.f.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: params})
	if err := c.f.Flush(); err != nil {
		t.Fatal(err)
	}
	for {
		m, err := c.f.Receive()
		if err != nil {
			t.Fatal(err)
		}
		switch m := m.(type) {
		case *pgproto3.ParameterStatus:
			c.params[m.Name] = m.Value
		case *pgproto3.BackendKeyData:
			c.pid, c.key = m.ProcessID, bytes.Clone(m.SecretKey)
		case *pgproto3.ErrorResponse:
			t.Fatalf("%s %s", m.Code, m.Message)
		case *pgproto3.ReadyForQuery:
			return c
		}
	}
}

func (c *scriptConn) close() {
	if c != nil {
		c.nc.Close()
	}
}

// run sends a script's messages and returns the answers.
func (c *scriptConn) run(t testing.TB, script string) string {
	t.Helper()
	var out strings.Builder
	ready, until := 0, ""
	for _, line := range strings.Split(script, "\n") {
		words := splitWords(line)
		if len(words) == 0 {
			continue
		}
		if words[0] == "until" {
			until = words[1]
			c.flush()
			c.read(&out, &ready, until)
			until = ""
			continue
		}
		if words[0] == "raw" {
			b, err := hex.DecodeString(strings.Join(words[1:], ""))
			if err != nil {
				t.Fatal(err)
			}
			c.flush()
			_, _ = c.nc.Write(b)
			continue
		}
		m := scriptMessage(t, words)
		if strings.Contains("SQF", words[0]) {
			ready++
		}
		c.f.Send(m)
	}
	c.flush()
	for ready > 0 && !c.ended {
		c.read(&out, &ready, "")
	}
	return sortSettings(out.String())
}

// sortSettings sorts ParameterStatus messages that follow each other: their order
// says nothing.
func sortSettings(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		from := i
		for i < len(lines) && strings.HasPrefix(lines[i], "S ") {
			i++
		}
		slices.Sort(lines[from:i])
	}
	return strings.Join(lines, "")
}

func (c *scriptConn) flush() { _ = c.f.Flush() } // the answer tells

// read reads one answer, or all up to one of type until.
func (c *scriptConn) read(out *strings.Builder, ready *int, until string) {
	for !c.ended {
		m, err := c.f.Receive()
		if err != nil {
			c.ended = true
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "reset") {
				out.WriteString("-- closed\n")
			} else {
				fmt.Fprintln(out, "--", err)
			}
			return
		}
		kind := writeMessage(out, m)
		if kind == "Z" {
			*ready--
		}
		if until == "" || kind == until {
			return
		}
	}
}

// splitWords cuts a line at blanks outside of double quotes, which Go's rules for
// strings undo.
func splitWords(line string) (out []string) {
	for line = strings.TrimSpace(line); line != "" && line[0] != '#'; line = strings.TrimSpace(line) {
		if q, err := strconv.QuotedPrefix(line); err == nil {
			s, _ := strconv.Unquote(q)
			out, line = append(out, s), line[len(q):]
			continue
		}
		w, rest, _ := strings.Cut(line, " ")
		out, line = append(out, w), rest
	}
	return out
}

func scriptMessage(t testing.TB, w []string) pgproto3.FrontendMessage {
	t.Helper()
	switch w[0] {
	case "P":
		m := &pgproto3.Parse{Name: w[1], Query: w[2]}
		for _, s := range w[3:] {
			n, _ := strconv.Atoi(s)
			m.ParameterOIDs = append(m.ParameterOIDs, uint32(n))
		}
		return m
	case "B":
		return scriptBind(t, w)
	case "D":
		return &pgproto3.Describe{ObjectType: w[1][0], Name: w[2]}
	case "E":
		n, _ := strconv.Atoi(w[2])
		return &pgproto3.Execute{Portal: w[1], MaxRows: uint32(n)}
	case "C":
		return &pgproto3.Close{ObjectType: w[1][0], Name: w[2]}
	case "H":
		return &pgproto3.Flush{}
	case "S", "s":
		return &pgproto3.Sync{}
	case "X":
		return &pgproto3.Terminate{}
	case "Q", "q":
		return &pgproto3.Query{String: w[1]}
	case "d":
		return &pgproto3.CopyData{Data: []byte(w[1])}
	case "c":
		return &pgproto3.CopyDone{}
	case "f":
		return &pgproto3.CopyFail{Message: w[1]}
	case "F":
		return &pgproto3.FunctionCall{Function: 1299}
	}
	t.Fatalf("no such message: %q", w)
	return nil
}

func scriptBind(t testing.TB, w []string) *pgproto3.Bind {
	t.Helper()
	m := &pgproto3.Bind{DestinationPortal: w[1], PreparedStatement: w[2]}
	results, binary := false, false
	var formats []int16
	for _, s := range w[3:] {
		kind, text, _ := strings.Cut(s, ":")
		switch {
		case s == "->":
			results = true
		case results:
			n, _ := strconv.Atoi(s)
			m.ResultFormatCodes = append(m.ResultFormatCodes, int16(n))
		case s == "null":
			m.Parameters, formats = append(m.Parameters, nil), append(formats, 0)
		case kind == "b":
			b, err := hex.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			m.Parameters, formats, binary = append(m.Parameters, b), append(formats, 1), true
		case kind == "t":
			m.Parameters, formats = append(m.Parameters, []byte(text)), append(formats, 0)
		case kind == "format":
			n, _ := strconv.Atoi(text)
			m.ParameterFormatCodes = append(m.ParameterFormatCodes, int16(n))
		default:
			t.Fatalf("no value: %q", s)
		}
	}
	if binary {
		m.ParameterFormatCodes = formats
	}
	return m
}

// writeMessage prints an answer on a line, and returns its type.
func writeMessage(out *strings.Builder, m pgproto3.BackendMessage) string {
	switch m := m.(type) {
	case *pgproto3.RowDescription:
		out.WriteString("T")
		for _, f := range m.Fields {
			table := ""
			if f.TableOID != 0 {
				table = fmt.Sprintf(" column %d", f.TableAttributeNumber)
			}
			fmt.Fprintf(out, " [%s %d %d %d %d%s]", f.Name, f.DataTypeOID, f.DataTypeSize, f.TypeModifier, f.Format, table)
		}
		out.WriteString("\n")
		return "T"
	case *pgproto3.DataRow:
		out.WriteString("D")
		for _, v := range m.Values {
			if v == nil {
				out.WriteString(" null")
			} else {
				fmt.Fprintf(out, " %q", v)
			}
		}
		out.WriteString("\n")
		return "D"
	case *pgproto3.ParameterDescription:
		fmt.Fprintln(out, "t", m.ParameterOIDs)
		return "t"
	case *pgproto3.CommandComplete:
		fmt.Fprintf(out, "C %s\n", m.CommandTag)
		return "C"
	case *pgproto3.ReadyForQuery:
		fmt.Fprintf(out, "Z %c\n", m.TxStatus)
		return "Z"
	case *pgproto3.ErrorResponse:
		writeReport(out, "E", m)
		return "E"
	case *pgproto3.NoticeResponse:
		writeReport(out, "N", (*pgproto3.ErrorResponse)(m))
		return "N"
	case *pgproto3.ParameterStatus:
		fmt.Fprintf(out, "S %s=%s\n", m.Name, m.Value)
		return "S"
	case *pgproto3.CopyInResponse:
		fmt.Fprintln(out, "G", m.OverallFormat, m.ColumnFormatCodes)
		return "G"
	case *pgproto3.CopyOutResponse:
		fmt.Fprintln(out, "H", m.OverallFormat, m.ColumnFormatCodes)
		return "H"
	case *pgproto3.CopyData:
		fmt.Fprintf(out, "d %q\n", m.Data)
		return "d"
	}
	simple := map[string]string{"*pgproto3.ParseComplete": "1", "*pgproto3.BindComplete": "2", "*pgproto3.CloseComplete": "3",
		"*pgproto3.NoData": "n", "*pgproto3.PortalSuspended": "s", "*pgproto3.EmptyQueryResponse": "I", "*pgproto3.CopyDone": "c"}
	kind := simple[fmt.Sprintf("%T", m)]
	if kind == "" {
		kind = fmt.Sprintf("%T", m)
	}
	fmt.Fprintln(out, kind)
	return kind
}

// writeReport prints an error's fields but those that name PostgreSQL's own files.
func writeReport(out *strings.Builder, kind string, m *pgproto3.ErrorResponse) {
	fmt.Fprintf(out, "%s %s %s %s", kind, m.SeverityUnlocalized, m.Code, m.Message)
	for _, f := range []struct{ name, text string }{{"D", m.Detail}, {"H", m.Hint}, {"W", m.Where}, {"q", m.InternalQuery},
		{"s", m.SchemaName}, {"t", m.TableName}, {"c", m.ColumnName}, {"d", m.DataTypeName}, {"n", m.ConstraintName}} {
		if f.text != "" {
			fmt.Fprintf(out, " | %s %q", f.name, f.text)
		}
	}
	if m.Position > 0 {
		fmt.Fprintf(out, " | P %d", m.Position)
	}
	out.WriteString("\n")
}
