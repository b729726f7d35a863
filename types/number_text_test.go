package types

import (
	"strconv"
	"testing"
)

// The short way for integers reads what the long one reads, and leaves it the rest.
func TestShortInt(t *testing.T) {
	for _, s := range []string{"0", "7", "-7", "-0", "007", "999999999", "-999999999", "32767", "-32768"} {
		want, err := strconv.ParseInt(s, 10, 64)
		if got, ok := shortInt(s); !ok || err != nil || got != want {
			t.Errorf("%q: %d %v", s, got, ok)
		}
	}
	for _, s := range []string{"", "-", "--1", "+1", " 1", "1 ", "1_0", "0x1", "1.0", "1000000000", "-1000000000", "1:", "1/", "٣"} {
		if got, ok := shortInt(s); ok {
			t.Errorf("%q: %d", s, got)
		}
	}
	if _, err := InputBytes(Int2OID, -1, []byte("32768"), DefaultEnv()); err == nil || err.Error() != `value "32768" is out of range for type smallint` {
		t.Error(err)
	}
	text := []byte("lent")
	if d, err := InputBytes(TextOID, -1, text, DefaultEnv()); err != nil || copy(text, "gone") != 4 || d.Text() != "lent" {
		t.Error("a text is kept without a copy")
	}
}
