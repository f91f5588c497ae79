package rewrite

import "github.com/lathe-ir/lathe/ir"

// Constants creates constants. In each isolated region, it creates one constant for each value, type
// and dialect, at the start of the region, as MLIR's OperationFolder does.
type Constants struct {
	b     *ir.Builder
	known knownConstants
}

// NewConstants returns an empty set of constants.
func NewConstants(reg *ir.Registry) *Constants { return &Constants{b: ir.NewBuilder(reg)} }

// Get returns a constant that dominates blk, and creates it if needed. It returns nil if d has no
// constant operation for the value.
func (c *Constants) Get(blk *ir.Block, d *ir.Dialect, value ir.Attr, t ir.Type) *ir.Value {
	if d == nil || d.Constant == nil {
		return nil
	}
	r := c.known.insertionRegion(blk)
	key := constantKey{r, d, value, t}
	if op := c.known.ops[key]; op != nil {
		return op.Result()
	}
	c.b.AtStart(r.Entry())
	c.b.Loc = ir.Loc{}
	op := d.Constant(c.b, value, t)
	if op == nil {
		return nil
	}
	if c.known.ops == nil {
		c.known.ops, c.known.owned = map[constantKey]*ir.Op{}, map[*ir.Op]struct{}{}
	}
	c.known.ops[key] = op
	c.known.owned[op] = struct{}{}
	return op.Result()
}

// Owns reports whether c created op.
func (c *Constants) Owns(op *ir.Op) bool { return c.known.owns(op) }
