package pgwire

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A direct connection does what net.Conn promises: large writes arrive whole while the
// other side reads slowly, deadlines and Close wake who waits, and the end is io.EOF.
func TestDirect(t *testing.T) {
	for network, at := range map[string]string{"tcp": "127.0.0.1:0", "unix": filepath.Join(t.TempDir(), "s")} {
		t.Run(network, func(t *testing.T) {
			l, err := net.Listen(network, at)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			far, err := net.Dial(network, l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer far.Close()
			accepted, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			c := direct(accepted)
			defer c.Close()
			checkDirect(t, c, far)
		})
	}
}

func checkDirect(t *testing.T, c, far net.Conn) {
	sent := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	got := make(chan []byte)
	go func() {
		b := make([]byte, len(sent))
		_, _ = io.ReadFull(far, b)
		got <- b
	}()
	if n, err := c.Write(sent); n != len(sent) || err != nil {
		t.Fatalf("wrote %d of %d: %v", n, len(sent), err)
	}
	if b := <-got; !bytes.Equal(b, sent) {
		t.Error("what arrived is not what was written")
	}

	b := make([]byte, 10)
	if n, err := c.Read(b[:0]); n != 0 || err != nil {
		t.Errorf("read of nothing: %d, %v", n, err)
	}
	go func() {
		time.Sleep(20 * time.Millisecond)
		_, _ = far.Write([]byte("hello"))
	}()
	if n, err := c.Read(b); n != 5 || err != nil || string(b[:n]) != "hello" {
		t.Errorf("read %q, %v", b[:n], err)
	}
	time.AfterFunc(20*time.Millisecond, func() { _ = c.SetReadDeadline(time.Now()) })
	var timeout net.Error
	if n, err := c.Read(b); n != 0 || !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("read after the deadline: %d, %v", n, err)
	}
	_ = c.SetReadDeadline(time.Time{})
	_ = c.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
	if n, err := c.Write(bytes.Repeat(sent, 8)); n == 8*len(sent) || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("write that nobody reads: %d, %v", n, err)
	}
	go func() { _, _ = io.Copy(io.Discard, far) }()
	_ = far.(interface{ CloseWrite() error }).CloseWrite()
	if n, err := c.Read(b); n != 0 || err != io.EOF {
		t.Errorf("read at the end: %d, %v", n, err)
	}
	c.Close()
	if _, err := c.Read(b); !errors.Is(err, net.ErrClosed) {
		t.Errorf("read of what is closed: %v", err)
	}
	if _, err := c.Write(b); !errors.Is(err, net.ErrClosed) {
		t.Errorf("write to what is closed: %v", err)
	}
}
