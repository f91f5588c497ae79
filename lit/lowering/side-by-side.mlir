// RUN: lathe-opt --math-expand %s | FileCheck %s

// Adjacent operations that compute the same function are interleaved. An operation that reads the result of
// another operation is not interleaved with it.
// CHECK-LABEL: func.func @f
func.func @f(%x: vector<16xf32>, %y: vector<16xf32>) -> (vector<16xf32>, vector<16xf32>) {
  // CHECK: math.absf %arg0
  // CHECK-NEXT: math.absf %arg1
  // CHECK: arith.divf
  // CHECK-NEXT: arith.divf
  // CHECK: math.absf
  // CHECK-NOT: math.absf
  %0 = math.tanh %x : vector<16xf32>
  %1 = math.tanh %y : vector<16xf32>
  %2 = math.tanh %1 : vector<16xf32>
  return %0, %2 : vector<16xf32>, vector<16xf32>
}
