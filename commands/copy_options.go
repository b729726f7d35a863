package commands

import (
	"strings"

	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// The options of COPY, checked in the order of PostgreSQL's ProcessCopyOptions.

// headerLine says what COPY does about a line of column names.
type headerLine uint8

const (
	noHeader    headerLine = iota
	skipHeader             // written; read over
	matchHeader            // compared with the columns' names
)

// copyFormat is how COPY's data look and what to do about bad ones.
type copyFormat struct {
	csv, binary   bool
	freeze        bool
	delim         byte
	null          string
	header        headerLine
	quote, escape byte
	def           string // marker of a default
	hasDef        bool
	forceQuote    []string // columns; "*" alone is all
	forceNotNull  []string
	forceNull     []string
	ignoreErrors  bool
	verbose       bool
	silent        bool
	rejectLimit   int64           // 0: none
	encoding      *types.Encoding // nil if the data are UTF8
}

// copyOptions reads the options of a COPY whose client has that encoding.
func copyOptions(s *tree.Copy, client *types.Encoding) (*copyFormat, error) {
	given := make(map[string]*tree.DefElem, len(s.Options))
	for _, o := range s.Options {
		if given[o.Name] != nil {
			return nil, pgerr.New(pgerr.SyntaxError, "conflicting or redundant options").At(int(o.Pos))
		}
		given[o.Name] = o
	}
	f := &copyFormat{encoding: client}
	for _, o := range s.Options {
		if err := f.read(s, o); err != nil {
			return nil, err
		}
	}
	if err := f.characters(given); err != nil {
		return nil, err
	}
	if err := f.forced(s, given); err != nil {
		return nil, err
	}
	return f, f.markers(s, given)
}

// read takes the value of one option.
func (f *copyFormat) read(s *tree.Copy, o *tree.DefElem) (err error) {
	switch o.Name {
	case "format", "default", "delimiter", "null", "quote", "escape", "encoding", "on_error", "log_verbosity":
		if o.Value == nil && len(o.Names) == 0 {
			return pgerr.New(pgerr.SyntaxError, "%s requires a parameter", o.Name)
		}
	}
	switch o.Name {
	case "format":
		return f.readFormat(o)
	case "freeze":
		f.freeze, err = planner.DefBool(o)
	case "header":
		f.header, err = readHeader(s, o)
	case "default":
		f.def, f.hasDef = planner.DefString(o), true
	case "delimiter", "null", "quote", "escape":
	case "force_quote":
		f.forceQuote, err = optionColumns(o)
	case "force_not_null":
		f.forceNotNull, err = optionColumns(o)
	case "force_null":
		f.forceNull, err = optionColumns(o)
	case "encoding":
		f.encoding, err = readEncoding(o)
	case "on_error", "log_verbosity", "reject_limit":
		err = f.readTolerance(s, o)
	default:
		err = pgerr.New(pgerr.SyntaxError, "option %q not recognized", o.Name).At(int(o.Pos))
	}
	return err
}

func (f *copyFormat) readFormat(o *tree.DefElem) error {
	switch planner.DefString(o) {
	case "text":
	case "csv":
		f.csv = true
	case "binary":
		f.binary = true
	default:
		return pgerr.New(pgerr.InvalidParameterValue, "COPY format %q not recognized", planner.DefString(o)).At(int(o.Pos))
	}
	return nil
}

// readHeader is defGetCopyHeaderOption.
func readHeader(s *tree.Copy, o *tree.DefElem) (headerLine, error) {
	if o.Value != nil && strings.EqualFold(o.Value.Text, "match") {
		if !s.From {
			return noHeader, pgerr.New(pgerr.FeatureNotSupported, "cannot use \"match\" with HEADER in COPY TO")
		}
		return matchHeader, nil
	}
	on, err := planner.DefBool(o)
	if err != nil {
		return noHeader, pgerr.New(pgerr.SyntaxError, "%s requires a Boolean value or \"match\"", o.Name)
	}
	if on {
		return skipHeader, nil
	}
	return noHeader, nil
}

// readEncoding finds the encoding of the data, nil if there is nothing to convert.
func readEncoding(o *tree.DefElem) (*types.Encoding, error) {
	name := planner.DefString(o)
	e, known := types.FindEncoding(name)
	switch {
	case e != nil && e.Same():
		return nil, nil
	case e != nil:
		return e, nil
	case known:
		return nil, pgerr.Unsupported(int(o.Pos), "COPY with encoding "+strings.ToUpper(name), "Use UTF8.")
	}
	return nil, pgerr.New(pgerr.InvalidParameterValue, "argument to option %q must be a valid encoding name", o.Name).At(int(o.Pos))
}

// optionColumns takes a list of columns.
func optionColumns(o *tree.DefElem) ([]string, error) {
	if len(o.Names) == 0 {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "argument to option %q must be a list of column names", o.Name).At(int(o.Pos))
	}
	return o.Names, nil
}

// readTolerance takes the options about rows that cannot be read.
func (f *copyFormat) readTolerance(s *tree.Copy, o *tree.DefElem) error {
	word := strings.ToLower(planner.DefString(o))
	if o.Name == "reject_limit" {
		return f.readLimit(o)
	}
	if o.Name == "on_error" && !s.From {
		return pgerr.New(pgerr.InvalidParameterValue, "COPY ON_ERROR cannot be used with COPY TO").At(int(o.Pos))
	}
	switch {
	case o.Name == "on_error" && (word == "stop" || word == "ignore"):
		f.ignoreErrors = word == "ignore"
	case o.Name == "log_verbosity" && (word == "default" || word == "verbose" || word == "silent"):
		f.verbose, f.silent = word == "verbose", word == "silent"
	default:
		return pgerr.New(pgerr.InvalidParameterValue, "COPY %s %q not recognized", upper(o.Name), planner.DefString(o)).At(int(o.Pos))
	}
	return nil
}

func (f *copyFormat) readLimit(o *tree.DefElem) error {
	if o.Value == nil {
		return pgerr.New(pgerr.SyntaxError, "%s requires a numeric value", o.Name)
	}
	d, err := types.Input(types.Int8OID, -1, planner.DefString(o), nil)
	if err != nil {
		return err
	}
	if f.rejectLimit = d.Int(); f.rejectLimit <= 0 {
		return pgerr.New(pgerr.InvalidParameterValue, "REJECT_LIMIT (%d) must be greater than zero", f.rejectLimit)
	}
	return nil
}
