package ir

import (
	"math/rand/v2"
	"testing"
)

// TestDominatorTree compares the dominators in random graphs with the definition: a dominates b if
// every path from the entry to b contains a.
func TestDominatorTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	reg, err := NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(reg)
	for range 300 {
		f := b.Op("t.func", Init{NumRegions: 1})
		r := f.RegionAt(0)
		n := 1 + rng.IntN(20)
		for range n {
			r.AddBlock()
		}
		for _, blk := range r.Blocks {
			var succs []*Block
			for range rng.IntN(4) {
				succs = append(succs, r.Blocks[rng.IntN(n)])
			}
			b.AtEnd(blk)
			b.Op("t.br", Init{Successors: succs})
			b.Detach()
		}
		d := NewDominance()
		for _, x := range r.Blocks {
			without := reached(r, x)
			all := reached(r, nil)
			for _, y := range r.Blocks {
				want := x == y || !all[y] || all[x] && !without[y]
				if got := d.BlockDominates(x, y); got != want {
					t.Fatalf("block %d dominates %d: got %v, want %v", blockAt(r, x), blockAt(r, y), got, want)
				}
			}
			if d.Reachable(x) != all[x] {
				t.Fatalf("block %d: Reachable returned %v, expected %v", blockAt(r, x), !all[x], all[x])
			}
		}
	}
}

func blockAt(r *Region, b *Block) int {
	for i, x := range r.Blocks {
		if x == b {
			return i
		}
	}
	return -1
}

// reached returns the blocks that are reachable from the entry on paths without the block "avoid".
func reached(r *Region, avoid *Block) map[*Block]bool {
	seen := map[*Block]bool{}
	var visit func(b *Block)
	visit = func(b *Block) {
		if b == avoid || seen[b] {
			return
		}
		seen[b] = true
		for _, s := range b.last.Successors() {
			visit(s)
		}
	}
	visit(r.Entry())
	return seen
}

// TestBlockUses checks the uses of blocks while branches are created, changed and erased.
func TestBlockUses(t *testing.T) {
	reg, err := NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(reg)
	r := b.Op("t.func", Init{NumRegions: 1}).RegionAt(0)
	entry, x, y := r.AddBlock(), r.AddBlock(), r.AddBlock()
	b.AtEnd(entry)
	br := b.Op("t.br", Init{Successors: []*Block{x, y, x}})
	count := func(b *Block) (n int) {
		for op, i := range b.Uses() {
			if op != br || op.SuccessorAt(i) != b {
				t.Errorf("Uses yields a wrong operation or a wrong successor index %d", i)
			}
			n++
		}
		return n
	}
	check := func(nx, ny int, px, py *Block) {
		t.Helper()
		if count(x) != nx || count(y) != ny || x.SinglePredecessor() != px || y.SinglePredecessor() != py || x.HasUses() != (nx > 0) {
			t.Errorf("got %d and %d uses, expected %d and %d; got predecessors %p and %p, expected %p and %p",
				count(x), count(y), nx, ny, x.SinglePredecessor(), y.SinglePredecessor(), px, py)
		}
	}
	check(2, 1, nil, entry)
	br.SetSuccessorAt(0, y)
	check(1, 2, entry, nil)
	r.RemoveBlock(x)
	if len(r.Blocks) != 2 || r.Blocks[0] != entry || r.Blocks[1] != y {
		t.Error("RemoveBlock removed the wrong block")
	}
	br.Erase()
	check(0, 0, nil, nil)
}
