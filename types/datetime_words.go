package types

// The words that dates and times know: months, days, and such as now or bc.

type wordClass uint8

const (
	wordMonth wordClass = iota
	wordDay
	wordReserved
	wordAmPm
	wordEra
	wordIgnore
	wordZone
	wordDST
	wordISOTime
	wordJulian
)

// Values of reserved words.
const (
	valNow = iota
	valToday
	valTomorrow
	valYesterday
	valZulu
	valEpoch
	valLate
	valEarly
)

type dateWord struct {
	class wordClass
	val   int
}

var dateWords = map[string]dateWord{
	"now": {wordReserved, valNow}, "today": {wordReserved, valToday},
	"tomorrow": {wordReserved, valTomorrow}, "yesterday": {wordReserved, valYesterday},
	"allballs": {wordReserved, valZulu}, "epoch": {wordReserved, valEpoch},
	"infinity": {wordReserved, valLate}, "+infinity": {wordReserved, valLate},
	"-infinity": {wordReserved, valEarly},
	"am":        {wordAmPm, 0}, "pm": {wordAmPm, 1},
	"ad": {wordEra, 0}, "bc": {wordEra, 1},
	"at": {wordIgnore, 0}, "on": {wordIgnore, 0},
	"z": {wordZone, 0}, "zulu": {wordZone, 0}, "dst": {wordDST, 3600},
	"t": {wordISOTime, 0},
	"j": {wordJulian, 0}, "jd": {wordJulian, 0}, "julian": {wordJulian, 0},
	"sept": {wordMonth, 9}, "tues": {wordDay, 2}, "wednes": {wordDay, 3}, "weds": {wordDay, 3},
	"thur": {wordDay, 4}, "thurs": {wordDay, 4},
}

func init() {
	months := []string{"january", "february", "march", "april", "may", "june", "july",
		"august", "september", "october", "november", "december"}
	for i, m := range months {
		dateWords[m] = dateWord{wordMonth, i + 1}
		dateWords[m[:3]] = dateWord{wordMonth, i + 1}
	}
	days := []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	for i, d := range days {
		dateWords[d] = dateWord{wordDay, i}
		dateWords[d[:3]] = dateWord{wordDay, i}
	}
	dateWords["tue"] = dateWord{wordDay, 2}
}

func lookupDateWord(s string) (dateWord, bool) {
	w, ok := dateWords[s]
	return w, ok
}
