package shell

import (
	"context"
	"errors"

	"minidb"
)

// \c: another session on the same database. A script's that fails leaves none, as in
// psql: what follows must not run elsewhere than it was meant to.

// noConn is in the place of a session that there is not.
type noConn struct{}

var errNotConnected = errors.New("not connected")

func (noConn) Simple(context.Context, string, func(result) error) error { return errNotConnected }
func (noConn) OnNotice(func(*minidb.Error))                             {}
func (noConn) Progress() minidb.Progress                                { return minidb.Progress{} }
func (noConn) Status() byte                                             { return 0 }
func (noConn) Describe(context.Context, string) ([]minidb.Column, error) {
	return nil, errNotConnected
}

func (s *Shell) connected() bool { return s.conn != noConn{} }

// disconnect ends the session.
func (s *Shell) disconnect() {
	if old, ok := s.conn.(engine); ok {
		old.Close()
	}
	s.conn = noConn{}
	if s.meter != nil {
		s.meter.read = s.conn.Progress
	}
	for _, name := range []string{"DBNAME", "USER", "ENCODING", "SERVER_VERSION_NAME", "SERVER_VERSION_NUM"} {
		s.vars.unset(name)
	}
}

// errNoSessions tells that there is no way to open another session.
var errNoSessions = errors.New("there are no other sessions here")

// connect opens a session in the place of the one that there is.
func (s *Shell) connect() error {
	if s.sessions == nil {
		return errNoSessions
	}
	sess, err := s.sessions()
	if err != nil {
		return err
	}
	if old, ok := s.conn.(engine); ok {
		old.Close()
	}
	s.conn, s.lost = engine{sess}, false
	s.conn.OnNotice(s.notice)
	if s.meter != nil {
		s.meter.read = s.conn.Progress
	}
	return nil
}

// reconnect is \c [DATABASE [USER [HOST [PORT]]]], with - for what does not change.
func (c *invocation) reconnect() metaResult {
	if !c.connected() {
		return c.failed("No database connection exists to re-use parameters from")
	}
	for i, arg := range c.args.all() {
		var e *minidb.Error
		switch known := []string{c.vars["DBNAME"], c.vars["USER"]}; {
		case arg == "-" || i < 2 && arg == known[i]:
			continue
		case i == 0:
			e = &minidb.Error{Severity: "FATAL", Code: "3D000", Message: `database "` + arg + `" does not exist`}
		case i == 1:
			e = &minidb.Error{Severity: "FATAL", Code: "28000", Message: `role "` + arg + `" does not exist`}
		default:
			return c.connectFailed("there is no other server than this one")
		}
		return c.connectFailed("connection to server failed: " + c.report(e, ""))
	}
	switch err := c.connect(); {
	case err == errNoSessions:
		return c.failed(`\` + c.name + ": " + err.Error())
	case err != nil:
		return c.connectFailed(err.Error())
	}
	c.say(`You are now connected to database "` + c.vars["DBNAME"] + `" as user "` + c.vars["USER"] + `".`)
	return metaDone
}

// connectFailed keeps the session for a person, who sees what happened.
func (c *invocation) connectFailed(text string) metaResult {
	if c.typed != nil {
		c.complain("", text+"\nPrevious connection kept")
		return metaFailed
	}
	c.complain("error", `\connect: `+text)
	c.disconnect()
	return metaFailed
}
