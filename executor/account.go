package executor

import (
	"minidb/session"
)

// account charges what a node keeps against the statement's memory limit. It
// goes to the session in lumps, so that most rows cost an addition.
type account struct {
	sess          *session.Session
	held, charged int64 // bytes
}

// chargeLump is how many bytes may be held without the session's knowing.
const chargeLump = 64 << 10

// add takes bytes, or gives them back if negative; 53200 at the limit.
func (a *account) add(bytes int64) error {
	if a.sess == nil {
		return nil
	}
	a.held += bytes
	more := a.held - a.charged
	if more < chargeLump && more > -chargeLump {
		return nil
	}
	if more < 0 {
		a.sess.Shrink(-more)
	} else if err := a.sess.Grow(more); err != nil {
		return err
	}
	a.charged = a.held
	return nil
}

// set says how much is held now.
func (a *account) set(bytes int64) error { return a.add(bytes - a.held) }

// release gives everything back; it may be called twice.
func (a *account) release() {
	if a.sess != nil {
		a.sess.Shrink(a.charged)
	}
	a.held, a.charged = 0, 0
}
