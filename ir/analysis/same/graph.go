package same

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// listing has the operations of a block in the order of comparison. For a graph it also has the
// versions of variables and the control dependencies, which values do not imply.
type listing struct {
	ops   []*ir.Op
	nodes []int32        // by operation; the terminator has none
	graph *index.Entries // nil if program order is compared
}

// list returns the listing of a block. For a graph it has the operations that the results need, in the
// order of [index.EntriesOf], and the terminator.
func (c *comparer) list(b *ir.Block) listing {
	var l listing
	if !c.o.Graph || b.Last() == nil || !b.Last().Terminator() {
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

// reads returns the entries that operation i reads. For the terminator, they are those of the results.
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

// order compares the versions of variables that operation i of two graphs reads and makes, and its
// control dependencies. All earlier operations are equal, so corresponding nodes have the same
// numbers.
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
			return differ(a, b, "%s runs after %s and others, which it lists in another order", place(a), x.node(one[k]))
		}
	}
	return nil
}

// node returns the text for a node in a description of a difference.
func (l listing) node(n int32) string {
	if op := l.graph.Nodes[n].Op; op != nil {
		return place(op)
	}
	return "an argument"
}

// operand returns the value to compare for operand i of op. For a graph's result that was read
// before a change, it is the argument, whose version is compared separately.
func (c *comparer) operand(op *ir.Op, i int) *ir.Value {
	v := op.OperandAt(i)
	if c.o.Graph && op.Terminator() {
		if r := index.ReadOf(v); r != nil {
			return r.Value()
		}
	}
	return v
}
