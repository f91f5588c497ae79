package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// vectorInstr selects an instruction on vectors, part by part, or lane by lane where
// the machine has nothing better.
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
			rs[p] = g.vec(amd64.VScaleFPS, g.width(4), y[p], k[p])
		}
		g.set(r, rs...)
		return
	}
	args := make([][]reg, len(in.Args))
	for i, v := range in.Args {
		args[i] = g.value(v)
	}
	var rs []reg
	for p := range g.parts {
		a := make([]reg, len(args))
		for i := range args {
			a[i] = args[i][p]
		}
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

// chooseParts is yes if cond is not 0, else no.
func (g *gen) chooseParts(cond reg, yes, no []reg) []reg {
	var rs []reg
	for _, n := range no {
		rs = append(rs, g.copyOf(n))
	}
	skip := g.newLabel()
	g.emit(inst{kind: compareJump, op: amd64.CmpImm, size: 1, cc: amd64.EQ, r: [4]reg{cond}, label: skip})
	for i, y := range yes {
		g.copy(rs[i], y)
	}
	g.bind(skip)
	return rs
}

// vectorPart selects one part; 0 if the machine has no instruction for it.
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
		return g.vectorInt(in, to.Size(), a)
	case kernelop.FloatMath, kernelop.FloatExtreme:
		if !isWide(to) {
			return 0
		}
		return g.floats(to, false).math(in.Code, a)
	case kernelop.Compares:
		switch {
		case in.Code == kernelop.CmpF && !isWide(from):
			return 0
		case in.Code == kernelop.CmpF:
			return g.fromElements(g.floats(from, false).compare(machinePred(in.Pred), a[0], a[1]), from.Size())
		case from == tensor.I1:
			return g.compareMasks(in.Pred, a[0], a[1])
		}
		return g.compareInts(in.Pred, from.Size(), a[0], a[1])
	case kernelop.Selects:
		if to == tensor.I1 {
			return g.maskOr(g.maskAnd(a[0], a[1]), g.maskAndNot(a[0], a[2]))
		}
		if isWide(to) {
			if r := g.floats(to, false).ofSelect(g.compares[in.Args[0]], in, a[1], a[2]); r != 0 {
				return r
			}
		}
		return g.blend(g.forSize(a[0], to.Size()), a[1], a[2], to.Size(), g.width(to.Size()))
	case kernelop.Casts:
		return g.castPart(in.Code, from, to, a[0])
	}
	return 0
}

// intOps are the instructions of an operation on integers by size; 0 is none.
func intOps(c kernelop.Code, size int) amd64.Op {
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

// shiftOps are the shifts by an immediate.
func shiftOps(c kernelop.Code, size int) amd64.Op {
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

// usable reports whether the target has op.
func (g *gen) usable(op amd64.Op) bool {
	return op != 0 && (g.t.AVX512 || !amd64.NeedsAVX512(op))
}

func (g *gen) vectorInt(in *kernel.Instr, size int, a []reg) reg {
	width := g.width(size)
	if in.Code == kernelop.Dot {
		return g.dot(size, width, a)
	}
	if op := shiftOps(in.Code, size); g.usable(op) {
		if n, ok := g.sameInAllLanes(a[1], size); ok && n < uint64(8*size) {
			return g.vecImm(op, width, int64(n), a[0])
		}
	}
	if op := intOps(in.Code, size); g.usable(op) {
		return g.vec(op, width, a...)
	}
	return 0
}

// sameInAllLanes is the element of a constant whose elements are equal.
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
		if from == tensor.I1 || to == tensor.I1 {
			return a
		}
		return a
	case kernelop.ExtSI:
		if from == tensor.I1 {
			return g.elements(a, to.Size())
		}
		return g.widen(a, from.Size(), to.Size(), true)
	case kernelop.ExtUI:
		if from == tensor.I1 {
			return g.oneOrZero(a, to.Size())
		}
		return g.widen(a, from.Size(), to.Size(), false)
	case kernelop.TruncI:
		if to == tensor.I1 {
			return g.lowBits(a, from)
		}
		return g.truncate(a, from.Size(), to.Size())
	case kernelop.SIToFP, kernelop.UIToFP:
		if !isWide(to) {
			return 0
		}
		return g.intsToFloats(from, to, c == kernelop.SIToFP, a)
	case kernelop.FPToSI, kernelop.FPToUI:
		if !isWide(from) || to == tensor.I1 {
			return 0
		}
		return g.floatsToInts(from, to, c == kernelop.FPToUI, a)
	}
	return g.floatsToFloats(from, to, a)
}

// oneOrZero is 1 in the lanes where mask m is on.
func (g *gen) oneOrZero(m reg, size int) reg {
	return g.vec(amd64.VPAndD, g.width(size), g.elements(m, size), g.splat(1, size, g.width(size)))
}

// widen extends integers.
func (g *gen) widen(a reg, from, to int, sign bool) reg {
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

// truncate drops the upper bytes of integers.
func (g *gen) truncate(a reg, from, to int) reg {
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
	// Sign-extended from the width that is kept, elements survive saturation.
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

// intsToFloats converts integers; 0 if lanes must do it.
func (g *gen) intsToFloats(from, to tensor.Kind, sign bool, a reg) reg {
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

// narrowing is an instruction whose result has narrower elements than its operand,
// which gives its width.
func (g *gen) narrowing(op amd64.Op, from, to int, a reg) reg {
	r := g.vec(op, g.width(from), a)
	g.f.size[r] = g.width(to)
	return r
}

// floatsToInts converts floats that fit; 0 if lanes must do it.
func (g *gen) floatsToInts(from, to tensor.Kind, unsigned bool, a reg) reg {
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

// floatsToFloats converts between float kinds; 0 if lanes must do it.
func (g *gen) floatsToFloats(from, to tensor.Kind, a reg) reg {
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
func (g *gen) toBF16(a reg) reg {
	f := g.floats(tensor.F32, false)
	high := g.vecImm(amd64.VPSRLDI, f.width, 16, a)
	odd := g.vec(amd64.VPAndD, f.width, high, g.splat(1, 4, f.width))
	bits := g.vec(amd64.VPAddD, f.width, g.vec(amd64.VPAddD, f.width, a, g.splat(0x7fff, 4, f.width)), odd)
	rounded := g.vecImm(amd64.VPSRLDI, f.width, 16, bits)
	quiet := g.vec(amd64.VPOrD, f.width, high, g.splat(1<<6, 4, f.width))
	return g.truncate(f.blend(f.compare(predUNO, a, a), quiet, rounded), 4, 2)
}
