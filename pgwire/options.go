package pgwire

import (
	"strconv"
	"strings"

	"minidb"
	"minidb/pgerr"
)

// What a client gives as command-line options of its session: those of a postgres
// process, of which most are settings (process_postgres_switches).

// switches are the options that are one setting each, "?" stands for their argument.
var switches = map[byte][2]string{
	'B': {"shared_buffers", "?"}, 'e': {"datestyle", "euro"}, 'F': {"fsync", "false"}, 'h': {"listen_addresses", "?"},
	'i': {"listen_addresses", "*"}, 'k': {"unix_socket_directories", "?"}, 'l': {"ssl", "true"}, 'N': {"max_connections", "?"},
	'O': {"allow_system_table_mods", "true"}, 'P': {"ignore_system_indexes", "true"}, 'p': {"port", "?"},
	'S': {"work_mem", "?"}, 's': {"log_statement_stats", "true"}, 'W': {"post_auth_delay", "?"},
}

// plans are the arguments of -f, statistics the beginnings of those of -t.
var (
	plans = map[string]string{"s": "enable_seqscan", "i": "enable_indexscan", "o": "enable_indexonlyscan", "b": "enable_bitmapscan",
		"t": "enable_tidscan", "n": "enable_nestloop", "m": "enable_mergejoin", "h": "enable_hashjoin"}
	statistics = map[string]string{"pa": "log_parser_stats", "pl": "log_planner_stats", "e": "log_executor_stats"}
)

// splitOptions reads options, with blanks between them that a backslash hides.
func splitOptions(s string) ([]minidb.Setting, error) {
	o := options{words: optionWords(s)}
	for len(o.words) > 0 {
		word := o.words[0]
		switch {
		case word == "--": // the end of the options
			o.words = o.words[1:]
			if len(o.words) > 0 {
				return nil, wrongArgument(o.words[0])
			}
			return o.out, nil
		case len(word) < 2 || word[0] != '-':
			return nil, wrongArgument(word)
		}
		o.words = o.words[1:]
		if err := o.word(word); err != nil {
			return nil, err
		}
	}
	return o.out, nil
}

func wrongArgument(word string) error {
	e := pgerr.New(pgerr.SyntaxError, "invalid command-line argument for server process: %s", word).
		WithHint("Try \"postgres --help\" for more information.")
	e.Severity = severityFatal
	return e
}

type options struct {
	words []string
	out   []minidb.Setting
}

func (o *options) set(name, value string) {
	o.out = append(o.out, minidb.Setting{Name: name, Value: value})
}

// word reads the options of one word, which may be several letters.
func (o *options) word(word string) error {
	for i := 1; i < len(word); i++ {
		letter := word[i]
		if strings.IndexByte("bEjnTCDrv", letter) >= 0 {
			return fatal(pgerr.FeatureNotSupported, "command-line option -%c is not supported by minidb", letter)
		}
		if s, ok := switches[letter]; ok && s[1] != "?" {
			o.set(s[0], s[1])
			continue
		}
		if strings.IndexByte("BcdfhkNpStW-", letter) < 0 {
			return wrongArgument(word)
		}
		argument, last := word[i+1:], word
		if argument == "" {
			if len(o.words) == 0 {
				return wrongArgument(word)
			}
			argument, last, o.words = o.words[0], o.words[0], o.words[1:]
		}
		return o.argument(letter, argument, last)
	}
	return nil
}

// argument takes an option with its argument; last is the word in which that stood.
func (o *options) argument(letter byte, argument, last string) error {
	switch letter {
	case 'c', '-':
		name, value, ok := strings.Cut(argument, "=")
		switch {
		case !ok && letter == '-':
			return fatal(pgerr.SyntaxError, "--%s requires a value", argument)
		case !ok:
			return fatal(pgerr.SyntaxError, "-c %s requires a value", argument)
		}
		o.set(strings.ReplaceAll(name, "-", "_"), value)
	case 'd':
		o.debug(argument)
	case 'f':
		name, ok := plans[argument[:min(1, len(argument))]]
		if !ok {
			return wrongArgument(last)
		}
		o.set(name, "false")
	case 't':
		for begin, name := range statistics {
			if strings.HasPrefix(argument, begin) {
				o.set(name, "true")
				return nil
			}
		}
		return wrongArgument(last)
	default:
		o.set(switches[letter][0], argument)
	}
	return nil
}

// debug is set_debug_options.
func (o *options) debug(argument string) {
	level, _ := strconv.Atoi(argument)
	if level <= 0 {
		o.set("log_min_messages", "notice")
		return
	}
	o.set("log_min_messages", "debug"+strconv.Itoa(level))
	for i, name := range [...]string{"log_statement", "debug_print_parse", "debug_print_plan", "debug_print_rewritten"} {
		if level < i+2 {
			break
		}
		if i == 0 {
			o.set(name, "all")
		} else {
			o.set(name, "true")
		}
	}
}

func optionWords(s string) (out []string) {
	var word []byte
	started := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			if started {
				out, word, started = append(out, string(word)), nil, false
			}
			continue
		case c == '\\' && i+1 < len(s):
			i++
			word = append(word, s[i])
		case c != '\\':
			word = append(word, c)
		}
		started = true
	}
	if started {
		out = append(out, string(word))
	}
	return out
}
