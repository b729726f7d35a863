package shell

// The lines of aligned tables: psql's line styles.

// rule is one horizontal line, or for rows the vertical ones.
type rule struct{ h, left, mid, right string }

// The rules of a lineStyle.
const (
	topRule = iota
	middleRule
	bottomRule
	dataRule
)

// lineStyle is psql's printTextFormat.
type lineStyle struct {
	rules                         [4]rule
	midNewline, midWrap, midBlank string // instead of the rule between columns, left of such a cell
	headerLeft, headerRight       string // beside a header that goes on below
	newlineLeft, newlineRight     string
	wrapLeft, wrapRight           string
	old                           bool // old-ascii, which has no marks at the right
}

var asciiRules = [4]rule{{"-", "+", "+", "+"}, {"-", "+", "+", "+"}, {"-", "+", "+", "+"}, {"", "|", "|", "|"}}

var asciiStyle = lineStyle{rules: asciiRules, midNewline: "|", midWrap: "|", midBlank: "|",
	headerLeft: " ", headerRight: "+", newlineLeft: " ", newlineRight: "+", wrapLeft: ".", wrapRight: "."}

var oldASCIIStyle = lineStyle{rules: asciiRules, midNewline: ":", midWrap: ";", midBlank: " ",
	headerLeft: "+", headerRight: " ", newlineLeft: " ", newlineRight: " ", wrapLeft: " ", wrapRight: " ", old: true}

// lines returns the line style to use.
func (f *Format) lines() lineStyle {
	switch f.LineStyle {
	case "old-ascii":
		return oldASCIIStyle
	case "unicode":
		return unicodeStyle(f.UnicodeBorder, f.UnicodeColumn, f.UnicodeHeader)
	}
	return asciiStyle
}

// unicodeStyle draws with single or double lines: 0 or 1 for each kind of line.
func unicodeStyle(border, column, header int) lineStyle {
	pick := func(i int, single, double string) string { return [2]string{single, double}[i] }
	// crossing is a place where a vertical line of columns meets a horizontal one.
	crossing := func(h int, texts [2][2]string) string { return texts[column][h] }
	vertical := pick(column, "│", "║")
	return lineStyle{
		rules: [4]rule{
			{pick(border, "─", "═"), pick(border, "┌", "╔"),
				crossing(border, [2][2]string{{"┬", "╤"}, {"╥", "╦"}}), pick(border, "┐", "╗")},
			{pick(header, "─", "═"), [2][2]string{{"├", "╟"}, {"╞", "╠"}}[header][border],
				crossing(header, [2][2]string{{"┼", "╪"}, {"╫", "╬"}}), [2][2]string{{"┤", "╢"}, {"╡", "╣"}}[header][border]},
			{pick(border, "─", "═"), pick(border, "└", "╚"),
				crossing(border, [2][2]string{{"┴", "╧"}, {"╨", "╩"}}), pick(border, "┘", "╝")},
			{"", pick(border, "│", "║"), vertical, pick(border, "│", "║")},
		},
		midNewline: vertical, midWrap: vertical, midBlank: vertical,
		headerLeft: " ", headerRight: "↵", newlineLeft: " ", newlineRight: "↵", wrapLeft: "…", wrapRight: "…",
	}
}
