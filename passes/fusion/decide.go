package fusion

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/decision"
)

// Limits of a fused nest keep kernels small enough to read and compile.
const (
	mostInputs     = 24
	mostOperations = 250
	mostWork       = 400 // in additions
	// cheap is the largest amount of work for which recomputing a value is better than storing and
	// reading it.
	cheap = 2
)

// refuse returns why p, which is input i of c, should not be computed inside c, or "" if it should.
func refuse(p, c structured.Nest, i int) string {
	if why := unfusible(p); why != "" {
		return why
	}
	if p.Op.Block() != c.Op.Block() {
		return "its reader is in another block, for example in a loop that would compute it again in every iteration"
	}
	cost := work(p.Body())
	if len(p.Ins)+len(c.Ins) > mostInputs || p.Body().Len()+c.Body().Len() > mostOperations || cost > 0 && cost+work(c.Body()) > mostWork {
		return "the nest would grow too large"
	}
	again := c.Size() > p.Size()
	switch {
	case cost == 0:
		if again && scatters(p, c, i) {
			return "its elements would be read repeatedly, with a large stride"
		}
		return ""
	case again && (p.Size() > 1 || cost > cheap):
		return fmt.Sprintf("%d iterations would compute %d elements again", c.Size(), p.Size())
	case !p.Op.Result().HasOneUse() && cost > cheap:
		return "it has several uses and is not cheap"
	}
	return ""
}

// work estimates the cost of one iteration, in additions. Moving data is free.
func work(block *ir.Block) int {
	sum := 0
	for op := range block.Ops() {
		if op != block.Last() {
			sum += weight(op)
		}
	}
	return sum
}

// weight estimates the cost of op in additions.
func weight(op *ir.Op) int {
	switch o := op.View().(type) {
	case arith.Constant, linalg.Index:
		return 0
	case arith.ExtSI: // free for 8-bit elements, since loading them reads less memory
		return weightOfExtension(o.In())
	case arith.ExtUI:
		return weightOfExtension(o.In())
	case arith.DivF, math.Sqrt:
		return 4
	case math.AbsF, math.Rsqrt, math.Cbrt, math.Exp, math.Exp2, math.ExpM1, math.Log, math.Log2, math.Log10,
		math.Log1p, math.Sin, math.Cos, math.Tan, math.Asin, math.Acos, math.Atan, math.Sinh, math.Cosh, math.Tanh,
		math.Asinh, math.Acosh, math.Atanh, math.Erf, math.Erfc, math.Ceil, math.Floor, math.Round, math.RoundEven,
		math.Trunc, math.AbsI, math.CtLz, math.CtTz, math.CtPop, math.IsFinite, math.IsInf, math.IsNaN, math.IsNormal,
		math.Atan2, math.CopySign, math.PowF, math.IPowI, math.FPowI, math.Fma, math.ClampF, math.Sincos:
		return 20
	}
	return 1
}

func weightOfExtension(from *ir.Value) int {
	if from.Type().IsInt(8) {
		return 0
	}
	return 1
}

// scatters reports whether c, after fusion with p, would read an input of p with a large stride in
// its innermost loop. It returns false if c already reads p with a large stride.
func scatters(p, c structured.Nest, i int) bool {
	inner := -1
	for d, e := range c.Extents {
		if e != 1 {
			inner = d
		}
	}
	if inner < 0 || !smooth(stride(c.Maps[i], c.Ins[i].Type(), inner)) {
		return false
	}
	for k, v := range p.Ins {
		if !smooth(stride(p.Maps[k].Compose(c.Maps[i]), v.Type(), inner)) {
			return true
		}
	}
	return false
}

func smooth(stride int64) bool { return stride == 0 || stride == 1 }

// stride returns the distance in memory, in elements, between the elements that two adjacent
// iterations of loop d read. The loops read a tensor of type t through the map m.
func stride(m affine.Map, t ir.Type, d int) int64 {
	shape, _ := t.Shape()
	at := func(v int64) int64 {
		dims := make([]int64, m.Dims)
		dims[d] = v
		index, _ := m.Eval(dims, nil)
		flat := int64(0)
		for k, x := range index {
			flat = flat*shape[k] + x
		}
		return flat
	}
	return at(1) - at(0)
}

// allowed reports whether p may be fused into c, and logs the decision. "why" is the reason against
// the fusion, or "". A reason is logged once for each reader. If the log has reached its limit, p
// may not be fused.
func (f *fuser) allowed(p, c *ir.Op, why string) bool {
	log, r := f.run.Log, refusal{p, why}
	if !log.Recording() || f.logged[r] {
		return why == ""
	}
	f.logged[r] = why != ""
	ops := append(append([]uint32(nil), c.Sources()...), p.Sources()...)
	ok := log.Add(decision.Entry{Kind: decision.Fuse, Rule: "fusion", Ops: ops, Reason: why, Refused: why != ""})
	return ok && why == ""
}
