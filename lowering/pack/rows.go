package pack

import "github.com/lathe-ir/lathe/lowering/target"

// leastColumnsToTurn is the smallest number of columns for which copying the row operand takes only
// a small part of the time of the contraction.
const leastColumnsToTurn = 256

// turns reports whether the row operand should be copied because the rows, not the terms, are
// adjacent in memory, as in the gradient of a weight. A tile would read a few elements for each
// term, far apart in memory. If such reads are served by a cache nearby, they are fast enough.
func (c *contraction) turns(t target.Target) bool {
	m := c.Maps[1-c.operand]
	if !t.Mesh || c.Extents[c.column] < leastColumnsToTurn || !projection(m) || len(m.Results) == 0 {
		return false
	}
	last, _ := m.Results[len(m.Results)-1].Dim()
	if c.Reduction[last] || c.Maps[c.operand].UsesDim(last) {
		return false
	}
	bytes := int64(c.Ins[1-c.operand].Type().Kind().Size())
	for _, e := range m.Results {
		d, _ := e.Dim()
		bytes *= c.Extents[d]
	}
	return bytes > t.L2/4
}

// turn copies the row operand, so that the terms of each row are contiguous.
func (c *contraction) turn() {
	var outer, rows, terms []int
	for _, e := range c.Maps[1-c.operand].Results {
		switch d, _ := e.Dim(); {
		case c.Reduction[d]:
			terms = append(terms, d)
		case c.Maps[c.operand].UsesDim(d):
			outer = append(outer, d)
		default:
			rows = append(rows, d)
		}
	}
	loops := append(append(outer, rows...), terms...)
	b, copied := c.copyOf(1-c.operand, loops)
	c.replace(b, 1-c.operand, copied, loops)
	c.record.Set(c.Op)
}
