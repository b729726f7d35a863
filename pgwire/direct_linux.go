//go:build !386

package pgwire

// Reading and writing of sockets without a word to Go's scheduler. A socket's system
// calls do not block here: they end in a few microseconds, and announcing each, so that
// another thread may take over meanwhile, wakes a thread of the runtime for nothing. With
// one client that was a quarter of the server's CPU time. recvfrom and sendto do what read
// and write do, without the detour over files.

import (
	"io"
	"net"
	"os"
	"syscall"
	"unsafe"
)

// directMost is how many bytes one call may move: a few microseconds' worth.
const directMost = 16 << 10

// directConn is a connection whose Read and Write go to the kernel directly. One
// goroutine reads and one writes.
type directConn struct {
	net.Conn
	raw     syscall.RawConn
	in, out transfer
}

// transfer is one direction: try moves what it can of b, and says whether it need not
// wait for the socket.
type transfer struct {
	call  uintptr // SYS_RECVFROM or SYS_SENDTO
	flags uintptr
	b     []byte
	n     int
	err   error
	try   func(fd uintptr) bool // of this transfer, made once
}

// direct makes nc, if it is a socket, a directConn.
func direct(nc net.Conn) net.Conn {
	sc, ok := nc.(syscall.Conn)
	if !ok {
		return nc
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return nc
	}
	d := &directConn{Conn: nc, raw: raw}
	d.in.call, d.in.flags, d.in.try = syscall.SYS_RECVFROM, syscall.MSG_DONTWAIT, d.in.move
	d.out.call, d.out.flags, d.out.try = syscall.SYS_SENDTO, syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, d.out.move
	return d
}

func (t *transfer) move(fd uintptr) bool {
	b := t.b[:min(len(t.b), directMost)]
	for {
		n, _, errno := syscall.RawSyscall6(t.call, fd, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), t.flags, 0, 0)
		switch errno {
		case 0:
			t.n, t.err = int(n), nil
		case syscall.EINTR:
			continue
		case syscall.EAGAIN:
			return false
		default:
			t.n, t.err = 0, errno
		}
		return true
	}
}

// Read reads at least a byte, or fails as net.Conn's Read does.
func (d *directConn) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	d.in.b = b
	err := d.raw.Read(d.in.try)
	d.in.b = nil
	switch {
	case err != nil:
		return 0, err
	case d.in.err != nil:
		return 0, d.failed("read", d.in.err)
	case d.in.n == 0:
		return 0, io.EOF
	}
	return d.in.n, nil
}

// Write writes all, or fails as net.Conn's Write does.
func (d *directConn) Write(b []byte) (done int, err error) {
	for done < len(b) {
		d.out.b = b[done:]
		err := d.raw.Write(d.out.try)
		d.out.b = nil
		if err == nil && d.out.err != nil {
			err = d.failed("write", d.out.err)
		}
		if err != nil {
			return done, err
		}
		done += d.out.n
	}
	return done, nil
}

func (d *directConn) failed(op string, err error) error {
	return &net.OpError{Op: op, Net: d.LocalAddr().Network(), Source: d.LocalAddr(), Addr: d.RemoteAddr(), Err: os.NewSyscallError(op, err)}
}
