// Custom calls with shape operands, and operations of chlo, become static, also on a single device.
// RUN: split-file %s %t
// RUN: lathe run --no-cache %t/input.mlir --output=%t/in
// RUN: lathe run --no-cache --backend=ref %t/cholesky.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %t/cholesky.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: lathe run --no-cache --devices=vm,ref %t/cholesky.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=ref %t/window.mlir | FileCheck %s --check-prefix=WINDOW
// RUN: lathe run --no-cache --backend=vm %t/window.mlir | FileCheck %s --check-prefix=WINDOW
// RUN: lathe run --no-cache --backend=ref %t/sum.mlir | FileCheck %s --check-prefix=SUM
// RUN: lathe run --no-cache --backend=vm %t/sum.mlir | FileCheck %s --check-prefix=SUM

// CHECK: tensor<1x2x2xf32> {{\[\[\[2, 2\], \[1, 3\]\]\]}}
// WINDOW: tensor<4xf32> [1, 3, 5, 7]
// SUM: tensor<1x2xi32> {{\[\[0, 2\]\]}}

//--- input.mlir
func.func @main() -> tensor<1x2x2xf32> {
  %0 = stablehlo.constant dense<[[[4.0, 2.0], [2.0, 10.0]]]> : tensor<1x2x2xf32>
  return %0 : tensor<1x2x2xf32>
}

//--- cholesky.mlir
func.func @main(%a: tensor<?x2x2xf32>) -> tensor<?x2x2xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x2x2xf32>) -> tensor<i32>
  %batch = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %shape = stablehlo.concatenate %batch, %two, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %r:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a, %shape, %batch) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]} : (tensor<?x2x2xf32>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x2x2xf32>, tensor<?xi32>)
  return %r#0 : tensor<?x2x2xf32>
}

//--- sum.mlir
func.func @main() -> tensor<?x2xi32> {
  %x = stablehlo.iota dim = 1 : tensor<1x2xi32>
  %0 = chlo.broadcast_add %x, %x : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

//--- window.mlir
func.func @main() -> tensor<?xf32> {
  %x = stablehlo.iota dim = 0 : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %window = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %pads = stablehlo.constant dense<0> : tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %window, %one, %one, %one, %pads) {called_computations = [@sum]} : (tensor<5xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
