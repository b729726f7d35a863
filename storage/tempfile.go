package storage

// Temporary files of sorts and tuplestores. A file has no name any more as soon as it
// is open, so that nothing can leave it behind: no error, no cancel, no kill -9. Where
// a system does not remove open files, close does.

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"minidb/pgerr"
)

// TempFiles are the temporary files of a session. The zero value has no limit.
type TempFiles struct {
	// Limit is how many kB they may have together, below 0: any (temp_file_limit).
	Limit func() int64
	// Read and Written count blocks of 8 kB, each time that one is read or written.
	Read, Written int64

	bytes int64
}

// grow takes so many bytes; 53400 at the limit. It may be called on nil.
func (f *TempFiles) grow(n int) error {
	if f == nil {
		return nil
	}
	if f.Limit != nil {
		if kB := f.Limit(); kB >= 0 && f.bytes+int64(n) > kB*1024 {
			return pgerr.New(pgerr.ConfigurationLimitExceeded, "temporary file size exceeds \"temp_file_limit\" (%dkB)", kB)
		}
	}
	f.bytes += int64(n)
	return nil
}

func (f *TempFiles) shrink(n int64) {
	if f != nil {
		f.bytes -= n
	}
}

// tempFile is written at its end and read anywhere. Nil is no file.
type tempFile struct {
	file *os.File
	name string // to be removed at close; "" where that worked at once
	size int64
	all  *TempFiles
	// interrupted tells why the statement must end; nil: it never must.
	interrupted func() error
}

func newTempFile(all *TempFiles, interrupted func() error) (*tempFile, error) {
	f, err := os.CreateTemp("", "minidb-*")
	if err != nil {
		return nil, fileError("could not create temporary file", err)
	}
	t := &tempFile{file: f, all: all, interrupted: interrupted}
	if os.Remove(f.Name()) != nil {
		t.name = f.Name()
	}
	return t, nil
}

// append writes b at the end.
func (t *tempFile) append(b []byte) error {
	if err := ask(t.interrupted); err != nil {
		return err
	}
	if err := t.all.grow(len(b)); err != nil {
		return err
	}
	if _, err := t.file.WriteAt(b, t.size); err != nil {
		t.all.shrink(int64(len(b)))
		return fileError("could not write to file", err)
	}
	if t.all != nil {
		t.all.Written += blocks(t.size, len(b))
	}
	t.size += int64(len(b))
	return nil
}

// read fills b from a position on.
func (t *tempFile) read(b []byte, at int64) error {
	if err := ask(t.interrupted); err != nil {
		return err
	}
	if _, err := t.file.ReadAt(b, at); err != nil {
		return fileError("could not read from file", err)
	}
	if t.all != nil {
		t.all.Read += blocks(at, len(b))
	}
	return nil
}

// blocks are those of 8 kB that n bytes at a position lie in.
func blocks(at int64, n int) int64 {
	if n == 0 {
		return 0
	}
	return (at+int64(n)-1)>>13 - at>>13 + 1
}

// close may be called on nil and twice.
func (t *tempFile) close() {
	if t == nil || t.file == nil {
		return
	}
	t.file.Close()
	if t.name != "" {
		os.Remove(t.name)
	}
	t.all.shrink(t.size)
	t.file, t.size = nil, 0
}

// fileError is PostgreSQL's error for one of the system: its text, and the SQLSTATE of
// errcode_for_file_access.
func fileError(what string, err error) error {
	code, path, text := pgerr.Internal, "", err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		path, text = " \""+p.Path+"\"", p.Err.Error()
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		code = fileCode(errno)
	}
	if text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return pgerr.New(code, "%s%s: %s", what, path, text)
}

func fileCode(errno syscall.Errno) pgerr.Code {
	switch errno {
	case syscall.EPERM, syscall.EACCES, syscall.EROFS:
		return pgerr.InsufficientPrivilege
	case syscall.ENOENT:
		return pgerr.UndefinedFile
	case syscall.EEXIST:
		return pgerr.DuplicateFile
	case syscall.ENOTDIR, syscall.EISDIR, syscall.ENOTEMPTY:
		return pgerr.WrongObjectType
	case syscall.ENOSPC:
		return pgerr.DiskFull
	case syscall.ENOMEM:
		return pgerr.OutOfMemory
	case syscall.ENFILE, syscall.EMFILE:
		return pgerr.InsufficientResources
	case syscall.ENAMETOOLONG:
		return pgerr.FileNameTooLong
	case syscall.EIO:
		return pgerr.IOError
	}
	return pgerr.Internal
}
