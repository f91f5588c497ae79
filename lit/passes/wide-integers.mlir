// RUN: lathe-opt %s --sccp --canonicalize | FileCheck %s
// RUN: lathe-opt %s --stablehlo-decompose | FileCheck %s --check-prefix=DECOMPOSE

// There are no tensors of these element types, so these operations are not folded.
// CHECK-LABEL: func.func @wide(
// CHECK: nn.splat {value = 0.000000e+00 : f64} : tensor<4xi128>
func.func @wide() -> tensor<4xi128> {
  %0 = nn.splat {value = 0.0} : tensor<4xi128>
  return %0 : tensor<4xi128>
}

// DECOMPOSE-LABEL: func.func @empty(
// DECOMPOSE: nnvm.exp
func.func @empty(%x: tensor<0xi0>) -> tensor<0xi0> {
  %0 = nnvm.exp(%x) : (tensor<0xi0>) -> tensor<0xi0>
  return %0 : tensor<0xi0>
}
