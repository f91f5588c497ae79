package code

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
)

// block selects the instructions of b.
func (g *gen) block(b *kernel.Block) {
	if b == nil {
		return
	}
	for _, in := range b.Code {
		if g.err != nil {
			return
		}
		if g.done[in] {
			continue
		}
		if g.notes && in.Code != kernelop.Const {
			g.note(in)
		}
		switch in.Code {
		case kernelop.Const:
		case kernelop.For:
			if !g.m.tileLoop(in, b) {
				g.loop(in)
			}
		case kernelop.If:
			g.branch(in)
		default:
			g.instr(in, b)
		}
	}
}

// note adds the text of an instruction to the listing.
func (g *gen) note(in *kernel.Instr) {
	var b strings.Builder
	list := func(vs []kernel.ID) {
		for i, v := range vs {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%%%d", v)
		}
	}
	if list(in.Results); len(in.Results) > 0 {
		b.WriteString(" = ")
	}
	b.WriteString(in.Code.String() + " ")
	list(in.Args)
	if in.Code.Family() == kernelop.Memory {
		fmt.Fprintf(&b, " buffer %d [%d", in.Param, in.Addr.Base)
		for _, t := range in.Addr.Terms {
			fmt.Fprintf(&b, " + %d*%%%d", t.Coeff, t.Value)
		}
		b.WriteString("]")
	}
	g.f.notes = append(g.f.notes, strings.TrimSpace(b.String()))
	g.emit(inst{kind: note, label: len(g.f.notes) - 1})
}

func (g *gen) newLabel() int {
	g.f.labels++
	return g.f.labels - 1
}

func (g *gen) bind(l int) {
	clear(g.units)
	g.emit(inst{kind: label, label: l})
}

// copy emits d = s.
func (g *gen) copy(d, s reg) { g.emit(inst{kind: move, r: [4]reg{d, s}}) }

// copyOf returns a new register with the value of s.
func (g *gen) copyOf(s reg) reg {
	d := g.f.newReg(g.f.class[s], g.f.size[s])
	g.copy(d, s)
	return d
}

// loop selects the instructions of an scf.for. The bound is tested at the end of the body. If there
// may be no iteration, the bound is also tested before the loop.
func (g *gen) loop(in *kernel.Instr) {
	body := in.Blocks[0]
	step, ok := g.ints[in.Args[2]]
	if !ok || step != int64(int32(step)) {
		g.fail(in, "with a step that is not a 32-bit constant")
		return
	}
	var carried []reg
	for i, r := range in.Results {
		c := g.fresh(g.k.Type(r))
		for p, s := range g.value(in.Args[i+3]) {
			g.copy(c[p], s)
		}
		g.set(body.Args[i+1], c...)
		carried = append(carried, c...)
	}
	iv := g.f.newReg(general, 8)
	g.copy(iv, g.one(in.Args[0]))
	g.set(body.Args[0], iv)
	g.value(in.Args[1])
	exit, head := g.newLabel(), g.newLabel()
	g.forceLater()
	g.addr.beforeLoop(in)
	if !g.runsAtLeastOnce(in) {
		g.jumpAtBound(in, iv, kernelop.SGE, exit)
	}
	growing, leave := g.addr.enterLoop(in)
	if !hasLoop(body) {
		g.emit(inst{kind: align})
	}
	first := len(g.f.insts)
	g.bind(head)
	g.loops++
	if g.polls[in] {
		g.emit(inst{kind: compareJump, size: 4, pred: kernelop.NE, r: [4]reg{g.m.loadInt(memory{base: g.stop}, 4)}, label: g.stopped})
	}
	g.block(body)
	if g.err != nil {
		return
	}
	var yields []reg
	for _, y := range body.Yield {
		yields = append(yields, g.value(y)...)
	}
	g.assign(carried, yields)
	leave(step)
	g.m.grow(iv, step)
	g.jumpAtBound(in, iv, kernelop.SLT, head)
	g.loops--
	g.f.loops = append(g.f.loops, loop{first: first, last: len(g.f.insts) - 1, carried: append(append(carried, iv), growing...), trips: g.trips(in, step)})
	g.bind(exit)
	for i, r := range in.Results {
		g.vals[r] = g.vals[body.Args[i+1]]
	}
}

