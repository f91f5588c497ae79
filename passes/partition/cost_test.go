package partition_test

import (
	"math"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// Against the optimum in the same space, connected clusters on given devices,
// contract's cost (launches and copies) has a geometric mean of at most 1.05, and in
// no case is it more than 1.25 times as much or one launch above.
func TestContractNearExact(t *testing.T) {
	perSize := 12
	if testing.Short() {
		perSize = 2
	}
	for _, f := range graphgen.Families() {
		var logs, worst float64
		proven, open, count := 0, 0, 0
		start := time.Now()
		for _, n := range []int{12, 20, 30, 40} {
			for seed := range uint64(perSize) {
				g := f.Make(n, 2+int(seed%2), 500+seed)
				best, err := exact.Strategy{}.Partition(t.Context(), g, placement.Options{}, nil)
				if err != nil {
					continue // a part of more than 40
				}
				p := divide(t, contract.Strategy{}, g, placement.Options{})
				m := placement.Options{}.Costs(g)
				a, b := m.CostOf(g, p), m.CostOf(g, best)
				ratio := (a.Launch + a.Transfer) / (b.Launch + b.Transfer)
				logs += math.Log(ratio)
				worst = max(worst, ratio)
				count++
				if len(best.Clusters) == best.Bound {
					proven++
				} else {
					open += len(best.Clusters) - best.Bound
				}
				if ratio > 1.25 && len(p.Clusters) > len(best.Clusters)+1 {
					t.Errorf("%s, %d ops, seed %d: %d clusters, but %d are possible", f.Name, n, seed, len(p.Clusters), len(best.Clusters))
				}
			}
		}
		mean := math.Exp(logs / float64(count))
		t.Logf("%-11s %d graphs: geometric mean %.4f, worst %.3f; optimum proven for %d, gap of the others %d; %v",
			f.Name, count, mean, worst, proven, open, time.Since(start).Round(time.Millisecond))
		if mean > 1.05 {
			t.Errorf("%s: geometric mean %.4f", f.Name, mean)
		}
	}
}
