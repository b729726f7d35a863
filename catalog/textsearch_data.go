package catalog

// The first objects of text search: the parser, templates, dictionaries and
// configurations that every database begins with. Their functions are in pg_proc
// and cannot be called.

import (
	"strings"

	"minidb/types"
)

// Numbers of built-in objects of text search.
const (
	DefaultTSParser  types.OID = 3722
	simpleTemplate   types.OID = 3727
	simpleDict       types.OID = 3765
	simpleConfig     types.OID = 3748
	snowballTemplate types.OID = 13085
	firstStemmer     types.OID = 13086 // a dictionary and a configuration for each language
)

// TokenType is a kind of token that a parser finds.
type TokenType struct {
	ID                 int
	Alias, Description string
}

// tokenTypes are those of the default parser; mapped tells whether the built-in
// configurations look such tokens up: 'w' words of any letters, 'a' ASCII words,
// 's' by the dictionary simple, '-' not at all.
var tokenTypes = []struct {
	alias, description string
	mapped             byte
}{
	{"asciiword", "Word, all ASCII", 'a'}, {"word", "Word, all letters", 'w'}, {"numword", "Word, letters and digits", 's'},
	{"email", "Email address", 's'}, {"url", "URL", 's'}, {"host", "Host", 's'}, {"sfloat", "Scientific notation", 's'},
	{"version", "Version number", 's'}, {"hword_numpart", "Hyphenated word part, letters and digits", 's'},
	{"hword_part", "Hyphenated word part, all letters", 'w'}, {"hword_asciipart", "Hyphenated word part, all ASCII", 'a'},
	{"blank", "Space symbols", '-'}, {"tag", "XML tag", '-'}, {"protocol", "Protocol head", '-'},
	{"numhword", "Hyphenated word, letters and digits", 's'}, {"asciihword", "Hyphenated word, all ASCII", 'a'},
	{"hword", "Hyphenated word, all letters", 'w'}, {"url_path", "URL path", 's'}, {"file", "File or path name", 's'},
	{"float", "Decimal notation", 's'}, {"int", "Signed integer", 's'}, {"uint", "Unsigned integer", 's'},
	{"entity", "XML entity", '-'},
}

// snowballLanguages are those with a stemmer: + tells that there are stop words, and
// what stands behind a colon is the language of ASCII words, if it is another.
var snowballLanguages = strings.Fields(`arabic armenian basque catalan danish+ dutch+ english+ estonian finnish+ french+ german+
	greek hindi:english hungarian+ indonesian irish italian+ lithuanian nepali+ norwegian+ portuguese+ romanian
	russian+:english serbian spanish+ swedish+ tamil turkish+ yiddish`)

var dictTemplates = []struct {
	oid                     types.OID
	name, init, lexize, doc string
}{
	{simpleTemplate, "simple", "dsimple_init", "dsimple_lexize", "simple dictionary: just lower case and check for stopword"},
	{3730, "synonym", "dsynonym_init", "dsynonym_lexize", "synonym dictionary: replace word by its synonym"},
	{3733, "ispell", "dispell_init", "dispell_lexize", "ispell dictionary"},
	{3742, "thesaurus", "thesaurus_init", "thesaurus_lexize", "thesaurus dictionary: phrase by phrase substitution"},
	{snowballTemplate, "snowball", "dsnowball_init", "dsnowball_lexize", "snowball stemmer"},
}

// textSearch adds the first rows of the catalogs of text search.
func (b *bootstrap) textSearch() {
	ns, super := oidDatum(CatalogNamespace), oidDatum(BootstrapUser)
	describe := func(class, oid types.OID, text string) {
		b.add(PgDescription, oidDatum(oid), oidDatum(class), intDatum(0), textDatum(text))
	}
	b.add(PgTsParser, oidDatum(DefaultTSParser), textDatum("default"), ns, regproc("prsd_start"), regproc("prsd_nexttoken"),
		regproc("prsd_end"), regproc("prsd_headline"), regproc("prsd_lextype"))
	describe(PgTsParser, DefaultTSParser, "default word parser")
	for _, t := range dictTemplates {
		b.add(PgTsTemplate, oidDatum(t.oid), textDatum(t.name), ns, regproc(t.init), regproc(t.lexize))
		describe(PgTsTemplate, t.oid, t.doc)
	}
	for _, f := range strings.Fields("prsd_start prsd_nexttoken prsd_end prsd_headline prsd_lextype dsimple_init dsimple_lexize " +
		"dsynonym_init dsynonym_lexize dispell_init dispell_lexize thesaurus_init thesaurus_lexize") {
		describe(PgProc, procNumbers()[f], "(internal)")
	}
	b.add(PgTsDict, oidDatum(simpleDict), textDatum("simple"), ns, super, oidDatum(simpleTemplate), null)
	describe(PgTsDict, simpleDict, dictTemplates[0].doc)
	b.tsConfig(simpleConfig, "simple", simpleDict, simpleDict)
	describe(PgTsConfig, simpleConfig, "simple configuration")
	stemmers := map[string]types.OID{}
	for i, word := range snowballLanguages {
		stemmers[strings.TrimRight(strings.SplitN(word, ":", 2)[0], "+")] = firstStemmer + types.OID(2*i)
	}
	for i, word := range snowballLanguages {
		word, ascii, other := strings.Cut(word, ":")
		lang, stops := strings.CutSuffix(word, "+")
		dict := firstStemmer + types.OID(2*i)
		options := "language = '" + lang + "'"
		if stops {
			options += ", stopwords = '" + lang + "'"
		}
		b.add(PgTsDict, oidDatum(dict), textDatum(lang+"_stem"), ns, super, oidDatum(snowballTemplate), textDatum(options))
		describe(PgTsDict, dict, "snowball stemmer for "+lang+" language")
		asciiDict := dict
		if other {
			asciiDict = stemmers[ascii]
		}
		b.tsConfig(dict+1, lang, dict, asciiDict)
		describe(PgTsConfig, dict+1, "configuration for "+lang+" language")
	}
}

// tsConfig adds a configuration with its map.
func (b *bootstrap) tsConfig(oid types.OID, name string, word, ascii types.OID) {
	b.add(PgTsConfig, oidDatum(oid), textDatum(name), oidDatum(CatalogNamespace), oidDatum(BootstrapUser), oidDatum(DefaultTSParser))
	dicts := map[byte]types.OID{'w': word, 'a': ascii, 's': simpleDict}
	for i, t := range tokenTypes {
		if d := dicts[t.mapped]; d != 0 {
			b.add(PgTsConfigMap, oidDatum(oid), intDatum(i+1), intDatum(1), oidDatum(d))
		}
	}
}
