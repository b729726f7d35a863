package lab

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"minidb"
)

// Options say how to compare.
type Options struct {
	// Setup is run on each copy before, and not counted: statements, or "".
	Setup string
	// Warm is how often the text is run on each copy before, and not counted: what is
	// looked at is execution Warm+1. Prepared statements, for one, take a generic plan
	// after five.
	Warm int
	// Rounds is how often each side is timed; 0 for as often as fits into Patience, 20
	// times at most and once at least.
	Rounds int
}

// Patience is how long the rounds may take together if nobody says how many.
const Patience = 2 * time.Second

const maxRounds = 20

// Comparison is the outcome: what is by side is in the order of Sides.
type Comparison struct {
	Sides    []Side
	Answers  [][]Answer
	Errors   []*minidb.Error // the statement's error, nil for none
	Counters []Counter       // all that are not zero on some side
	Times    []Times
	// Later: the rounds, which are executions after the one that Counters are of, counted
	// otherwise in the end. A text that writes has no later executions.
	Later bool
	// Fresh: the text writes or fails, so each round had a copy of its own.
	Fresh bool
	// Written are the tables, sequences and catalogs that some side wrote to.
	Written []string
	// Difference is nil if all sides gave the same answer and left the same rows behind.
	Difference *Difference
	// Warnings are about the sides' settings.
	Warnings []*minidb.Error
}

// Counter is a count of work on each side.
type Counter struct {
	Strategy, Relation, Name, Unit string
	Values                         []int64
}

// Differs tells whether the sides counted differently.
func (c Counter) Differs() bool {
	return slices.ContainsFunc(c.Values, func(v int64) bool { return v != c.Values[0] })
}

// Times are a side's times, one for each round. CPU is that of the thread that ran the
// statement, and zero where the system does not tell.
type Times struct{ Wall, CPU []time.Duration }

func (c Counter) equal(d Counter) bool {
	return c.Relation == d.Relation && c.Name == d.Name && slices.Equal(c.Values, d.Values)
}

// Median is the middle of the times, the mean of two if there is no one.
func Median(times []time.Duration) time.Duration {
	s := slices.Sorted(slices.Values(times))
	n := len(s)
	if n == 0 {
		return 0
	}
	return (s[(n-1)/2] + s[n/2]) / 2
}

// SetupError is an error of the set-up, in whose text its position is.
type SetupError struct{ Err error }

// Error gives the message.
func (e SetupError) Error() string { return e.Err.Error() }

// Unwrap gives the error itself.
func (e SetupError) Unwrap() error { return e.Err }

// experiment is a comparison being made.
type experiment struct {
	base *minidb.Session // the state that all copies start from
	sql  string
	opts Options
	out  *Comparison
}

// Compare runs a text of one or more statements on a copy of the session's database for
// each side, under the settings of sess and those of the side. Its first run is for the
// answer and the counters; then come the timed rounds, the sides taking turns. A text
// that writes gets new copies for each round, so that each does the same, and what it
// wrote is compared too; queries go on with the copies of the first run. sess must not
// be in a transaction block and is left as it is.
//
// A statement that fails is compared by its error, but one that all sides refuse as wrong
// (SQLSTATE class 42: syntax, names, types, rights) or as not built (0A000) is an error of
// Compare, as are those of the set-up, the settings and the executions before the counted
// one, and, if ctx ended, that of the statement that was stopped.
func Compare(ctx context.Context, sess *minidb.Session, sides []Side, sql string, opts Options) (*Comparison, error) {
	base, err := sess.Clone()
	if err != nil {
		return nil, err
	}
	defer base.DB().Close()
	x := &experiment{base: base, sql: sql, opts: opts, out: &Comparison{Sides: sides, Times: make([]Times, len(sides))}}
	began := time.Now()
	copies, err := x.first(ctx)
	defer func() { closeAll(copies) }()
	if err != nil {
		return nil, err
	}
	took := time.Since(began)
	if x.out.Fresh {
		closeAll(copies)
		copies = nil
	}
	if err := x.rounds(ctx, copies, took); err != nil {
		return nil, err
	}
	return x.out, nil
}

func closeAll(copies []*minidb.Session) {
	for _, s := range copies {
		s.DB().Close()
	}
}

// side makes a copy for a side and prepares it. warn is given what the side's settings
// warn of; nil if nobody wants to know.
func (x *experiment) side(ctx context.Context, side Side, warn func(*minidb.Error)) (*minidb.Session, error) {
	s, err := x.base.Clone()
	if err != nil {
		return nil, err
	}
	if err := x.prepare(ctx, s, side, warn); err != nil {
		s.DB().Close()
		return nil, err
	}
	return s, nil
}

func (x *experiment) prepare(ctx context.Context, s *minidb.Session, side Side, warn func(*minidb.Error)) error {
	s.OnNotice(warn)
	defer s.OnNotice(nil)
	same := minidb.Setting{Name: "seed", Value: "0"} // of random()
	for _, v := range append([]minidb.Setting{same}, side.Settings...) {
		if err := s.Set(v.Name, v.Value); err != nil {
			return err
		}
	}
	s.OnNotice(nil)
	if x.opts.Setup != "" {
		if err := s.Simple(ctx, x.opts.Setup, drain); err != nil {
			return SetupError{err}
		}
	}
	for range x.opts.Warm {
		if err := s.Simple(ctx, x.sql, drain); err != nil {
			return err
		}
	}
	return nil
}

