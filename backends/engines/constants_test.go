package engines_test

import (
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestWideConstants runs a kernel that computes 64-bit numbers from small constants. In C, literals
// without a suffix have 32 bits.
func TestWideConstants(t *testing.T) {
	const text = `func.func @main(%o: memref<3xindex>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 1 : index
  func.call @k(%o, %lo, %hi) : (memref<3xindex>, index, index) -> ()
  return
}
func.func private @k(%o: memref<3xindex>, %lo: index, %hi: index) attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 0>} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %40 = arith.constant 40 : index
  %m = arith.constant 65536 : index
  %n = arith.constant 2000000000 : index
  %a = arith.shli %1, %40 : index
  %b = arith.muli %m, %m : index
  %c = arith.addi %n, %n : index
  memref.store %a, %o[%0] : memref<3xindex>
  memref.store %b, %o[%1] : memref<3xindex>
  memref.store %c, %o[%2] : memref<3xindex>
  return
}`
	want := []int64{1 << 40, 1 << 32, 4_000_000_000}
	p := compile(t, engines(t)[1:], parse(t, registry(t), text))
	p.run(t, nil, func(engine string, _, e int, got, _ *tensor.Tensor) {
		t.Errorf("%s: element %d is %s, want %d", engine, e, describe(got, e), want[e])
	})
}
