package irplace_test

import (
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// TestWorkOfWhole: querying the work of an operation once for each operation nested in it takes
// time linear in the number of nested operations.
func TestWorkOfWhole(t *testing.T) {
	const nested = 40_000
	f := function(t, "\"t.whole\"() ({\n"+strings.Repeat("  \"t.op\"() : () -> f32\n", nested)+"  \"t.end\"() : () -> ()\n}) : () -> ()")
	defer irtest.MustEnd(10*time.Second, nil)()
	n, op := irplace.NewInsides(ir.NewSymbols(f.Op.Parent())), f.Entry().First()
	for range nested {
		if got := n.Work(op); got != nested {
			t.Fatalf("got work %g, want %d", got, nested)
		}
	}
}
