package same

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// listing has the operations of a block in the order of comparison. A listing of a graph also has
// the control dependencies and the versions of arguments; see [index.Entry].
type listing struct {
	ops   []*ir.Op
	nodes []int32        // node of each operation, except the terminator
	graph *index.Entries // nil if blocks are compared in program order
}

// isGraph reports whether b can be compared as a graph. The edges of a graph represent only
// operands, so operations in regions inside b must not use values of b. b must be the only block of
// its region, have a terminator, and read only its own values.
func isGraph(b *ir.Block) bool {
	if b.Last() == nil || !b.Last().Terminator() || len(b.Region().Blocks) > 1 {
		return false
	}
	captures := false
	for op := range b.Ops() {
		for v := range op.Operands() {
			if v.Block() != b {
				return false
			}
		}
		for _, r := range op.Regions() {
			for _, inner := range r.Blocks {
				for o := range inner.Ops() {
					index.Captures(o, b, func(*ir.Value) { captures = true })
				}
			}
		}
	}
	return !captures
}

// list returns the listing of a block. A graph has only the operations that the results need, in
// the order of [index.EntriesOf], and then the terminator.
func list(b *ir.Block, graph bool) listing {
	var l listing
	if !graph {
		for op := range b.Ops() {
			l.ops = append(l.ops, op)
		}
		return l
	}
	l.graph = index.EntriesOf(b)
	for n, at := range l.graph.Nodes {
		if at.Op != nil {
			l.ops, l.nodes = append(l.ops, at.Op), append(l.nodes, int32(n))
		}
	}
	l.ops = append(l.ops, b.Last())
	return l
}

// reads returns the entries of operation i. For the terminator, these are the graph's outputs.
func (l listing) reads(i int) []index.Entry {
	if i == len(l.nodes) {
		return l.graph.Outputs
	}
	return l.graph.Reads(l.nodes[i])
}

// after returns the control dependencies of operation i.
func (l listing) after(i int) []int32 {
	if i == len(l.nodes) {
		return nil
	}
	return l.graph.After.Row(l.nodes[i])
}

// order compares the versions that operation i reads and its control dependencies. All earlier
// operations are equal, so corresponding nodes have the same numbers.
func order(x, y listing, i int) *Difference {
	if x.graph == nil {
		return nil
	}
	a, b := x.ops[i], y.ops[i]
	there := y.reads(i)
	for k, e := range x.reads(i) {
		if e.Version != there[k].Version {
			return differ(a, b, "operand #%d of %s is version %d of the argument in one and version %d in the other", k, place(a), e.Version, there[k].Version)
		}
	}
	one, other := x.after(i), y.after(i)
	for k := 0; k < len(one) || k < len(other); k++ {
		switch {
		case k == len(other) || k < len(one) && !slices.Contains(other, one[k]):
			return differ(a, b, "%s runs after %s in one only", place(a), x.node(one[k]))
		case k == len(one) || !slices.Contains(one, other[k]):
			return differ(a, b, "%s runs after %s in the other only", place(a), y.node(other[k]))
		case one[k] != other[k]:
			return differ(a, b, "%s runs after the same nodes in both, but lists them in different orders, beginning with %s", place(a), x.node(one[k]))
		}
	}
	return nil
}

// node returns the text that describes a node in a Difference.
func (l listing) node(n int32) string {
	if op := l.graph.Nodes[n].Op; op != nil {
		return place(op)
	}
	return "an argument"
}

// operand returns the value to compare for operand i of op. If a graph returns the result of an
// [index.Reader], this value is the argument that the Reader reads.
func operand(op *ir.Op, i int, graph bool) *ir.Value {
	v := op.OperandAt(i)
	if graph && op.Terminator() {
		if r := index.ReadOf(v); r != nil {
			return r.Value()
		}
	}
	return v
}
