package session

// LISTEN and NOTIFY: what a transaction says of channels takes effect when it
// commits; who listens then finds the notifications when it rests outside of a
// transaction. PostgreSQL: async.c.

import (
	"slices"
	"sync"
	"sync/atomic"

	"minidb/pgerr"
)

// Notification is what NOTIFY sends.
type Notification struct {
	PID              int32 // of the session that sent it
	Channel, Payload string
}

// size is what a queued notification counts for.
func (n Notification) size() int64 { return int64(len(n.Channel)+len(n.Payload)) + 64 }

// maxQueued is the most that the notifications of a database may take, in bytes, that
// nobody has fetched yet. PostgreSQL's queue has 8 GB, on disk.
const maxQueued = 64 << 20

// Channels are those of a database: who listens to what.
type Channels struct {
	mu        sync.Mutex // orders transactions, too
	listeners map[string]map[*Session]struct{}
	queued    int64 // bytes
}

// channels are a session's part in them.
type channels struct {
	actions []*channelAction // of the running transaction
	live    int              // of them that are not gone
	known   map[Notification]*channelAction

	listening []string    // guarded by Channels.mu, in the order in which it began
	waiting   atomic.Bool // inbox has something
	inbox     []Notification
	tell      func() // that inbox has something; guarded by Channels.mu, as is inbox
}

// channelAction is one statement's: a notification, or a change of who listens.
type channelAction struct {
	Notification
	kind channelKind
	gone bool // rolled back
}

type channelKind uint8

const (
	actionNotify channelKind = iota
	actionListen
	actionUnlisten
	actionUnlistenAll
)

// Listen makes the session hear of a channel's notifications from the commit on.
func (s *Session) Listen(channel string) { s.act(actionListen, Notification{Channel: channel}) }

// Unlisten ends Listen, at the commit.
func (s *Session) Unlisten(channel string) { s.act(actionUnlisten, Notification{Channel: channel}) }

// UnlistenAll ends Listen for all channels, at the commit.
func (s *Session) UnlistenAll() { s.act(actionUnlistenAll, Notification{}) }

// Notify sends a notification at the commit, if the transaction has not sent the same
// already.
func (s *Session) Notify(channel, payload string) error {
	n := Notification{PID: s.PID, Channel: channel, Payload: payload}
	switch {
	case channel == "":
		return pgerr.New(pgerr.InvalidParameterValue, "channel name cannot be empty")
	case len(channel) > 63:
		return pgerr.New(pgerr.InvalidParameterValue, "channel name too long")
	case len(payload) >= 8000:
		return pgerr.New(pgerr.InvalidParameterValue, "payload string too long")
	case s.channels.known[n] != nil:
		return nil
	}
	c := s.Channels
	c.mu.Lock()
	full := c.queued+n.size() > maxQueued
	if !full {
		c.queued += n.size() // until the end of the transaction
	}
	c.mu.Unlock()
	if full {
		return pgerr.New(pgerr.ProgramLimitExceeded, "too many notifications in the NOTIFY queue")
	}
	a := s.act(actionNotify, n)
	if s.channels.known == nil {
		s.channels.known = map[Notification]*channelAction{}
	}
	s.channels.known[n] = a
	return nil
}

func (s *Session) act(kind channelKind, n Notification) *channelAction {
	a := &channelAction{Notification: n, kind: kind}
	s.channels.actions = append(s.channels.actions, a)
	s.channels.live++
	s.Txn.OnEnd(func(committed bool) {
		switch {
		case committed:
			s.publish()
		default:
			s.forget(a)
		}
	})
	return a
}

// forget takes an action back.
func (s *Session) forget(a *channelAction) {
	a.gone = true
	if a.kind == actionNotify {
		delete(s.channels.known, a.Notification)
		s.Channels.mu.Lock()
		s.Channels.queued -= a.size()
		s.Channels.mu.Unlock()
	}
	if s.channels.live--; s.channels.live == 0 {
		s.channels.actions, s.channels.known = nil, nil
	}
}

// publish does, once, what the transaction that has committed wanted: changes of who
// listens come before its notifications, which are queued together.
func (s *Session) publish() {
	mine := s.channels.actions
	s.channels.actions, s.channels.known, s.channels.live = nil, nil, 0
	if len(mine) == 0 {
		return
	}
	mine = slices.DeleteFunc(mine, func(a *channelAction) bool { return a.gone })
	c := s.Channels
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range mine {
		switch a.kind {
		case actionListen:
			c.join(a.Channel, s)
		case actionUnlisten:
			c.leave(a.Channel, s)
		case actionUnlistenAll:
			c.leaveAll(s)
		}
	}
	told := map[*Session]struct{}{}
	for _, a := range mine {
		if a.kind != actionNotify {
			continue
		}
		c.queued -= a.size()
		for l := range c.listeners[a.Channel] {
			l.channels.inbox = append(l.channels.inbox, a.Notification)
			c.queued += a.size()
			told[l] = struct{}{}
		}
	}
	for l := range told {
		l.channels.waiting.Store(true)
		if l != s && l.channels.tell != nil {
			l.channels.tell()
		}
	}
}

func (c *Channels) join(channel string, s *Session) {
	if c.listeners == nil {
		c.listeners = map[string]map[*Session]struct{}{}
	}
	if slices.Contains(s.channels.listening, channel) {
		return
	}
	if c.listeners[channel] == nil {
		c.listeners[channel] = map[*Session]struct{}{}
	}
	c.listeners[channel][s] = struct{}{}
	s.channels.listening = append(s.channels.listening, channel)
}

func (c *Channels) leave(channel string, s *Session) {
	s.channels.listening = slices.DeleteFunc(s.channels.listening, func(o string) bool { return o == channel })
	delete(c.listeners[channel], s)
	if len(c.listeners[channel]) == 0 {
		delete(c.listeners, channel)
	}
}

func (c *Channels) leaveAll(s *Session) {
	for _, channel := range slices.Clone(s.channels.listening) {
		c.leave(channel, s)
	}
}

// Listening lists the channels that the session listens to.
func (s *Session) Listening() []string {
	c := s.Channels
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(s.channels.listening)
}

// NotificationQueueUsage is the part of the queue that is taken, between 0 and 1.
func (s *Session) NotificationQueueUsage() float64 {
	s.Channels.mu.Lock()
	defer s.Channels.mu.Unlock()
	return float64(s.Channels.queued) / maxQueued
}

// WatchNotifications makes f be called when notifications of other sessions have
// come, from their goroutines. f must not wait.
func (s *Session) WatchNotifications(f func()) {
	s.Channels.mu.Lock()
	s.channels.tell = f
	s.Channels.mu.Unlock()
}

// Notified tells whether notifications wait. Any goroutine may ask.
func (s *Session) Notified() bool { return s.channels.waiting.Load() }

// Notifications returns those that wait, in the order of their commits, and forgets
// them.
func (s *Session) Notifications() []Notification {
	if !s.Notified() {
		return nil
	}
	c := s.Channels
	c.mu.Lock()
	defer c.mu.Unlock()
	out := s.channels.inbox
	s.channels.inbox = nil
	s.channels.waiting.Store(false)
	for _, n := range out {
		c.queued -= n.size()
	}
	return out
}

// endChannels is the end of a session.
func (s *Session) endChannels() {
	s.Channels.mu.Lock()
	s.channels.tell = nil
	s.Channels.leaveAll(s)
	s.Channels.mu.Unlock()
	s.Notifications()
}
