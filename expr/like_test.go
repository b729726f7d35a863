package expr

// LIKE against a matcher that is plainly right.

import (
	"testing"
	"unicode/utf8"
)

// naiveLike tries every way.
func naiveLike(s, p string) bool {
	if p == "" {
		return s == ""
	}
	switch p[0] {
	case '%':
		for i := 0; ; {
			if naiveLike(s[i:], p[1:]) {
				return true
			}
			if i >= len(s) {
				return false
			}
			_, n := utf8.DecodeRuneInString(s[i:])
			i += n
		}
	case '_':
		if s == "" {
			return false
		}
		_, n := utf8.DecodeRuneInString(s)
		return naiveLike(s[n:], p[1:])
	case '\\':
		if len(p) > 1 {
			p = p[1:]
		}
	}
	return s != "" && s[0] == p[0] && naiveLike(s[1:], p[1:])
}

func FuzzLike(f *testing.F) {
	for _, c := range [][2]string{{"abc", "a%c"}, {"aaa", "%a%a"}, {"é", "_"}, {"a%b", `a\%b`}, {"", "%"}, {"abab", "%ab"}, {"xay", "_a_"}} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, s, p string) {
		if len(s) > 30 || len(p) > 10 || !utf8.ValidString(s) || !utf8.ValidString(p) {
			return
		}
		got, err := likeMatch(s, p)
		if err != nil {
			return
		}
		if want := naiveLike(s, p); got != want {
			t.Errorf("%q LIKE %q: got %v, want %v", s, p, got, want)
		}
	})
}
