package types

// date_trunc and date_bin.

import (
	"strings"
	"time"

	"minidb/pgerr"
)

func errUnit(known bool, unit string, t OID) error {
	if known {
		return pgerr.New(pgerr.FeatureNotSupported, "unit \"%s\" not supported for type %s",
			strings.ToLower(unit), FormatType(t, -1))
	}
	return pgerr.New(pgerr.InvalidParameterValue, "unit \"%s\" not recognized for type %s",
		strings.ToLower(unit), FormatType(t, -1))
}

// TruncTimestamp is date_trunc of a timestamp (22023 for an unknown unit, 0A000 for
// one that does not apply).
func TruncTimestamp(unit string, us int64) (int64, error) {
	u, err := truncUnit(unit, TimestampOID)
	if err != nil || !TimestampIsFinite(us) {
		return us, err
	}
	return checkTrunc(truncLocal(u, us))
}

func checkTrunc(us int64, ok bool) (int64, error) {
	if !ok || !validTimestamp(us) {
		return 0, errTimestampRange()
	}
	return us, nil
}

// TruncTimestamptz is date_trunc of an instant by a zone's clock.
func TruncTimestamptz(unit string, us int64, loc *time.Location) (int64, error) {
	u, err := truncUnit(unit, TimestamptzOID)
	if err != nil || !TimestampIsFinite(us) {
		return us, err
	}
	off, _ := zoneAt(us, loc)
	local, ok := truncLocal(u, us+int64(off)*microsPerSecond)
	if !ok {
		return 0, errTimestampRange()
	}
	// From the day up the offset may be another one; below, it is the same instant's.
	if u >= unitDay {
		off = localOffset(local, loc)
	}
	return checkTrunc(local-int64(off)*microsPerSecond, true)
}

func truncUnit(unit string, t OID) (intervalUnit, error) {
	name := fieldToken(unit)
	u, ok := unitWords[name]
	if !ok {
		return 0, errUnit(isZoneField(name), unit, t)
	}
	return u, nil
}

// truncLocal cuts a local time; false if the result has no date.
func truncLocal(u intervalUnit, us int64) (int64, bool) {
	switch u {
	case unitMicrosecond:
		return us, true
	case unitMillisecond:
		return floorDiv(us, 1000) * 1000, true
	case unitSecond:
		return floorDiv(us, microsPerSecond) * microsPerSecond, true
	case unitMinute:
		return floorDiv(us, microsPerMinute) * microsPerMinute, true
	case unitHour:
		return floorDiv(us, microsPerHour) * microsPerHour, true
	}
	days := floorDiv(us, microsPerDay)
	switch u {
	case unitDay:
		return days * microsPerDay, true
	case unitWeek:
		return (days - floorMod(days+5, 7)) * microsPerDay, true
	}
	y, m, _ := CivilFromDays(days)
	switch u {
	case unitMonth:
	case unitQuarter:
		m = (m-1)/3*3 + 1
	case unitYear:
		m = 1
	case unitDecade:
		y, m = int(floorDiv(int64(y), 10))*10, 1
	case unitCentury:
		y, m = int(floorDiv(int64(y)-1, 100))*100+1, 1
	case unitMillennium:
		y, m = int(floorDiv(int64(y)-1, 1000))*1000+1, 1
	}
	return mulInt64(DaysFromCivil(y, m, 1), microsPerDay)
}

// TruncInterval is date_trunc of an interval.
func TruncInterval(unit string, v IntervalVal) (IntervalVal, error) {
	name := fieldToken(unit)
	u, ok := unitWords[name]
	if !ok {
		return v, errUnit(isZoneField(name), unit, IntervalOID)
	}
	if u == unitWeek {
		e := pgerr.From(errUnit(true, unit, IntervalOID))
		return v, e.WithDetail("Months usually have fractional weeks.")
	}
	if !IntervalIsFinite(v) {
		return v, nil
	}
	months := map[intervalUnit]int32{unitMonth: 1, unitQuarter: 3, unitYear: 12, unitDecade: 120,
		unitCentury: 1200, unitMillennium: 12000}
	if n, ok := months[u]; ok {
		return IntervalVal{Months: v.Months / n * n}, nil
	}
	if u == unitDay {
		return IntervalVal{Months: v.Months, Days: v.Days}, nil
	}
	scale := map[intervalUnit]int64{unitMicrosecond: 1, unitMillisecond: 1000, unitSecond: microsPerSecond,
		unitMinute: microsPerMinute, unitHour: microsPerHour}[u]
	v.Micros = v.Micros / scale * scale
	return v, nil
}

// DateBin returns the start of the stride that holds us, counted from origin (22008;
// 0A000 for strides with months).
func DateBin(stride IntervalVal, us, origin int64) (int64, error) {
	if !TimestampIsFinite(us) {
		return us, nil
	}
	if !TimestampIsFinite(origin) {
		return 0, errDateRange("origin out of range")
	}
	if !IntervalIsFinite(stride) {
		return 0, errDateRange("timestamps cannot be binned into infinite intervals")
	}
	if stride.Months != 0 {
		return 0, pgerr.New(pgerr.FeatureNotSupported,
			"timestamps cannot be binned into intervals containing months or years")
	}
	width, ok := mulInt64(int64(stride.Days), microsPerDay)
	if ok {
		width, ok = addInt64(width, stride.Micros)
	}
	if !ok {
		return 0, errIntervalRange()
	}
	if width <= 0 {
		return 0, errDateRange("stride must be greater than zero")
	}
	diff := us - origin
	if (diff < us) != (origin > 0) && origin != 0 {
		return 0, errIntervalRange()
	}
	r, ok := addInt64(origin, floorDiv(diff, width)*width)
	if !ok {
		return 0, errTimestampRange()
	}
	return checkTrunc(r, true)
}
