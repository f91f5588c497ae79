package kernel

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// shortCycles is the number of cycles, a few milliseconds, for which code may run without testing
// whether the run has been canceled.
const shortCycles = 1 << 24

// Longest estimates the maximum number of cycles that one iteration of the grid takes on a
// processor with vectors of 32 bytes. The result is math.MaxInt64 if the bounds of a loop are not
// known.
func (k *Kernel) Longest() int64 { return k.newRanges().block(k.Body) }

// Polls returns the loops of a Long kernel that can take more than shortCycles. They must test at
// the start of each iteration whether the run has been canceled. Other kernels have none.
func (k *Kernel) Polls() map[*Instr]bool {
	if !k.Long {
		return nil
	}
	w := k.newRanges()
	w.polls = map[*Instr]bool{}
	w.block(k.Body)
	return w.polls
}

func (k *Kernel) newRanges() *ranges {
	w := &ranges{k: k, lo: map[ID]int64{k.Lo: 0}, hi: map[ID]int64{k.Hi: k.Grid}, def: map[ID]*Instr{}}
	w.lo[k.Hi], w.hi[k.Lo] = 0, k.Grid
	return w
}

// ranges has the known lower and upper bounds of integers.
type ranges struct {
	k      *Kernel
	lo, hi map[ID]int64
	def    map[ID]*Instr   // definitions of sums, minima and maxima
	inGrid bool            // whether the current instruction is in a loop from k.Lo to k.Hi
	polls  map[*Instr]bool // if not nil: receives the loops that take long
}

func (w *ranges) block(b *Block) int64 {
	n := int64(0)
	if b == nil {
		return n
	}
	for _, in := range b.Code {
		n = saturated(n, w.instr(in))
	}
	return n
}

