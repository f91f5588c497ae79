package memref

import "github.com/lathe-ir/lathe/ir/rewrite"

// Speculatable implements ir.Speculator: an existing dimension can be queried at any time.
func (o Dim) Speculatable() bool {
	i, ok := rewrite.ConstInt(o.Index())
	return ok && i >= 0 && int(i) < o.Source().Type().Rank()
}
