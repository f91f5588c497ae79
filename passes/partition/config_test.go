package partition_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/user"
)

// TestConfigOfOneFunction: a configuration for one function also divides a module with a function
// that has no operations.
func TestConfigOfOneFunction(t *testing.T) {
	m := parse(t, `module attributes {cluster.devices = [#cluster.target<"a">, #cluster.target<"b">]} {
  func.func @main(%x: i32) -> i32 {
    %0 = arith.addi %x, %x {cluster.device = "a"} : i32
    return %0 : i32
  }
  func.func @empty(%x: i32) -> (i32, i32) {
    %c = arith.constant 1 : i32
    return %x, %c : i32, i32
  }
  func.func @other(%x: i32) -> i32 {
    %0 = arith.addi %x, %x {cluster.device = "b"} : i32
    return %0 : i32
  }
}`)
	c := &partition.Config{Function: "main", Partitions: 1}
	if err := partition.Module(t.Context(), m, partition.Options{Strategy: user.Strategy{}, Config: c}); err != nil {
		t.Fatal(err)
	}
	if text := asm.String(m.Op); strings.Count(text, "cluster.region") != 2 {
		t.Errorf("expected one region in @main and one in @other, but got\n%s", text)
	}
}

// TestConfigNamesResults: a configuration names an operation by any of its results.
func TestConfigNamesResults(t *testing.T) {
	const text = `module attributes {cluster.devices = [#cluster.target<"a">, #cluster.target<"b">]} {
  func.func @main(%x: tensor<i32>) -> tensor<i32> {
    %0:2 = stablehlo.optimization_barrier {cluster.device = "a"} %x, %x : tensor<i32>, tensor<i32>
    %1 = stablehlo.add %0#0, %0#1 {cluster.device = "b"} : tensor<i32>
    return %1 : tensor<i32>
  }
}`
	for _, name := range []string{"%0", "%0#0", "0#1"} {
		c := &partition.Config{Partitions: 2, Ops: []partition.ConfigOp{{Name: name}, {Name: "%1", Part: 1}}}
		if err := partition.Module(t.Context(), parse(t, text), partition.Options{Strategy: user.Strategy{}, Config: c}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
