package jit

import (
	"testing"
	"unsafe"
)

// TestLongMasks creates masks for vectors of 256 bytes. Mask n, for n from 0 to 256, has its first
// n lanes set. If n is above 127, it does not fit into a signed byte; 256 does not fit into a byte.
func TestLongMasks(t *testing.T) {
	const program = `module {
  func.func @main(%out: memref<65792xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 257 : index
    func.call @k(%out, %lo, %hi) : (memref<65792xi8>, index, index) -> ()
    return
  }
  func.func private @k(%out: memref<65792xi8>, %lo: index, %hi: index)
      attributes {kernel.grid = 257 : index, kernel.lanes = 256 : i64, kernel.writes = array<i64: 0>} {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    scf.for %i = %lo to %hi step %c1 {
      %at = arith.muli %i, %c256 : index
      %on = vector.create_mask %i : vector<256xi1>
      %ones = arith.extui %on : vector<256xi1> to vector<256xi8>
      vector.store %ones, %out[%at] : memref<65792xi8>, vector<256xi8>
    }
    return
  }
}
`
	list := kernelsOf(t, "masks", []byte(program))
	for _, m := range variants(t) {
		made, err := openAs(t, m).encode(t.Context(), list, nil)
		if err != nil {
			t.Fatal(err)
		}
		ks, err := link(made, list)
		if err != nil {
			t.Fatal(err)
		}
		out := make([]byte, 257*256)
		ks.Call(0, []unsafe.Pointer{unsafe.Pointer(&out[0])}, 0, 257)
		ks.Close()
		for i, on := range out {
			if want := i%256 < i/256; (on == 1) != want {
				t.Errorf("%s: lane %d of mask %d is %d", m.name, i%256, i/256, on)
				break
			}
		}
	}
}
