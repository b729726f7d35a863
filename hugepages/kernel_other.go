//go:build !linux

package hugepages

func offered() bool         { return false }
func mappings() []mapping   { return nil }
func advise(mapping)        {}
func collapse(uintptr) bool { return false }
