package storage

import (
	"io/fs"
	"syscall"
	"testing"

	"minidb/pgerr"
)

func TestFileErrors(t *testing.T) {
	for errno, want := range map[syscall.Errno]pgerr.Code{
		syscall.EACCES: "42501", syscall.EROFS: "42501", syscall.ENOENT: "58P01", syscall.EEXIST: "58P02", syscall.ENAMETOOLONG: "58P03",
		syscall.ENOTDIR: "42809", syscall.ENOSPC: "53100", syscall.ENOMEM: "53200", syscall.EMFILE: "53000", syscall.EIO: "58030",
		syscall.EFBIG: "XX000",
	} {
		err := fileError("could not write to file", &fs.PathError{Op: "write", Path: "name", Err: errno})
		if got := pgerr.CodeOf(err); got != want {
			t.Errorf("%v: %s, want %s", errno, got, want)
		}
	}
	err := fileError("could not write to file", &fs.PathError{Op: "write", Path: "name", Err: syscall.ENOSPC})
	if got := err.Error(); got != `could not write to file "name": No space left on device` {
		t.Error(got)
	}
}
