package contract

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// BenchmarkScale measures each family of graphs at 10⁴, 10⁵ and 10⁶ ops on 3 devices, and the
// exponent of growth from the first size to the last size. It runs each size with one attempt, and
// with the default number of attempts.
//
//	go test ./passes/partition/contract -run '^$' -bench Scale -benchtime 1x
func BenchmarkScale(b *testing.B) {
	for _, attempts := range []int{1, 0} {
		for _, f := range graphgen.Families() {
			b.Run(fmt.Sprintf("attempts=%d/%s", attempts, f.Name), func(b *testing.B) {
				var times []float64
				for _, n := range []int{10_000, 100_000, 1_000_000} {
					g := f.Make(n, 3, 1)
					clusters := 0
					fastest := math.Inf(1)
					for range max(3, 300_000/n) {
						start := time.Now()
						p, err := Strategy{}.Partition(b.Context(), g, placement.Options{Attempts: attempts}, nil)
						if err != nil {
							b.Fatal(err)
						}
						fastest = min(fastest, time.Since(start).Seconds())
						clusters = len(p.Clusters)
					}
					times = append(times, fastest)
					b.ReportMetric(fastest*1000, fmt.Sprintf("ms@%d", n))
					b.ReportMetric(float64(clusters), fmt.Sprintf("clusters@%d", n))
				}
				b.ReportMetric(math.Log(times[2]/times[0])/math.Log(100), "exponent")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkContract measures allocations and the cost of the log.
func BenchmarkContract(b *testing.B) {
	for _, f := range graphgen.Families() {
		g := f.Make(100_000, 3, 1)
		for _, log := range []placement.Logger{nil, &counter{}} {
			b.Run(fmt.Sprintf("%s/log=%v", f.Name, log != nil), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := (Strategy{}).Partition(b.Context(), g, placement.Options{}, log); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

type counter struct{ merged, refused int }

func (c *counter) Merged(a, b int32)                                      { c.merged++ }
func (c *counter) Refused(a, b int32, why placement.Reason, path []int32) { c.refused++ }
