package target

import "github.com/lathe-ir/lathe/passes/placement"

// engine has the prices of an engine such as "vm" or "jit": the microseconds that an operation, a
// kernel and other units of work take on one thread with vectors of 64 bytes. The price Parallel is
// a ratio instead.
type engine struct {
	rates placement.Rates
	// vectors is true if kernels of the engine use vector instructions, so that they are faster on
	// processors with longer vectors.
	vectors bool
}

// engines returns the prices of engines by name. The prices were fitted to measured times of
// programs. TestCosts in backends/engines checks the prices.
func engines() map[string]engine {
	return map[string]engine{
		"ref": {rates: placement.Rates{
			Run: 5, Op: .7, Turn: .05,
			Work: [...]float64{
				placement.Product: 3.2e-4, placement.Simple: 3.7e-3, placement.Function: .13, placement.Moved: 9e-4, placement.Reduced: 6e-4,
				placement.Windowed: .04, placement.Indexed: 4e-3, placement.Serial: 3e-3, placement.Scripted: .15,
			},
		}},
		"vm": {rates: placement.Rates{
			Run: .4, Op: .009, Kernel: .15, Turn: .3, Parallel: .8, Fork: 20,
			Work: [...]float64{
				placement.Product: 3.6e-3, placement.Simple: 1.6e-3, placement.Function: .07, placement.Moved: 1.1e-3, placement.Reduced: 5e-4,
				placement.Windowed: 3.5e-3, placement.Indexed: 4.5e-3, placement.Serial: 2.3e-3, placement.Scripted: .017,
			},
			Bytes: [...]float64{placement.Cached: 8e-5, placement.Shared: 8e-5, placement.Distant: 1.6e-4},
		}},
		"c": {vectors: true, rates: placement.Rates{
			Run: .4, Op: .02, Kernel: .09, Turn: .04, Parallel: .8, Fork: 20,
			Work: [...]float64{
				placement.Product: 1.7e-5, placement.Simple: 4e-6, placement.Function: 4e-4, placement.Moved: 1e-4, placement.Reduced: 6e-5,
				placement.Windowed: 1.2e-4, placement.Indexed: 2e-4, placement.Serial: 6e-4, placement.Scripted: 3.5e-4,
			},
			Bytes: [...]float64{placement.Cached: 2e-5, placement.Shared: 1e-5, placement.Distant: 3.5e-5},
		}},
		"jit": {vectors: true, rates: placement.Rates{
			Run: .3, Op: .01, Kernel: .07, Turn: .05, Parallel: .8, Fork: 20,
			Work: [...]float64{
				placement.Product: 1.6e-5, placement.Simple: 4e-6, placement.Function: 3.7e-4, placement.Moved: 4e-5, placement.Reduced: 4e-5,
				placement.Windowed: 7e-5, placement.Indexed: 1.5e-4, placement.Serial: 4e-4, placement.Scripted: 8e-4,
			},
			Bytes: [...]float64{placement.Cached: 1e-5, placement.Shared: 8e-6, placement.Distant: 4e-5},
		}},
	}
}

// Rates returns the prices of an engine for a target and a number of threads. It returns nil for an
// unknown engine.
func Rates(name string, t Target, threads int) *placement.Rates {
	e, ok := engines()[name]
	if !ok {
		return nil
	}
	const micro = 1e-6
	r := e.rates
	r.Run, r.Op, r.Kernel, r.Turn, r.Fork, r.Threads = r.Run*micro, r.Op*micro, r.Kernel*micro, r.Turn*micro, r.Fork*micro, threads
	for i := range r.Work {
		r.Work[i] *= micro
	}
	for i := range r.Bytes {
		r.Bytes[i] *= micro
	}
	if e.vectors && t.VectorBytes > 0 {
		for _, c := range []placement.Class{placement.Product, placement.Simple, placement.Function, placement.Reduced} {
			r.Work[c] *= 64 / float64(t.VectorBytes)
		}
	}
	return &r
}
