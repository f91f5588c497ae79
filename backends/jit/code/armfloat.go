package code

import (
	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// armFloats has the scalar and the vector instruction of operations that need only one. FMIN and
// FMAX return NaN if an operand is NaN, and order -0 below 0.
var armFloats = map[kernelop.Code]struct{ scalar, vector asm.Op }{
	kernelop.AddF:       {arm64.FAddS, arm64.FAddV},
	kernelop.SubF:       {arm64.FSubS, arm64.FSubV},
	kernelop.MulF:       {arm64.FMulS, arm64.FMulV},
	kernelop.DivF:       {arm64.FDivS, arm64.FDivV},
	kernelop.MinimumF:   {arm64.FMinS, arm64.FMinV},
	kernelop.MaximumF:   {arm64.FMaxS, arm64.FMaxV},
	kernelop.NegF:       {arm64.FNegS, arm64.FNegV},
	kernelop.AbsF:       {arm64.FAbsS, arm64.FAbsV},
	kernelop.SqrtF:      {arm64.FSqrtS, arm64.FSqrtV},
	kernelop.RoundEvenF: {arm64.FRIntNS, arm64.FRIntNV},
	kernelop.FloorF:     {arm64.FRIntMS, arm64.FRIntMV},
	kernelop.CeilF:      {arm64.FRIntPS, arm64.FRIntPV},
	kernelop.TruncF:     {arm64.FRIntZS, arm64.FRIntZV},
}

func (g *arm) float(c kernelop.Code, k tensor.Kind, scalar bool, a []reg) reg {
	size := asm.Size(k.Size())
	switch c {
	case kernelop.FMA:
		if scalar {
			return g.vec(arm64.FMAddS, size, a[0], a[1], a[2])
		}
		if x, y, ok := g.byLane(a[0], a[1]); ok {
			return g.update(arm64.FMlaByLane, size, 0, a[2], x, y)
		}
		return g.update(arm64.FMlaV, size, 0, a[2], a[0], a[1])
	case kernelop.MulF:
		if x, y, ok := g.byLane(a[0], a[1]); ok && !scalar {
			return g.vec(arm64.FMulByLane, size, x, y)
		}
	case kernelop.CopySign:
		return g.update(arm64.BitV, 1, 0, a[0], a[1], g.gen.splat(1<<(8*size-1), int(size), arm64Bytes))
	case kernelop.MinNumF:
		return g.number(g.float(kernelop.MinimumF, k, scalar, a), size, a)
	case kernelop.MaxNumF:
		return g.number(g.float(kernelop.MaximumF, k, scalar, a), size, a)
	case kernelop.RemF:
		if !scalar {
			return 0
		}
		return g.remainder(k, a[0], a[1])
	}
	op, ok := armFloats[c]
	switch {
	case !ok:
		return 0
	case scalar:
		return g.vec(op.scalar, size, a...)
	}
	return g.vec(op.vector, size, a...)
}

// byLane returns the operands of a product with one element of a vector. y is the scalar of a
// factor that is a broadcast, and x is the other factor. ok is false if neither is a broadcast.
func (g *arm) byLane(a, b reg) (x, y reg, ok bool) {
	if y, ok := g.scalarOf[b]; ok {
		return a, y, true
	}
	y, ok = g.scalarOf[a]
	return b, y, ok
}

// number returns x. In lanes where a[0] or a[1] is a NaN, it returns the other operand.
func (g *arm) number(x reg, size asm.Size, a []reg) reg {
	x = g.chosen(g.vec(arm64.FCmEqV, size, a[0], a[0]), x, a[1])
	return g.chosen(g.vec(arm64.FCmEqV, size, a[1], a[1]), x, a[0])
}

// chosen returns the bits of "yes" where m has ones, and the bits of "no" elsewhere.
func (g *arm) chosen(m, yes, no reg) reg { return g.update(arm64.BslV, 1, 0, m, yes, no) }

// extremeOf returns 0. For NaN and -0, FMIN and FMAX differ from a comparison and an arith.select.
// A correction would take at least as many instructions as the comparison and the select.
func (g *arm) extremeOf(_, _ *kernel.Instr, _ tensor.Kind, _ bool, _, _ reg) reg { return 0 }

// scaled is never called, since gen.scales is empty on arm64.
func (g *arm) scaled(_, _ reg) reg { return 0 }

func (g *arm) compareFloat(p kernelop.Pred, k tensor.Kind, a, b reg) reg {
	set := func(p kernelop.Pred) reg {
		r := g.f.newReg(general, 8)
		g.emit(inst{kind: compareSet, size: asm.Size(k.Size()), pred: p, r: [4]reg{r, a, b}})
		return r
	}
	either := func(p, q kernelop.Pred) reg { return g.gpr(arm64.Orr, 4, set(p), set(q)) }
	switch p {
	case kernelop.FFalse:
		return g.integer(0)
	case kernelop.FTrue:
		return g.integer(1)
	case kernelop.FONE:
		return either(kernelop.FOLT, kernelop.FOGT)
	case kernelop.FUEQ:
		return either(kernelop.FOEQ, kernelop.FUNO)
	}
	return set(p)
}

func (g *arm) compareFloats(p kernelop.Pred, k tensor.Kind, a, b reg) reg {
	return g.fromElements(g.floatElements(p, asm.Size(k.Size()), a, b), k.Size())
}

// floatElements returns a vector in which all bits of an element are set if p holds. It computes
// all predicates from the predicates that the machine has: oeq, ogt and oge.
func (g *arm) floatElements(p kernelop.Pred, size asm.Size, a, b reg) reg {
	both := func(op asm.Op, x, y reg) reg { return g.vec(op, size, x, y) }
	either := func(x, y reg) reg { return g.vec(arm64.OrrV, 1, x, y) }
	switch p {
	case kernelop.FFalse:
		return g.gen.splat(0, 8, arm64Bytes)
	case kernelop.FOEQ:
		return both(arm64.FCmEqV, a, b)
	case kernelop.FOGT:
		return both(arm64.FCmGtV, a, b)
	case kernelop.FOGE:
		return both(arm64.FCmGeV, a, b)
	case kernelop.FOLT:
		return both(arm64.FCmGtV, b, a)
	case kernelop.FOLE:
		return both(arm64.FCmGeV, b, a)
	case kernelop.FONE:
		return either(both(arm64.FCmGtV, a, b), both(arm64.FCmGtV, b, a))
	case kernelop.FORD:
		return either(both(arm64.FCmGeV, a, b), both(arm64.FCmGtV, b, a))
	}
	opposite := [...]kernelop.Pred{
		kernelop.FUEQ: kernelop.FONE, kernelop.FUGT: kernelop.FOLE, kernelop.FUGE: kernelop.FOLT, kernelop.FULT: kernelop.FOGE,
		kernelop.FULE: kernelop.FOGT, kernelop.FUNE: kernelop.FOEQ, kernelop.FUNO: kernelop.FORD, kernelop.FTrue: kernelop.FFalse,
	}[p]
	return g.maskNot(g.floatElements(opposite, size, a, b))
}
