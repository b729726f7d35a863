//go:build !linux

package pgwire

import "net"

// direct is for Linux: see direct_linux.go.
func direct(nc net.Conn) net.Conn { return nc }
