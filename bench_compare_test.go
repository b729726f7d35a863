package minidb_test

// How benchmarks compare the ways of a strategy: in interleaved rounds, with the ways in
// another order each time, since machines are noisy. The verdict is that of benchmath's
// test without assumptions about the distribution.

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/perf/benchmath"
)

const compareRounds = 12

// compareWays runs round for each way, which does work per times and is measured in CPU
// time of the process, and logs each way beside the first. It returns the medians in
// microseconds.
func compareWays(b *testing.B, label string, ways []string, per int, round func(way int) func()) []float64 {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, uint64(per)))
	times := make([][]float64, len(ways))
	for range compareRounds {
		for _, i := range rng.Perm(len(ways)) {
			work := round(i)
			runtime.GC()
			start := cpuTime()
			work()
			times[i] = append(times[i], float64((cpuTime()-start)/time.Nanosecond)/float64(per)/1000)
		}
	}
	base := benchmath.NewSample(slices.Clone(times[0]), &benchmath.DefaultThresholds)
	first := benchmath.AssumeNothing.Summary(base, 0.95).Center
	centers := make([]float64, len(ways))
	for i, name := range ways {
		sample := benchmath.NewSample(slices.Clone(times[i]), &benchmath.DefaultThresholds)
		sum, cmp := benchmath.AssumeNothing.Summary(sample, 0.95), benchmath.AssumeNothing.Compare(base, sample)
		b.Logf("%-12s %-15s %10.2f us CPU ±%s  %s %s", label, name, sum.Center, sum.PctRangeString(),
			cmp.FormatDelta(first, sum.Center), cmp)
		b.ReportMetric(sum.Center, name+"-us/op")
		centers[i] = sum.Center
	}
	return centers
}
