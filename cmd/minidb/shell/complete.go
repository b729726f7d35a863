package shell

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"minidb/parser/lex"
)

// Tab: what can stand where the cursor is. What the database is asked for that
// is asked in a session of its own, so that no transaction and no counter of the
// person's session is touched; what its transaction has not committed is not seen.

// wordBreaks end a word that is completed.
const wordBreaks = "\t\n@><=;|&() ,"

// completion is one press of Tab.
type completion struct {
	*script
	word   string // up to the cursor
	before string // the statement before the word
	after  string // the line behind the cursor
	toks   []lex.Token
}

// completions is the shell's edit.Completer.
func (s *script) completions(line string, pos int) (start int, words []string) {
	c := completion{script: s, after: line[pos:]}
	command, from, quoted := s.scanBefore(line[:pos])
	if command >= 0 {
		start = command + 1 + strings.LastIndexAny(line[command:pos], " \t")
		if start <= command {
			start = command
		}
		c.word = line[start:pos]
		return start, c.matching(c.backslash(strings.Fields(line[command:start])))
	}
	start = 1 + strings.LastIndexAny(line[:pos], wordBreaks)
	if quoted == lex.DoubleQuote {
		start = strings.LastIndexByte(line[:pos], '"')
	}
	c.word = line[max(0, start):pos]
	c.before = string(s.buf) + "\n" + line[:max(0, start)]
	if from >= 0 {
		c.before = line[from:max(from, start)]
	}
	if name, ok := strings.CutPrefix(c.word, ":"); ok && !strings.HasPrefix(name, ":") {
		return start, c.matching(c.variableReferences(name))
	}
	if quoted != lex.Ready && quoted != lex.DoubleQuote || start < 0 {
		return pos, nil
	}
	c.toks, _ = lex.Scan(c.before, nil)
	c.toks = c.toks[:len(c.toks)-1]
	return start, c.matching(c.statement())
}

// scanBefore reads a line up to the cursor: where the backslash command begins
// that the cursor is in, where the statement begins if that is on this line, else
// -1, and the quote that is open.
func (s *script) scanBefore(line string) (command, from int, quoted lex.State) {
	split, from := s.split, -1
	for i := 0; i <= len(line); {
		n, stop := split.Scan(line[i:])
		i += n
		switch stop {
		case lex.EndOfText:
			if st := split.State(); st != lex.Continuing && st != lex.Paren {
				quoted = st
			}
			return -1, from, quoted
		case lex.AtSemicolon:
			from = i
		case lex.AtBackslash:
			if !strings.Contains(line[i:], `\\`) {
				return i, from, lex.Ready
			}
			i += strings.Index(line[i:], `\\`) + 2
		default:
			split.Skip()
			i++
		}
	}
	return -1, from, lex.Ready
}

// matching returns those of the words that go on from what was typed.
func (c *completion) matching(words []string) (out []string) {
	typed := c.word
	if !strings.HasPrefix(typed, `"`) {
		typed = strings.ToLower(typed)
	}
	for _, w := range words {
		if strings.HasPrefix(w, c.word) || strings.HasPrefix(strings.ToLower(w), typed) {
			out = append(out, w)
		}
	}
	return out
}

// keywords writes words in the case that COMP_KEYWORD_CASE asks for.
func (c *completion) keywords(words ...string) []string {
	how := strings.ToLower(c.vars["COMP_KEYWORD_CASE"])
	upper := how == "upper" || how == "preserve-upper"
	if first := []rune(c.word); len(first) > 0 && strings.HasPrefix(how, "preserve") && unicode.IsLetter(first[0]) {
		upper = unicode.IsUpper(first[0])
	}
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = strings.ToLower(w); upper {
			out[i] = strings.ToUpper(w)
		}
	}
	return out
}

// variableReferences completes :name, :'name' and :"name".
func (c *completion) variableReferences(name string) (out []string) {
	quote := ""
	if name != "" && (name[0] == '\'' || name[0] == '"') {
		quote = name[:1]
	}
	for v := range c.vars {
		out = append(out, ":"+quote+v+quote)
	}
	return out
}

// describeCommands are those that describe runs; see there.
const describeCommands = `d da dA dAc dAf dAo dAp db dc dC dconfig dd dD ddp dE des det deu dew df dF dFd dFp dFt dg di dl dL dm dn do dO dp dP
	drds drg dRp dRs ds dt dT du dv dx dX dy l lo_list sf sv z`

