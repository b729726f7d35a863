package types

import "testing"

func TestXidSnapshotBinary(t *testing.T) {
	env := DefaultEnv()
	for _, text := range []string{"1:1:", "12:20:13,15,18"} {
		d, err := Input(TxidSnapshotOID, -1, text, env)
		if err != nil {
			t.Fatal(err)
		}
		b := AppendBinary(nil, d, TxidSnapshotOID, env)
		back, err := Receive(TxidSnapshotOID, -1, b, env)
		if err != nil || Output(back, TxidSnapshotOID, env) != text {
			t.Errorf("%s: %s, %v", text, back, err)
		}
		for n := range b { // cut short
			if _, err := Receive(TxidSnapshotOID, -1, b[:n], env); err == nil {
				t.Errorf("%d bytes of %s", n, text)
			}
		}
		b[3]++ // an id more than there are
		if _, err := Receive(TxidSnapshotOID, -1, b, env); err == nil {
			t.Errorf("%s with one more", text)
		}
	}
}
