package settings

// Settings whose text must mean something: encodings, locales, names of things
// of which minidb has one.

import (
	"fmt"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// checkEncoding accepts the encodings that texts are converted to. The other encodings
// of PostgreSQL are refused as not built, unknown ones as wrong.
func checkEncoding(_ *Values, d *Def, in string) (string, error) {
	switch e, known := types.FindEncoding(in); {
	case in == "UNICODE": // which PostgreSQL leaves as it is, for old clients
		return in, nil
	case e != nil:
		return e.Name, nil
	case known:
		return "", NoEncoding(in)
	}
	return "", d.invalid(in)
}

// NoEncoding refuses a client's encoding to which texts are not converted.
func NoEncoding(name string) error {
	return pgerr.Unsupported(-1, "client encoding "+strings.ToUpper(name), "Use UTF8.")
}

// cleanASCII writes what is no printable ASCII by its bytes (pg_clean_ascii).
func cleanASCII(_ *Values, _ *Def, in string) (string, error) {
	var out strings.Builder
	for i := range len(in) {
		if c := in[i]; c < ' ' || c > '~' {
			fmt.Fprintf(&out, "\\x%02x", c)
		} else {
			out.WriteByte(c)
		}
	}
	return out.String(), nil
}

// checkLocale accepts the locale of which minidb knows the rules.
func checkLocale(_ *Values, d *Def, in string) (string, error) {
	switch in {
	case "C", "POSIX", "":
		return in, nil
	}
	return "", d.invalid(in)
}

// oneOf accepts the names of the things of one kind that there are.
func oneOf(kind string, names ...string) func(*Values, *Def, string) (string, error) {
	return func(_ *Values, d *Def, in string) (string, error) {
		for _, n := range names {
			if in == n {
				return in, nil
			}
		}
		return "", d.invalid(in).WithDetail("%s %q does not exist.", kind, in)
	}
}

// checkTextSearch accepts the two configurations that minidb has and prints
// them with their schema.
func checkTextSearch(_ *Values, d *Def, in string) (string, error) {
	switch name := strings.TrimPrefix(in, "pg_catalog."); name {
	case "simple", "english":
		return "pg_catalog." + name, nil
	}
	return "", d.invalid(in)
}
