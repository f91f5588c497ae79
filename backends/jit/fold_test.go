package jit

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/jit/code"
)

// TestFoldedLoads compiles a kernel with three loads that have one user each. The first load reads
// a buffer that the kernel does not write. The second buffer is written between the load and its
// user, and the third buffer is written after the user. The first and the third load must be folded
// into their users, but the second load must not.
func TestFoldedLoads(t *testing.T) {
	const program = `module {
  func.func @main(%in: memref<16xf32>, %a: memref<16xf32>, %b: memref<16xf32>) attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%in, %a, %b, %lo, %hi) : (memref<16xf32>, memref<16xf32>, memref<16xf32>, index, index) -> ()
    return
  }
  func.func private @k(%in: memref<16xf32>, %a: memref<16xf32>, %b: memref<16xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1, 2>} {
    %c0 = arith.constant 0 : index
    %ones = arith.constant dense<1.0> : vector<16xf32>
    %x = vector.load %in[%c0] : memref<16xf32>, vector<16xf32>
    %y = vector.load %a[%c0] : memref<16xf32>, vector<16xf32>
    vector.store %ones, %a[%c0] : memref<16xf32>, vector<16xf32>
    %z = vector.load %b[%c0] : memref<16xf32>, vector<16xf32>
    %s = arith.addf %ones, %x : vector<16xf32>
    %p = arith.mulf %s, %y : vector<16xf32>
    %d = arith.subf %p, %z : vector<16xf32>
    vector.store %d, %b[%c0] : memref<16xf32>, vector<16xf32>
    return
  }
}
`
	text := listingOf(t, machine{code.Target{AVX512: true}, "amd64-avx512"}, "loads", []byte(program))
	for op, folded := range map[string]bool{"vaddps": true, "vmulps": false, "vsubps": true} {
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(line, "\t"+op+"\t") && strings.Contains(line, "ptr") != folded {
				t.Errorf("%s: has an operand in memory: %t, expected %t\n%s", line, !folded, folded, text)
			}
		}
	}
}

// TestExtractedUnits compiles a sum of four lanes. The lanes are in the same 16 bytes of a vector,
// which must be extracted only once.
func TestExtractedUnits(t *testing.T) {
	const program = `module {
  func.func @main(%in: memref<16xf32>, %out: memref<1xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%in, %out, %lo, %hi) : (memref<16xf32>, memref<1xf32>, index, index) -> ()
    return
  }
  func.func private @k(%in: memref<16xf32>, %out: memref<1xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %x = vector.load %in[%c0] : memref<16xf32>, vector<16xf32>
    %a = vector.extract %x[4] : f32 from vector<16xf32>
    %b = vector.extract %x[5] : f32 from vector<16xf32>
    %c = vector.extract %x[6] : f32 from vector<16xf32>
    %d = vector.extract %x[7] : f32 from vector<16xf32>
    %ab = arith.addf %a, %b : f32
    %cd = arith.addf %c, %d : f32
    %s = arith.addf %ab, %cd : f32
    memref.store %s, %out[%c0] : memref<1xf32>
    return
  }
}
`
	text := listingOf(t, machine{code.Target{AVX512: true}, "amd64-avx512"}, "lanes", []byte(program))
	if n := strings.Count(text, "\tvextracti32x4\t"); n != 1 {
		t.Errorf("got %d extractions of 16 bytes, expected one:\n%s", n, text)
	}
}
