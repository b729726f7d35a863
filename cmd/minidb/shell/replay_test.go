package shell

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"minidb"
)

// A conn that plays back what PostgreSQL answered psql. Since it also holds what
// psql sent, it proves that the shell sends the same.

// exchange is one message and its answers.
type exchange struct {
	Send    string  `json:"send"`
	Replies []reply `json:"replies"`
}

// reply is a notice, an error, or a statement's result.
type reply struct {
	Notice  *minidb.Error `json:"notice,omitempty"`
	Error   *minidb.Error `json:"error,omitempty"`
	Columns []column      `json:"columns,omitzero"` // nil: a statement without rows
	Rows    [][]string    `json:"rows,omitempty"`
	Tag     string        `json:"tag,omitempty"`
}

type column struct {
	Name string `json:"name"`
	Type uint32 `json:"type"`
}

// replay plays exchanges back in order.
type replay struct {
	t      *testing.T
	list   []exchange
	notice func(*minidb.Error)
}

func loadReplay(t *testing.T, file string) *replay {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := &replay{t: t}
	if err := json.Unmarshal(text, &r.list); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *replay) OnNotice(f func(*minidb.Error)) { r.notice = f }

func (r *replay) Progress() minidb.Progress { return minidb.Progress{} }

// Status is idle throughout: no recording looks at it.
func (r *replay) Status() byte { return 'I' }

func (r *replay) Describe(context.Context, string) ([]minidb.Column, error) {
	r.t.Fatal("psql describes nothing")
	return nil, nil
}

func (r *replay) Simple(ctx context.Context, sql string, each func(result) error) error {
	if len(r.list) == 0 {
		r.t.Fatalf("psql does not send %q", sql)
	}
	x := r.list[0]
	r.list = r.list[1:]
	if x.Send != sql {
		r.t.Errorf("sent %q, psql sends %q", sql, x.Send)
	}
	for i := range x.Replies {
		switch p := &x.Replies[i]; {
		case p.Notice != nil:
			r.notice(p.Notice)
		case p.Error != nil:
			return p.Error
		default:
			if err := each(&recorded{reply: p, row: -1}); err != nil {
				return err
			}
		}
	}
	return nil
}

// recorded is a recorded result.
type recorded struct {
	*reply
	row int
}

func (r *recorded) HasColumns() bool { return r.reply.Columns != nil }

func (r *recorded) Columns() []minidb.Column {
	var out []minidb.Column
	for _, c := range r.reply.Columns {
		out = append(out, minidb.Column{Name: c.Name, Type: c.Type})
	}
	return out
}

func (r *recorded) Next() bool {
	r.row++
	return r.row < len(r.Rows)
}

func (r *recorded) Text(i int) string { return r.Rows[r.row][i] }

func (r *recorded) IsNull(i int) bool { return false }

func (r *recorded) Err() error { return nil }

func (r *recorded) Tag() string { return r.reply.Tag }
