package session

import "syscall"

// wakeMonitor makes sure that the Go runtime's monitor thread is awake while a statement
// lasts: it takes the processor from goroutines that run for long, and looks for messages
// when all processors are taken. It goes to sleep when all rest, and only a system call
// that the runtime hears of wakes it; those of the server's sockets are not (pgwire's
// direct_linux.go). This one does nothing else.
func wakeMonitor() { _, _, _ = syscall.Syscall(syscall.SYS_GETPPID, 0, 0, 0) }
