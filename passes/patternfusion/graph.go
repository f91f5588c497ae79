package patternfusion

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/passes/placement"
)

// graph is a block during partitioning. Operations are numbered in the order of the block; their
// marks are one more than their numbers. The quotient by the partitions so far stays acyclic,
// because each match is tested on it.
type graph struct {
	block *ir.Block
	ops   []*ir.Op
	// of is the partition of each operation, or -1.
	of []int32
	q  *placement.Contraction

	parts []*Partition

	// Scratch of Accept.
	queue []int32
	from  map[int32]int32
}

func newGraph(block *ir.Block) (*graph, error) {
	g := &graph{block: block}
	last := block.Last()
	for op := range block.Ops() {
		if op == last && op.Terminator() {
			break
		}
		g.ops = append(g.ops, op)
		op.SetMark(uint32(len(g.ops)))
	}
	g.of = slices.Repeat([]int32{-1}, len(g.ops))
	var b placement.Builder
	for range g.ops {
		b.Node(placement.Node{})
	}
	before := int32(-1)
	for i, op := range g.ops {
		if ordered(op) {
			if before >= 0 {
				b.Order(before, int32(i))
			}
			before = int32(i)
		}
		for v := range op.Results() {
			value := int32(-1)
			for u := range v.Uses() {
				n, ok := g.Position(g.enclosing(u.Owner()))
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
	return g, nil
}

// ordered reports whether an operation must stay after the earlier operations that may access
// memory, since it may access memory itself.
func ordered(op *ir.Op) bool {
	return !op.Has(ir.Pure) && !op.Has(ir.NoSideEffect) && !ir.Is[onednngraph.End](op)
}

// enclosing returns the operation of the block that contains op, or op.
func (g *graph) enclosing(op *ir.Op) *ir.Op {
	for o := op; o != nil; o = o.Parent() {
		if o.Block() == g.block {
			return o
		}
	}
	return op
}

// clear resets the marks.
func (g *graph) clear() {
	for _, op := range g.ops {
		op.SetMark(0)
	}
}

// Position implements fusepattern.Graph.
func (g *graph) Position(op *ir.Op) (int, bool) {
	n := int(op.Mark()) - 1
	return n, n >= 0 && op.Block() == g.block
}

// Taken implements fusepattern.Graph.
func (g *graph) Taken(op *ir.Op) string {
	n, _ := g.Position(op)
	if k := g.of[n]; k >= 0 {
		p := g.parts[k]
		return fmt.Sprintf("it is in partition %d of pattern %s, which has priority %g", k, p.Pattern, p.Priority)
	}
	return ""
}

// Declared implements fusepattern.Graph: End makes a value a result.
func (g *graph) Declared(v *ir.Value) bool {
	for u := range v.Uses() {
		if ir.Is[onednngraph.End](u.Owner()) {
			return true
		}
	}
	return false
}

// Accept implements fusepattern.Graph: a match must be convex in the quotient.
func (g *graph) Accept(m *fusepattern.Match) string {
	if len(m.Ops) == 1 || g.singleExit(m) {
		return ""
	}
	path := g.leaving(m)
	if path == nil {
		return ""
	}
	names := make([]string, len(path))
	for i, n := range path {
		names[i] = fmt.Sprintf("#%d %s", g.ops[n].ID(), g.ops[n].Name())
	}
	return "would close a cycle: the path " + strings.Join(names, " → ") + " leaves the match and comes back"
}

// singleExit reports whether one operation of the match is the only one that others use. Such a
// match is convex, since a path that left it and came back would lead from that operation to
// itself.
func (g *graph) singleExit(m *fusepattern.Match) bool {
	exits := 0
	for _, op := range m.Ops {
		outer, inner := false, false
		for v := range op.Results() {
			for u := range v.Uses() {
				if slices.Contains(m.Ops, u.Owner()) {
					inner = true
				} else if _, ok := g.Position(g.enclosing(u.Owner())); ok {
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

// leaving returns a path of the quotient that leaves the match and comes back; nil if there is
// none. It searches only the part of the order up to the last operation of the match.
func (g *graph) leaving(m *fusepattern.Match) []int32 {
	inside := map[int32]bool{}
	last := int32(-1)
	for _, op := range m.Ops {
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
	for _, op := range m.Ops {
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

// add makes a partition of operations, which must be convex in the quotient.
func (g *graph) add(p *Partition) {
	k := int32(len(g.parts))
	g.parts = append(g.parts, p)
	for _, op := range p.Ops {
		n, _ := g.Position(op)
		g.of[n] = k
	}
	g.contract(p.Ops)
}

// contract merges the operations of a convex set, starting with neighbours in the order, which no
// path through another operation connects.
func (g *graph) contract(ops []*ir.Op) {
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
			return cmp.Compare(boolInt(g.q.Before(b, a)), boolInt(g.q.Before(a, b)))
		})
		if !g.q.Merge(nodes[0], nodes[1]) {
			panic("patternfusion: BUG: a partition is not convex")
		}
		nodes[1] = g.q.Find(nodes[1])
		nodes = nodes[1:]
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
