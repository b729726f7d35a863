package types

// extract: one field of a date, time, timestamp or interval, as numeric. Fields of
// seconds keep six digits, milliseconds three. Of infinite values, fields that grow
// with time are infinite, others NULL.

import (
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"
)

// extractField is a field that is no unit of date_trunc; units follow after 100.
type extractField uint8

const (
	fieldNone extractField = iota
	fieldDow
	fieldDoy
	fieldISODow
	fieldISOYear
	fieldJulian
	fieldEpoch
	fieldTZ
	fieldTZHour
	fieldTZMinute
)

var fieldWords = map[string]extractField{
	"dow": fieldDow, "doy": fieldDoy, "isodow": fieldISODow, "isoyear": fieldISOYear,
	"julian": fieldJulian, "epoch": fieldEpoch, "timezone": fieldTZ,
	"timezone_h": fieldTZHour, "timezone_m": fieldTZMinute,
}

// fieldToken is a field's or unit's name as far as PostgreSQL looks at it: in lower
// case, and no more than TOKMAXLEN bytes.
func fieldToken(name string) string {
	name = strings.ToLower(name)
	return name[:min(len(name), 10)]
}

// isZoneField tells the fields that date_trunc knows but has no use for.
func isZoneField(name string) bool { return fieldWords[name] >= fieldTZ }

// lookupField finds a field or a unit by name (22023).
func lookupField(name string, t OID) (extractField, intervalUnit, error) {
	lower := fieldToken(name)
	if f, ok := fieldWords[lower]; ok {
		return f, unitNone, nil
	}
	if u, ok := unitWords[lower]; ok {
		return fieldNone, u, nil
	}
	return 0, 0, errUnit(false, name, t)
}

func numericInt(v int64) Datum { return NewNumeric(DecFromInt64(v)) }

func numericScaled(v int64, scale int32) Datum { return NewNumeric(&Dec{small: v, scale: scale}) }

// infinite is the field of an infinite value.
func infinite(positive bool, f extractField, u intervalUnit) Datum {
	switch {
	case f == fieldISOYear || f == fieldJulian || f == fieldEpoch || u >= unitYear && u <= unitMillennium:
		if positive {
			return NewNumeric(posInfDec)
		}
		return NewNumeric(negInfDec)
	}
	return NullDatum
}

// dateField is a field that the day alone decides.
func dayField(days int64, f extractField, u intervalUnit) (int64, bool) {
	y, m, d := CivilFromDays(days)
	switch f {
	case fieldDow:
		return int64(weekday(days)), true
	case fieldISODow:
		return floorMod(days+5, 7) + 1, true
	case fieldDoy:
		return days - DaysFromCivil(y, 1, 1) + 1, true
	case fieldISOYear:
		iy, _ := isoWeek(days)
		if iy <= 0 {
			iy--
		}
		return int64(iy), true
	case fieldJulian:
		return days + epochJulian, true
	}
	// There is no year 0: PostgreSQL counts 1 BC as -1.
	ad := int64(y)
	if y <= 0 {
		ad--
	}
	switch u {
	case unitDay:
		return int64(d), true
	case unitMonth:
		return int64(m), true
	case unitQuarter:
		return int64((m-1)/3 + 1), true
	case unitWeek:
		_, w := isoWeek(days)
		return int64(w), true
	case unitYear:
		return ad, true
	case unitDecade:
		return floorDiv(int64(y), 10), true
	case unitCentury:
		return eraField(int64(y), 100), true
	case unitMillennium:
		return eraField(int64(y), 1000), true
	}
	return 0, false
}

// eraField numbers centuries and millennia from 1 and, before Christ, from -1.
func eraField(y, n int64) int64 {
	if y > 0 {
		return (y + n - 1) / n
	}
	return -((n - 1 - (y - 1)) / n)
}

// clockField is a field that the time of day alone decides.
func clockField(us int64, u intervalUnit) (Datum, bool) {
	switch u {
	case unitHour:
		return numericInt(us / microsPerHour), true
	case unitMinute:
		return numericInt(us / microsPerMinute % 60), true
	case unitSecond:
		return numericScaled(us%microsPerMinute, 6), true
	case unitMillisecond:
		return numericScaled(us%microsPerMinute, 3), true
	case unitMicrosecond:
		return numericInt(us % microsPerMinute), true
	}
	return NullDatum, false
}

// ExtractDate is extract from a date (22023, 0A000).
func ExtractDate(field string, days int64) (Datum, error) {
	f, u, err := lookupField(field, DateOID)
	if err != nil {
		return NullDatum, err
	}
	if f >= fieldTZ || u >= unitMicrosecond && u <= unitHour {
		return NullDatum, errUnit(true, field, DateOID)
	}
	switch {
	case !DateIsFinite(days):
		return infinite(days > 0, f, u), nil
	case f == fieldEpoch:
		return numericInt((days + epochUnixDays) * 86400), nil
	}
	if v, ok := dayField(days, f, u); ok {
		return numericInt(v), nil
	}
	return NullDatum, errUnit(true, field, DateOID)
}

