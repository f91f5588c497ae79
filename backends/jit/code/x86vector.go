package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// intOp returns the instruction of an operation on integers of the given size; 0 if there is none.
func intOp(c kernelop.Code, size int) amd64.Op {
	switch c {
	case kernelop.AddI:
		return bySize(size, amd64.VPAddB, amd64.VPAddW, amd64.VPAddD, amd64.VPAddQ)
	case kernelop.SubI:
		return bySize(size, amd64.VPSubB, amd64.VPSubW, amd64.VPSubD, amd64.VPSubQ)
	case kernelop.MulI:
		return bySize(size, 0, amd64.VPMulLW, amd64.VPMulLD, amd64.VPMulLQ)
	case kernelop.AndI:
		return amd64.VPAndD
	case kernelop.OrI:
		return amd64.VPOrD
	case kernelop.XorI:
		return amd64.VPXorD
	case kernelop.MinSI:
		return bySize(size, amd64.VPMinSB, amd64.VPMinSW, amd64.VPMinSD, amd64.VPMinSQ)
	case kernelop.MaxSI:
		return bySize(size, amd64.VPMaxSB, amd64.VPMaxSW, amd64.VPMaxSD, amd64.VPMaxSQ)
	case kernelop.MinUI:
		return bySize(size, amd64.VPMinUB, amd64.VPMinUW, amd64.VPMinUD, amd64.VPMinUQ)
	case kernelop.MaxUI:
		return bySize(size, amd64.VPMaxUB, amd64.VPMaxUW, amd64.VPMaxUD, amd64.VPMaxUQ)
	case kernelop.AbsI:
		return bySize(size, amd64.VPAbsB, amd64.VPAbsW, amd64.VPAbsD, amd64.VPAbsQ)
	case kernelop.ShLI:
		return bySize(size, 0, amd64.VPSLLVW, amd64.VPSLLVD, amd64.VPSLLVQ)
	case kernelop.ShRUI:
		return bySize(size, 0, amd64.VPSRLVW, amd64.VPSRLVD, amd64.VPSRLVQ)
	case kernelop.ShRSI:
		return bySize(size, 0, amd64.VPSRAVW, amd64.VPSRAVD, amd64.VPSRAVQ)
	}
	return 0
}

// shiftOp returns the instruction that shifts by an immediate; 0 if there is none.
func shiftOp(c kernelop.Code, size int) amd64.Op {
	switch c {
	case kernelop.ShLI:
		return bySize(size, 0, amd64.VPSLLWI, amd64.VPSLLDI, amd64.VPSLLQI)
	case kernelop.ShRUI:
		return bySize(size, 0, amd64.VPSRLWI, amd64.VPSRLDI, amd64.VPSRLQI)
	case kernelop.ShRSI:
		return bySize(size, 0, amd64.VPSRAWI, amd64.VPSRADI, amd64.VPSRAQI)
	}
	return 0
}

// usable reports whether the target has the instruction op.
func (g *x86) usable(op amd64.Op) bool {
	return op != 0 && (g.t.AVX512 || !amd64.NeedsAVX512(op))
}

func (g *x86) vectorInt(in *kernel.Instr, size int, a []reg) reg {
	width := g.width(size)
	if in.Code == kernelop.Dot {
		return g.dot(size, width, a)
	}
	if op := shiftOp(in.Code, size); g.usable(op) {
		if n, ok := g.sameInAllLanes(a[1], size); ok && n < uint64(8*size) {
			return g.vecImm(op, width, int64(n), a[0])
		}
	}
	if op := intOp(in.Code, size); g.usable(op) {
		return g.vec(op, width, a...)
	}
	return 0
}

func (g *x86) oneOrZero(m reg, size int) reg {
	return g.vec(amd64.VPAndD, g.width(size), g.elements(m, size), g.splat(1, size, g.width(size)))
}

func (g *x86) widen(a reg, from, to int, sign bool) reg {
	if from == to {
		return a
	}
	ops := map[[2]int][2]amd64.Op{
		{1, 2}: {amd64.VPMovZXBW, amd64.VPMovSXBW}, {1, 4}: {amd64.VPMovZXBD, amd64.VPMovSXBD}, {1, 8}: {amd64.VPMovZXBQ, amd64.VPMovSXBQ},
		{2, 4}: {amd64.VPMovZXWD, amd64.VPMovSXWD}, {2, 8}: {amd64.VPMovZXWQ, amd64.VPMovSXWQ}, {4, 8}: {amd64.VPMovZXDQ, amd64.VPMovSXDQ},
	}[[2]int{from, to}]
	if sign {
		return g.vec(ops[1], g.width(to), a)
	}
	return g.vec(ops[0], g.width(to), a)
}

