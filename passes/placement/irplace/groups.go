package irplace

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Groups divides the operations of a block into groups that can run one after another: the graph in
// which each group is one node stays acyclic. The pass pattern-fusion adds whole matches, and the
// pass fusion-groups adds one operation after another.
//
// Operations are numbered in the order of the block. Until Close, the mark of an operation
// ([ir.Op.Mark]) is its number plus 1.
type Groups struct {
	Ops   []*ir.Op // without the terminator
	block *ir.Block
	q     *placement.Contraction

	// Buffers of Path.
	queue []int32
	from  map[int32]int32
}

// NewGroups starts with a group for each operation.
func NewGroups(block *ir.Block) (*Groups, error) {
	g := &Groups{block: block}
	last := block.Last()
	for op := range block.Ops() {
		if op == last && op.Terminator() {
			break
		}
		g.Ops = append(g.Ops, op)
		op.SetMark(uint32(len(g.Ops)))
	}
	var b placement.Builder
	for range g.Ops {
		b.Node(placement.Node{})
	}
	before := int32(-1)
	for i, op := range g.Ops {
		if ordered(op) {
			if before >= 0 {
				b.Order(before, int32(i))
			}
			before = int32(i)
		}
		for v := range op.Results() {
			value := int32(-1)
			for u := range v.Uses() {
				n, ok := g.Position(g.Enclosing(u.Owner()))
				if !ok {
					continue
				}
				if value < 0 {
					value = b.Value(int32(i), 0)
				}
				b.Use(value, int32(n))
			}
		}
	}
	built, err := b.Build()
	if err != nil {
		return nil, err
	}
	g.q = placement.NewContraction(built)
	g.q.Limit = math.MaxInt // whether a set can be a group must not depend on the distance of its members
	return g, nil
}

// ordered reports whether an operation may access memory, so that it must keep its position
// relative to the other operations that may.
func ordered(op *ir.Op) bool {
	return !op.Has(ir.Pure) && !op.Has(ir.NoSideEffect) && !ir.Is[onednngraph.End](op)
}

// Enclosing returns the operation of the block that is or contains op, or op itself if there is
// none.
func (g *Groups) Enclosing(op *ir.Op) *ir.Op {
	for o := op; o != nil; o = o.Parent() {
		if o.Block() == g.block {
			return o
		}
	}
	return op
}

// Close resets the marks.
func (g *Groups) Close() {
	for _, op := range g.Ops {
		op.SetMark(0)
	}
}

// Position returns the number of an operation; ok is false if the operation is not in the block.
func (g *Groups) Position(op *ir.Op) (int, bool) {
	n := int(op.Mark()) - 1
	return n, n >= 0 && op.Block() == g.block
}

// Before reports whether the group of a comes before the group of b in an order in which the groups
// can run. It is false if a and b are in the same group.
func (g *Groups) Before(a, b *ir.Op) bool {
	x, y := g.group(a), g.group(b)
	return x != y && g.q.Before(x, y)
}

func (g *Groups) group(op *ir.Op) int32 {
	n, _ := g.Position(op)
	return g.q.Find(int32(n))
}

// singleExit reports whether exactly one operation of a set is an exit. An operation is an exit in
// three cases. One of its results is used outside the set or in a region. Or no operation of the
// set uses its results. Or the operation may have to stay before later operations. A set with one
// exit is convex: a path that leaves it and comes back would lead from the exit to itself.
func (g *Groups) singleExit(ops []*ir.Op) bool {
	exits := 0
	for _, op := range ops {
		outer, inner := ordered(op), false
		for v := range op.Results() {
			for u := range v.Uses() {
				if slices.Contains(ops, u.Owner()) {
					inner = true
				} else if _, ok := g.Position(g.Enclosing(u.Owner())); ok {
					outer = true
				}
			}
		}
		if outer || !inner {
			exits++
		}
	}
	return exits == 1
}

// Path returns the operations on a path that leaves a set of operations and comes back to it; nil
// if there is none. If the set became one group, such a path would be a cycle. The operations of
// the set must not be in groups yet. Path searches only the part of the order up to the last
// operation of the set.
func (g *Groups) Path(ops []*ir.Op) []*ir.Op {
	if len(ops) == 1 || g.singleExit(ops) {
		return nil
	}
	path := g.leaving(ops)
	if path == nil {
		return nil
	}
	names := make([]*ir.Op, len(path))
	for i, n := range path {
		names[i] = g.Ops[n]
	}
	return names
}

func (g *Groups) leaving(ops []*ir.Op) []int32 {
	inside := map[int32]bool{}
	last := int32(-1)
	for _, op := range ops {
		n, _ := g.Position(op)
		c := g.q.Find(int32(n))
		inside[c] = true
		if last < 0 || g.q.Before(last, c) {
			last = c
		}
	}
	g.queue, g.from = g.queue[:0], map[int32]int32{}
	visit := func(from int32) (back int32) {
		for _, to := range g.q.Succs(from) {
			if inside[to] {
				if !inside[from] {
					return to
				}
				continue
			}
			if _, seen := g.from[to]; seen || !g.q.Before(to, last) {
				continue
			}
			g.from[to] = from
			g.queue = append(g.queue, to)
		}
		return -1
	}
	for _, op := range ops {
		n, _ := g.Position(op)
		visit(g.q.Find(int32(n)))
	}
	for i := 0; i < len(g.queue); i++ {
		if back := visit(g.queue[i]); back >= 0 {
			path := []int32{back}
			for n := g.queue[i]; ; n = g.from[n] {
				path = append(path, n)
				if inside[n] {
					slices.Reverse(path)
					return path
				}
			}
		}
	}
	return nil
}

// Merge makes one group of operations, for which Path must have returned nil. It merges them in the
// order in which they can run, so that no path through another operation connects two consecutive
// operations.
func (g *Groups) Merge(ops []*ir.Op) {
	nodes := make([]int32, len(ops))
	for i, op := range ops {
		n, _ := g.Position(op)
		nodes[i] = g.q.Find(int32(n))
	}
	for len(nodes) > 1 {
		slices.SortFunc(nodes, func(a, b int32) int {
			if a == b {
				return 0
			}
			return compareBool(g.q.Before(b, a), g.q.Before(a, b))
		})
		if !g.q.Merge(nodes[0], nodes[1]) {
			panic("irplace: BUG: a group is not convex")
		}
		nodes[1] = g.q.Find(nodes[1])
		nodes = nodes[1:]
	}
}

// Join merges the groups of two operations. It returns nil if they are now in one group. Otherwise
// it leaves the groups unchanged and returns the operations on a path between them through other
// groups, which would have become a cycle.
func (g *Groups) Join(a, b *ir.Op) (path []*ir.Op) {
	x, y := g.group(a), g.group(b)
	if x == y || g.q.Merge(x, y) {
		return nil
	}
	_, between := g.q.Refusal()
	for _, n := range between {
		path = append(path, g.Ops[n])
	}
	return path
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
