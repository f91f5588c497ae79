package pack

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/target"
)

// leastColumnsToTranspose is the minimum number of columns. With so many columns, the copy takes
// only a small part of the time.
const leastColumnsToTranspose = 256

// transposesRows reports whether copying the row operand, so that the terms of a row are
// contiguous, saves time. The last dimension of the operand must be a loop over rows, as in the
// gradient of a weight. Without the copy, a tile would read a few adjacent elements for each term,
// and different terms from different pages. The copy saves time only on a mesh (see
// [target.Target.Mesh]), and only if the operand takes more than a quarter of the second-level
// cache.
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

// transposeRows copies the row operand, so that the terms of each row are contiguous.
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
