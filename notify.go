package minidb

import "minidb/session"

// Notification is what NOTIFY sent, to those who LISTEN.
type Notification = session.Notification

// Notifications returns the notifications that have come, in the order of their
// commits, and forgets them. In a transaction block they wait for its end.
func (s *Session) Notifications() []Notification {
	if !s.s.Notified() || s.Status() != 'I' {
		return nil
	}
	return s.s.Notifications()
}

// Notified tells whether notifications wait. It may be called from any goroutine.
func (s *Session) Notified() bool { return s.s.Notified() }

// OnNotification makes f be called, from any goroutine, when notifications of other
// sessions have come. f must not wait, nor use the session.
func (s *Session) OnNotification(f func()) { s.s.WatchNotifications(f) }
