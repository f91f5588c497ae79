// RUN: lathe-opt %s --nn-to-stablehlo | FileCheck %s
// RUN: lathe-opt %s --nn-to-stablehlo | FileCheck %s --check-prefix=SIZE
// RUN: lathe compile --backend=vm -o %t.lathe %s

// The places of long interpolations are computed in the program. So the program has no constants
// whose sizes depend on the shapes, and can be compiled for any shape.
// SIZE-NOT: stablehlo.constant {{.*}}tensor<{{.*}}x
// CHECK-LABEL: @main
// CHECK: stablehlo.iota
// CHECK: stablehlo.divide
// CHECK: stablehlo.gather
// CHECK: stablehlo.remainder
// CHECK: stablehlo.iota
// CHECK: stablehlo.scatter
// CHECK: stablehlo.scatter
// CHECK: return
func.func @main(%x: tensor<1x2x1xf32>, %y: tensor<1x65536x1xf32>, %g: tensor<1x131072x1xf32>) -> (tensor<1x1048576x1xf32>, tensor<1x65536x1xf32>) {
  %0 = onednn_graph.Interpolate(%x) {mode = "linear", sizes = array<i64: 1048576>} : (tensor<1x2x1xf32>) -> tensor<1x1048576x1xf32>
  %1 = onednn_graph.InterpolateBackward(%y, %g) {mode = "linear", sizes = array<i64: 131072>} : (tensor<1x65536x1xf32>, tensor<1x131072x1xf32>) -> tensor<1x65536x1xf32>
  return %0, %1 : tensor<1x1048576x1xf32>, tensor<1x65536x1xf32>
}
