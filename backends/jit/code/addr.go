package code

import (
	"slices"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
)

// addresses selects the code that computes addresses. The terms of an address are added in the
// order of the loops in which their values are defined, outermost first. So loop-invariant sums are
// computed before the loop. If the addressing mode cannot scale a loop variable as required, the
// loop increments a pointer instead.
type addresses struct {
	g     *gen
	sums  map[sumKey]int // numbers of sums
	known []reg          // by number of a sum: its register; 0: not computed
	kept  []int          // numbers of known sums with at least one part, in order of computation
	parts []part         // the result of partsOf, which reuses this memory
}

// sumKey identifies the sum of a buffer's address and at least one part. A sum without parts needs
// no key: its number is the index of the buffer.
type sumKey struct {
	without int // number of the sum without the last part
	last    part
}

// part is the term value·bytes of an address.
type part struct {
	value kernel.ID
	bytes int64
}

// partsOf returns the terms of the address of a memory access. Values that are defined in outer
// loops come first. The next call overwrites the result.
func (a *addresses) partsOf(in *kernel.Instr) []part {
	size := int64(a.g.k.Params[in.Param].Kind.Size())
	ps := a.parts[:0]
	for _, t := range in.Addr.Terms {
		ps = append(ps, part{t.Value, t.Coeff * size})
	}
	slices.SortStableFunc(ps, func(x, y part) int { return a.g.depth[x.value] - a.g.depth[y.value] })
	a.parts = ps
	return ps
}

// number returns the number of the sum of a buffer's address and the parts ps.
func (a *addresses) number(param int, ps []part) int {
	n := param
	for _, p := range ps {
		key := sumKey{n, p}
		next, ok := a.sums[key]
		if !ok {
			next = len(a.known)
			a.sums[key] = next
			a.known = append(a.known, 0)
		}
		n = next
	}
	return n
}

// scope returns a function that forgets the sums computed since the call of scope.
func (a *addresses) scope() func() {
	n := len(a.kept)
	return func() {
		for _, i := range a.kept[n:] {
			a.known[i] = 0
		}
		a.kept = a.kept[:n]
	}
}

func (a *addresses) remember(n int, r reg) reg {
	a.known[n] = r
	a.kept = append(a.kept, n)
	return r
}

// sum returns a register with the sum of a buffer's address and the parts ps.
func (a *addresses) sum(param int, ps []part) reg {
	n := a.number(param, ps)
	if r := a.known[n]; r != 0 {
		return r
	}
	if len(ps) == 0 {
		// The address of the buffer is an argument, which is available everywhere.
		r := a.g.argument(BlockArgs + 8*int32(param))
		a.known[n] = r
		return r
	}
	last := len(ps) - 1
	return a.remember(n, a.plus(a.sum(param, ps[:last]), ps[last]))
}

// plus returns a register with base + p.
func (a *addresses) plus(base reg, p part) reg {
	return a.g.m.plusMultiple(base, a.g.one(p.value), p.bytes)
}

// The method named at returns the address of a memory access.
func (a *addresses) at(in *kernel.Instr) memory {
	g := a.g
	ps := a.partsOf(in)
	disp := in.Addr.Base * int64(g.k.Params[in.Param].Kind.Size())
	m := memory{scale: 1}
	whole := a.known[a.number(in.Param, ps)] != 0
	if last := len(ps) - 1; last >= 0 && g.m.indexes(ps[last].bytes) && !whole {
		m = memory{base: a.sum(in.Param, ps[:last]), index: g.one(ps[last].value), scale: uint8(ps[last].bytes)}
	} else {
		m.base = a.sum(in.Param, ps)
	}
	if disp != int64(int32(disp)) || disp > 1<<30 || disp < -1<<30 {
		if m.index != 0 {
			m = memory{base: g.m.lea(m), scale: 1}
		}
		m.index, disp = g.integer(disp), 0
	}
	m.disp = int32(disp)
	return m
}

// access calls f for each memory access in a loop's body, with the terms of its address. The first
// n terms are known before the loop.
func (a *addresses) access(loop *kernel.Instr, f func(m *kernel.Instr, ps []part, n int)) {
	depth := a.g.loops + 1
	loop.Blocks[0].Walk(func(m *kernel.Instr) {
		if m.Code.Family() != kernelop.Memory {
			return
		}
		ps := a.partsOf(m)
		n := 0
		for n < len(ps) && a.g.depth[ps[n].value] < depth {
			n++
		}
		f(m, ps, n)
	})
}

// beforeLoop computes loop-invariant sums. This code runs even if the loop has no iterations, since
// code after the loop can use the same sums.
func (a *addresses) beforeLoop(loop *kernel.Instr) {
	a.access(loop, func(m *kernel.Instr, ps []part, n int) { a.sum(m.Param, ps[:n]) })
}

// enterLoop initializes the pointers that the loop increments together with its variable, which
// must have its first value. The caller must call leave at the end of the body, to emit the
// increments.
func (a *addresses) enterLoop(loop *kernel.Instr) (growing []reg, leave func(step int64)) {
	g := a.g
	variable := loop.Blocks[0].Args[0]
	var bytes []int64
	undo := a.scope()
	a.access(loop, func(m *kernel.Instr, ps []part, n int) {
		if n == len(ps) || ps[n].value != variable || g.m.indexes(ps[n].bytes) {
			return
		}
		if sum := a.number(m.Param, ps[:n+1]); a.known[sum] == 0 {
			p := g.copyOf(a.plus(a.sum(m.Param, ps[:n]), ps[n]))
			a.remember(sum, p)
			growing, bytes = append(growing, p), append(bytes, ps[n].bytes)
		}
	})
	return growing, func(step int64) {
		for i, p := range growing {
			g.m.grow(p, bytes[i]*step)
		}
		undo()
	}
}
