package pgwire_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Every type goes out in binary and comes back the same. That the bytes are
// PostgreSQL's is in testdata/protocol/binary.

var binaryValues = map[string][]string{
	"bool": {"t", "f"}, "int2": {"-32768", "32767"}, "int4": {"-2147483648", "2147483647"},
	"int8": {"-9223372036854775808", "9223372036854775807"}, "float4": {"1.5", "-0", "NaN", "Infinity"},
	"float8": {"1e+308", "-Infinity", "5e-324"}, "text": {"", "héllo", "\t\n"}, "varchar": {"abc"}, "bpchar": {"ab  "},
	"name": {"pg_class"}, `"char"`: {"x", ""}, "oid": {"4294967295"}, "xid": {"1"}, "xid8": {"0", "18446744073709551615"}, "pg_lsn": {"16/B374D848"}, "pg_snapshot": {"12:20:13,15"}, "cid": {"2"}, "tid": {"(1,2)"},
	"bytea": {`\x`, `\x00ff`}, "uuid": {"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
	"numeric": {"0", "0.00", "-1", "10000", "100000000", "0.00001", "0.0001", "-123456789012345678901234567890.12345", "1.50",
		"NaN", "Infinity", "-Infinity", "99999999999999999999", "0.00000000000000000000010"},
	"date": {"2000-01-01", "4713-01-01 BC", "5874897-12-31", "infinity", "-infinity"}, "time": {"00:00:00", "24:00:00", "12:34:56.789012"},
	"timetz": {"12:34:56.789+05:30", "00:00:00-15:59:59"}, "timestamp": {"2020-02-29 12:34:56.789", "infinity", "0044-03-15 00:00:00 BC"},
	"timestamptz": {"2020-02-29 12:34:56.789+00", "-infinity"}, "interval": {"1 year 2 mons -3 days +04:05:06.7", "infinity", "-00:00:01"},
	"regclass": {"pg_class"}, "regtype": {"integer"}, "regproc": {"now"}, "regprocedure": {"abs(integer)"},
	"regnamespace": {"pg_catalog"}, "regrole": {"postgres"},
	"int4[]": {"{}", "{1,2,NULL}", "{{1,2},{3,4}}", "[0:1]={5,6}"}, "text[]": {`{a,NULL,"b c"}`}, "numeric[]": {"{1.50,NULL}"},
	"mood": {"happy", "sad"}, "mood[]": {"{happy,NULL,sad}"}, "pair": {"(1,x)", "(,)"}, "pair[]": {`{"(1,x)",NULL}`},
	"nested": {`("(1,x)","{1,2}")`}, "int2vector": {"1 2"}, "oidvector": {"7 8"},
}

func TestBinaryRoundTrip(t *testing.T) {
	ctx := context.Background()
	c := connect(t, startServer(t))
	if _, err := c.Exec(ctx, `create type mood as enum ('sad', 'happy'); create table pair (a int, b text);
		alter table pair add gone int; alter table pair drop gone; create table nested (p pair, l int[])`); err != nil {
		t.Fatal(err)
	}
	for typ, values := range binaryValues {
		for _, v := range values {
			out := c.PgConn().ExecParams(ctx, "select $1::"+typ, [][]byte{[]byte(v)}, nil, nil, []int16{1}).Read()
			if out.Err != nil {
				t.Errorf("%s %q: %v", typ, v, out.Err)
				continue
			}
			sent := bytes.Clone(out.Rows[0][0])
			back := c.PgConn().ExecParams(ctx, "select $1::"+typ+", $1::"+typ, [][]byte{sent}, nil, []int16{1}, []int16{0, 1}).Read()
			if back.Err != nil {
				t.Errorf("%s %q: back from %x: %v", typ, v, sent, back.Err)
				continue
			}
			if string(back.Rows[0][0]) != v || !bytes.Equal(back.Rows[0][1], sent) {
				t.Errorf("%s %q came back as %q, %x as %x", typ, v, back.Rows[0][0], sent, back.Rows[0][1])
			}
		}
	}
}

// connect opens a pgx connection, which ends with the test.
func connect(t testing.TB, s *testServer, options ...func(*pgconn.Config)) *pgx.Conn {
	t.Helper()
	c, err := tryConnect(s, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(context.Background()) })
	return c
}

func tryConnect(s *testServer, options ...func(*pgconn.Config)) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(s.url())
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		o(&cfg.Config)
	}
	return pgx.ConnectConfig(context.Background(), cfg)
}

func (s *testServer) url() string {
	return "postgres://postgres@" + s.Addr().String() + "/postgres?sslmode=disable"
}
