package code

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
)

// addresses selects the code that computes addresses. The terms of an address are added in the
// order of the loops that define their values, outermost first, so loop-invariant sums are computed
// before the loop. If the addressing mode cannot scale a loop variable as required, the loop
// increments a pointer instead.
type addresses struct {
	g     *gen
	known map[string]reg // sums in registers, by key
	keys  []string       // keys of known, in the order of computation; see scope
}

// part is the term value·bytes of an address.
type part struct {
	value kernel.ID
	bytes int64
}

// partsOf returns the terms of the address that an instruction accesses, ordered by the number of
// loops around the definition of their values.
func (a *addresses) partsOf(in *kernel.Instr) []part {
	size := int64(a.g.k.Params[in.Param].Kind.Size())
	var ps []part
	for _, t := range in.Addr.Terms {
		ps = append(ps, part{t.Value, t.Coeff * size})
	}
	slices.SortStableFunc(ps, func(x, y part) int { return a.g.depth[x.value] - a.g.depth[y.value] })
	return ps
}

func (a *addresses) key(param int, ps []part) string { return fmt.Sprint(param, ps) }

// scope returns a function. This function removes from the field "known" the sums that were added
// after the call of scope.
func (a *addresses) scope() func() {
	n := len(a.keys)
	return func() {
		for _, k := range a.keys[n:] {
			delete(a.known, k)
		}
		a.keys = a.keys[:n]
	}
}

func (a *addresses) remember(key string, r reg) reg {
	a.known[key] = r
	a.keys = append(a.keys, key)
	return r
}

// sum returns a register with the address of a buffer plus ps.
func (a *addresses) sum(param int, ps []part) reg {
	key := a.key(param, ps)
	if r, ok := a.known[key]; ok {
		return r
	}
	if len(ps) == 0 {
		// The address of the buffer is an argument, which is available everywhere.
		r := a.g.argument(BlockArgs + 8*int32(param))
		a.known[key] = r
		return r
	}
	last := len(ps) - 1
	return a.remember(key, a.plus(a.sum(param, ps[:last]), ps[last]))
}

// plus returns a register with base + p.
func (a *addresses) plus(base reg, p part) reg {
	return a.g.m.plusMultiple(base, a.g.one(p.value), p.bytes)
}

// The method named at returns the address that an instruction accesses.
func (a *addresses) at(in *kernel.Instr) memory {
	g := a.g
	ps := a.partsOf(in)
	disp := in.Addr.Base * int64(g.k.Params[in.Param].Kind.Size())
	m := memory{scale: 1}
	_, whole := a.known[a.key(in.Param, ps)]
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

// enterLoop initializes the pointers that the loop increments together with its variable. enterLoop
// must be called when the variable has its first value. It returns these pointers, and a function
// that emits their increments. The caller must call this function at the end of the body.
func (a *addresses) enterLoop(loop *kernel.Instr) (growing []reg, leave func(step int64)) {
	g := a.g
	variable := loop.Blocks[0].Args[0]
	var bytes []int64
	undo := a.scope()
	a.access(loop, func(m *kernel.Instr, ps []part, n int) {
		if n == len(ps) || ps[n].value != variable || g.m.indexes(ps[n].bytes) {
			return
		}
		key := a.key(m.Param, ps[:n+1])
		if _, ok := a.known[key]; !ok {
			p := g.copyOf(a.plus(a.sum(m.Param, ps[:n]), ps[n]))
			a.remember(key, p)
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
