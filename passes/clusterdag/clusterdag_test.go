package clusterdag_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/clusterdag"
)

// TestManyClusters: many clusters depend on one long chain of operations. The time must be linear.
func TestManyClusters(t *testing.T) {
	const n = 20000
	var b strings.Builder
	b.WriteString("func.func @main(%x: f32) {\n  %v0 = cluster.launch @f(%x) on \"d\" : (f32) -> f32\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = arith.negf %%v%d : f32\n", i+1, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "  %%r%d = cluster.launch @f(%%v%d) on \"d\" : (f32) -> f32\n", i, n)
	}
	b.WriteString("  return\n}\nfunc.func private @f(f32) -> f32\n")
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect(), cluster.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(b.String())), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	var nodes []clusterdag.Node
	irtest.Within(t, 5*time.Second, nil, func() { nodes = clusterdag.Of(f, 0) })
	if len(nodes) != n+1 || len(nodes[0].Children) != n || !slices.Equal(nodes[n].Parents, []int{0}) {
		t.Errorf("%d clusters, %d children of the first, parents of the last: %v", len(nodes), len(nodes[0].Children), nodes[n].Parents)
	}
}
