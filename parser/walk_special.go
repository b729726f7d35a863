package parser

import (
	"slices"
	"strings"

	"minidb/parser/lex"
)

// Functions with words between their arguments, and those that are nodes of
// their own. They travel as marker calls; a hole says which words were there.

// specialFuncs are the words that begin such a call in a FROM clause and as an index column too.
var specialFuncs = map[string]bool{
	"extract": true, "position": true, "substring": true, "trim": true, "overlay": true, "coalesce": true,
	"greatest": true, "least": true, "nullif": true, "normalize": true, "xmlexists": true,
}

// specialCall walks a call with its own syntax, if the current word begins
// one; a parenthesis is known to follow.
func (w *walker) specialCall() bool {
	word := w.cur().Text
	switch word {
	case "coalesce", "greatest", "least", "grouping":
		w.openCall(word)
		w.exprs()
	case "nullif":
		w.openCall(word)
		w.expr(false)
		w.takeP(",")
		w.expr(false)
	case "extract":
		w.openCall(word)
		w.extract()
	case "position":
		w.openCall(word)
		w.expr(true)
		w.emit(",")
		w.want("in")
		w.expr(true)
	case "substring", "overlay":
		w.openCall(word)
		w.wordedArgs(word)
	case "trim":
		w.openCall(word)
		w.trim()
	case "normalize":
		w.openCall(word)
		w.expr(false)
		if w.isP(",") {
			w.take(",")
			w.hole(hole{kind: holeName, tok: int32(w.i), name: upper(w.oneOf("nfc", "nfd", "nfkc", "nfkd"))})
		}
	default:
		if unsupportedFuncs[word] {
			w.unsupported(upper(word))
		}
		return false
	}
	w.takeP(")")
	return true
}

var unsupportedFuncs = map[string]bool{
	"xmlconcat": true, "xmlelement": true, "xmlforest": true, "xmlparse": true, "xmlpi": true, "xmlroot": true,
	"xmlserialize": true, "xmlexists": true, "xmltable": true, "json_table": true, "json_object": true,
	"json_array": true, "json_objectagg": true, "json_arrayagg": true, "json_query": true, "json_value": true,
	"json_exists": true, "json": true, "json_scalar": true, "json_serialize": true,
	"treat": true, "merge_action": true,
}

// openCall opens a marker call and consumes the word and the parenthesis.
func (w *walker) openCall(name string) {
	w.open(name)
	w.i += 2
}

// extract walks field FROM source.
func (w *walker) extract() {
	tok := int32(w.i)
	var field string
	if w.cur().Kind == lex.String {
		field = w.stringConst()
	} else if w.cur().Class == lex.Reserved {
		w.fail(w.i)
	} else {
		field = w.label()
	}
	w.hole(hole{kind: holeName, tok: tok, name: field})
	w.emit(",")
	w.want("from")
	w.expr(false)
}

// wordShapes holds what may stand between the arguments of SUBSTRING and
// OVERLAY, by the first letters of the words; n stands for FOR.
var wordShapes = map[string][]string{
	"substring": {"f", "fn", "n", "nf", "s", "se"},
	"overlay":   {"p", "pf", "pfn"},
}

// argWords are the words of wordShapes.
var argWords = map[string]byte{"from": 'f', "for": 'n', "similar": 's', "escape": 'e', "placing": 'p'}

// wordedArgs walks the arguments of SUBSTRING or OVERLAY, with commas or words
// between them. The hole in front has the shape of the words, a comma for each
// comma.
func (w *walker) wordedArgs(name string) {
	shape := ""
	at := len(w.holes)
	w.hole(hole{kind: holeName, tok: int32(w.i)})
	for !w.isP(")") || shape != "" {
		w.emit(",")
		w.expr(false)
		t := w.cur()
		switch {
		case t.IsPunct(",") && strings.Trim(shape, ",") == "":
			shape += ","
		case t.Kind == lex.Word && argWords[t.Text] != 0 && slices.Contains(wordShapes[name], shape+string(argWords[t.Text])):
			shape += string(argWords[t.Text])
		default:
			if shape == "s" || shape == "p" {
				w.fail(w.i)
			}
			w.holes[at].name = shape
			return
		}
		w.i++
	}
}

// trim walks [BOTH | LEADING | TRAILING] [chars] FROM string, or a list.
func (w *walker) trim() {
	fn := "btrim"
	tok := int32(w.i)
	switch {
	case w.accept("leading"):
		fn = "ltrim"
	case w.accept("trailing"):
		fn = "rtrim"
	default:
		w.accept("both")
	}
	at := len(w.holes)
	w.hole(hole{kind: holeName, tok: tok, name: fn})
	w.emit(",")
	if w.accept("from") {
		w.exprs()
		return
	}
	w.exprs()
	if w.is("from") {
		w.holes[at].not = true // the string comes behind the characters
		w.take(",")
		w.exprs()
	}
}
