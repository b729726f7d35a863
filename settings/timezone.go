package settings

// TimeZone: names of the IANA database in any case, POSIX forms such as
// <-03>+3 or FOO+3, and plain hours. The database is linked into the program.

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // so that a machine without zone files knows them all

	"minidb/pgerr"
	"minidb/types"
)

// zoneNames lists the names of the database, one a line, since package time
// finds a zone only by its exact name.
//
//go:embed zones.txt
var zoneNames string

var zoneIndex = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, n := range ZoneNames() {
		m[strings.ToLower(n)] = n
	}
	return m
})

// ZoneNames returns the names of the time zones, sorted, as in
// pg_timezone_names.
func ZoneNames() []string { return strings.Fields(zoneNames) }

// maxOffset bounds what a time zone may be away from UTC: 168 hours, a week,
// as in PostgreSQL's zone files.
const maxOffset = 168 * 3600

// ParseTimeZone finds a zone by what SET TimeZone accepts and returns it with
// the name that SHOW prints. The error is PostgreSQL's (22023).
func ParseTimeZone(in string) (*time.Location, string, error) {
	if in == "UTC" {
		return time.UTC, in, nil
	}
	if hours, rest, ok := scanNumber(in, false); ok && rest == "" {
		if math.Abs(hours*3600) > maxOffset {
			return nil, "", invalidZone(in).WithDetail("UTC timezone offset is out of range.")
		}
		loc, name := FixedZone(int(math.Trunc(hours * 3600)))
		return loc, name, nil
	}
	if name, ok := zoneIndex()[strings.ToLower(in)]; ok {
		loc, err := time.LoadLocation(name)
		if err == nil {
			return loc, name, nil
		}
	}
	if loc, ok := types.PosixZone(in); ok {
		return loc, strings.ToUpper(in), nil
	}
	return nil, "", invalidZone(in)
}

// FixedZone returns the zone that is the given seconds east of UTC and its
// name as SET TIME ZONE makes it: <-08:30>+08:30, with POSIX's reversed sign.
func FixedZone(seconds int) (*time.Location, string) {
	east, west := offsetName(seconds), offsetName(-seconds)
	if seconds == 0 {
		west = "-00"
	}
	return time.FixedZone(east, seconds), "<" + east + ">" + west
}

func offsetName(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	name := fmt.Sprintf("%c%02d", sign, seconds/3600)
	if seconds%3600 != 0 {
		name += fmt.Sprintf(":%02d", seconds/60%60)
	}
	if seconds%60 != 0 {
		name += fmt.Sprintf(":%02d", seconds%60)
	}
	return name
}

// ZoneInterval is SET TIME ZONE INTERVAL: it returns the value for SET TimeZone.
// text prints the interval for the errors.
func ZoneInterval(months, days int32, micros int64, text string) (string, error) {
	fail := func(detail string) (string, error) {
		return "", invalidZone("INTERVAL '"+text+"'").WithDetail("%s", detail)
	}
	switch {
	case months != 0:
		return fail("Cannot specify months in time zone interval.")
	case days != 0:
		return fail("Cannot specify days in time zone interval.")
	case micros/1e6 > maxOffset || micros/1e6 < -maxOffset:
		return fail("UTC timezone offset is out of range.")
	}
	_, name := FixedZone(int(micros / 1e6))
	return name, nil
}

func invalidZone(in string) *pgerr.Error {
	return pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter %q: \"%s\"", "TimeZone", in)
}

func checkTimeZone(_ *Values, _ *Def, in string) (string, error) {
	_, name, err := ParseTimeZone(in)
	if err != nil {
		return "", pgerr.From(err)
	}
	return name, nil
}
