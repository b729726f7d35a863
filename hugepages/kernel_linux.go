package hugepages

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// offered tells whether the kernel gives large pages to those who ask. In its mode
// always it gives them unasked, and in its mode never somebody has decided against them.
func offered() bool {
	mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	return err == nil && !bytes.Contains(mode, []byte("[never]"))
}

// regionBits: Go's heap lies within a region of that many bits of addresses, with
// nothing else in it, since Go places it far from what the kernel places.
const regionBits = 40

// mappings lists the heap's.
func mappings() (out []mapping) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return nil
	}
	defer f.Close()
	region := uintptr(unsafe.Pointer(new([4]*byte))) >> regionBits
	for s := bufio.NewScanner(f); s.Scan(); {
		// from-to rw-p 00000000 00:00 0
		fields := strings.Fields(s.Text())
		if len(fields) != 5 || fields[1] != "rw-p" {
			continue // not writable, or a file's, or named
		}
		from, to, _ := strings.Cut(fields[0], "-")
		a, err1 := strconv.ParseUint(from, 16, 64)
		b, err2 := strconv.ParseUint(to, 16, 64)
		if err1 == nil && err2 == nil && uintptr(a)>>regionBits == region {
			out = append(out, mapping{uintptr(a), uintptr(b)})
		}
	}
	return out
}

// advise asks for large pages where nothing was touched yet.
func advise(m mapping) {
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_HUGEPAGE)
}

// collapse moves what is there into a large page, and says whether that is done or will
// never be: of an older kernel than 6.1, which does it by and by. It is not done where
// nothing was touched, or while no large page is free.
func collapse(at uintptr) bool {
	_, _, errno := unix.Syscall(unix.SYS_MADVISE, at, Size, unix.MADV_COLLAPSE)
	return errno == 0
}
