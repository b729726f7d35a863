package settings

// Units: SET work_mem = '64MB' is kept as 65536 (kB) and shown as 64MB.

import "math"

// unit is a name and its size, in bytes or in milliseconds.
type unit struct {
	name string
	size float64
}

// The units from large to small, as they are tried for printing.
var (
	memoryUnits = []unit{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}, {"kB", 1 << 10}, {"B", 1}}
	timeUnits   = []unit{{"d", 86400000}, {"h", 3600000}, {"min", 60000}, {"s", 1000}, {"ms", 1}, {"us", 0.001}}
)

// unitsOf returns the units that a setting of the given base unit accepts.
func unitsOf(base string) []unit {
	switch base {
	case "B", "kB", "8kB", "MB":
		return memoryUnits
	case "ms", "s", "min":
		return timeUnits
	}
	return nil
}

func baseSize(base string) float64 {
	switch base {
	case "8kB":
		return 8 << 10
	case "kB":
		return 1 << 10
	case "MB":
		return 1 << 20
	case "s":
		return 1000
	case "min":
		return 60000
	}
	return 1
}

func unitHint(base string) string {
	if unitsOf(base)[0].name == "TB" {
		return `Valid units for this parameter are "B", "kB", "MB", "GB", and "TB".`
	}
	return `Valid units for this parameter are "us", "ms", "s", "min", "h", and "d".`
}

// inLargestUnit returns f, which counts base units, in the largest unit of
// which it is a whole number, give or take the relative tolerance.
func inLargestUnit(f float64, base string, tolerance float64) (float64, string) {
	for _, u := range unitsOf(base) {
		n := f * baseSize(base) / u.size
		if whole := math.Round(n); whole > 0 && math.Abs(n-whole) <= tolerance*whole {
			return whole, u.name
		}
	}
	return f, base
}
