package pack

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/target"
)

// leastColumnsToTranspose is the smallest number of columns for which copying the row operand takes
// only a small part of the time of the contraction.
const leastColumnsToTranspose = 256

// transposesRows reports whether it saves time to copy the row operand, so that the terms of a row
// are contiguous. It is true only for targets with a mesh (see [target.Target.Mesh]), and only if
// the last dimension of the operand is a loop over rows, as in the gradient of a weight. Without
// the copy, a tile would read a few adjacent elements for each term, and the terms would be in
// different pages of memory. If the operand is small, the second-level cache serves these reads
// fast enough.
func (c *contraction) transposesRows(t target.Target) bool {
	from := c.Ins[1-c.operand]
	m := c.Maps[1-c.operand]
	if !t.Mesh || c.Extents[c.column] < leastColumnsToTranspose || !m.IsProjectedPermutation(false) || ir.Is[arith.Constant](from.Def()) {
		return false
	}
	last, bytes := -1, int64(from.Type().Kind().Size())
	line := bytes
	for _, e := range m.Results {
		d, _ := e.Dim()
		if bytes *= c.Extents[d]; c.Extents[d] > 1 {
			last = d
		}
	}
	if last < 0 || c.Reduction[last] || c.Maps[c.operand].UsesDim(last) {
		return false
	}
	return line*c.Extents[last] >= page/4 && bytes > t.L2/4
}

// transposeRows copies the row operand, so that the terms of each row are contiguous and in the order
// of the loops.
func (c *contraction) transposeRows() {
	var outer, rows, terms []int
	for d := range c.Extents {
		switch {
		case !c.Maps[1-c.operand].UsesDim(d):
		case c.Reduction[d]:
			terms = append(terms, d)
		case c.Maps[c.operand].UsesDim(d):
			outer = append(outer, d)
		default:
			rows = append(rows, d)
		}
	}
	loops := slices.Concat(outer, rows, terms)
	b, copied := c.copyOf(1-c.operand, loops)
	c.replace(b, 1-c.operand, copied, loops)
}
