package pgwire

// Notifications: they go to the client with the end of a batch, or at once if the
// connection waits for the next one. Only the connection's goroutine writes, so
// whoever has notifications for it makes its reading stop for a moment.

import (
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// sendNotifications sends what waits, unless a transaction block is open.
func (c *conn) sendNotifications() error {
	out := c.foreign()
	for _, n := range c.sess.Notifications() {
		c.w.send(&pgproto3.NotificationResponse{PID: uint32(n.PID), Channel: out.text(n.Channel), Payload: out.text(n.Payload)})
	}
	return out.fatal()
}

// nudge makes a connection that rests look for notifications, and for its end.
func (c *conn) nudge() {
	if c.resting.Load() {
		_ = c.socket.SetReadDeadline(time.Now())
	}
}

// woken is called when reading has stopped at a deadline. It returns false if that
// was to end the connection. The deadline is taken away first: one that is set to end
// it comes after the reason.
func (c *conn) woken() bool {
	_ = c.socket.SetReadDeadline(time.Time{})
	resting := c.resting.Load()
	switch {
	case c.sess.Ended() != nil, resting && c.stopping.Load():
		return false
	case resting:
		if err := c.sendNotifications(); err != nil {
			c.fail(err)
			return false
		}
		return c.w.flush() == nil
	}
	return true
}