// first runs the text once on each side, for answers and counters.
func (x *experiment) first(ctx context.Context) (copies []*minidb.Session, err error) {
	out := x.out
	var runs []run
	var before []*minidb.DB // the copies, as the text found them
	defer func() {
		for _, db := range before {
			db.Close()
		}
	}()
	for _, side := range out.Sides {
		s, err := x.side(ctx, side, func(e *minidb.Error) { out.Warnings = append(out.Warnings, e) })
		if err != nil {
			return copies, err
		}
		copies, before = append(copies, s), append(before, s.CloneDB())
		r := execute(ctx, s, x.sql, true)
		if err := ctx.Err(); err != nil {
			return copies, ended(r, err)
		}
		runs = append(runs, r)
		out.Answers = append(out.Answers, r.answers)
		out.Errors = append(out.Errors, r.err)
	}
	if e := wrongText(out.Errors); e != nil {
		return copies, e
	}
	out.Warnings = distinct(out.Warnings)
	out.Counters = counters(runs)
	if out.Written, out.Difference, err = compareWritten(ctx, out.Sides, copies, before); err != nil {
		return copies, err
	}
	if d := differentAnswers(out.Sides, runs); d != nil {
		out.Difference = d
	}
	out.Fresh = len(out.Written) > 0 || slices.ContainsFunc(runs, func(r run) bool { return !r.onlyReads() })
	return copies, nil
}

// wrongText is the error of a text that no side could begin to run.
func wrongText(errs []*minidb.Error) error {
	for _, e := range errs {
		if e == nil || e.Code[:2] != "42" && e.Code != "0A000" || errorText(e) != errorText(errs[0]) {
			return nil
		}
	}
	return errs[0]
}

// distinct leaves out errors whose message came before.
func distinct(errs []*minidb.Error) (out []*minidb.Error) {
	for _, e := range errs {
		if !slices.ContainsFunc(out, func(o *minidb.Error) bool { return o.Message == e.Message }) {
			out = append(out, e)
		}
	}
	return out
}

// ended is the error of a run that was stopped.
func ended(r run, err error) error {
	if r.err != nil {
		return r.err
	}
	return err
}

// onlyReads: the statements were queries, which can be run again in the same session.
func (r run) onlyReads() bool {
	return r.err == nil && !slices.ContainsFunc(r.answers, func(a Answer) bool { return !strings.HasPrefix(a.Tag, "SELECT ") })
}

// rounds times the sides; the one that begins changes from round to round. copies are
// nil if each round is to have its own. took is how long a round takes, more or less.
func (x *experiment) rounds(ctx context.Context, copies []*minidb.Session, took time.Duration) error {
	n := x.opts.Rounds
	if n == 0 {
		n = min(max(1, int(Patience/max(took, 1))), maxRounds)
	}
	last := make([]run, len(x.out.Sides))
	for round := range n {
		for i := range x.out.Sides {
			if round%2 == 1 {
				i = len(x.out.Sides) - 1 - i
			}
			r, err := x.round(ctx, copies, i)
			if err != nil {
				return err
			}
			t := &x.out.Times[i]
			t.Wall, t.CPU = append(t.Wall, r.wall), append(t.CPU, r.cpu)
			last[i] = r
		}
	}
	if copies != nil {
		x.out.Later = !slices.EqualFunc(x.out.Counters, counters(last), Counter.equal)
	}
	return nil
}

func (x *experiment) round(ctx context.Context, copies []*minidb.Session, i int) (r run, err error) {
	if copies != nil {
		r = execute(ctx, copies[i], x.sql, false)
	} else {
		s, err := x.side(ctx, x.out.Sides[i], nil)
		if err != nil {
			return r, err
		}
		r = execute(ctx, s, x.sql, false)
		s.DB().Close()
	}
	if err := ctx.Err(); err != nil {
		return r, ended(r, err)
	}
	return r, nil
}

type counterKey struct{ strategy, relation, name string }

// counters lines up the counts of all sides, in the order of the views.
func counters(runs []run) []Counter {
	var all []Counter
	at := map[counterKey]int{}
	for side, r := range runs {
		for _, c := range r.counters {
			key := counterKey{c.Strategy, c.Relation, c.Counter}
			i, ok := at[key]
			if !ok {
				i = len(all)
				at[key] = i
				all = append(all, Counter{c.Strategy, c.Relation, c.Counter, c.Unit, make([]int64, len(runs))})
			}
			all[i].Values[side] = c.Value
		}
	}
	all = slices.DeleteFunc(all, func(c Counter) bool {
		return !slices.ContainsFunc(c.Values, func(v int64) bool { return v != 0 })
	})
	slices.SortStableFunc(all, func(a, b Counter) int { return cmp.Compare(a.Relation, b.Relation) })
	return all
}
