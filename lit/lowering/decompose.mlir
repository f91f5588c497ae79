// RUN: lathe-opt %s --stablehlo-decompose | FileCheck %s

// CHECK-LABEL: @solve
// CHECK: stablehlo.while
// CHECK-NOT: triangular_solve
func.func @solve(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %x : tensor<3x2xf32>
}

// A transform of length 48 is one of length 24 and one of length 2, each a product.
// CHECK-LABEL: @transform
// CHECK: dense<{{.*}}> : tensor<24x24xf32>
// CHECK: dense<{{.*}}> : tensor<2x2xf32>
func.func @transform(%x: tensor<48xcomplex<f32>>) -> tensor<48xcomplex<f32>> {
  %y = stablehlo.fft %x, type = FFT, length = [48] : (tensor<48xcomplex<f32>>) -> tensor<48xcomplex<f32>>
  return %y : tensor<48xcomplex<f32>>
}

// A collective of the only process is its operand.
// CHECK-LABEL: @alone
// CHECK-NEXT: return %arg0
func.func @alone(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
