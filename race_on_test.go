//go:build race

package minidb_test

const raceEnabled = true
