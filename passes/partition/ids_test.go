package partition_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// TestUniqueIDs: a division gives ids to operations that have no id, or that share an id. Unique
// ids stay the same, even if they are not ascending.
func TestUniqueIDs(t *testing.T) {
	for _, test := range []struct{ ids, want []uint32 }{
		{[]uint32{3, 4, 5}, []uint32{3, 4, 5}},
		{[]uint32{5, 3, 4}, []uint32{5, 3, 4}},
		{[]uint32{4, 4, 9}, []uint32{4, 11, 9}},
		{[]uint32{0, 4, 5}, []uint32{11, 4, 5}},
		{[]uint32{4, 5, 4}, []uint32{4, 5, 11}},
		{[]uint32{math.MaxUint32, 4, 4}, []uint32{math.MaxUint32, 4, 3}},
	} {
		m := placetest.Parse(t, `module attributes {cluster.devices = [#cluster.target<"a">]} {
func.func @main(%x: i32) -> i32 {
  %0 = arith.addi %x, %x {cluster.device = "a"} : i32
  %1 = arith.muli %0, %x {cluster.device = "a"} : i32
  %2 = arith.subi %1, %x {cluster.device = "a"} : i32
  return %2 : i32
}
}`, arith.Dialect())
		f, _ := ir.As[fn.Func](m.Body().First())
		n := 0
		for op := range f.Entry().Ops() {
			if n == len(test.ids) {
				op.SetID(10)
				break
			}
			op.SetID(test.ids[n])
			n++
		}
		if _, err := partition.Divide(t.Context(), m, irplace.Devices(m), partition.Options{Strategy: contract.Strategy{}}); err != nil {
			t.Fatal(err)
		}
		var got []uint32
		for op := range f.Entry().Ops() {
			if len(got) < len(test.ids) {
				got = append(got, op.ID())
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("ids %v became %v, want %v", test.ids, got, test.want)
		}
	}
}
