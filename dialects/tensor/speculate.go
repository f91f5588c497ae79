package tensor

import "github.com/lathe-ir/lathe/ir/rewrite"

// Speculatable implements ir.Speculator. A dim of a dimension that may not exist is unsafe.
func (o Dim) Speculatable() bool {
	i, ok := rewrite.ConstInt(o.Index())
	return ok && i >= 0 && int(i) < o.Source().Type().Rank()
}
