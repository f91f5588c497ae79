package partition_test

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

func TestTenMillion(t *testing.T) {
	if os.Getenv("LATHE_TABLES") == "" {
		t.Skip("set LATHE_TABLES=1 to measure")
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(4 << 30)
	for _, f := range graphgen.Families() {
		if w := os.Getenv("FAMILY"); w != "" && w != f.Name {
			continue
		}
		g := f.Make(10_000_000, 3, 1)
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%s: graph %d MB", f.Name, m.HeapAlloc>>20)
		took := fastest(1, func() { divide(t, contract.Strategy{}, g, placement.Options{}) })
		t.Logf("%s: %.1f s, peak %d MB", f.Name, took, peak())
	}
}
