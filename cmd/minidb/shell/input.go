package shell

import (
	"context"
	"os"
	"time"

	"minidb/cmd/minidb/shell/edit"
)

// Files and programs that are read: Ctrl-C ends the wait for them, and if one is the
// terminal, the terminal itself shows and edits what is typed for it.

// input is a file being read.
type input struct {
	shell *Shell
	file  *os.File
	ctx   context.Context
	stop  func() bool
	typed bool // where the shell's person types
}

func (s *Shell) newInput(ctx context.Context, f *os.File) *input {
	in := &input{shell: s, file: f, ctx: ctx, typed: s.terminal != nil && edit.IsTerminal(f)}
	in.stop = context.AfterFunc(ctx, func() { _ = f.SetReadDeadline(time.Now()) }) // regular files have none
	if in.typed {
		s.cook(true) // before a prompt asks for what is typed
	}
	return in
}

// openInput opens a file.
func (s *Shell) openInput(ctx context.Context, name string) (*input, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return s.newInput(ctx, f), nil
}

// Read reads.
func (in *input) Read(p []byte) (int, error) {
	if in.typed { // again: a statement may have lent the terminal
		in.shell.cook(true)
	}
	n, err := in.file.Read(p)
	if n == 0 && in.ctx.Err() != nil {
		err = errCanceled
	}
	return n, err
}

// Close closes the file.
func (in *input) Close() error {
	in.stop()
	if in.typed {
		in.shell.cook(false)
	}
	return in.file.Close()
}
