package tensor

import "github.com/lathe-ir/lathe/ir/rewrite"

// Speculatable implements ir.Speculator: the size of a dimension that exists
// can be computed at any time.
func (o Dim) Speculatable() bool {
	i, ok := rewrite.ConstInt(o.Index())
	return ok && i >= 0 && int(i) < o.Source().Type().Rank()
}
