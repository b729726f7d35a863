package shell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"minidb/cmd/minidb/shell/edit"
)

// \copy: a COPY whose data are in a file of the user, in the script, or a program's.

func (c *invocation) copyData() metaResult {
	line := c.args.wholeLine(false)
	if line == "" {
		return c.failed(`\copy: arguments required`)
	}
	cmd, err := parseCopy(line)
	if err != nil {
		return c.failed(`\copy: ` + err.Error())
	}
	c.once.copying = &copyFile{}
	end, err := c.openCopy(cmd)
	if err != nil {
		c.endOnce()
		return c.failed(cmd.file + ": " + errnoText(err))
	}
	ok := c.send(c.ctx, cmd.sql())
	if err := end(); err != nil {
		return c.failed(cmd.file + ": " + errnoText(err))
	}
	return worked(ok)
}

// openCopy opens the file or program of a \copy.
func (c *invocation) openCopy(cmd copyCommand) (end func() error, err error) {
	f := c.once.copying
	end = func() error { return nil }
	switch {
	case cmd.std && cmd.from && cmd.pstd: // standard input
	case cmd.std && cmd.pstd:
		f.out = c.out
	case cmd.std: // the script's lines, or where results go
		c.once.copying = nil
	case cmd.program:
		return c.copyProgram(cmd)
	case cmd.from:
		in, err := c.openInput(c.ctx, cmd.file)
		if err != nil {
			return nil, err
		}
		if st, e := in.file.Stat(); e == nil && st.IsDir() {
			in.Close()
			return nil, errors.New("cannot copy from/to a directory")
		}
		f.in, f.typed = bufio.NewReader(in), edit.IsTerminal(in.file)
		return in.Close, nil
	default:
		out, err := c.openFile(cmd.file)
		if err != nil {
			return nil, err
		}
		f.out = out
		return out.close, nil
	}
	return end, nil
}

// copyProgram starts the program of a \copy. That it fails is an error.
func (c *invocation) copyProgram(cmd copyCommand) (end func() error, err error) {
	c.flush()
	p := exec.Command("sh", "-c", cmd.file)
	p.Stdin, p.Stdout, p.Stderr = c.inputOfPrograms(), c.programs, c.errs
	var pipe io.Closer
	if cmd.from {
		var out io.ReadCloser
		p.Stdout = nil
		if out, err = p.StdoutPipe(); err == nil {
			in := c.newInput(c.ctx, out.(*os.File))
			pipe, c.once.copying.in = in, bufio.NewReader(in)
		}
	} else {
		var in io.WriteCloser
		p.Stdin = nil
		if in, err = p.StdinPipe(); err == nil {
			pipe, c.once.copying.out = in, newOutput(in)
		}
	}
	if err == nil {
		err = p.Start()
	}
	return func() error {
		pipe.Close()
		_ = p.Wait()
		return endOfProgram(p.ProcessState)
	}, err
}

// endOfProgram tells how a program has failed.
func endOfProgram(p *os.ProcessState) error {
	status, ok := p.Sys().(syscall.WaitStatus)
	switch code := p.ExitCode(); {
	case ok && status.Signaled():
		return fmt.Errorf("child process was terminated by signal %d: %s", status.Signal(), capital(status.Signal().String()))
	case code == 126:
		return errors.New("command not executable")
	case code == 127:
		return errors.New("command not found")
	case code != 0:
		return fmt.Errorf("child process exited with exit code %d", code)
	}
	return nil
}
