package shell

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"minidb"
	"minidb/pgerr"
)

// Recording of testdata: psql runs against a PostgreSQL through a relay that
// writes down its messages and their answers.

// record runs psql and writes g's .out and .replies.
func (g golden) record(t *testing.T) {
	dir := t.TempDir()
	l, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	done := make(chan []exchange, 1)
	go func() {
		client, err := l.Accept()
		if err != nil {
			done <- []exchange{}
			return
		}
		done <- relay(t, client)
	}()
	args := append([]string{"-X", "-d", "host=" + dir + " port=5432 user=postgres dbname=postgres"}, g.args...)
	cmd := exec.Command("psql", args...)
	cmd.Env = append(os.Environ(), "PGCLIENTENCODING=UTF8", "LC_ALL=C.UTF-8")
	if g.stdin != "" {
		if cmd.Stdin, err = os.Open(g.stdin); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := cmd.CombinedOutput()
	if status := ExitStatus(cmd.ProcessState.ExitCode()); status != g.status {
		t.Errorf("psql's exit status is %d, not %d", status, g.status)
	}
	text, err := json.MarshalIndent(<-done, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, g.name+".out", out)
	writeFile(t, g.name+".replies", append(text, '\n'))
}

func writeFile(t *testing.T, name string, text []byte) {
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// relay connects client and server and returns the messages of queries.
func relay(t *testing.T, client net.Conn) []exchange {
	server, err := net.Dial("unix", *record)
	if err != nil {
		t.Error(err)
		client.Close()
		return nil
	}
	startup := readMessage(client, false)
	server.Write(startup)
	list := []exchange{}
	for {
		var pending []byte // sent on in the pieces that PostgreSQL sends
		for {
			msg := readMessage(server, true)
			pending = append(pending, msg...)
			if msg == nil || msg[0] == 'Z' { // ready for the next query
				break
			}
			if len(list) > 0 {
				list[len(list)-1].note(msg)
			}
			if msg[0] == 'N' {
				client.Write(pending)
				pending = nil
			}
		}
		client.Write(pending)
		msg := readMessage(client, true)
		if msg == nil || msg[0] != 'Q' {
			server.Write(msg)
			server.Close()
			client.Close()
			return list
		}
		list = append(list, exchange{Send: string(msg[5 : len(msg)-1]), Replies: []reply{}})
		server.Write(msg)
	}
}

// readMessage reads one message of the protocol, nil at the end.
func readMessage(r io.Reader, typed bool) []byte {
	head := make([]byte, 5)
	if !typed {
		head = head[1:]
	}
	if _, err := io.ReadFull(r, head); err != nil {
		return nil
	}
	n := binary.BigEndian.Uint32(head[len(head)-4:]) - 4
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil
	}
	return append(head, body...)
}

// note adds a message of the server to the replies.
func (x *exchange) note(msg []byte) {
	last := len(x.Replies) - 1
	body := fields(msg[5:])
	switch msg[0] {
	case 'T':
		x.Replies = append(x.Replies, reply{Columns: body.columns()})
	case 'D':
		x.Replies[last].Rows = append(x.Replies[last].Rows, body.row())
	case 'C':
		if last < 0 || x.Replies[last].Columns == nil || x.Replies[last].Tag != "" {
			x.Replies = append(x.Replies, reply{})
			last++
		}
		x.Replies[last].Tag = body.str()
	case 'N':
		x.Replies = append(x.Replies, reply{Notice: body.report()})
	case 'E':
		if last >= 0 && x.Replies[last].Columns != nil && x.Replies[last].Tag == "" {
			x.Replies = x.Replies[:last] // rows of a statement that failed later
		}
		x.Replies = append(x.Replies, reply{Error: body.report()})
	}
}

// fields takes apart the body of a message.
type fields []byte

func (f *fields) int(size int) int {
	n := 0
	for _, b := range (*f)[:size] {
		n = n<<8 | int(b)
	}
	*f = (*f)[size:]
	return n
}

func (f *fields) str() string {
	s, _, _ := strings.Cut(string(*f), "\x00")
	*f = (*f)[len(s)+1:]
	return s
}

func (f *fields) columns() []column {
	out := make([]column, f.int(2))
	for i := range out {
		out[i].Name = f.str()
		f.int(6)
		out[i].Type = uint32(f.int(4))
		f.int(8)
	}
	return out
}

func (f *fields) row() []string {
	out := make([]string, f.int(2))
	for i := range out {
		if n := f.int(4); n != 1<<32-1 { // NULL
			out[i] = string((*f)[:n])
			*f = (*f)[n:]
		}
	}
	return out
}

func (f *fields) report() *minidb.Error {
	e := new(minidb.Error)
	for (*f)[0] != 0 {
		kind := (*f)[0]
		*f = (*f)[1:]
		switch s := f.str(); kind {
		case 'V':
			e.Severity = s
		case 'C':
			e.Code = pgerr.Code(s)
		case 'M':
			e.Message = s
		case 'D':
			e.Detail = s
		case 'H':
			e.Hint = s
		case 'P':
			e.Position, _ = strconv.Atoi(s)
		case 'W':
			e.Context = s
		}
	}
	return e
}