func (g *x86) truncate(a reg, from, to int) reg {
	if from == to {
		return a
	}
	if g.t.AVX512 {
		op := map[[2]int]amd64.Op{
			{2, 1}: amd64.VPMovWB, {4, 1}: amd64.VPMovDB, {8, 1}: amd64.VPMovQB,
			{4, 2}: amd64.VPMovDW, {8, 2}: amd64.VPMovQW, {8, 4}: amd64.VPMovQD,
		}[[2]int{from, to}]
		r := g.vec(op, g.width(from), a)
		g.f.size[r] = g.width(to)
		return r
	}
	if from == 8 {
		a, from = g.narrowSigned(a, 8, 4), 4
	}
	// Before each halving, the lower half of each element is sign-extended, so that saturation does
	// not change it.
	for ; from > to; from /= 2 {
		width := amd64.Size(max(16, g.chunk*from))
		half := int64(4 * from)
		if from == 4 {
			a = g.vecImm(amd64.VPSRADI, width, half, g.vecImm(amd64.VPSLLDI, width, half, a))
		} else {
			a = g.vecImm(amd64.VPSRAWI, width, half, g.vecImm(amd64.VPSLLWI, width, half, a))
		}
		a = g.narrowSigned(a, from, from/2)
	}
	return a
}

func (g *x86) intsToFloats(from, to tensor.Kind, sign bool, a reg) reg {
	size := from.Size()
	width := g.width(to.Size())
	switch {
	case from == tensor.I1 && sign:
		a, size = g.elements(a, 4), 4
	case from == tensor.I1:
		a, size = g.oneOrZero(a, 4), 4
	case size < 4:
		a, size = g.widen(a, size, 4, sign), 4
	case size == 4 && !sign && !g.t.AVX512, size == 8 && !g.t.AVX512:
		return 0
	}
	unsigned := !sign && from.Size() >= 4
	switch {
	case size == 4 && to == tensor.F32:
		return g.vec(pick(unsigned, amd64.VCvtUDQ2PS, amd64.VCvtDQ2PS), width, a)
	case size == 4:
		return g.vec(pick(unsigned, amd64.VCvtUDQ2PD, amd64.VCvtDQ2PD), width, a)
	case to == tensor.F64:
		return g.vec(pick(unsigned, amd64.VCvtUQQ2PD, amd64.VCvtQQ2PD), width, a)
	}
	return g.narrowing(pick(unsigned, amd64.VCvtUQQ2PS, amd64.VCvtQQ2PS), 8, 4, a)
}

func pick(c bool, yes, no amd64.Op) amd64.Op {
	if c {
		return yes
	}
	return no
}

// narrowing emits an instruction whose result has narrower elements than its operand.
func (g *x86) narrowing(op amd64.Op, from, to int, a reg) reg {
	r := g.vec(op, g.width(from), a)
	g.f.size[r] = g.width(to)
	return r
}

func (g *x86) floatsToInts(from, to tensor.Kind, unsigned bool, a reg) reg {
	wide := to.Size() >= 4
	unsigned = unsigned && wide
	if !g.t.AVX512 && (to.Size() == 8 || unsigned) {
		return 0
	}
	var r reg
	switch {
	case to.Size() == 8 && from == tensor.F32:
		return g.vec(pick(unsigned, amd64.VCvtTPS2UQQ, amd64.VCvtTPS2QQ), g.width(8), a)
	case to.Size() == 8:
		return g.vec(pick(unsigned, amd64.VCvtTPD2UQQ, amd64.VCvtTPD2QQ), g.width(8), a)
	case from == tensor.F32:
		r = g.vec(pick(unsigned, amd64.VCvtTPS2UDQ, amd64.VCvtTPS2DQ), g.width(4), a)
	default:
		r = g.narrowing(pick(unsigned, amd64.VCvtTPD2UDQ, amd64.VCvtTPD2DQ), 8, 4, a)
	}
	return g.truncate(r, 4, to.Size())
}

func (g *x86) floatsToFloats(from, to tensor.Kind, a reg) reg {
	switch {
	case from == to:
		return a
	case from == tensor.F32 && to == tensor.F64:
		return g.vec(amd64.VCvtPS2PD, g.width(8), a)
	case from == tensor.F64 && to == tensor.F32:
		return g.narrowing(amd64.VCvtPD2PS, 8, 4, a)
	case from == tensor.F16:
		a = g.vec(amd64.VCvtPH2PS, g.width(4), a)
	case from == tensor.BF16:
		a = g.vecImm(amd64.VPSLLDI, g.width(4), 16, g.widen(a, 2, 4, false))
	case from == tensor.F32 && to == tensor.F16:
		r := g.vecImm(amd64.VCvtPS2PH, g.width(4), 0, a)
		g.f.size[r] = g.width(2)
		return r
	case from == tensor.F32 && to == tensor.BF16:
		return g.toBF16(a)
	default:
		return 0
	}
	if to == tensor.F64 {
		return g.vec(amd64.VCvtPS2PD, g.width(8), a)
	}
	return a
}

// toBF16 rounds f32 to the nearest bf16.
func (g *x86) toBF16(a reg) reg {
	f := g.floats(tensor.F32, false)
	high := g.vecImm(amd64.VPSRLDI, f.width, 16, a)
	odd := g.vec(amd64.VPAndD, f.width, high, g.splat(1, 4, f.width))
	bits := g.vec(amd64.VPAddD, f.width, g.vec(amd64.VPAddD, f.width, a, g.splat(0x7fff, 4, f.width)), odd)
	rounded := g.vecImm(amd64.VPSRLDI, f.width, 16, bits)
	quiet := g.vec(amd64.VPOrD, f.width, high, g.splat(1<<6, 4, f.width))
	return g.truncate(f.blend(f.compare(predUNO, a, a), quiet, rounded), 4, 2)
}
