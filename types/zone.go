package types

// Time zones: names as PostgreSQL takes them, offsets at an instant, and the way
// from local time to an instant, which daylight saving makes ambiguous.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones exist also where the system has none

	"minidb/pgerr"
)

// unixEpochMicros is PostgreSQL's epoch in Unix microseconds.
const unixEpochMicros = int64(946684800) * microsPerSecond

// MicrosFromTime returns a time as microseconds since 2000-01-01 UTC.
func MicrosFromTime(t time.Time) int64 { return t.UnixMicro() - unixEpochMicros }

// TimeFromMicros returns a finite timestamptz as Go's time, in UTC.
func TimeFromMicros(us int64) time.Time {
	return time.Unix(floorDiv(us, microsPerSecond)+unixEpochMicros/microsPerSecond,
		floorMod(us, microsPerSecond)*1000).UTC()
}

// zoneAt returns the offset in seconds east and the abbreviation at an instant.
func zoneAt(us int64, loc *time.Location) (offset int, abbrev string) {
	if loc == time.UTC {
		return 0, "UTC"
	}
	abbrev, offset = TimeFromMicros(us).In(loc).Zone()
	return offset, abbrev
}

// localOffset returns the offset of a local time. In the gap of spring it is the
// offset before, in the double hour of autumn the one after.
func localOffset(local int64, loc *time.Location) int {
	if loc == time.UTC {
		return 0
	}
	day := TimeFromMicros(local - microsPerDay).In(loc)
	_, before := day.Zone()
	_, end := day.ZoneBounds()
	if end.IsZero() {
		return before
	}
	boundary := MicrosFromTime(end)
	_, after := end.Zone()
	b := local - int64(before)*microsPerSecond
	a := local - int64(after)*microsPerSecond
	switch {
	case b < boundary && a < boundary:
		return before
	case b >= boundary && a >= boundary:
		return after
	case b > a:
		return before
	}
	return after
}

// TimestampToTimestamptz reads a local time in a zone (22008 out of range).
func TimestampToTimestamptz(us int64, loc *time.Location) (int64, error) {
	if !TimestampIsFinite(us) {
		return us, nil
	}
	r := us - int64(localOffset(us, loc))*microsPerSecond
	if !validTimestamp(r) {
		return 0, errTimestampRange()
	}
	return r, nil
}

// TimestamptzToTimestamp returns the local time in a zone.
func TimestamptzToTimestamp(us int64, loc *time.Location) int64 {
	if !TimestampIsFinite(us) {
		return us
	}
	off, _ := zoneAt(us, loc)
	return us + int64(off)*microsPerSecond
}

// findZone finds a zone of the time zone database without regard to case.
func findZone(name string) (*time.Location, string, bool) {
	if name == "" || strings.EqualFold(name, "local") || strings.ContainsAny(name, "\\. ") {
		return nil, "", false
	}
	if isDigit(name[0]) || name[0] == '+' || name[0] == '-' {
		return nil, "", false
	}
	if up := strings.ToUpper(name); up == "UTC" {
		return time.UTC, "UTC", true
	}
	title := titleZone(name)
	region := title[:strings.IndexByte(title, '/')+1]
	for _, n := range []string{name, title, strings.ToUpper(name), region + strings.ToUpper(name[len(region):])} {
		if loc, err := time.LoadLocation(n); err == nil {
			return loc, n, true
		}
	}
	return nil, "", false
}

// titleZone turns "america/new_york" into "America/New_York".
func titleZone(s string) string {
	b := []byte(strings.ToLower(s))
	up := true
	for i, c := range b {
		if up && c >= 'a' && c <= 'z' {
			b[i] = c - 32
		}
		up = c == '/' || c == '_' || c == '-'
	}
	return zoneParticles.Replace(string(b))
}

// zoneParticles are the small words inside names: Port-au-Prince, Dar_es_Salaam.
var zoneParticles = strings.NewReplacer("-Au-", "-au-", "_Es_", "_es_", "_Of_", "_of_",
	"DumontdUrville", "DumontDUrville", "Dumontdurville", "DumontDUrville", "Mcmurdo", "McMurdo", "Denoronha", "DeNoronha")

// LookupZone finds a zone by the name that SET TIME ZONE or AT TIME ZONE was given:
// an abbreviation, a name of the time zone database, or a POSIX form such as
// "UTC+3" (22023). The name returned is how SHOW prints it.
func LookupZone(name string) (loc *time.Location, canonical string, err error) {
	if a, ok := zoneAbbrevs[strings.ToLower(name)]; ok {
		return time.FixedZone(strings.ToUpper(name), a.offset), strings.ToUpper(name), nil
	}
	if loc, n, ok := findZone(name); ok {
		return loc, n, nil
	}
	if loc, ok := PosixZone(name); ok {
		return loc, strings.ToUpper(name), nil
	}
	return nil, "", errZoneName(name)
}

