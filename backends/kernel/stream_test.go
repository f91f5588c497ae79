package kernel_test

import (
	"fmt"
	"testing"

	"github.com/lathe-ir/lathe/backends/kernel"
)

// TestStreams checks which stores are known to be aligned to 64 bytes.
func TestStreams(t *testing.T) {
	for _, test := range []struct {
		at   string
		want bool
	}{
		{"%x = arith.muli %i, %c16 : index", true},
		{"%x = arith.muli %i, %c8 : index", false},
		{"%y = arith.muli %i, %c16 : index\n%x = arith.addi %y, %c16 : index", true},
		{"%y = arith.muli %i, %c16 : index\n%x = arith.addi %y, %c8 : index", false},
		{"%y = arith.muli %i, %c16 : index\n%x = arith.addi %y, %j : index", true},
		{"%y = arith.muli %i, %c16 : index\n%x = arith.addi %y, %odd : index", false},
		{"%y = arith.muli %j, %i : index\n%x = arith.maxsi %y, %c16 : index", true},
		{"%y = arith.divsi %j, %c16 : index\n%x = arith.muli %y, %c8 : index", false},
	} {
		text := fmt.Sprintf(`module {
  func.func @main(%%a: memref<4096xf32>, %%o: memref<4096xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 4 : index
    func.call @k(%%a, %%o, %%lo, %%hi) : (memref<4096xf32>, memref<4096xf32>, index, index) -> ()
    return
  }
  func.func private @k(%%a: memref<4096xf32>, %%o: memref<4096xf32>, %%lo: index, %%hi: index)
      attributes {kernel.grid = 4 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    %%c8 = arith.constant 8 : index
    %%c16 = arith.constant 16 : index
    %%c64 = arith.constant 64 : index
    scf.for %%i = %%lo to %%hi step %%c1 {
      scf.for %%j = %%c0 to %%c64 step %%c16 {
        scf.for %%odd = %%c1 to %%c64 step %%c16 {
          %s
          %%v = vector.load %%a[%%x] : memref<4096xf32>, vector<16xf32>
          vector.store %%v, %%o[%%x] {nontemporal = true} : memref<4096xf32>, vector<16xf32>
        }
      }
    }
    return
  }
}`, test.at)
		first := read(t, text)
		for _, k := range []*kernel.Kernel{first, first.Simplified()} {
			if got := len(k.Streams(func(*kernel.Instr) int { return 64 })) > 0; got != test.want {
				t.Errorf("%s\nwhether the store is known to be aligned: got %v, want %v", test.at, got, test.want)
			}
		}
	}
}
