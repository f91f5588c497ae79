// Package peak has programs in kernel form that reach the peak performance of a processor.
package peak

import (
	"fmt"
	"strings"
)

// Parts is the number of iterations of the grid of each program.
const Parts = 16

// MultiplyAdds returns a program and the number of its floating-point operations. The program only
// multiplies and adds 32-bit floats, in registers with the given number of lanes.
func MultiplyAdds(lanes int64) (text string, flops float64) {
	const sums, terms = 12, 256
	var head, types, body, yield, stores strings.Builder
	for i := range sums {
		fmt.Fprintf(&head, ", %%s%d = %%zero", i)
		fmt.Fprintf(&types, ", vector<%dxf32>", lanes)
		fmt.Fprintf(&body, "      %%n%d = math.fma %%x, %%x, %%s%[1]d : vector<%[2]dxf32>\n", i, lanes)
		fmt.Fprintf(&yield, ", %%n%d", i)
		fmt.Fprintf(&stores, "    %%c%d = arith.constant %d : index\n    %%at%[1]d = arith.addi %%at, %%c%[1]d : index\n    vector.store %%r#%[1]d, %%o[%%at%[1]d] : memref<%[3]dxf32>, vector<%[4]dxf32>\n",
			i, int64(i)*lanes, Parts*sums*lanes, lanes)
	}
	of := strings.TrimPrefix(types.String(), ", ")
	return fmt.Sprintf(`func.func @main(%%x: memref<%[1]dxf32>, %%o: memref<%[2]dxf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %%lo = arith.constant 0 : index
  %%hi = arith.constant %[9]d : index
  func.call @k(%%x, %%o, %%lo, %%hi) : (memref<%[1]dxf32>, memref<%[2]dxf32>, index, index) -> ()
  return
}
func.func private @k(%%a: memref<%[1]dxf32>, %%o: memref<%[2]dxf32>, %%lo: index, %%hi: index)
    attributes {kernel.grid = %[9]d : index, kernel.lanes = %[1]d : i64, kernel.writes = array<i64: 1>} {
  %%zero = arith.constant dense<0.0> : vector<%[1]dxf32>
  %%first = arith.constant 0 : index
  %%one = arith.constant 1 : index
  %%size = arith.constant %[10]d : index
  %%terms = arith.constant %[3]d : index
  %%x = vector.load %%a[%%first] : memref<%[1]dxf32>, vector<%[1]dxf32>
  scf.for %%i = %%lo to %%hi step %%one {
    %%at = arith.muli %%i, %%size : index
    %%r:%[4]d = scf.for %%k = %%first to %%terms step %%one iter_args(%[5]s) -> (%[6]s) {
%[7]s      scf.yield %[8]s : %[6]s
    }
%[11]s  }
  return
}
`, lanes, Parts*sums*lanes, terms, sums, strings.TrimPrefix(head.String(), ", "), of, body.String(), strings.TrimPrefix(yield.String(), ", "), Parts, sums*lanes, stores.String()),
		float64(2 * sums * terms * lanes * Parts)
}

// Copies returns a program and the number of bytes that the program reads and writes. The program
// copies 32-bit floats, in vectors with the given number of lanes. elements is the number of
// floats, and must be a multiple of 4 · lanes · Parts.
func Copies(lanes, elements int64) (text string, bytes float64) {
	const vectors = 4
	var loads, stores strings.Builder
	for i := range vectors {
		fmt.Fprintf(&loads, "      %%c%d = arith.constant %d : index\n      %%a%[1]d = arith.addi %%at, %%c%[1]d : index\n      %%v%[1]d = vector.load %%x[%%a%[1]d] : memref<%[3]dxf32>, vector<%[4]dxf32>\n", i, int64(i)*lanes, elements, lanes)
		fmt.Fprintf(&stores, "      vector.store %%v%d, %%o[%%a%[1]d] : memref<%[2]dxf32>, vector<%[3]dxf32>\n", i, elements, lanes)
	}
	part := elements / Parts
	return fmt.Sprintf(`func.func @main(%%x: memref<%[1]dxf32>, %%o: memref<%[1]dxf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %%lo = arith.constant 0 : index
  %%hi = arith.constant %[2]d : index
  func.call @k(%%x, %%o, %%lo, %%hi) : (memref<%[1]dxf32>, memref<%[1]dxf32>, index, index) -> ()
  return
}
func.func private @k(%%x: memref<%[1]dxf32>, %%o: memref<%[1]dxf32>, %%lo: index, %%hi: index)
    attributes {kernel.grid = %[2]d : index, kernel.lanes = %[3]d : i64, kernel.writes = array<i64: 1>} {
  %%first = arith.constant 0 : index
  %%one = arith.constant 1 : index
  %%part = arith.constant %[4]d : index
  %%step = arith.constant %[5]d : index
  scf.for %%i = %%lo to %%hi step %%one {
    %%begin = arith.muli %%i, %%part : index
    scf.for %%j = %%first to %%part step %%step {
      %%at = arith.addi %%begin, %%j : index
%[6]s%[7]s    }
  }
  return
}
`, elements, Parts, lanes, part, vectors*lanes, loads.String(), stores.String()), float64(8 * elements)
}
