// RUN: lathe-opt --math-expand %s | FileCheck %s

// The same function of neighbors is computed operation by operation. What reads the result of
// another one is not.
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
