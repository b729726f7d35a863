package lab

import (
	"context"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"minidb"
)

// What the statements left behind: the tables, sequences and catalogs that some side
// wrote to must have the same rows on all sides.

// relation is one that was written to; text is its name as SQL has it. Temporary ones are
// read in the session that owns them.
type relation struct {
	name, text string
	temporary  bool
}

// compareWritten finds what the sides wrote to since before and whether it is the same.
func compareWritten(ctx context.Context, sides []Side, copies []*minidb.Session, before []*minidb.DB) (names []string, d *Difference, err error) {
	var files []uint32
	readers := make([]*minidb.Session, len(copies))
	for i, c := range copies {
		files = append(files, c.DB().ChangedFiles(before[i])...)
		readers[i] = c.DB().Session() // which sees what was committed
		defer readers[i].Close()
	}
	if len(files) == 0 {
		return nil, nil, nil
	}
	slices.Sort(files)
	rels, err := relationsOf(ctx, readers, slices.Compact(files))
	if err != nil {
		return nil, nil, err
	}
	if slices.ContainsFunc(rels, func(r relation) bool { return r.temporary }) {
		for _, c := range copies {
			if err := c.Simple(ctx, "rollback; reset session authorization; reset all", drain); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, rel := range rels {
		names = append(names, rel.name)
		for i := 1; i < len(sides) && d == nil; i++ {
			p := pair{names: [2]string{sides[0].Name, sides[i].Name}}
			a, b := readers[0], readers[i]
			if rel.temporary {
				a, b = copies[0], copies[i]
			}
			if d, err = p.relation(ctx, a, b, rel); err != nil {
				return nil, nil, err
			}
		}
	}
	slices.Sort(names)
	return names, d, nil
}

// relationsOf names what files hold, on any side. Statistics are left out, which
// ANALYZE takes from a sample. A session that was ended has no temporary tables any more.
func relationsOf(ctx context.Context, readers []*minidb.Session, files []uint32) (rels []relation, err error) {
	var list []string
	for _, f := range files {
		list = append(list, strconv.Itoa(int(f)))
	}
	for _, s := range readers {
		err := each(ctx, s, `select case c.relpersistence when 't' then quote_ident(c.relname) else c.oid::regclass::text end,
				quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.relpersistence = 't'
			from pg_class c join pg_namespace n on n.oid = c.relnamespace
			where pg_relation_filenode(c.oid) = any ('{`+strings.Join(list, ",")+`}') and c.relkind in ('r', 'S', 'm', 't')
			and c.oid <> 'pg_statistic'::regclass order by c.oid`, func(rows *minidb.Rows) {
			if r := (relation{rows.Text(0), rows.Text(1), rows.Text(2) == "t"}); !slices.Contains(rels, r) {
				rels = append(rels, r)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return rels, nil
}

func each(ctx context.Context, s *minidb.Session, sql string, f func(*minidb.Rows)) error {
	rows, err := s.Query(ctx, sql)
	if err != nil {
		return err
	}
	for rows.Next() {
		f(rows)
	}
	return rows.Err()
}

// relation compares a relation's rows: by a sum of their hashes, and, if that differs,
// row by row.
func (p pair) relation(ctx context.Context, a, b *minidb.Session, rel relation) (*Difference, error) {
	what := "what was written to " + rel.name + " differs"
	query := "select * from only " + rel.text
	x, errX := fingerprint(ctx, a, query)
	y, errY := fingerprint(ctx, b, query)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errX != nil || errY != nil: // one has no such table, or with other columns
		if t, u := errText(errX), errText(errY); t != u {
			return &Difference{what, p.each(t, u)}, nil
		}
		return nil, errX
	case x == y:
		return nil, nil
	case x.columns != y.columns:
		return &Difference{what, p.each(x.columns, y.columns)}, nil
	}
	var rows [2][][]string
	for i, s := range []*minidb.Session{a, b} {
		r := execute(ctx, s, query, true)
		if r.err != nil {
			return nil, r.err
		}
		rows[i] = r.answers[0].Rows
	}
	return &Difference{what, p.multiset(rows[0], rows[1])}, nil
}

func errText(err error) string {
	if err == nil {
		return "no error"
	}
	return errorText(minidb.AsError(err))
}

// seeds of two independent hashes.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// content is the columns of a relation and the sums of the hashes of its rows: the same
// for the same rows in any order.
type content struct {
	columns string
	rows    int
	sums    [2]uint64
}

func fingerprint(ctx context.Context, s *minidb.Session, query string) (p content, err error) {
	rows, err := s.Query(ctx, query)
	if err != nil {
		return p, err
	}
	columns := rows.Columns()
	for _, c := range columns {
		p.columns += c.Name + " " + c.TypeName + "; "
	}
	var buf []byte
	for rows.Next() {
		buf = buf[:0]
		for i := range columns {
			if rows.IsNull(i) {
				buf = append(buf, 0, 1)
				continue
			}
			buf = append(rows.AppendText(buf, i), 0, 0)
		}
		p.rows++
		for i, seed := range seeds {
			p.sums[i] += maphash.Bytes(seed, buf)
		}
	}
	return p, rows.Err()
}
