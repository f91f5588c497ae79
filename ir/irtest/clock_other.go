//go:build !linux

package irtest

import "time"

// processor returns the wall-clock time, because the time of a thread is not available.
func processor() time.Duration { return ProcessorTime() }

// ProcessorTime returns the wall-clock time.
func ProcessorTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
