package minidb_test

import (
	"os"
	"testing"
	"time"
	"context"
)

func TestZZ(t *testing.T) {
	b, _ := os.ReadFile(os.Getenv("ZZ"))
	s := openSession(t)
	st := time.Now()
	_, err := s.Exec(context.Background(), string(b))
	t.Log(time.Since(st), err)
}
