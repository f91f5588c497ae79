package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Speculatable implements ir.Speculator. The divisions below may be speculated only if the divisor
// is a constant other than 0. In a signed division, the constant -1 is excluded too, since the
// quotient may overflow.
func (o DivSI) Speculatable() bool     { return harmlessDivisor(o.RHS(), true) }
func (o DivUI) Speculatable() bool     { return harmlessDivisor(o.RHS(), false) }
func (o CeilDivSI) Speculatable() bool { return harmlessDivisor(o.RHS(), true) }
func (o CeilDivUI) Speculatable() bool { return harmlessDivisor(o.RHS(), false) }

func harmlessDivisor(v *ir.Value, signed bool) bool {
	n, ok := rewrite.ConstInt(v)
	return ok && n != 0 && !(signed && n == -1)
}
