//go:build !race

package minidb_test

const raceEnabled = false
