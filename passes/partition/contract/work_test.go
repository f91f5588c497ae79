package contract

import (
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// Searches read about as many edges per operation on a large graph as on a small graph. Counting
// edges excludes the effect of caches. For ten times the operations, at most 10^1.15 times the
// edges are read.
func TestSearchesAreNearlyLinear(t *testing.T) {
	small, large := 10_000, 100_000
	for _, f := range graphgen.Families() {
		few, many := reads(t, f, small), reads(t, f, large)
		t.Logf("%-11s %.1f and %.1f edges for each operation", f.Name, few/float64(small), many/float64(large))
		if many > 14.1*few {
			t.Errorf("%s: the number of edges read is %.0f for %d operations, but %.0f for %d operations", f.Name, few, small, many, large)
		}
	}
}

// reads returns the number of edges that one attempt's searches visit.
func reads(t *testing.T, f graphgen.Family, n int) float64 {
	g := f.Make(n, 3, 1)
	order, err := placement.Canonical(g)
	if err != nil {
		t.Fatal(err)
	}
	s := &searcher{g: g.Reorder(order), o: placement.Options{Attempts: 1, Connected: true}}
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	return float64(s.best.c.Read)
}