// backslash completes a backslash command: its name, or an argument behind words.
func (c *completion) backslash(words []string) []string {
	if len(words) == 0 {
		var out []string
		for name := range metaCommands {
			out = append(out, `\`+name)
		}
		for name := range strings.FieldsSeq(describeCommands + " if elif else endif") {
			out = append(out, `\`+name)
		}
		return out
	}
	if name, ok := strings.CutPrefix(c.word, ":"); ok {
		return c.variableReferences(name)
	}
	first := len(words) == 1
	switch name := strings.TrimRight(words[0][1:], "S+"); name {
	case "set", "unset", "prompt":
		if !first && name == "set" {
			return specials[words[1]].choices()
		}
		return c.variableNames()
	case "pset":
		if first {
			return psetNames
		}
		return psetValues[words[1]]
	case "timing", "t":
		return []string{"on", "off"}
	case "x":
		return psetValues["expanded"]
	case "i", "include", "ir", "include_relative", "o", "out", "w", "write", "e", "edit", "g", "gx", "cd", "s", "copy":
		if name == "copy" && first {
			return c.relations("")
		}
		return files(c.word)
	case "c", "connect":
		return []string{c.vars["DBNAME"]}
	case "h", "help":
		return c.commandsBehind(words[1:])
	case "?":
		return []string{"commands", "options", "variables"}
	case "encoding":
		return []string{"UTF8"}
	case "dn":
		return c.schemas()
	case "dT":
		return c.types()
	case "df", "sf", "da":
		return c.functions()
	case "dconfig":
		return c.settings()
	case "compare":
		if first {
			return c.comparable()
		}
		return c.keywords("select", "insert into", "update", "delete from", "with", "execute", "setup=", "n=")
	}
	if strings.HasPrefix(words[0], `\d`) || words[0] == `\z` || words[0] == `\sv` {
		kinds := map[string]string{"di": "i", "dv": "v", "ds": "S", "dt": "rp", "dm": "m", "sv": "v", "d": "rvmfpSi"}[strings.TrimRight(words[0][1:], "S+")]
		return c.relations(kinds)
	}
	return nil
}

// commandsBehind are the rests of the names of \h's commands that begin with words.
func (c *completion) commandsBehind(words []string) (out []string) {
	names, _ := sqlCommands()
	typed := strings.ToUpper(strings.Join(append(words, ""), " "))
	for _, name := range names {
		if rest, ok := strings.CutPrefix(name, typed); ok {
			out = append(out, c.keywords(rest)...)
		}
	}
	return out
}

func (c *completion) variableNames() (out []string) {
	for v := range c.vars {
		out = append(out, v)
	}
	for v := range specials {
		out = append(out, v)
	}
	return out
}

// choices are the values of a variable that takes only some.
func (s special) choices() []string {
	if s.kind == boolean && s.values == nil {
		return []string{"on", "off"}
	}
	return s.values
}

// psetNames are the print options, psetValues the values of those that take only
// some.
var psetNames = strings.Fields(`border columns csv_fieldsep expanded fieldsep fieldsep_zero footer format linestyle
	null numericlocale pager pager_min_lines recordsep recordsep_zero tableattr title tuples_only
	unicode_border_linestyle unicode_column_linestyle unicode_header_linestyle`)

var psetValues = map[string][]string{
	"expanded": {"on", "off", "auto"}, "footer": {"on", "off"}, "linestyle": {"ascii", "old-ascii", "unicode"},
	"numericlocale": {"on", "off"}, "pager": {"on", "off", "always"}, "tuples_only": {"on", "off"},
	"unicode_border_linestyle": unicodeLines, "unicode_column_linestyle": unicodeLines, "unicode_header_linestyle": unicodeLines,
}

func init() {
	for name := range printers {
		psetValues["format"] = append(psetValues["format"], name)
	}
}

// files completes a file's name.
func files(word string) (out []string) {
	dir, base := filepath.Split(word)
	list, err := os.ReadDir(expandTilde(dir + "."))
	if err != nil {
		return nil
	}
	for _, f := range list {
		name := f.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".") {
			continue
		}
		if f.IsDir() {
			name += "/"
		}
		out = append(out, dir+name)
	}
	slices.Sort(out)
	return out
}
