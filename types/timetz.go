package types

// Times of day with a zone. One word holds both, so ordered that comparing words
// compares the instants first and the zones of equal instants next.

import (
	"time"
)

// TimetzVal is a time of day and the zone it is told in.
type TimetzVal struct {
	Micros int64 // since midnight in the zone
	West   int64 // seconds west of Greenwich, as PostgreSQL keeps zones
}

const (
	timetzZoneBits = 18
	timetzZoneBase = 1 << (timetzZoneBits - 1)
)

// NewTimetz makes a time with time zone.
func NewTimetz(v TimetzVal) Datum {
	utc := v.Micros + v.West*microsPerSecond
	return Datum{kind: Timetz, num: uint64(utc<<timetzZoneBits | (v.West + timetzZoneBase))}
}

// TimetzFromNum makes the time with time zone whose Datum.Num is num.
func TimetzFromNum(num int64) Datum { return Datum{kind: Timetz, num: uint64(num)} }

// Timetz returns the value of a time with time zone.
func (d Datum) Timetz() TimetzVal {
	n := d.Num()
	west := n&(1<<timetzZoneBits-1) - timetzZoneBase
	return TimetzVal{Micros: n>>timetzZoneBits - west*microsPerSecond, West: west}
}

// ParseTimetz reads a time with time zone; without a zone it is the session's today.
func ParseTimetz(s string, typmod int32, env *Env) (TimetzVal, error) {
	const name = "time with time zone"
	d, err := readDateTime(s, name, env, true)
	if err != nil {
		return TimetzVal{}, err
	}
	if d.reserved >= valEpoch {
		return TimetzVal{}, dateError(errBadFormat, s, name)
	}
	off, loc := d.offset, d.zone
	if d.mask&hasZone == 0 {
		loc = env.TimeZone
	}
	if loc != nil {
		day := DaysFromCivil(d.Year, d.Month, d.Day)
		if d.noDate {
			day = TimestamptzToDate(MicrosFromTime(env.Now()), env.TimeZone)
		}
		off = localOffset(day*microsPerDay+d.timeMicros(), loc)
	}
	return TimetzVal{roundMicros(d.timeMicros(), typmod), -int64(off)}, nil
}

// AppendTimetz prints a time with time zone.
func AppendTimetz(dst []byte, v TimetzVal) []byte {
	return appendOffset(AppendTime(dst, v.Micros), int(-v.West))
}

// TimetzAdd adds an interval's time of day (22008 if it is infinite).
func TimetzAdd(v TimetzVal, iv IntervalVal) (TimetzVal, error) {
	us, err := TimeAdd(v.Micros, iv)
	return TimetzVal{us, v.West}, err
}

// TimetzSubInterval subtracts an interval's time of day (22008 if it is infinite).
func TimetzSubInterval(v TimetzVal, iv IntervalVal) (TimetzVal, error) {
	us, err := TimeSubInterval(v.Micros, iv)
	return TimetzVal{us, v.West}, err
}

// TimetzAt returns the same time told in another zone, whose offset is in seconds
// east of Greenwich.
func TimetzAt(v TimetzVal, offset int) TimetzVal {
	west := -int64(offset)
	return TimetzVal{floorMod(v.Micros+(v.West-west)*microsPerSecond, microsPerDay), west}
}

// TimestamptzToTimetz returns the time of day of a finite instant in a zone.
func TimestamptzToTimetz(us int64, loc *time.Location) TimetzVal {
	off, _ := zoneAt(us, loc)
	return TimetzVal{TimestampToTime(us + int64(off)*microsPerSecond), -int64(off)}
}

// TimeToTimetz gives a time of day the zone's offset that it has today; now is
// today, as microseconds since 2000-01-01 UTC.
func TimeToTimetz(us, now int64, loc *time.Location) TimetzVal {
	day := TimestamptzToDate(now, loc)
	return TimetzVal{us, -int64(localOffset(day*microsPerDay+us, loc))}
}

// ZoneOffset returns a zone's offset at an instant, in seconds east of Greenwich.
func ZoneOffset(us int64, loc *time.Location) int {
	off, _ := zoneAt(us, loc)
	return off
}

// DatePlusTimetz returns the instant of a date and a time with time zone (22008).
func DatePlusTimetz(days int64, v TimetzVal) (int64, error) {
	us, err := DateToTimestamp(days)
	if err != nil || !TimestampIsFinite(us) {
		return us, err
	}
	us += v.Micros + v.West*microsPerSecond
	if !validTimestamp(us) {
		return 0, errTimestampRange()
	}
	return us, nil
}

// ExtractTimetz is extract from a time with time zone (22023, 0A000).
func ExtractTimetz(field string, v TimetzVal) (Datum, error) {
	f, u, err := lookupField(field, TimetzOID)
	if err != nil {
		return NullDatum, err
	}
	switch f {
	case fieldEpoch:
		return numericScaled(v.Micros+v.West*microsPerSecond, 6), nil
	case fieldTZ:
		return numericInt(-v.West), nil
	case fieldTZHour:
		return numericInt(-v.West / 3600), nil
	case fieldTZMinute:
		return numericInt(-v.West / 60 % 60), nil
	}
	if d, ok := clockField(v.Micros, u); ok && f == fieldNone {
		return d, nil
	}
	return NullDatum, errUnit(true, field, TimetzOID)
}
