package code

import (
	"math"

	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// remainder returns the exact remainder of x by y. A finite number is m·2^(e-1075) with an integer
// m below 2⁵³ and e from 1 to 2046, so the remainder can be computed with integers. Each iteration
// of the loop reduces the difference of the exponents by up to 11.
func (g *arm) remainder(k tensor.Kind, x, y reg) reg {
	if k == tensor.F32 {
		return g.floatCast(tensor.F64, k, g.remainder(tensor.F64, g.floatCast(k, tensor.F64, x), g.floatCast(k, tensor.F64, y)))
	}
	bits := g.gpr(arm64.FMovTo, 8, x)
	sign := g.imm(general, arm64.AndImm, 8, math.MinInt64, bits)
	mx, ex := g.mantissa(bits)
	divisor := g.imm(general, arm64.AndImm, 8, math.MaxInt64, g.gpr(arm64.FMovTo, 8, y))
	my, ey := g.mantissa(divisor)
	modulo := func(a reg) reg { return g.gpr(arm64.MSub, 8, g.gpr(arm64.UDiv, 8, a, my), my, a) }
	r, left := g.copyOf(modulo(mx)), g.copyOf(g.gpr(arm64.Sub, 8, ex, ey))
	head, exit := g.newLabel(), g.newLabel()
	jump := func(p kernelop.Pred, to int) {
		g.emit(inst{kind: compareJump, size: 8, pred: p, r: [4]reg{left}, label: to})
	}
	smaller := g.copyOf(left) // negative if x has the smaller exponent
	jump(kernelop.SLE, exit)
	first := len(g.f.insts)
	g.bind(head)
	by := g.extreme(kernelop.SGT, 8, left, g.integer(11))
	g.copy(r, modulo(g.gpr(arm64.LslV, 8, r, by)))
	g.copy(left, g.gpr(arm64.Sub, 8, left, by))
	jump(kernelop.SGT, head)
	g.f.loops = append(g.f.loops, loop{first: first, last: len(g.f.insts) - 1, carried: []reg{r, left}, trips: 2})
	g.bind(exit)
	// The result is r·2^(ey-1075). r is shifted left until the number is normal, or until its
	// exponent is the smallest.
	e := g.offset(ey, -1)
	shift := g.extreme(kernelop.SGT, 8, g.offset(g.gpr(arm64.Clz, 8, r), -11), e)
	exponent := g.shiftLeft(8, g.gpr(arm64.Sub, 8, e, shift), 52)
	result := g.gpr(arm64.Add, 8, g.gpr(arm64.LslV, 8, r, shift), exponent)
	choose := func(cond, yes, no reg) reg {
		c := g.f.newReg(general, 8)
		g.emit(inst{kind: conditional, size: 8, r: [4]reg{c, no, yes, cond}})
		return c
	}
	set := func(p kernelop.Pred, a, b reg) reg {
		c := g.f.newReg(general, 8)
		g.emit(inst{kind: compareSet, size: 8, pred: p, r: [4]reg{c, a, b}})
		return c
	}
	zero := g.integer(0)
	result = g.gpr(arm64.Orr, 8, choose(set(kernelop.EQ, r, zero), zero, result), sign)
	result = choose(set(kernelop.SLT, smaller, zero), bits, result)
	// The result is NaN if x is infinite, y is zero, or x or y is NaN.
	infinity := g.integer(int64(math.Float64bits(math.Inf(1))))
	magnitude := g.imm(general, arm64.AndImm, 8, math.MaxInt64, bits)
	none := g.gpr(arm64.Orr, 8, set(kernelop.UGE, magnitude, infinity), g.gpr(arm64.Orr, 8, set(kernelop.UGT, divisor, infinity), set(kernelop.EQ, divisor, zero)))
	return g.vec(arm64.FMovFrom, 8, choose(none, g.integer(int64(math.Float64bits(math.NaN()))), result))
}

// mantissa returns the integers m and e for which the number with the given bits is m·2^(e-1075).
func (g *arm) mantissa(bits reg) (m, e reg) {
	fraction, exponent := g.field(8, bits, 0, 51, false), g.field(8, bits, 52, 62, false)
	e = g.extreme(kernelop.ULT, 8, exponent, g.integer(1))
	// A normal number has an additional leading bit. For a subnormal number, e is one more than
	// the exponent field.
	c := g.f.newReg(general, 8)
	g.emit(inst{kind: compareSet, size: 8, pred: kernelop.EQ, r: [4]reg{c, e, exponent}})
	return g.imm(general, arm64.Add, 8, 52, fraction, c), e
}
