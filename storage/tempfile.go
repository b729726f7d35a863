package storage

// Temporary files of sorts and tuplestores. A file has no name any more as soon as it
// is open, so that nothing can leave it behind: no error, no cancel, no kill -9. Where
// a system does not remove open files, close does.

import (
	"os"

	"minidb/pgerr"
)

// tempFile is written at its end and read anywhere. Nil is no file.
type tempFile struct {
	file *os.File
	name string // to be removed at close; "" where that worked at once
	size int64
	// interrupted tells why the statement must end; nil: it never must.
	interrupted func() error
}

func newTempFile(interrupted func() error) (*tempFile, error) {
	f, err := os.CreateTemp("", "minidb-*")
	if err != nil {
		return nil, diskError("create", err)
	}
	t := &tempFile{file: f, interrupted: interrupted}
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
	if _, err := t.file.WriteAt(b, t.size); err != nil {
		return diskError("write", err)
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
		return diskError("read", err)
	}
	return nil
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
	t.file = nil
}

func diskError(what string, err error) error {
	return pgerr.New(pgerr.DiskFull, "could not %s temporary file: %v", what, err)
}
