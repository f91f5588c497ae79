package irtest

import (
	"fmt"
	"sync/atomic"
	"time"
)

// MustEnd panics if this process uses more processor time than limit before stop is called. The
// message of the panic shows the input.
func MustEnd(limit time.Duration, input any) (stop func()) {
	began := ProcessorTime()
	var ended atomic.Bool
	var check func()
	check = func() {
		left := limit - (ProcessorTime() - began)
		switch {
		case ended.Load():
		case left > 0:
			time.AfterFunc(max(left, limit/10), check)
		default:
			panic(fmt.Sprintf("irtest: BUG: no end after %v: %q", limit, input))
		}
	}
	timer := time.AfterFunc(limit, check)
	return func() {
		ended.Store(true)
		timer.Stop()
	}
}