// ExtractTime is extract from a time of day (22023, 0A000).
func ExtractTime(field string, us int64) (Datum, error) {
	f, u, err := lookupField(field, TimeOID)
	if err != nil {
		return NullDatum, err
	}
	if f == fieldEpoch {
		return numericScaled(us, 6), nil
	}
	if d, ok := clockField(us, u); ok {
		return d, nil
	}
	return NullDatum, errUnit(true, field, TimeOID)
}

// ExtractTimestamp is extract from a timestamp (22023, 0A000).
func ExtractTimestamp(field string, us int64) (Datum, error) {
	f, u, err := lookupField(field, TimestampOID)
	if err != nil {
		return NullDatum, err
	}
	if f >= fieldTZ && TimestampIsFinite(us) {
		return NullDatum, errUnit(true, field, TimestampOID)
	}
	return extractLocal(field, TimestampOID, us, us, f, u)
}

// ExtractTimestamptz is extract from an instant by a zone's clock (22023, 0A000).
func ExtractTimestamptz(field string, us int64, loc *time.Location) (Datum, error) {
	f, u, err := lookupField(field, TimestamptzOID)
	if err != nil {
		return NullDatum, err
	}
	if !TimestampIsFinite(us) {
		return infinite(us > 0, f, u), nil
	}
	off, _ := zoneAt(us, loc)
	switch f {
	case fieldTZ:
		return numericInt(int64(off)), nil
	case fieldTZHour:
		return numericInt(int64(off / 3600)), nil
	case fieldTZMinute:
		return numericInt(int64(off / 60 % 60)), nil
	}
	return extractLocal(field, TimestamptzOID, us, us+int64(off)*microsPerSecond, f, u)
}

// extractLocal takes fields from local time and the epoch from us.
func extractLocal(name string, t OID, us, local int64, f extractField, u intervalUnit) (Datum, error) {
	if !TimestampIsFinite(us) {
		return infinite(us > 0, f, u), nil
	}
	days := floorDiv(local, microsPerDay)
	clock := local - days*microsPerDay
	switch f {
	case fieldEpoch:
		var a apd.BigInt
		a.Add(apd.NewBigInt(us), apd.NewBigInt(unixEpochMicros))
		if a.IsInt64() {
			return NewNumeric(makeDec(&a, 6)), nil
		}
		// PostgreSQL divides numerics here, which keeps four digits of so many.
		var rest apd.BigInt
		rest.Rem(&a, apd.NewBigInt(100))
		a.Sub(&a, &rest)
		if rest.Int64() >= 50 {
			a.Add(&a, apd.NewBigInt(100))
		}
		return NewNumeric(makeDec(&a, 6)), nil
	case fieldJulian:
		frac, err := DecFromInt64(clock).Div(DecFromInt64(microsPerDay))
		if err != nil {
			return NullDatum, err
		}
		sum, err := DecFromInt64(days + epochJulian).Add(frac)
		return NewNumeric(sum), err
	}
	if v, ok := dayField(days, f, u); ok {
		return numericInt(v), nil
	}
	if d, ok := clockField(clock, u); ok {
		return d, nil
	}
	return NullDatum, errUnit(true, name, t)
}

// ExtractInterval is extract from an interval (22023, 0A000).
func ExtractInterval(field string, v IntervalVal) (Datum, error) {
	f, u, err := lookupField(field, IntervalOID)
	if err != nil {
		return NullDatum, err
	}
	if f != fieldNone && f != fieldEpoch {
		return NullDatum, errUnit(true, field, IntervalOID)
	}
	if s := v.infSign(); s != 0 {
		if u == unitHour || u == unitDay {
			u = unitYear // these grow without bound too
		}
		return infinite(s > 0, f, u), nil
	}
	if f == fieldEpoch {
		return intervalEpoch(v), nil
	}
	p := v.parts()
	switch u {
	case unitDay:
		return numericInt(p.day), nil
	case unitWeek:
		return numericInt(p.day / 7), nil
	case unitMonth:
		return numericInt(p.mon), nil
	case unitQuarter:
		// Of a negative interval it is the negative of the positive one's.
		if v.Months < 0 {
			return numericInt(p.mon/3 - 1), nil
		}
		return numericInt(p.mon/3 + 1), nil
	case unitYear:
		return numericInt(p.year), nil
	case unitDecade:
		return numericInt(p.year / 10), nil
	case unitCentury:
		return numericInt(p.year / 100), nil
	case unitMillennium:
		return numericInt(p.year / 1000), nil
	}
	d, _ := clockField(v.Micros, u)
	return d, nil
}

// intervalEpoch counts 365.25 days to a year and 30 to a month.
func intervalEpoch(v IntervalVal) Datum {
	quarterDays := int64(v.Months/12)*1461 + int64(v.Months%12)*120 + int64(v.Days)*4
	var us apd.BigInt
	us.Mul(apd.NewBigInt(quarterDays*(86400/4)), apd.NewBigInt(microsPerSecond))
	us.Add(&us, apd.NewBigInt(v.Micros))
	return NewNumeric(makeDec(&us, 6))
}
