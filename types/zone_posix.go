package types

// Time zones in POSIX's form with daylight saving time: FOO+5BAR, or with rules
// PST8PDT,M3.2.0,M11.1.0. Go applies such rules at the end of time zone data, so
// data is made that has nothing else.

import (
	"encoding/binary"
	"strconv"
	"strings"
	"time"
)

// zoneDefaultRules hold where none are written (PostgreSQL's TZDEFRULESTRING).
const zoneDefaultRules = ",M3.2.0,M11.1.0"

// zoneBegin is the first second of a made zone: long before any timestamp.
const zoneBegin = -1 << 55

// PosixZone reads a name and an offset west of UTC, and after them what there is
// about daylight saving time. The name may be empty when the offset has a colon, as
// in 8:30.
func PosixZone(s string) (*time.Location, bool) {
	n := strings.IndexAny(s, "+-0123456789")
	if strings.HasPrefix(s, "<") {
		n = strings.IndexByte(s, '>') + 1
	}
	if n < 0 || n == 0 && strings.HasPrefix(s, "<") {
		return nil, false
	}
	name, rest := strings.ToUpper(strings.Trim(s[:n], "<>")), s[n:]
	sign := -1 // POSIX counts westward
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		if rest[0] == '-' {
			sign = 1
		}
		rest = rest[1:]
	}
	offset := rest[:spanOf(rest, func(c byte) bool { return isDigit(c) || c == ':' })]
	seconds, scale := 0, 3600
	for i, part := range strings.Split(offset, ":") {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil || i > 2 || i > 0 && n > 59 || i == 0 && n > 167 {
			return nil, false
		}
		seconds += int(n) * scale
		scale /= 60
	}
	if rest = rest[len(offset):]; rest == "" {
		return time.FixedZone(name, sign*seconds), true
	}
	return daylightZone(name, sign*seconds, strings.ToUpper(s[:len(s)-len(rest)]), strings.ToUpper(rest))
}

// daylightZone is the zone with a name and an offset in seconds east of Greenwich,
// both written in std, and behind them abbrev [offset] [,rule,rule].
func daylightZone(abbrev string, off int, std, rest string) (*time.Location, bool) {
	n := zoneAbbrevSpan(rest)
	if n == 0 {
		return nil, false
	}
	tail := rest[n:]
	offset, rules, found := strings.Cut(tail, ",")
	if offset != "" && !validOffset(offset) {
		return nil, false
	}
	if !found {
		rest += zoneDefaultRules
	} else {
		from, to, ok := strings.Cut(rules, ",")
		if !ok || !validRule(from) || !validRule(to) {
			return nil, false
		}
	}
	header := func(times, typeCount, chars uint32) []byte {
		b := append([]byte("TZif2"), make([]byte, 15)...)
		for _, n := range [...]uint32{0, 0, 0, times, typeCount, chars} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
		return b
	}
	data := append(header(0, 1, 1), make([]byte, 7)...) // the older form: one nameless type
	data = append(data, header(1, 1, uint32(len(abbrev)+1))...)
	begin := int64(zoneBegin)
	data = binary.BigEndian.AppendUint64(data, uint64(begin))
	data = append(data, 0) // the transition's type
	data = binary.BigEndian.AppendUint32(data, uint32(int32(off)))
	data = append(data, 0, 0)
	data = append(data, abbrev+"\x00\n"+std+rest+"\n"...)
	loc, err := time.LoadLocationFromTZData(abbrev, data)
	return loc, err == nil
}

// zoneAbbrevSpan is the length of the abbreviation that s begins with, 0 for none.
func zoneAbbrevSpan(s string) int {
	if strings.HasPrefix(s, "<") {
		return max(strings.IndexByte(s, '>')+1, 0)
	}
	return spanOf(s, isAlpha)
}

// validOffset reports whether s is [+-]hh[:mm[:ss]].
func validOffset(s string) bool {
	s = strings.TrimLeft(s, "+-")
	parts := strings.Split(s, ":")
	for _, p := range parts {
		if p == "" || len(p) > 3 || spanOf(p, isDigit) != len(p) {
			return false
		}
	}
	return len(parts) <= 3
}

// validRule reports whether s is Jn, n or Mm.w.d, with /time or without.
func validRule(s string) bool {
	day, at, found := strings.Cut(s, "/")
	if found && !validOffset(at) {
		return false
	}
	limits := []struct{ low, high int }{{0, 365}}
	switch {
	case strings.HasPrefix(day, "J"):
		day, limits[0].low = day[1:], 1
	case strings.HasPrefix(day, "M"):
		day = day[1:]
		limits = []struct{ low, high int }{{1, 12}, {1, 5}, {0, 6}}
	}
	parts := strings.Split(day, ".")
	if len(parts) != len(limits) {
		return false
	}
	for i, p := range parts {
		n := 0
		for _, c := range []byte(p) {
			if !isDigit(c) || n > 999 {
				return false
			}
			n = n*10 + int(c-'0')
		}
		if p == "" || n < limits[i].low || n > limits[i].high {
			return false
		}
	}
	return true
}
