// RUN: lathe-opt %s --nn-to-stablehlo --split-input-file --verify-diagnostics | FileCheck %s

// The places of a long image are computed in the program. So the program has no constants whose
// sizes depend on the shapes.
// CHECK-LABEL: @main
// CHECK-NOT: stablehlo.constant {{.*}}tensor<{{.*}}x
// CHECK: stablehlo.gather
// CHECK-NOT: stablehlo.constant {{.*}}tensor<{{.*}}x
// CHECK: return
func.func @main(%x: tensor<1x1x2x1xf32>) -> tensor<1x1x1048576x1xf32> {
  %0 = nnvm.resize(%x) {size = array<i64: 1048576, 1>} : (tensor<1x1x2x1xf32>) -> tensor<1x1x1048576x1xf32>
  return %0 : tensor<1x1x1048576x1xf32>
}

// -----

func.func @overflow(%x: tensor<1x1x4294967296x1xi8>) -> tensor<1x1x4294967296x1xi8> {
  // expected-error@below {{cannot resize dimension #2 from 4294967296 to 4294967296 elements: the product of these numbers is too large}}
  %0 = nnvm.resize(%x) {size = array<i64: 4294967296, 1>} : (tensor<1x1x4294967296x1xi8>) -> tensor<1x1x4294967296x1xi8>
  return %0 : tensor<1x1x4294967296x1xi8>
}
