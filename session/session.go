// Package session is what one session owns: its settings, its transaction with
// the savepoints, its locks, the statement that runs and how it is stopped, its
// notices and its counters. It knows no SQL: upper layers embed or hold a
// *Session and drive it.
//
// A statement's life: BeginStatement, Start, work, Finish, EndStatement.
package session

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Session is one session. It is used by one goroutine at a time, but for
// Cancel and Terminate, which may be called from any.
type Session struct {
	PID            int32
	User, Database string // as the session began
	Roles

	Set   *settings.Values
	Store *storage.Store
	Txn   *storage.Txn // nil outside a transaction and in an aborted one
	Locks *lmgr.Locks
	Env   *types.Env // follows the settings
	// Converts: the client may have another encoding than UTF8.
	Converts bool
	// Ctx ends when the statement is canceled or its time is up; its error is
	// then the *pgerr.Error to report. It is never nil.
	Ctx context.Context

	// StmtStart and TxnStart are the times of the running or last statement and
	// transaction, in whole microseconds.
	StmtStart, TxnStart time.Time

	TempFiles storage.TempFiles

	SpareRows []types.Row // memory that the executor uses again

	Random types.Prng // behind random() and setseed()

	// Channels are the database's; New makes some of the session's own.
	Channels *Channels

	Counters *Counters // of the running statement; never nil
	Progress Progress  // of the running statement

	// Notice reports a NOTICE, WARNING or the like. New sets it to a function
	// that leaves out what client_min_messages hides and hands the rest to Send.
	Notice func(*pgerr.Error)
	Send   func(*pgerr.Error) // delivers to the client; nil drops

	// BeforeCommit, if not nil, does what a transaction owes at its end while it
	// can still fail.
	BeforeCommit func() error
	// Follower, if not nil, is told of the transaction's levels and its end.
	Follower Follower

	// TxnEnded, if not nil, is called after each transaction, when its locks are
	// gone: cursors and temporary things end there.
	TxnEnded func(committed bool)

	began      time.Time // StmtStart with the clock by which time.Since is cheap
	query      string    // see SetQuery
	state      txnState
	lastTxn    *storage.Txn // the newest, for its memory
	savepoints []string     // names, the innermost last
	subFailed  bool         // the innermost savepoint's level is rolled back already
	queried    bool         // the transaction ran a query: its modes are fixed
	implicit   bool         // several statements of one message share a transaction
	pipeline   bool         // transactions go on until EndPipeline
	chained    []string     // AND CHAIN: the modes that the next transaction inherits

	looks     uint32 // calls of Interrupted by this statement
	interrupt atomic.Pointer[pgerr.Error]
	mu        sync.Mutex    // guards the next seven
	idleFrom  time.Time     // began, of the statement that has ended
	idleAfter time.Duration // and how long it took
	onEnd     func()        // see WatchEnd
	running   bool
	canceled  bool // interrupt is Cancel's
	work      work
	activity  Activity
	ended     atomic.Bool // Terminate was called
	wait      atomic.Pointer[WaitEvent]

	memory   stmtMemory
	channels channels
	stats    stats
}

// New opens a session on a store. pid must be unique among the store's
// sessions. Close must be called at its end.
func New(store *storage.Store, pid int32, user, database string) *Session {
	if user == "" {
		user = "postgres"
	}
	if database == "" {
		database = "postgres"
	}
	set := settings.Defaults()
	s := &Session{PID: pid, User: user, Database: database, Set: set, Store: store,
		Locks: store.LockManager().Open(pid, set), Env: types.DefaultEnv(), Roles: superuserRoles(user),
		Ctx: context.Background(), Counters: &Counters{}, Channels: &Channels{}}
	s.work.s = s
	s.TempFiles.Limit = func() int64 { return set.Int(settings.TempFileLimit) }
	s.Notice = s.notify
	s.Locks.Log = func(e *pgerr.Error) { s.Notice(e) }
	s.Env.Limits = s
	s.Env.Now = func() time.Time { return s.TxnStart }
	_ = set.Set(settings.SessionAuthorization.Name, user, settings.SetOpts{Source: settings.SourceOverride}) // also what RESET returns to
	set.Changed = s.settingChanged
	set.Check = s.checkSetting
	set.Warn = func(e *pgerr.Error) { s.Notice(e) }
	s.stats.locks = s.Locks.N
	s.began = time.Now()
	s.StmtStart = inMicroseconds(s.began)
	s.TxnStart, s.idleFrom = s.StmtStart, s.began
	s.activity = Activity{PID: pid, User: user, Database: database, Start: s.StmtStart, State: s.idleState()}
	return s
}

// Close aborts what runs and releases everything the session holds.
func (s *Session) Close() {
	s.abort()
	s.EndStatement(true)
	s.endChannels()
	s.Locks.Close()
}

// Now returns the time in whole microseconds, as timestamps have it.
func Now() time.Time { return inMicroseconds(time.Now()) }

func inMicroseconds(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()) }

// BeginStatement prepares for one statement: its time, its context below
// parent, statement_timeout, an empty account of memory.
func (s *Session) BeginStatement(parent context.Context) {
	s.began = time.Now()
	s.StmtStart = inMicroseconds(s.began)
	s.memory.begin(s.Set.Int(settings.MemoryLimit) << 10)
	s.BeginWork(parent)
}

// EndStatement ends what BeginStatement began and folds the counters, after
// the transaction's end if the statement ended one. quiet statements (those
// that only read the statistics views, SET, SHOW, RESET) leave the statistics
// as they were.
func (s *Session) EndStatement(quiet bool) {
	s.EndWork()
	s.foldCounters(quiet)
}
