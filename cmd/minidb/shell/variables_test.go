package shell

import "testing"

func TestBooleanVariables(t *testing.T) {
	for _, c := range []struct {
		value string
		on    bool
	}{{"1", true}, {"on", true}, {"tr", true}, {"YES", true}, {"", true}, {"0", false}, {"OFF", false}, {"f", false}} {
		v := newVariables()
		if err := v.set("ON_ERROR_STOP", c.value); err != nil || v.on("ON_ERROR_STOP") != c.on {
			t.Errorf("%q: %v, %v", c.value, v.on("ON_ERROR_STOP"), err)
		}
	}
	for _, bad := range []string{"x", "o"} {
		if newVariables().set("ON_ERROR_STOP", bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
