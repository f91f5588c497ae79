package code

import (
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// vectorInstr selects an instruction on vectors, part by part, or lane by lane if the machine has
// no vector instruction.
func (g *gen) vectorInstr(in *kernel.Instr) {
	r := in.Results[0]
	if in.Code == kernelop.Select && g.k.Type(in.Args[0]).Lanes == 0 {
		cond, yes, no := g.one(in.Args[0]), g.value(in.Args[1]), g.value(in.Args[2])
		g.set(r, g.chooseParts(cond, yes, no)...)
		return
	}
	if g.scales.Shifts[in] {
		g.set(r, g.value(in.Args[2])...)
		return
	}
	if s, ok := g.scales.Products[in]; ok {
		y, k := g.value(s.Y), g.value(s.K)
		rs := make([]reg, g.parts)
		for p := range rs {
			rs[p] = g.m.scaled(y[p], k[p])
		}
		g.set(r, rs...)
		return
	}
	n := len(in.Args)
	args := make([]reg, n*g.parts) // by part and operand
	for i, v := range in.Args {
		for p, x := range g.value(v)[:g.parts] {
			args[p*n+i] = x
		}
	}
	rs := make([]reg, 0, g.parts)
	for p := range g.parts {
		a := args[p*n:][:n:n]
		x := g.vectorPart(in, a)
		if x == 0 {
			x = g.lanewise(in, a)
		}
		if x == 0 {
			g.fail(in, "on vectors of %s", g.k.Type(r).Kind)
			x = a[0]
		}
		rs = append(rs, x)
	}
	g.set(r, rs...)
}

// chooseParts returns "yes" if cond is not 0, otherwise "no".
func (g *gen) chooseParts(cond reg, yes, no []reg) []reg {
	var rs []reg
	for _, n := range no {
		rs = append(rs, g.copyOf(n))
	}
	skip := g.newLabel()
	g.emit(inst{kind: compareJump, size: 1, pred: kernelop.EQ, r: [4]reg{cond}, label: skip})
	for i, y := range yes {
		g.copy(rs[i], y)
	}
	g.bind(skip)
	return rs
}

// vectorPart selects the instruction for one part; 0 if the machine has none.
func (g *gen) vectorPart(in *kernel.Instr, a []reg) reg {
	to := g.k.Type(in.Results[0]).Kind
	from := g.k.Type(in.Args[0]).Kind
	switch in.Code.Family() {
	case kernelop.IntMath:
		if to == tensor.I1 {
			if !boolSupported(in.Code) {
				return 0
			}
			return g.maskInt(in.Code, a[0], a[1])
		}
		return g.m.vectorInt(in, to.Size(), a)
	case kernelop.FloatMath, kernelop.FloatExtreme:
		if !isWide(to) {
			return 0
		}
		return g.m.float(in.Code, to, false, a)
	case kernelop.Compares:
		switch {
		case in.Code == kernelop.CmpF && !isWide(from):
			return 0
		case in.Code == kernelop.CmpF:
			return g.m.compareFloats(in.Pred, from, a[0], a[1])
		case from == tensor.I1:
			return g.compareMasks(in.Pred, a[0], a[1])
		}
		return g.m.compareInts(in.Pred, from.Size(), a[0], a[1])
	case kernelop.Selects:
		if to == tensor.I1 {
			return g.m.maskOr(g.m.maskAnd(a[0], a[1]), g.m.maskAndNot(a[0], a[2]))
		}
		if isWide(to) {
			if r := g.m.extremeOf(g.compares[in.Args[0]], in, to, false, a[1], a[2]); r != 0 {
				return r
			}
		}
		return g.m.choose(a[0], a[1], a[2], to.Size())
	case kernelop.Casts:
		return g.castPart(in.Code, from, to, a[0])
	}
	return 0
}

// sameInAllLanes returns the element of r if r is a constant whose elements are all equal.
func (g *gen) sameInAllLanes(r reg, size int) (uint64, bool) {
	c, ok := g.f.consts[r]
	if !ok || len(c.bytes) < size {
		return 0, false
	}
	for i := size; i < g.chunk*size; i++ {
		if c.bytes[i] != c.bytes[i-size] {
			return 0, false
		}
	}
	v := uint64(0)
	for i := size - 1; i >= 0; i-- {
		v = v<<8 | uint64(c.bytes[i])
	}
	return v, true
}

// castPart converts one part; 0 if the machine has no instruction for it.
func (g *gen) castPart(c kernelop.Code, from, to tensor.Kind, a reg) reg {
	switch c {
	case kernelop.Bitcast:
		return a
	case kernelop.ExtSI:
		if from == tensor.I1 {
			return g.m.elements(a, to.Size())
		}
		return g.m.widen(a, from.Size(), to.Size(), true)
	case kernelop.ExtUI:
		if from == tensor.I1 {
			return g.m.oneOrZero(a, to.Size())
		}
		return g.m.widen(a, from.Size(), to.Size(), false)
	case kernelop.TruncI:
		if to == tensor.I1 {
			return g.m.lowBits(a, from)
		}
		return g.m.truncate(a, from.Size(), to.Size())
	case kernelop.SIToFP, kernelop.UIToFP:
		if !isWide(to) {
			return 0
		}
		return g.m.intsToFloats(from, to, c == kernelop.SIToFP, a)
	case kernelop.FPToSI, kernelop.FPToUI:
		if !isWide(from) || to == tensor.I1 {
			return 0
		}
		return g.m.floatsToInts(from, to, c == kernelop.FPToUI, a)
	}
	return g.m.floatsToFloats(from, to, a)
}
