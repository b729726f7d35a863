package settings

// Settings whose text must mean something: encodings, locales, names of things
// of which minidb has one.

import (
	"strings"

	"minidb/pgerr"
)

// checkEncoding accepts the spellings of UTF8, the one encoding of minidb. The
// other encodings of PostgreSQL are refused as not built, unknown ones as wrong.
func checkEncoding(_ *Values, d *Def, in string) (string, error) {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(in))
	switch name {
	case "utf8", "unicode":
		return "UTF8", nil
	}
	if strings.Contains(otherEncodings, " "+name+" ") && name != "" {
		return "", pgerr.Unsupported(-1, "client encoding "+strings.ToUpper(in), "Use UTF8.")
	}
	return "", d.invalid(in)
}

const otherEncodings = " sqlascii eucjp euccn euckr euctw eucjis2004 mulinternal muleinternal " +
	"latin1 latin2 latin3 latin4 latin5 latin6 latin7 latin8 latin9 latin10 iso88591 iso88595 iso88596 " +
	"iso88597 iso88598 iso885915 win1250 win1251 win1252 win1253 win1254 win1255 win1256 win1257 win1258 " +
	"win866 win874 koi8r koi8u koi8 sjis big5 gbk uhc gb18030 johab shiftjis2004 "

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
