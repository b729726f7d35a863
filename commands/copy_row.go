package commands

import (
	"strconv"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

// From a line of COPY FROM to a row, and where an error is said to be.

// copyPlace is what an error's context tells.
type copyPlace struct {
	line   int64
	text   []byte // of the line; nil if unknown
	column string // "" outside of a field
	value  string
}

// explain adds the context "COPY t, line 3, column b: ..." to an error.
func (p *copyPlace) explain(err error, table string) error {
	e := *pgerr.From(err)
	where := "COPY " + table
	if p.line > 0 {
		where += ", line " + strconv.FormatInt(p.line, 10)
		switch {
		case p.column != "" && p.value == "" && p.text == nil:
			where += ", column " + p.column // of the binary format
		case p.column != "":
			where += ", column " + p.column + ": \"" + limitText(p.value) + "\""
		case p.text != nil:
			where += ": \"" + limitText(string(p.text)) + "\""
		}
	}
	if e.Context != "" {
		where = e.Context + "\n" + where
	}
	e.Context = where
	return &e
}

// limitText cuts a long text for a message: MAX_COPY_DATA_DISPLAY.
func limitText(s string) string {
	const most = 100
	if len(s) <= most {
		return s
	}
	n := most
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// line reads the next line and splits it; nil at the end.
func (in *CopyIn) line() ([]byte, error) {
	in.place = copyPlace{line: in.lines.number + 1}
	line, err := in.lines.next()
	in.place.line = in.lines.number
	if err != nil {
		return nil, err
	}
	if line == nil {
		in.place.line++
		return nil, nil
	}
	if in.f.encoding == nil {
		err = types.ValidText(line)
	} else {
		in.text, err = in.f.encoding.AppendUTF8(in.text[:0], line)
		line = in.text
	}
	if err != nil {
		return nil, err
	}
	in.place.text = line
	return line, in.fields.split(line)
}

// read makes a row of the line. ok is false if the line is skipped by ON_ERROR.
func (in *CopyIn) read(row types.Row) (ok bool, err error) {
	n := len(in.fields.list)
	if len(in.cols) == 0 {
		if len(in.place.text) > 0 {
			return false, extraData()
		}
		n = 0
	}
	if n > len(in.cols) {
		return false, extraData()
	}
	for i, c := range in.cols {
		if i >= n {
			in.place.column = ""
			return false, pgerr.New(pgerr.BadCopyFileFormat, "missing data for column %q", c.Name)
		}
		if err := in.readField(row, i); err != nil {
			return false, in.tolerate(err)
		}
	}
	in.place.column = ""
	return true, in.fillUnlisted(row)
}

// fillUnlisted gives the columns that have no field their defaults.
func (in *CopyIn) fillUnlisted(row types.Row) (err error) {
	for _, a := range in.unlisted {
		if row[a], err = in.defaults[a](&in.ec.Expr, nil); err != nil {
			return err
		}
	}
	return nil
}

func extraData() error {
	return pgerr.New(pgerr.BadCopyFileFormat, "extra data after last expected column")
}

// readField puts field i into its column.
func (in *CopyIn) readField(row types.Row, i int) (err error) {
	field, c := &in.fields.list[i], in.cols[i]
	value := in.fields.value(i)
	switch {
	case field.def:
		in.place.column = ""
		f := in.defaults[c.Num-1]
		if f == nil {
			return pgerr.New(pgerr.BadCopyFileFormat, "unexpected default marker in COPY data").
				WithDetail("Column %q has no default value.", c.Name)
		}
		row[c.Num-1], err = f(&in.ec.Expr, nil)
		return err
	case field.null && in.notNull[i]:
		value = in.f.null
	case field.null, in.null[i] && value == in.f.null:
		return nil
	}
	in.place.column, in.place.value = c.Name, value
	row[c.Num-1], err = types.Input(c.Type, c.Typmod, value, in.ec.Sess.Env)
	return err
}

// tolerate turns the error of a value into a skipped line under ON_ERROR ignore.
func (in *CopyIn) tolerate(err error) error {
	e := pgerr.From(err)
	if !in.f.ignoreErrors || in.place.column == "" || e.Code[:2] != "22" {
		return err
	}
	if in.f.verbose {
		in.say("skipping row due to data type incompatibility at line %d for column %q: %q",
			in.place.line, in.place.column, limitText(in.place.value))
	}
	in.skipped++
	if in.f.rejectLimit > 0 && in.skipped > in.f.rejectLimit {
		return pgerr.New(pgerr.InvalidTextRepresentation,
			"skipped more than REJECT_LIMIT (%d) rows due to data type incompatibility", in.f.rejectLimit)
	}
	return nil
}

// say sends a notice about the data.
func (in *CopyIn) say(format string, args ...any) {
	e := pgerr.New(pgerr.SuccessfulCompletion, format, args...)
	e.Severity, e.Context = "NOTICE", "COPY "+in.rel.Name
	in.ec.Sess.Notice(e)
}

func (in *CopyIn) reportSkipped() {
	switch {
	case in.skipped == 0 || in.f.silent:
	case in.skipped == 1:
		in.c.notice(pgerr.SuccessfulCompletion, "1 row was skipped due to data type incompatibility")
	default:
		in.c.notice(pgerr.SuccessfulCompletion, "%d rows were skipped due to data type incompatibility", in.skipped)
	}
}

// checkHeader compares the header line with the columns under HEADER MATCH.
func (in *CopyIn) checkHeader() error {
	if in.f.header != matchHeader {
		return nil
	}
	if n := len(in.fields.list); n != len(in.cols) {
		return pgerr.New(pgerr.BadCopyFileFormat, "wrong number of fields in header line: got %d, expected %d", n, len(in.cols))
	}
	for i, c := range in.cols {
		got := in.fields.value(i)
		switch {
		case in.fields.list[i].null:
			return pgerr.New(pgerr.BadCopyFileFormat,
				"column name mismatch in header line field %d: got null value (%q), expected %q", i+1, in.f.null, c.Name)
		case got != c.Name:
			return pgerr.New(pgerr.BadCopyFileFormat,
				"column name mismatch in header line field %d: got %q, expected %q", i+1, got, c.Name)
		}
	}
	return nil
}
