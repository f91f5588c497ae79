package tensor

import "github.com/lathe-ir/lathe/ir/rewrite"

// Speculatable implements ir.Speculator. The operation may be executed speculatively if the
// dimension is known to exist.
func (o Dim) Speculatable() bool {
	i, ok := rewrite.ConstInt(o.Index())
	return ok && i >= 0 && int(i) < o.Source().Type().Rank()
}
