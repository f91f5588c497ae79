package placement

import "fmt"

// Class is a kind of scalar operation whose speed differs from the speed of other kinds.
type Class uint8

// The classes.
const (
	Product  Class = iota // a multiplication or an addition in a matrix product or a convolution
	Simple                // arithmetic, comparison or selection of numbers
	Function              // an elementary function, in units of one exponential
	Moved                 // an element that is moved, converted or repeated
	Reduced               // an element that is combined with other elements
	Windowed              // an element of a window, such as the window of a pool or a depthwise convolution
	Indexed               // an element at a computed index
	Serial                // a step of an algorithm that runs on one processor, such as a factorization
	Scripted              // an operation in a region that has several operations and runs for each element
	NumClasses
)

// Level is a level of the memory hierarchy.
type Level uint8

// The levels: a value is in the first level that is large enough for it.
const (
	Cached Level = iota // at most CacheBytes
	Shared              // at most SharedBytes
	Distant
	NumLevels
)

// The largest sizes of values in the levels Cached and Shared, in bytes.
const (
	CacheBytes  = 1 << 20
	SharedBytes = 1 << 24
)

// LevelOf returns the level of a value of the given size.
func LevelOf(bytes int64) Level {
	switch {
	case bytes <= CacheBytes:
		return Cached
	case bytes <= SharedBytes:
		return Shared
	}
	return Distant
}

// Load has the counts on which the time of an operation depends. The counts include the operations
// in its regions and callees. An operation in a loop counts once for each iteration.
type Load struct {
	Ops     float64 // operations
	Kernels float64 // kernels, if each operation is fused with its readers where possible
	Turns   float64 // iterations of loops, and choices of one of several regions
	Work    [NumClasses]float64
	Bytes   [NumLevels]float64 // read and written by kernels
}

// MaxCount is the largest count of a Load, and the largest work of an operation, so that times are
// finite.
const MaxCount = 1e24

// Limit replaces counts above MaxCount by MaxCount.
func (l *Load) Limit() {
	l.Ops, l.Kernels, l.Turns = min(l.Ops, MaxCount), min(l.Kernels, MaxCount), min(l.Turns, MaxCount)
	for i := range l.Work {
		l.Work[i] = min(l.Work[i], MaxCount)
	}
	for i := range l.Bytes {
		l.Bytes[i] = min(l.Bytes[i], MaxCount)
	}
}

// Add adds the load x, multiplied by a factor.
func (l *Load) Add(x *Load, times float64) {
	l.Ops += times * x.Ops
	l.Kernels += times * x.Kernels
	l.Turns += times * x.Turns
	for i := range l.Work {
		l.Work[i] += times * x.Work[i]
	}
	for i := range l.Bytes {
		l.Bytes[i] += times * x.Bytes[i]
	}
}

// Rates are the times, in seconds, of one run and of one unit of each count in a [Load]. They
// depend on the engine that executes programs on the device, such as the VM or compiled C. They are
// not used for a device whose speed is given; see [Spec].Rates.
type Rates struct {
	Run    float64 // one run
	Op     float64 // one operation
	Kernel float64 // one kernel
	Turn   float64 // one iteration of a loop, or one choice of a region
	Work   [NumClasses]float64
	Bytes  [NumLevels]float64
	// If a kernel's work and bytes take t seconds on one thread, threads share the fraction
	// Parallel · t / (t + Fork) of this time. Parallel is from 0 to 1.
	Parallel, Fork float64
	Threads        int // number of threads of a device whose Spec.Threads is 0
}

// Time returns the time of a load on the given number of threads, without r.Run. If threads is 0,
// r.Threads is used.
func (r *Rates) Time(l *Load, threads int) float64 {
	threads = r.threads(threads)
	busy := 0.0
	for i, n := range l.Work {
		busy += n * r.Work[i]
	}
	for i, n := range l.Bytes {
		busy += n * r.Bytes[i]
	}
	each := busy / max(1, l.Kernels)
	saved := busy * r.saved(threads) * each / max(leastFigure, each+r.Fork)
	return l.Ops*r.Op + l.Kernels*r.Kernel + l.Turns*r.Turn + busy - saved
}

func (r *Rates) threads(given int) int {
	if given == 0 {
		return r.Threads
	}
	return given
}

// saved returns the fraction of a long kernel's time that the given number of threads saves.
func (r *Rates) saved(threads int) float64 { return r.Parallel * (1 - 1/float64(max(1, threads))) }

// compute returns the products per second of a device with these rates.
func (r *Rates) compute(threads int) float64 {
	return 1 / (r.Work[Product] * (1 - r.saved(r.threads(threads))))
}

// bandwidth returns the bytes per second to memory of the level [Distant], or 0 if unknown.
func (r *Rates) bandwidth(threads int) float64 {
	if r.Bytes[Distant] == 0 {
		return 0
	}
	return 1 / (r.Bytes[Distant] * (1 - r.saved(r.threads(threads))))
}

// check fails if a rate is neither 0 nor [Sensible], if products take no time, or if Parallel is
// not from 0 to 1.
func (r *Rates) check() error {
	if r == nil {
		return nil
	}
	all := append([]float64{r.Run, r.Op, r.Kernel, r.Turn, r.Fork}, r.Work[:]...)
	for _, x := range append(all, r.Bytes[:]...) {
		if x != 0 && !Sensible(x) {
			return fmt.Errorf("a rate must be 0, or from 1e-15 to 1e+24 seconds, but is %g", x)
		}
	}
	if !(r.Parallel >= 0 && r.Parallel <= 1) || r.Work[Product] == 0 {
		return fmt.Errorf("the price of a product must be above 0, and the parallel part from 0 to 1, but they are %g and %g", r.Work[Product], r.Parallel)
	}
	return nil
}