// trips estimates how many iterations a loop has.
func (g *gen) trips(in *kernel.Instr, step int64) float64 {
	lo, ok1 := g.ints[in.Args[0]]
	hi, ok2 := g.ints[in.Args[1]]
	if !ok1 || !ok2 {
		return 8
	}
	return max(1, float64(hi-lo)/float64(step))
}

// forceLater emits all comparisons that are deferred to their users. It is called before control
// flow splits, since a value that is computed in one branch is undefined in the other.
func (g *gen) forceLater() {
	for v := range g.k.Values {
		if g.later[kernel.ID(v)] != nil {
			g.value(kernel.ID(v))
		}
	}
}

// runsAtLeastOnce reports whether a loop has constant bounds and at least one iteration.
func (g *gen) runsAtLeastOnce(in *kernel.Instr) bool {
	lo, ok1 := g.ints[in.Args[0]]
	hi, ok2 := g.ints[in.Args[1]]
	return ok1 && ok2 && lo < hi
}

// jumpAtBound emits a jump to the given label, taken if p holds for iv and the loop's upper bound.
func (g *gen) jumpAtBound(in *kernel.Instr, iv reg, p kernelop.Pred, to int) {
	i := inst{kind: compareJump, size: 8, pred: p, r: [4]reg{iv}, label: to}
	if hi, ok := g.ints[in.Args[1]]; ok && hi == int64(int32(hi)) {
		i.imm = hi
	} else {
		i.r[1] = g.one(in.Args[1])
	}
	g.emit(i)
}

func hasLoop(b *kernel.Block) bool {
	found := false
	b.Walk(func(in *kernel.Instr) { found = found || in.Code == kernelop.For })
	return found
}

// assign sets each register to[i] to the value of from[i], as a parallel move.
func (g *gen) assign(to, from []reg) {
	written := map[reg]bool{}
	for _, d := range to {
		written[d] = true
	}
	src := append([]reg(nil), from...)
	for i, s := range from {
		if s != to[i] && written[s] {
			src[i] = g.copyOf(s)
		}
	}
	for i, d := range to {
		if d != src[i] {
			g.copy(d, src[i])
		}
	}
}

// branch selects the instructions of an scf.if.
func (g *gen) branch(in *kernel.Instr) {
	otherwise, end := g.newLabel(), g.newLabel()
	var results []reg
	for _, r := range in.Results {
		rs := g.fresh(g.k.Type(r))
		results = append(results, rs...)
		g.vals[r] = rs
	}
	cond := in.Args[0]
	if cmp := g.later[cond]; cmp != nil {
		delete(g.later, cond)
		g.done[cmp] = true
		g.forceLater()
		g.jumpUnless(cmp, otherwise)
	} else {
		g.forceLater()
		g.emit(inst{kind: compareJump, size: 1, pred: kernelop.EQ, r: [4]reg{g.one(cond)}, label: otherwise})
	}
	undo := g.addr.scope()
	g.block(in.Blocks[0])
	g.yield(results, in.Blocks[0])
	undo()
	if e := in.Blocks[1]; e != nil && len(e.Code)+len(e.Yield) > 0 && g.err == nil {
		g.emit(inst{kind: jump, label: end})
		g.bind(otherwise)
		undo := g.addr.scope()
		g.block(e)
		g.yield(results, e)
		undo()
		g.bind(end)
		return
	}
	g.bind(otherwise)
}

// yield sets the registers in results to the values that block b yields.
func (g *gen) yield(results []reg, b *kernel.Block) {
	if g.err != nil {
		return
	}
	var from []reg
	for _, v := range b.Yield {
		from = append(from, g.value(v)...)
	}
	g.assign(results, from)
}