func saturated(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func (w *ranges) instr(in *Instr) int64 {
	if in.Code == kernelop.For {
		return w.loop(in)
	}
	w.bound(in)
	return saturated(w.k.cycles(in), max(w.block(in.Blocks[0]), w.block(in.Blocks[1])))
}

func (w *ranges) loop(in *Instr) int64 {
	from, to, step := in.Args[0], in.Args[1], in.Args[2]
	i := in.Blocks[0].Args[0]
	lo, ok1 := w.lo[from]
	hi, ok2 := w.hi[to]
	if ok1 {
		w.lo[i] = lo
	}
	if ok2 {
		w.hi[i] = hi
	}
	length, ok := w.above(to, from, deepest)
	trips := int64(math.MaxInt64)
	switch by, known := w.lo[step]; {
	case from == w.k.Lo && to == w.k.Hi && !w.inGrid:
		trips = 1
		w.inGrid = true
		defer func() { w.inGrid = false }()
	case ok && known && by > 0:
		trips = tripsOf(0, length, by)
	}
	over, n := bits.Mul64(uint64(trips), uint64(saturated(1, w.block(in.Blocks[0]))))
	n = min(n, math.MaxInt64)
	if over > 0 {
		n = math.MaxInt64
	}
	if w.polls != nil && n > shortCycles {
		w.polls[in] = true
	}
	return int64(n)
}

// deepest is the number of levels of operands that ranges.above follows.
const deepest = 4

// above returns an upper bound of v - base; ok is false if none is known. For example, the bound of
// min(b·64 + 64, n) - b·64 is 64.
func (w *ranges) above(v, base ID, depth int) (most int64, ok bool) {
	if v == base {
		return 0, true
	}
	hi, ok1 := w.hi[v]
	lo, ok2 := w.lo[base]
	if most, ok = math.MaxInt64, ok1 && ok2; ok {
		most = tripsOf(lo, hi, 1)
	}
	in := w.def[v]
	if in == nil || depth == 0 {
		return most, ok
	}
	a, okA := w.above(in.Args[0], base, depth-1)
	b, okB := w.above(in.Args[1], base, depth-1)
	switch in.Code {
	case kernelop.MinSI:
		if okA {
			most, ok = min(most, a), true
		}
		if okB {
			most, ok = min(most, b), true
		}
	case kernelop.MaxSI:
		if okA && okB {
			most, ok = min(most, max(a, b)), true
		}
	case kernelop.AddI:
		if n, known := w.hi[in.Args[1]]; okA && known && n <= far && a <= math.MaxInt64-far {
			most, ok = min(most, a+n), true
		}
		if n, known := w.hi[in.Args[0]]; okB && known && n <= far && b <= math.MaxInt64-far {
			most, ok = min(most, b+n), true
		}
	}
	return most, ok
}

// cycles estimates the maximum number of cycles of an instruction, without the instruction's
// blocks. Targets execute some operations on vectors lane by lane.
func (k *Kernel) cycles(in *Instr) int64 {
	var t Type
	switch {
	case len(in.Results) > 0:
		t = k.Type(in.Results[0])
	case len(in.Args) > 0:
		t = k.Type(in.Args[0])
	}
	n := int64(t.N())
	switch {
	case in.Code == kernelop.RemF: // each step reduces a quotient of up to 2¹⁰²⁴ / 2⁻¹⁰⁷⁴ by up to 63 bits
		return 4096 * n
	case in.Code == kernelop.DivF, in.Code == kernelop.SqrtF, in.Code == kernelop.DivSI, in.Code == kernelop.DivUI, in.Code == kernelop.RemSI, in.Code == kernelop.RemUI:
		return 32 * n
	case in.Code == kernelop.Gather, in.Code == kernelop.MaskedLoad, in.Code == kernelop.MaskedStore,
		in.Code.Family() == kernelop.Casts, in.Code.Family() == kernelop.LaneMoves:
		return 4 * n
	}
	const register = 32
	return (int64(t.Bytes()) + register - 1) / register
}

// far is the largest absolute value of bounds that are added or multiplied, to avoid overflows.
const far = 1 << 31

// bound sets the bounds of the result of an instruction on scalars.
func (w *ranges) bound(in *Instr) {
	if len(in.Results) != 1 {
		return
	}
	v := in.Results[0]
	if t := w.k.Type(v); t.Lanes > 0 || t.Kind != tensor.I64 && t.Kind != tensor.Index { // narrower integers wrap earlier
		return
	}
	if in.Code == kernelop.AddI || in.Code == kernelop.MinSI || in.Code == kernelop.MaxSI {
		w.def[v] = in
	}
	at := func(m map[ID]int64, i int) (int64, bool) {
		n, ok := m[in.Args[i]]
		return n, ok
	}
	set := func(m map[ID]int64, combine func(a, b int64) int64) {
		a, ok1 := at(m, 0)
		b, ok2 := at(m, 1)
		if ok1 && ok2 && a >= -far && a <= far && b >= -far && b <= far {
			m[v] = combine(a, b)
		}
	}
	add := func(a, b int64) int64 { return a + b }
	switch in.Code {
	case kernelop.Const:
		n := int64(binary.LittleEndian.Uint64(in.Data))
		w.lo[v], w.hi[v] = n, n
	case kernelop.AddI:
		set(w.lo, add)
		set(w.hi, add)
	case kernelop.MulI:
		if a, ok := at(w.lo, 0); !ok || a < 0 {
			return
		}
		if b, ok := at(w.lo, 1); !ok || b < 0 {
			return
		}
		mul := func(a, b int64) int64 { return a * b }
		set(w.lo, mul)
		set(w.hi, mul)
	case kernelop.RemUI:
		if n, ok := at(w.lo, 1); !ok || n < 1 { // the remainder may be negative
			return
		}
		w.lo[v] = 0
		if n, ok := at(w.hi, 1); ok {
			w.hi[v] = n - 1
		}
	case kernelop.DivUI:
		if lo, ok := at(w.lo, 0); !ok || lo < 0 {
			return
		}
		n, ok := at(w.lo, 1)
		if !ok || n < 1 {
			return
		}
		w.lo[v] = 0
		if hi, ok := at(w.hi, 0); ok {
			w.hi[v] = hi / n
		}
	case kernelop.MinSI:
		w.either(w.hi, in, v, func(a, b int64) int64 { return min(a, b) })
		set(w.lo, func(a, b int64) int64 { return min(a, b) })
	case kernelop.MaxSI:
		w.either(w.lo, in, v, func(a, b int64) int64 { return max(a, b) })
		set(w.hi, func(a, b int64) int64 { return max(a, b) })
	}
}

// either sets m[v], the bound of the instruction's result, to the bound of an operand. If both
// operands have bounds, best chooses one.
func (w *ranges) either(m map[ID]int64, in *Instr, v ID, best func(a, b int64) int64) {
	a, ok1 := m[in.Args[0]]
	b, ok2 := m[in.Args[1]]
	switch {
	case ok1 && ok2:
		m[v] = best(a, b)
	case ok1:
		m[v] = a
	case ok2:
		m[v] = b
	}
}
