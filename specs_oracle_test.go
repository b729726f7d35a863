//go:build oracle

package minidb_test

// The answers of testdata/specs as a real PostgreSQL 18 gives them:
//
//	go test -tags oracle -run OracleSpecs . -oracle "host=... dbname=..."
//
// -rewrite records them.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// pgConn is a session of PostgreSQL; control is another one, which looks whether
// it waits.
type pgConn struct {
	t          *testing.T
	c, control *pgconn.PgConn
}

func connectPG(t *testing.T, dsn string) *pgconn.PgConn {
	c, err := pgconn.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c pgConn) close() {
	c.c.Close(context.Background())
	c.control.Close(context.Background())
}

func (c pgConn) blocked() bool {
	sql := fmt.Sprintf("select cardinality(pg_blocking_pids(%d) || pg_safe_snapshot_blocking_pids(%[1]d)) > 0", c.c.PID())
	rows, err := c.control.Exec(context.Background(), sql).ReadAll()
	if err != nil {
		c.t.Fatal(err)
	}
	return string(rows[0].Rows[0][0]) == "t"
}

func (c pgConn) run(sql string) string {
	var parts []string
	results := c.c.Exec(context.Background(), sql)
	for results.NextResult() {
		r := results.ResultReader()
		var columns []string
		if r.FieldDescriptions() != nil {
			columns = []string{}
		}
		for _, f := range r.FieldDescriptions() {
			columns = append(columns, f.Name)
		}
		var rows [][]string
		for r.NextRow() {
			var row []string
			for _, v := range r.Values() {
				if v == nil {
					row = append(row, "NULL")
				} else {
					row = append(row, string(v))
				}
			}
			rows = append(rows, row)
		}
		if tag, err := r.Close(); err == nil {
			parts = append(parts, answerLine(columns, rows, tag.String()))
		}
	}
	var e *pgconn.PgError
	if err := results.Close(); errors.As(err, &e) {
		parts = append(parts, errorLine(e.Code, e.Message))
	} else if err != nil {
		parts = append(parts, "lost: "+err.Error())
	}
	return strings.Join(parts, " / ")
}

func TestOracleSpecs(t *testing.T) {
	needOracle(t)
	for _, f := range specFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".spec"), func(t *testing.T) {
			psql(t, "-d", *oracle, "-c", "drop database if exists minidb_specs", "-c", "create database minidb_specs")
			defer psql(t, "-d", *oracle, "-c", "drop database minidb_specs with (force)")
			dsn := *oracle + " dbname=minidb_specs"
			got := runSpec(t, readSpec(t, f), func() specConn {
				return pgConn{t, connectPG(t, dsn), connectPG(t, dsn)}
			})
			out := strings.TrimSuffix(f, ".spec") + ".out"
			if *rewrite {
				if err := os.WriteFile(out, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(filepath.Clean(out))
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Error(diff(got, string(want)))
			}
		})
	}
}
