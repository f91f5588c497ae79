package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (g *x86) bitcastScalar(from, to tensor.Kind, a reg) reg {
	switch {
	case isWide(from) == isWide(to):
		return a
	case from == tensor.F32:
		return g.gpr(amd64.VMovDStore, amd64.X, a)
	case from == tensor.F64:
		return g.gpr(amd64.VMovQStore, amd64.X, a)
	}
	return g.toVector(a, to.Size())
}

// toVector puts the low bytes of a general register into the first lane of a vector.
func (g *x86) toVector(a reg, size int) reg {
	if size == 8 {
		return g.vec(amd64.VMovQ, amd64.X, a)
	}
	return g.vec(amd64.VMovD, amd64.X, a)
}

func (g *x86) toFloat(from, to tensor.Kind, sign bool, a reg) reg {
	op := amd64.VCvtSI2SSQ
	if to == tensor.F64 {
		op = amd64.VCvtSI2SDQ
	}
	zero := g.splat(0, 8, amd64.X)
	x := g.extend64(a, from, sign)
	if sign || from.Size() < 8 {
		return g.vec(op, amd64.X, zero, x)
	}
	if g.t.AVX512 {
		if op == amd64.VCvtSI2SSQ {
			return g.vec(amd64.VCvtUSI2SSQ, amd64.X, zero, x)
		}
		return g.vec(amd64.VCvtUSI2SDQ, amd64.X, zero, x)
	}
	// An unsigned number of at least 2⁶³ is halved, converted, and doubled. Its last bit is or-ed
	// into the half, so that the result is rounded correctly.
	half := g.both(amd64.Or, 8, g.gprImm(amd64.ShRImm, 8, x, 1), g.gprImm(amd64.AndImm, 8, x, 1))
	h := g.vec(op, amd64.X, zero, half)
	large := g.vec(floatsOf(to, true).add, amd64.X, h, h)
	r := g.copyOf(g.vec(op, amd64.X, zero, x))
	done := g.newLabel()
	g.emit(inst{kind: compareJump, size: 8, pred: kernelop.SGE, r: [4]reg{x}, label: done})
	g.copy(r, large)
	g.bind(done)
	return r
}

func (g *x86) fromFloat(from, to tensor.Kind, unsigned bool, a reg) reg {
	wide, wideUnsigned := amd64.VCvtTSS2SIQ, amd64.VCvtTSS2USIQ
	if from == tensor.F64 {
		wide, wideUnsigned = amd64.VCvtTSD2SIQ, amd64.VCvtTSD2USIQ
	}
	if !unsigned || to.Size() < 8 {
		return g.gpr(wide, amd64.X, a)
	}
	if g.t.AVX512 {
		return g.gpr(wideUnsigned, amd64.X, a)
	}
	f := g.floats(from, true)
	limit := g.splat(uint64(0x5f000000), 4, amd64.X) // 2⁶³
	if from == tensor.F64 {
		limit = g.splat(0x43e0000000000000, 8, amd64.X)
	}
	large := g.both(amd64.Xor, 8, g.gpr(wide, amd64.X, g.vec(f.ops.sub, amd64.X, a, limit)), g.integer(-1<<63))
	small := g.gpr(wide, amd64.X, a)
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: conditional, size: 8, r: [4]reg{r, small, large, g.compareFloat(kernelop.FOGE, from, a, limit)}})
	return r
}

func (g *x86) floatCast(from, to tensor.Kind, a reg) reg {
	zero := g.splat(0, 8, amd64.X)
	switch {
	case from == to:
		return a
	case from == tensor.F32 && to == tensor.F64:
		return g.vec(amd64.VCvtSS2SD, amd64.X, zero, a)
	case from == tensor.F64 && to == tensor.F32:
		return g.vec(amd64.VCvtSD2SS, amd64.X, zero, a)
	case isHalf(from) && isWide(to):
		x := g.widenHalf(from, a)
		if to == tensor.F64 {
			x = g.vec(amd64.VCvtSS2SD, amd64.X, zero, x)
		}
		return x
	case from == tensor.F32 && isHalf(to):
		return g.narrowToHalf(to, a)
	case from == tensor.F64 && isHalf(to):
		return g.narrowToHalf(to, g.toOdd(a))
	}
	return 0
}

// widenHalf converts the bits of a 16-bit float to f32.
func (g *x86) widenHalf(from tensor.Kind, a reg) reg {
	if from == tensor.BF16 {
		return g.toVector(g.gprImm(amd64.ShLImm, 4, a, 16), 4)
	}
	return g.vec(amd64.VCvtPH2PS, amd64.X, g.toVector(a, 4))
}

// narrowToHalf converts an f32 to the bits of a 16-bit float, rounded to nearest.
func (g *x86) narrowToHalf(to tensor.Kind, a reg) reg {
	if to == tensor.F16 {
		return g.gpr(amd64.VMovDStore, amd64.X, g.vecImm(amd64.VCvtPS2PH, amd64.X, 0, a))
	}
	bits := g.gpr(amd64.VMovDStore, amd64.X, a)
	odd := g.gprImm(amd64.AndImm, 4, g.gprImm(amd64.ShRImm, 4, bits, 16), 1)
	rounded := g.gprImm(amd64.ShRImm, 4, g.lea(memory{base: bits, index: odd, scale: 1, disp: 0x7fff}), 16)
	quiet := g.gprImm(amd64.OrImm, 4, g.gprImm(amd64.ShRImm, 4, bits, 16), 1<<6)
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: conditional, size: 8, r: [4]reg{r, rounded, quiet, g.compareFloat(kernelop.FUNO, tensor.F32, a, a)}})
	return r
}

// toOdd converts f64 to f32 and rounds to odd: it rounds towards zero, and sets the last bit if the
// conversion is inexact. Rounding the result to a 16-bit float is then equal to a single rounding.
func (g *x86) toOdd(a reg) reg {
	zero := g.splat(0, 8, amd64.X)
	near := g.vec(amd64.VCvtSD2SS, amd64.X, zero, a)
	magnitude := func(r reg) reg {
		return g.gprImm(amd64.ShLImm, 8, g.gpr(amd64.VMovQStore, amd64.X, r), 1)
	}
	x, y := magnitude(a), magnitude(g.vec(amd64.VCvtSS2SD, amd64.X, zero, near))
	set := func(p kernelop.Pred) reg {
		r := g.f.newReg(general, 8)
		g.emit(inst{kind: compareSet, size: 8, pred: p, r: [4]reg{r, y, x}})
		return r
	}
	away, lost := set(kernelop.UGT), set(kernelop.NE)
	bits := g.changed(amd64.Sub, 4, g.gpr(amd64.VMovDStore, amd64.X, near), away)
	return g.toVector(g.both(amd64.Or, 4, bits, lost), 4)
}
