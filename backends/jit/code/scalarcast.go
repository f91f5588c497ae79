package code

import (
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func isHalf(k tensor.Kind) bool { return k == tensor.F16 || k == tensor.BF16 }

func isWide(k tensor.Kind) bool { return k == tensor.F32 || k == tensor.F64 }

// castScalar converts a scalar; 0 if there is no code for it.
func (g *gen) castScalar(c kernelop.Code, from, to tensor.Kind, a reg) reg {
	switch c {
	case kernelop.ExtSI:
		return g.m.extend64(a, from, true)
	case kernelop.ExtUI:
		return g.m.extend64(a, from, false)
	case kernelop.TruncI:
		if to == tensor.I1 {
			return g.m.lowBit(a)
		}
		return a
	case kernelop.Bitcast:
		return g.m.bitcastScalar(from, to, a)
	case kernelop.SIToFP, kernelop.UIToFP:
		if !isWide(to) {
			return 0
		}
		return g.m.toFloat(from, to, c == kernelop.SIToFP, a)
	case kernelop.FPToSI, kernelop.FPToUI:
		if !isWide(from) || to == tensor.I1 {
			return 0
		}
		return g.m.fromFloat(from, to, c == kernelop.FPToUI, a)
	}
	return g.m.floatCast(from, to, a)
}
