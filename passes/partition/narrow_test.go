package partition_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// TestWideClusters checks clusters that produce more values for other clusters than an operation
// can have results. Such a cluster is divided. If it must not be divided, there is an error.
func TestWideClusters(t *testing.T) {
	const n = 2*ir.MaxResults + 10
	var b strings.Builder
	b.WriteString("module attributes {cluster.devices = [#cluster.target<\"a\">, #cluster.target<\"b\">]} {\nfunc.func @main(%x: i32) -> i32 {\n")
	for i := range n {
		fmt.Fprintf(&b, "%%a%d = arith.addi %%x, %%x {cluster.device = \"a\"GROUP} : i32\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "%%b%d = arith.muli %%a%d, %%x {cluster.device = \"b\"} : i32\n", i, i)
	}
	b.WriteString("return %b0 : i32\n}\n}\n")
	m := placetest.Parse(t, strings.ReplaceAll(b.String(), "GROUP", ""), arith.Dialect())
	o := partition.Options{Strategy: contract.Strategy{}}
	if err := partition.Module(t.Context(), m, o); err != nil {
		t.Fatal(err)
	}
	if err := clusterverify.Given(m); err != nil {
		t.Fatal(err)
	}
	on := map[string]int{}
	m.Op.Walk(func(op *ir.Op) bool {
		if device, ok := cluster.RunsOn(op); ok {
			on[device]++
		}
		return true
	})
	if on["a"] < 3 || on["a"] > 4 || on["b"] != 1 {
		t.Errorf("got clusters %v, expected 3 or 4 on device a and 1 on device b", on)
	}
	text := strings.Replace(b.String(), "GROUP", `, cluster.group = "g"`, 2)
	m = placetest.Parse(t, strings.ReplaceAll(text, "GROUP", ""), arith.Dialect())
	err := partition.Module(t.Context(), m, o)
	if err == nil || !strings.Contains(err.Error(), "is in a cluster that produces 131080 values for other clusters, but an operation has at most 65535 results") {
		t.Errorf("expected an error, but got %v", err)
	}
}
