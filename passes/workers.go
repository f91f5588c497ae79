package passes

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/lathe-ir/lathe/ir"
)

// Workers returns an Each that runs up to n calls at once, or one for each processor if n is 0. It
// returns nil if this number is 1. If a call panics, the panic continues in the caller after all
// goroutines have ended.
func Workers(n int) ir.Each {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if n == 1 {
		return nil
	}
	return func(count int, f func(i int)) {
		var next atomic.Int64
		var crash atomic.Pointer[any]
		var wg sync.WaitGroup
		work := func() {
			defer func() {
				if v := recover(); v != nil {
					crash.CompareAndSwap(nil, &v)
				}
			}()
			for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
				f(i)
			}
		}
		for range min(n, count) - 1 {
			wg.Go(work)
		}
		work()
		wg.Wait()
		if v := crash.Load(); v != nil {
			again := *v
			panic(again)
		}
	}
}
