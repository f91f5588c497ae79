package engines_test

import (
	"context"
	"os/exec"
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

// TestConversionOutOfRange loads an element at an index that is converted from a float. If the float
// is out of range, engines may return different integers, but the index must be inside the buffer.
// For clang, the index would be a poison value.
func TestConversionOutOfRange(t *testing.T) {
	const text = `func.func @main(%buf: memref<256xi32>, %o: memref<4xi32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 1 : index
  func.call @k(%buf, %o, %lo, %hi) : (memref<256xi32>, memref<4xi32>, index, index) -> ()
  return
}
func.func private @k(%buf: memref<256xi32>, %o: memref<4xi32>, %lo: index, %hi: index) attributes {kernel.grid = 1 : index, kernel.lanes = 8 : index, kernel.writes = array<i64: 1>} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %c128 = arith.constant 128 : index
  %v = arith.constant dense<1.0e30> : vector<8xf32>
  %vi = arith.fptosi %v : vector<8xf32> to vector<8xi8>
  %vj = vector.extract %vi[1] : i8 from vector<8xi8>
  %s = arith.constant 1.0e30 : f32
  %sj = arith.fptosi %s : f32 to i8
  %a = arith.index_cast %vj : i8 to index
  %b = arith.index_cast %sj : i8 to index
  %at = arith.addi %a, %c128 : index
  %bt = arith.addi %b, %c128 : index
  %x = memref.load %buf[%at] : memref<256xi32>
  %y = memref.load %buf[%bt] : memref<256xi32>
  %xi = arith.extsi %vj : i8 to i32
  %yi = arith.extsi %sj : i8 to i32
  memref.store %x, %o[%0] : memref<4xi32>
  memref.store %xi, %o[%1] : memref<4xi32>
  memref.store %y, %o[%2] : memref<4xi32>
  memref.store %yi, %o[%3] : memref<4xi32>
  return
}`
	buf := tensor.New(tensor.I32, 256)
	for i := range 256 {
		buf.SetInt(i, int64(1000+i))
	}
	for _, cc := range []string{"", "clang", "clang-22"} {
		if cc != "" {
			if _, err := exec.LookPath(cc); err != nil {
				t.Logf("the test runs without %s: %v", cc, err)
				continue
			}
			t.Setenv("CC", cc)
		}
		p := compile(t, engines(t)[1:], parse(t, registry(t), text))
		for i, program := range p.programs {
			out, err := program.Run(context.Background(), []*tensor.Tensor{buf})
			if err != nil {
				t.Fatal(err)
			}
			for e := 0; e < 4; e += 2 {
				if got, index := out[0].Int(e), out[0].Int(e+1)+128; got != 1000+index {
					t.Errorf("CC=%q: %s: element %d is %d", cc, p.names[i], index, got)
				}
			}
		}
	}
}
