package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Speculatable implements ir.Speculator. A division by a constant can be speculated unless the
// constant is 0, or is -1 in a signed division, which may overflow.
func (o DivSI) Speculatable() bool     { return harmlessDivisor(o.RHS(), true) }
func (o DivUI) Speculatable() bool     { return harmlessDivisor(o.RHS(), false) }
func (o CeilDivSI) Speculatable() bool { return harmlessDivisor(o.RHS(), true) }
func (o CeilDivUI) Speculatable() bool { return harmlessDivisor(o.RHS(), false) }

func harmlessDivisor(v *ir.Value, signed bool) bool {
	n, ok := rewrite.ConstInt(v)
	return ok && n != 0 && !(signed && n == -1)
}
