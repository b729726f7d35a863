package hugepages

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hugeBytes is how much of the process's memory lies in large pages.
func hugeBytes(t *testing.T) int {
	b, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); f[0] == "AnonHugePages:" {
			n, _ := strconv.Atoi(f[1])
			return n << 10
		}
	}
	t.Fatal("the kernel does not tell")
	return 0
}

// Memory that has lived through collections moves into large pages, and is the same.
func TestUse(t *testing.T) {
	if err := Use(); !offered() {
		if err != ErrUnavailable {
			t.Errorf("the kernel gives none, and Use says %v", err)
		}
		return
	} else if err != nil {
		t.Fatal(err)
	}
	before := hugeBytes(t)
	var kept [][]int
	for i := range 8 << 10 {
		b := make([]int, 1<<10)
		for j := range b {
			b[j] = i ^ j
		}
		kept = append(kept, b)
	}
	end := time.Now().Add(20 * time.Second)
	for hugeBytes(t) < before+8*Size && time.Now().Before(end) {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	if got := hugeBytes(t); got < before+Size { // more may not be free
		t.Errorf("64 MB are kept, and %d bytes in large pages", got-before)
	}
	for i, b := range kept {
		for j, v := range b {
			if v != i^j {
				t.Fatalf("%d of %d is %d", j, i, v)
			}
		}
	}
}

// The places that were there at the collection before are asked for, once.
func TestAskTwice(t *testing.T) {
	h := heap{seen: map[uintptr]state{}}
	list := []mapping{{Size + 1, 4 * Size}} // of whole pages, at 2 and 3
	if got := h.due(list); len(got) != 0 {
		t.Errorf("at once: %v", got)
	}
	h.seen[2*Size] = settled
	if got := h.due(list); len(got) != 1 || got[0] != 3*Size {
		t.Errorf("then: %v", got)
	}
}
