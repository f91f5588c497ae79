package inline

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// graph is the call graph of a symbol table.
type graph struct {
	root  *ir.Op
	nodes map[*ir.Op]*node
	order []*node // the functions in the order of the program
	table map[*ir.Op]*ir.Symbols
	ids   idRanges
}

// node is a function.
type node struct {
	op        *ir.Op
	uses      int           // number of references to this function inside graph.root
	refs      map[*node]int // for each function, the number of references to it in this function
	calls     []*node       // callees, in order of the calls
	ops       int           // number of operations in the body, including nested operations
	recursive bool          // the function calls itself directly
	// cyclic is set if the function refers to itself, directly or through other functions.
	// References count like calls, since simplification can turn a reference into a call.
	cyclic bool
	gone   bool
	hidden bool // all references to this function are inside graph.root
	// movable is set if all operations of the body are legal in another function, unless one of the
	// dialects refuses. Both are only valid if checked is set.
	checked, movable bool
	dialects         []*ir.Dialect // the dialects of the body's operations that have Inlinable
	// ids is the range of the ids of the operations in the body. It is nil if an operation of
	// another function has an id in this range, or if the body was copied.
	ids *idRange

	index, low int // numbers of Tarjan's algorithm
	onStack    bool
}

// region returns the body; nil for a declaration.
func (n *node) region() *ir.Region {
	c, _ := ir.Cast[ir.Callable](n.op)
	if r := c.CallableRegion(); r != nil && !r.Empty() {
		return r
	}
	return nil
}

// discardable reports whether the function may be erased when nothing refers to it.
func (n *node) discardable() bool { return n.hidden && n.region() != nil }

// hidden reports whether all references to the function op are inside the symbol table root.
func hidden(root, op *ir.Op) bool {
	if v, _ := op.Attr("sym_visibility").Str(); v != "nested" {
		return v == "private"
	}
	for t := op.Parent(); ; t = t.Parent() {
		if _, named := t.SymbolName(); t.Has(ir.SymbolTable) && (!named || t.IsPrivate()) {
			return true
		}
		if t == root {
			return t.Parent() == nil
		}
	}
}

func newGraph(root *ir.Op) *graph {
	g := &graph{root: root, nodes: map[*ir.Op]*node{}, table: map[*ir.Op]*ir.Symbols{}}
	root.Walk(func(op *ir.Op) bool {
		if _, ok := ir.Cast[ir.Callable](op); ok && op != root {
			n := &node{op: op, hidden: hidden(root, op)}
			g.nodes[op] = n
			g.order = append(g.order, n)
		}
		return true
	})
	for _, n := range g.order {
		g.countUses(n)
		n.recursive = slices.Contains(n.calls, n)
	}
	g.setIDs()
	// A function is never erased if an operation outside of all functions refers to it.
	root.Walk(func(op *ir.Op) bool {
		if g.nodes[op] != nil {
			return false
		}
		g.refsOf(op, func(to *node) { to.uses++ })
		return true
	})
	return g
}

// countUses recounts the references in the attributes and the body of n, and the operations of the
// body.
func (g *graph) countUses(n *node) {
	for to, k := range n.refs {
		to.uses -= k
	}
	n.refs, n.calls, n.ops, n.checked = map[*node]int{}, nil, -1, false // -1: the function itself does not count
	n.op.Walk(func(o *ir.Op) bool {
		n.ops++
		if g.nodes[o] != nil && o != n.op {
			return false
		}
		g.refsOf(o, func(to *node) { n.refs[to]++ })
		if to := g.callee(o); to != nil {
			n.calls = append(n.calls, to)
		}
		return true
	})
	for to, k := range n.refs {
		to.uses += k
	}
}

// merge updates the counts after c was inlined. The caller loses the call with its references
// (lost), and gets the operations and references of the callee. If moved is true, the callee's body
// was moved, not copied, so the callee has no references left.
func (g *graph) merge(c call, lost []*node, moved bool) {
	c.from.ops += c.to.ops - 1
	c.from.checked = false
	for _, to := range lost {
		// Delete entries of 0: otherwise they are copied from caller to caller along a chain of
		// calls.
		if c.from.refs[to]--; c.from.refs[to] == 0 {
			delete(c.from.refs, to)
		}
		to.uses--
	}
	for to, k := range c.to.refs {
		c.from.refs[to] += k
		if !moved {
			to.uses += k
		}
	}
	if moved {
		c.to.refs = nil
	}
}

// callee returns the function that op calls, or nil.
func (g *graph) callee(op *ir.Op) *node {
	c, ok := ir.Cast[ir.Caller](op)
	if !ok {
		return nil
	}
	ref, ok := ir.AttrAs[*ir.SymbolRefAttr](c.Callee())
	if !ok {
		return nil
	}
	return g.lookup(op, ref)
}

func (g *graph) refsOf(op *ir.Op, f func(*node)) {
	ir.SymbolRefs(op, func(ref *ir.SymbolRefAttr) {
		if n := g.lookup(op, ref); n != nil {
			f(n)
		}
	})
}

// lookup resolves ref in the symbol tables around op, from the nearest table outward.
func (g *graph) lookup(op *ir.Op, ref *ir.SymbolRefAttr) *node {
	for t := ir.NearestTable(op.Parent()); t != nil; t = ir.NearestTable(t.Parent()) {
		s := g.table[t]
		if s == nil {
			s = ir.NewSymbols(t)
			g.table[t] = s
		}
		if o := s.Lookup(ref.Root); o != nil {
			if len(ref.Nested) > 0 {
				o = s.Resolve(ir.NewSymbolRef(ref.Root, ref.Nested...))
			}
			return g.nodes[o]
		}
		if t == g.root {
			return nil
		}
	}
	return nil
}

// components returns the strongly connected components of the graph with the given edges, by
// Tarjan's algorithm. A component comes after the components to which it has edges. The search
// starts with the functions that other modules may call.
func (g *graph) components(edges func(*node) []*node) (sccs [][]*node) {
	for _, n := range g.order {
		n.index = 0
	}
	w := &tarjan{edges: edges}
	for _, private := range []bool{false, true} {
		for _, n := range g.order {
			if n.op.IsPrivate() == private && n.index == 0 {
				w.visit(n)
			}
		}
	}
	return w.sccs
}

type tarjan struct {
	edges func(*node) []*node
	count int
	stack []*node
	sccs  [][]*node
}

// visit is not recursive, since call chains of generated programs are deep.
func (w *tarjan) visit(root *node) {
	type frame struct {
		n     *node
		edges []*node
	}
	enter := func(n *node) frame {
		w.count++
		n.index, n.low, n.onStack = w.count, w.count, true
		w.stack = append(w.stack, n)
		return frame{n, w.edges(n)}
	}
	frames := []frame{enter(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if len(f.edges) > 0 {
			to := f.edges[0]
			f.edges = f.edges[1:]
			if to.index == 0 {
				frames = append(frames, enter(to))
			} else if to.onStack {
				f.n.low = min(f.n.low, to.index)
			}
			continue
		}
		n := f.n
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].n
			up.low = min(up.low, n.low)
		}
		if n.low == n.index {
			w.sccs = append(w.sccs, w.pop(n))
		}
	}
}

// pop removes the component of n from the stack.
func (w *tarjan) pop(n *node) (scc []*node) {
	for {
		m := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		m.onStack = false
		scc = append(scc, m)
		if m == n {
			return scc
		}
	}
}
