package settings

import "testing"

func BenchmarkDefaults(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Defaults()
	}
}

func BenchmarkRead(b *testing.B) {
	v := Defaults()
	n := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		n += v.Int(WorkMem)
	}
	_ = n
}

func BenchmarkSet(b *testing.B) {
	v := Defaults()
	b.ReportAllocs()
	for b.Loop() {
		if err := v.Set("work_mem", "8MB", SetOpts{}); err != nil {
			b.Fatal(err)
		}
	}
}
