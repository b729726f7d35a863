package shell

import (
	"errors"

	"minidb"
)

// \c: another session on the same database.

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
			return c.failed(`\` + c.name + ": there is no other server than this one")
		}
		text := "connection to server failed: " + c.report(e, "")
		if c.terminal == nil {
			return c.failed(`\connect: ` + text)
		}
		c.complain("", text+"\nPrevious connection kept")
		return metaFailed
	}
	if err := c.connect(); err != nil {
		return c.failed(`\` + c.name + ": " + err.Error())
	}
	c.say(`You are now connected to database "` + c.vars["DBNAME"] + `" as user "` + c.vars["USER"] + `".`)
	return metaDone
}
