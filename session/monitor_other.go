//go:build !linux

package session

// wakeMonitor is for Linux: see monitor_linux.go.
func wakeMonitor() {}
