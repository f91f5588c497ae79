package placement_test

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// A path between two clusters is one of edges through others, and there is one exactly
// if the two cannot be merged. Partitions of more clusters than a closure is made for
// are among those tried.
func TestBetween(t *testing.T) {
	for _, n := range []int{40, 300, 6000} {
		g := graphgen.Random(n, 3, uint64(n))
		p, err := contract.Strategy{}.Partition(t.Context(), g, placement.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, q := placement.NewBetween(g, p), placement.Quotient(g, p)
		joined, most := 0, min(200, 30_000/n)
		for a := int32(0); int(a) < q.Len() && joined < most; a += 7 {
			for b := a + 1; int(b) < q.Len() && joined < most; b += 1 + int32(n)/8 {
				path := w.Path(b, a)
				c := placement.NewContraction(q)
				c.Limit = 1 << 30
				if merged := c.Merge(a, b); merged != (path == nil) {
					t.Fatalf("%d ops: clusters %d and %d can be merged: %t, but the path is %v", n, a, b, merged, path)
				}
				if path == nil {
					continue
				}
				joined++
				if len(path) < 3 || path[0] != a || path[len(path)-1] != b {
					t.Fatalf("path from %d to %d: %v", a, b, path)
				}
				for i, k := range path[1:] {
					if !slices.Contains(q.Succs(path[i]), k) {
						t.Fatalf("no edge from %d to %d", path[i], k)
					}
				}
			}
		}
		if joined == 0 {
			t.Errorf("%d ops: no path was tried", n)
		}
	}
}
