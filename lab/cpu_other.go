//go:build !linux

package lab

import "time"

// threadTime is not known here: no processor times are shown.
func threadTime() time.Duration { return 0 }
