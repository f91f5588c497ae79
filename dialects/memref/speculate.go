package memref

import "github.com/lathe-ir/lathe/ir/rewrite"

// Speculatable implements ir.Speculator. A Dim may be speculated if its index is a constant and
// less than the rank.
func (o Dim) Speculatable() bool {
	i, ok := rewrite.ConstInt(o.Index())
	return ok && i >= 0 && int(i) < o.Source().Type().Rank()
}
