//go:build !linux

package irtest

import "time"

// processor is a clock: what a thread used is not known here.
func processor() time.Duration { return time.Duration(time.Now().UnixNano()) }
