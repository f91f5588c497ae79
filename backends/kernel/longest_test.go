package kernel_test

import (
	"fmt"
	"math"
	"testing"
)

// TestLongest checks the estimated cycles of a loop whose upper bound is the sum of a constant and
// a number from 0 to 63.
func TestLongest(t *testing.T) {
	for _, test := range []struct{ from, to, least, most int64 }{
		{0, 0, 63 * 64, 1 << 20},
		{-1 << 62, 1 << 62, math.MaxInt64, math.MaxInt64},
		{-1 << 62, 1<<62 - 1, math.MaxInt64, math.MaxInt64},
	} {
		text := fmt.Sprintf(`module {
  func.func @main(%%a: memref<4096xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 1 : index
    func.call @k(%%a, %%lo, %%hi) : (memref<4096xf32>, index, index) -> ()
    return
  }
  func.func private @k(%%a: memref<4096xf32>, %%lo: index, %%hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 1 : i64, kernel.writes = array<i64: 0>} {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    %%c64 = arith.constant 64 : index
    %%from = arith.constant %d : index
    %%to = arith.constant %d : index
    %%v = arith.constant 0.0 : f32
    scf.for %%i = %%lo to %%hi step %%c1 {
      scf.for %%j = %%c0 to %%c64 step %%c1 {
        %%end = arith.addi %%j, %%to : index
        scf.for %%k = %%from to %%end step %%c1 {
          memref.store %%v, %%a[%%j] : memref<4096xf32>
        }
      }
    }
    return
  }
}`, test.from, test.to)
		if got := read(t, text).Longest(); got < test.least || got > test.most {
			t.Errorf("for a loop from %d to %d + j, got %d cycles, expected %d to %d", test.from, test.to, got, test.least, test.most)
		}
	}
}