// ZoneAbbrevPrefix finds the longest abbreviation that s begins with and returns its
// length, 0 for none, and its offset in seconds east of Greenwich.
func ZoneAbbrevPrefix(s string) (n, offset int) {
	const longest = 10
	low := strings.ToLower(s[:spanOf(s[:min(len(s), longest)], isAlpha)])
	for n = len(low); n > 0; n-- {
		if a, ok := zoneAbbrevs[low[:n]]; ok {
			return n, a.offset
		}
	}
	return 0, 0
}

func errZoneName(name string) error {
	return pgerr.New(pgerr.InvalidParameterValue, "time zone \"%s\" not recognized", name)
}

// MakeZone finds the zone that make_timestamptz is given: an offset east of
// Greenwich with a sign, or a name (22023).
func MakeZone(name string) (*time.Location, error) {
	if name != "" && isDigit(name[0]) {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "invalid input syntax for type %s: \"%s\"", "numeric time zone", name).
			WithHint("Numeric time zones must have \"-\" or \"+\" as first character.")
	}
	if name != "" && (name[0] == '+' || name[0] == '-') {
		off, err := parseOffset(name)
		if err == nil {
			return time.FixedZone("", off), nil
		}
		if err == error(errZoneRange) {
			return nil, pgerr.New(pgerr.InvalidParameterValue, "numeric time zone \"%s\" out of range", name)
		}
	}
	loc, _, err := LookupZone(name)
	return loc, err
}

// LookupZoneName is LookupZone as SET TIME ZONE takes names: no abbreviations, and a
// number means hours east of Greenwich.
func LookupZoneName(name string) (loc *time.Location, canonical string, err error) {
	if h, err := strconv.ParseFloat(trimSpace(name), 64); err == nil && h > -168 && h < 168 {
		loc, canonical = OffsetZone(int(h * 3600))
		return loc, canonical, nil
	}
	if loc, n, ok := findZone(name); ok {
		return loc, n, nil
	}
	if loc, ok := PosixZone(name); ok {
		return loc, strings.ToUpper(name), nil
	}
	return nil, "", errZoneName(name)
}

// parseOffset reads +hh, +hhmm, +hh:mm or +hh:mm:ss as seconds.
func parseOffset(s string) (int, error) {
	neg, rest := s[0] == '-', s[1:]
	var v [3]int
	n := 0
	for {
		k := spanOf(rest, isDigit)
		if k == 0 && n == 0 {
			return 0, errBadFormat
		}
		x, err := strconv.Atoi("0" + rest[:k])
		if err != nil {
			return 0, errZoneRange
		}
		v[n], rest = x, rest[k:]
		if n++; n == len(v) || rest == "" || rest[0] != ':' {
			break
		}
		rest = rest[1:]
	}
	if n == 1 && rest == "" && len(s) > 3 {
		v[1], v[0] = v[0]%100, v[0]/100
	}
	if v[0] > 15 || v[1] > 59 || v[2] > 59 {
		return 0, errZoneRange
	}
	if rest != "" {
		return 0, errBadFormat
	}
	off := v[0]*3600 + v[1]*60 + v[2]
	if neg {
		off = -off
	}
	return off, nil
}

// OffsetZone is the zone of SET TIME ZONE with a number: seconds east of Greenwich.
// Its name is the POSIX form that PostgreSQL shows.
func OffsetZone(seconds int) (loc *time.Location, name string) {
	abs, east, west := seconds, "+", "-"
	if seconds < 0 {
		abs, east, west = -seconds, "-", "+"
	}
	t := fmt.Sprintf("%02d", abs/3600)
	if abs%3600 != 0 {
		t += fmt.Sprintf(":%02d", abs/60%60)
	}
	if abs%60 != 0 {
		t += fmt.Sprintf(":%02d", abs%60)
	}
	return time.FixedZone(east+t, seconds), "<" + east + t + ">" + west + t
}

// IntervalZone is the zone of an interval, which may have hours, minutes and
// seconds only (22023).
func IntervalZone(iv IntervalVal) (loc *time.Location, name string, err error) {
	if iv.Months != 0 || iv.Days != 0 {
		return nil, "", pgerr.New(pgerr.InvalidParameterValue,
			"interval time zone \"%s\" must not include months or days",
			string(AppendInterval(nil, iv, PostgresIntervals)))
	}
	loc, name = OffsetZone(int(iv.Micros / microsPerSecond))
	return loc, name, nil
}

// appendOffset prints +hh[:mm[:ss]].
func appendOffset(dst []byte, off int) []byte {
	if off < 0 {
		dst = append(dst, '-')
		off = -off
	} else {
		dst = append(dst, '+')
	}
	dst = appendPadded(dst, off/3600, 2)
	if off%3600 != 0 {
		dst = appendPadded(append(dst, ':'), off/60%60, 2)
		if off%60 != 0 {
			dst = appendPadded(append(dst, ':'), off%60, 2)
		}
	}
	return dst
}

// EachZoneAbbrev calls f for the known abbreviations in alphabetical order: in lower
// case, with seconds east of Greenwich and whether it is one of summer time.
func EachZoneAbbrev(f func(name string, offset int, dst bool)) {
	for _, name := range slices.Sorted(maps.Keys(zoneAbbrevs)) {
		f(name, zoneAbbrevs[name].offset, zoneAbbrevs[name].dst)
	}
}
