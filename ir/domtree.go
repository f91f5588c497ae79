package ir

// domTree holds the immediate dominators of a region's reachable blocks. They are computed by the
// simple form of the algorithm of Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in
// a Flowgraph", which takes O(m log n) time for n blocks and m branches. Blocks are numbered by a
// depth-first search from the entry, which is block 0.
type domTree struct {
	blocks []*Block
	number map[*Block]int32
	idom   []int32 // immediate dominator of each block; 0 for the entry
	// Block i dominates the blocks j with first[i] <= first[j] < first[i]+size[i].
	first, size []int32
}

func newDomTree(r *Region) *domTree {
	t := &domTree{number: map[*Block]int32{}}
	parent := t.search(r.Blocks[0])
	n := len(t.blocks)
	s := &semidominators{semi: make([]int32, n), best: make([]int32, n), above: make([]int32, n)}
	for i := range n {
		s.semi[i], s.best[i], s.above[i] = int32(i), int32(i), -1
	}
	t.idom = make([]int32, n)
	waiting := make([][]int32, n) // blocks by their semidominator
	for w := int32(n - 1); w > 0; w-- {
		for o := range t.blocks[w].Uses() {
			if v, ok := t.number[o.block]; ok {
				s.semi[w] = min(s.semi[w], s.semi[s.eval(v)])
			}
		}
		waiting[s.semi[w]] = append(waiting[s.semi[w]], w)
		p := parent[w]
		s.above[w] = p
		for _, v := range waiting[p] {
			t.idom[v] = p
			if u := s.eval(v); s.semi[u] < s.semi[v] {
				t.idom[v] = u // preliminary: the last loop sets it to the dominator of u
			}
		}
		waiting[p] = nil
	}
	for w := 1; w < n; w++ {
		if t.idom[w] != s.semi[w] {
			t.idom[w] = t.idom[t.idom[w]]
		}
	}
	t.span()
	return t
}

// search numbers the blocks that are reachable from entry, in depth-first order. It returns the
// parent of each block in the search tree.
func (t *domTree) search(entry *Block) (parent []int32) {
	type frame struct {
		block int32
		succs []*Block
	}
	var stack []frame
	visit := func(b *Block, from int32) {
		i := int32(len(t.blocks))
		t.number[b] = i
		t.blocks, parent = append(t.blocks, b), append(parent, from)
		var succs []*Block
		if b.last != nil {
			succs = b.last.Successors()
		}
		stack = append(stack, frame{i, succs})
	}
	visit(entry, 0)
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if len(f.succs) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		b := f.succs[0]
		f.succs = f.succs[1:]
		if _, seen := t.number[b]; !seen {
			visit(b, f.block)
		}
	}
	return parent
}

// span sets first and size. first[i] is the number of block i in a preorder of the dominator tree,
// and size[i] is the size of the subtree at block i. The subtree has consecutive preorder numbers.
func (t *domTree) span() {
	n := len(t.blocks)
	t.first, t.size = make([]int32, n), make([]int32, n)
	for i := n - 1; i > 0; i-- {
		t.size[i]++
		t.size[t.idom[i]] += t.size[i]
	}
	t.size[0]++
	free := make([]int32, n) // for each block, the next free number for its descendants
	free[0] = 1
	for i := 1; i < n; i++ {
		d := t.idom[i]
		t.first[i] = free[d]
		free[d] += t.size[i]
		free[i] = t.first[i] + 1
	}
}

// semidominators is the forest of the algorithm. best[b] is the block with the smallest
// semidominator on the path from b to the root of b's tree, excluding the root.
type semidominators struct {
	semi, best []int32
	above      []int32 // an ancestor in the forest; -1 for a root
	path       []int32
}

// eval returns best[v], or v if v is a root. It shortens the path from v to the root of v's tree.
func (s *semidominators) eval(v int32) int32 {
	if s.above[v] < 0 {
		return v
	}
	s.path = s.path[:0]
	for u := v; s.above[s.above[u]] >= 0; u = s.above[u] {
		s.path = append(s.path, u)
	}
	for i := len(s.path) - 1; i >= 0; i-- {
		u := s.path[i]
		a := s.above[u]
		if s.semi[s.best[a]] < s.semi[s.best[u]] {
			s.best[u] = s.best[a]
		}
		s.above[u] = s.above[a]
	}
	return s.best[v]
}
