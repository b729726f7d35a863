package types

// What the words of a date and time say, and the checks once all fields are read.

// word reads a field of letters.
func (d *decoded) word(fields []dateField, i int, s string) (dateMask, error) {
	if d.hasNext {
		return 0, errBadFormat
	}
	w, ok := lookupDateWord(s)
	if !ok {
		return d.zoneWord(s)
	}
	if d.timeOnly && (w.class == wordMonth || w.class == wordDay || w.class == wordReserved && w.val != valNow && w.val != valZulu) {
		return 0, errBadFormat
	}
	switch w.class {
	case wordMonth:
		m := hasMonth
		if d.mask&hasMonth != 0 && !d.textMonth && d.mask&hasDay == 0 && d.Month >= 1 && d.Month <= 31 {
			// A number taken for the month was the day.
			d.Day = d.Month
			d.mask |= hasDay
			d.mask &^= hasMonth
		}
		d.textMonth, d.Month = true, w.val
		return m, nil
	case wordDay:
		return hasWeekday, nil
	case wordAmPm:
		d.ampm = w.val
		return hasAmPm, nil
	case wordEra:
		d.bc = w.val == 1
		return hasEra, nil
	case wordZone:
		d.offset = 0
		return hasZone, nil
	case wordDST:
		d.offset += w.val
		return hasDST, nil
	case wordISOTime:
		if d.mask&hasDate != hasDate || i+1 >= len(fields) ||
			fields[i+1].typ != fieldNumber && fields[i+1].typ != fieldTime && fields[i+1].typ != fieldDate {
			return 0, errBadFormat
		}
		d.next, d.hasNext = wordISOTime, true
	case wordJulian:
		d.next, d.hasNext = wordJulian, true
	case wordReserved:
		return d.reservedWord(w.val)
	}
	return 0, nil
}

// zoneWord reads an abbreviation or a name of a zone.
func (d *decoded) zoneWord(s string) (dateMask, error) {
	if a, ok := zoneAbbrevs[s]; ok {
		d.offset = a.offset
		return hasZone, nil
	}
	if loc, _, ok := findZone(s); ok {
		d.zone = loc
		return hasZone, nil
	}
	return 0, errBadFormat
}

func (d *decoded) reservedWord(val int) (dateMask, error) {
	switch val {
	case valEpoch, valLate, valEarly:
		d.reserved = val
		return hasDate | hasTime | hasZone, nil
	case valZulu:
		d.Hour, d.Minute, d.Second, d.Micros, d.offset = 0, 0, 0, 0, 0
		return hasTime | hasZone, nil
	case valNow:
		us := MicrosFromTime(d.env.Now())
		off, _ := zoneAt(us, d.env.TimeZone)
		f := TimestampFields(us + int64(off)*microsPerSecond)
		if d.timeOnly {
			d.mask &^= hasDate
		}
		d.Fields, d.offset, d.reserved = f, off, valNow
		return hasDate | hasTime | hasZone, nil
	}
	us := TimestamptzToTimestamp(MicrosFromTime(d.env.Now()), d.env.TimeZone)
	days := floorDiv(us, microsPerDay)
	switch val {
	case valTomorrow:
		days++
	case valYesterday:
		days--
	}
	d.Year, d.Month, d.Day = CivilFromDays(days)
	return hasDate, nil
}

// finish checks ranges and settles year, day of year and am/pm.
func (d *decoded) finish() error {
	if d.reserved >= valEpoch {
		return nil
	}
	if err := d.checkDate(); err != nil {
		return err
	}
	if d.ampm >= 0 {
		if d.Hour < 0 || d.Hour > 12 {
			return errField
		}
		if d.Hour == 12 {
			d.Hour = 0
		}
		d.Hour += 12 * d.ampm
	}
	if d.mask&hasDate != hasDate {
		return errBadFormat
	}
	if d.timeOnly && d.mask&hasTime != hasTime {
		return errBadFormat
	}
	if d.noDate && d.zone != nil && d.reserved < 0 {
		return errBadFormat
	}
	if d.mask&hasDST != 0 && d.mask&hasZone == 0 {
		return errBadFormat
	}
	// PostgreSQL takes 0370 after a date as 04:10, but not as a time.
	if !d.timeOnly {
		return nil
	}
	if d.Hour < 0 || d.Hour > 24 || d.Minute > 59 || d.Second > 60 || d.timeMicros() > microsPerDay {
		return errField
	}
	return nil
}

func (d *decoded) checkDate() error {
	if d.mask&hasYear != 0 && d.reserved != valNow {
		switch {
		case d.julian:
		case d.bc:
			if d.Year <= 0 {
				return errField
			}
			d.Year = 1 - d.Year
		case d.twoDigit:
			if d.Year < 70 {
				d.Year += 2000
			} else if d.Year < 100 {
				d.Year += 1900
			}
		case d.Year <= 0 && !d.timeOnly:
			return errField
		}
	}
	if d.mask&hasDOY != 0 {
		d.Year, d.Month, d.Day = CivilFromDays(DaysFromCivil(d.Year, 1, d.yearDay))
	}
	if d.mask&hasMonth != 0 && (d.Month < 1 || d.Month > 12) {
		return errMonthDay
	}
	if d.mask&hasDay != 0 && (d.Day < 1 || d.Day > 31) {
		return errMonthDay
	}
	if d.mask&hasDate == hasDate && d.Day > DaysInMonth(d.Year, d.Month) {
		return errField
	}
	return nil
}
