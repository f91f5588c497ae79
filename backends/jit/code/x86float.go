package code

import (
	"math"

	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// floatOps are the instructions of a float kind, for scalars or vectors.
type floatOps struct {
	add, sub, mul, div, min, max, sqrt, round, fma amd64.Op
}

// floatsOf returns the instructions on vectors or scalars of kind k.
func floatsOf(k tensor.Kind, scalar bool) floatOps {
	switch {
	case k == tensor.F32 && scalar:
		return floatOps{amd64.VAddSS, amd64.VSubSS, amd64.VMulSS, amd64.VDivSS, amd64.VMinSS, amd64.VMaxSS, amd64.VSqrtSS, amd64.VRoundSS, amd64.VFMAdd231SS}
	case k == tensor.F64 && scalar:
		return floatOps{amd64.VAddSD, amd64.VSubSD, amd64.VMulSD, amd64.VDivSD, amd64.VMinSD, amd64.VMaxSD, amd64.VSqrtSD, amd64.VRoundSD, amd64.VFMAdd231SD}
	case k == tensor.F32:
		return floatOps{amd64.VAddPS, amd64.VSubPS, amd64.VMulPS, amd64.VDivPS, amd64.VMinPS, amd64.VMaxPS, amd64.VSqrtPS, amd64.VRoundPS, amd64.VFMAdd231PS}
	}
	return floatOps{amd64.VAddPD, amd64.VSubPD, amd64.VMulPD, amd64.VDivPD, amd64.VMinPD, amd64.VMaxPD, amd64.VSqrtPD, amd64.VRoundPD, amd64.VFMAdd231PD}
}

// floats selects operations on floats of one kind in registers of one width. A scalar is in the
// first lane.
type floats struct {
	g      *x86
	k      tensor.Kind
	scalar bool
	width  amd64.Size
	ops    floatOps
}

func (g *x86) floats(k tensor.Kind, scalar bool) *floats {
	width := amd64.X
	if !scalar {
		width = g.width(k.Size())
	}
	return &floats{g, k, scalar, width, floatsOf(k, scalar)}
}

func (g *x86) float(c kernelop.Code, k tensor.Kind, scalar bool, a []reg) reg {
	return g.floats(k, scalar).math(c, a)
}

func (g *x86) extremeOf(cmp, in *kernel.Instr, k tensor.Kind, scalar bool, yes, no reg) reg {
	return g.floats(k, scalar).ofSelect(cmp, in, yes, no)
}

func (g *x86) compareFloats(p kernelop.Pred, k tensor.Kind, a, b reg) reg {
	return g.fromElements(g.floats(k, false).compare(machinePred(p), a, b), k.Size())
}

func (g *x86) scaled(y, k reg) reg { return g.vec(amd64.VScaleFPS, g.width(4), y, k) }

// math selects the instructions for operation c with operands a.
func (f *floats) math(c kernelop.Code, a []reg) reg {
	g := f.g
	switch c {
	case kernelop.AddF:
		return g.vec(f.ops.add, f.width, a[0], a[1])
	case kernelop.SubF:
		return g.vec(f.ops.sub, f.width, a[0], a[1])
	case kernelop.MulF:
		return g.vec(f.ops.mul, f.width, a[0], a[1])
	case kernelop.DivF:
		return g.vec(f.ops.div, f.width, a[0], a[1])
	case kernelop.FMA:
		r := g.f.newReg(vector, f.width)
		g.emit(inst{kind: fma, op: f.ops.fma, size: f.width, r: [4]reg{r, a[0], a[1], a[2]}})
		return r
	case kernelop.NegF:
		return g.vec(amd64.VPXorD, f.width, a[0], f.sign())
	case kernelop.AbsF:
		return g.vec(amd64.VPAndND, f.width, f.sign(), a[0])
	case kernelop.CopySign:
		if g.t.AVX512 {
			return f.choose(a[0], a[1], f.sign())
		}
		return f.or(g.vec(amd64.VPAndND, f.width, f.sign(), a[0]), g.vec(amd64.VPAndD, f.width, a[1], f.sign()))
	case kernelop.SqrtF:
		return f.unary(f.ops.sqrt, a[0], 0)
	case kernelop.RoundEvenF:
		return f.unary(f.ops.round, a[0], 8)
	case kernelop.FloorF:
		return f.unary(f.ops.round, a[0], 9)
	case kernelop.CeilF:
		return f.unary(f.ops.round, a[0], 10)
	case kernelop.TruncF:
		return f.unary(f.ops.round, a[0], 11)
	case kernelop.RemF:
		if !f.scalar {
			return 0
		}
		r := g.f.newReg(vector, amd64.X)
		g.emit(inst{kind: remainder, size: amd64.Size(f.k.Size()), r: [4]reg{r, a[0], a[1]}, imm: int64(g.areaOf(laneAreas - 1).disp)})
		return r
	}
	return f.extreme(c, a[0], a[1])
}

// unary emits op, an instruction with one operand. The scalar form of the instruction has an
// additional register operand, from which it copies the other lanes.
func (f *floats) unary(op amd64.Op, a reg, imm int64) reg {
	if f.scalar {
		return f.g.vecImm(op, f.width, imm, a, a)
	}
	return f.g.vecImm(op, f.width, imm, a)
}

// sign returns a constant with only the sign bit of each element set.
func (f *floats) sign() reg {
	return f.g.splat(1<<(8*f.k.Size()-1), f.k.Size(), f.width)
}

func (f *floats) or(a, b reg) reg { return f.g.vec(amd64.VPOrD, f.width, a, b) }

// extreme emits the minimum or maximum of two numbers. The machine instruction returns its second
// operand if an operand is NaN or both are zeros. So extreme emits it for both orders of the
// operands, and combines the bits of the results to distinguish -0 and 0.
func (f *floats) extreme(c kernelop.Code, a, b reg) reg {
	g := f.g
	least := c == kernelop.MinimumF || c == kernelop.MinNumF
	op, join := f.ops.max, amd64.VPAndD
	if least {
		op, join = f.ops.min, amd64.VPOrD
	}
	if r := f.extremeOfConstant(c, a, b); r != 0 {
		return r
	}
	if c == kernelop.MaximumF && g.t.AVX512 {
		return f.maximum(a, b)
	}
	both := g.vec(join, f.width, g.vec(op, f.width, a, b), g.vec(op, f.width, b, a))
	switch c {
	case kernelop.MinimumF:
		return both // if a or b is a NaN, this is a | b, which is a NaN too
	case kernelop.MaximumF:
		return f.blend(f.compare(predUNO, a, b), g.vec(f.ops.add, f.width, a, b), both)
	}
	r := f.blend(f.compare(predUNO, a, a), b, both)
	return f.blend(f.compare(predUNO, b, b), a, r)
}

// maximum emits the maximum of two numbers with AVX-512. VRANGE orders 0 above -0. But if one
// operand is a NaN, VRANGE returns the other operand. In lanes with a NaN, the sum of the operands,
// which is NaN, replaces the result.
func (f *floats) maximum(a, b reg) reg {
	const largerWithSign = 1 | 1<<2
	op := pick(f.k == tensor.F64, amd64.VRangePD, amd64.VRangePS)
	larger := f.g.vecImm(op, f.width, largerWithSign, a, b)
	r := f.g.f.newReg(vector, f.width)
	f.g.emit(inst{kind: tied, op: f.ops.add, size: f.width, r: [4]reg{r, larger, a, b}, mask: f.compare(predUNO, a, b)})
	return r
}

// choose returns the bits of b where c has ones, and the bits of a elsewhere.
func (f *floats) choose(a, b, c reg) reg {
	r := f.g.f.newReg(vector, f.width)
	f.g.emit(inst{kind: tied, op: amd64.VPTernLogD, size: f.width, r: [4]reg{r, a, b, c}, imm: 0xd8})
	return r
}

// ofSelect implements extremeOf. The machine's minimum of x and y is x if x < y, otherwise y. The
// maximum is x if x > y, otherwise y.
func (f *floats) ofSelect(cmp *kernel.Instr, in *kernel.Instr, yes, no reg) reg {
	if cmp == nil {
		return 0
	}
	same := cmp.Args[0] == in.Args[1] && cmp.Args[1] == in.Args[2]
	if !same && (cmp.Args[0] != in.Args[2] || cmp.Args[1] != in.Args[1]) {
		return 0
	}
	switch {
	case cmp.Pred == kernelop.FOLT && same, cmp.Pred == kernelop.FOGT && !same:
		return f.g.vec(f.ops.min, f.width, yes, no)
	case cmp.Pred == kernelop.FOGT && same, cmp.Pred == kernelop.FOLT && !same:
		return f.g.vec(f.ops.max, f.width, yes, no)
	case cmp.Pred == kernelop.FULE && same, cmp.Pred == kernelop.FUGE && !same:
		return f.g.vec(f.ops.min, f.width, no, yes)
	case cmp.Pred == kernelop.FUGE && same, cmp.Pred == kernelop.FULE && !same:
		return f.g.vec(f.ops.max, f.width, no, yes)
	}
	return 0
}

// extremeOfConstant emits MinimumF or MaximumF of a number and a constant in one or two
// instructions. It returns 0 for other operations, if neither operand is a constant, and if the
// constant is NaN or -0.
func (f *floats) extremeOfConstant(c kernelop.Code, a, b reg) reg {
	g := f.g
	v, ok := f.constant(b)
	if !ok {
		a, b = b, a
		if v, ok = f.constant(b); !ok {
			return 0
		}
	}
	if math.IsNaN(v) || v == 0 && math.Signbit(v) {
		return 0
	}
	switch c {
	case kernelop.MinimumF:
		return g.vec(f.ops.min, f.width, b, a)
	case kernelop.MaximumF:
		r := g.vec(f.ops.max, f.width, b, a)
		if v == 0 {
			r = g.vec(f.ops.add, f.width, r, b) // -0 becomes 0
		}
		return r
	}
	return 0
}

// constant returns the number that r has in all lanes, or in the first lane if f is for scalars. It
// returns false if r is not a constant or its lanes differ.
func (f *floats) constant(r reg) (float64, bool) {
	c, ok := f.g.f.consts[r]
	if !ok {
		return 0, false
	}
	size := f.k.Size()
	n := len(c.bytes)
	if f.scalar {
		n = size
	}
	for i := size; i < n; i += size {
		if string(c.bytes[i:i+size]) != string(c.bytes[:size]) {
			return 0, false
		}
	}
	one := tensor.New(f.k)
	copy(one.Data, c.bytes[:size])
	return one.Float(0), true
}

// predUNO is the machine's predicate that holds if an operand is a NaN.
const (
	predUNO = 3
)

// machinePred returns the machine's predicate for p.
func machinePred(p kernelop.Pred) int64 {
	return [...]int64{
		kernelop.FFalse: 11, kernelop.FOEQ: 0, kernelop.FOGT: 30, kernelop.FOGE: 29, kernelop.FOLT: 17, kernelop.FOLE: 18,
		kernelop.FONE: 12, kernelop.FORD: 7, kernelop.FUEQ: 8, kernelop.FUGT: 22, kernelop.FUGE: 21, kernelop.FULT: 25,
		kernelop.FULE: 26, kernelop.FUNE: 4, kernelop.FUNO: predUNO, kernelop.FTrue: 15,
	}[p]
}

// compare returns a mask: a mask register with AVX-512, otherwise lanes with all bits set where the
// predicate holds.
func (f *floats) compare(pred int64, a, b reg) reg {
	g := f.g
	switch {
	case g.t.AVX512:
		op := amd64.VCmpPSK
		if f.k == tensor.F64 {
			op = amd64.VCmpPDK
		}
		r := g.def(mask, 8, op, f.width, a, b)
		g.f.insts[len(g.f.insts)-1].imm = pred
		return r
	case f.scalar && f.k == tensor.F32:
		return g.vecImm(amd64.VCmpSS, f.width, pred, a, b)
	case f.scalar:
		return g.vecImm(amd64.VCmpSD, f.width, pred, a, b)
	case f.k == tensor.F32:
		return g.vecImm(amd64.VCmpPS, f.width, pred, a, b)
	}
	return g.vecImm(amd64.VCmpPD, f.width, pred, a, b)
}

// blend returns the lanes of "yes" where the mask m is set, and the lanes of "no" elsewhere. m is a
// result of compare.
func (f *floats) blend(m, yes, no reg) reg {
	return f.g.blend(m, yes, no, f.k.Size(), f.width)
}

func (g *x86) compareFloat(p kernelop.Pred, k tensor.Kind, a, b reg) reg {
	m := g.floats(k, true).compare(machinePred(p), a, b)
	op := amd64.VMovDStore
	if g.t.AVX512 {
		op = amd64.KMovDTo
	}
	return g.gprImm(amd64.AndImm, 4, g.gpr(op, amd64.X, m), 1)
}
