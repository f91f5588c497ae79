// Exports of JAX with a symbolic dimension and a sharding constraint, by GSPMD and by Shardy.
// RUN: split-file %s %t
// RUN: lathe run --no-cache %t/input.mlir --output=%t/in
// RUN: lathe run --no-cache --backend=ref %t/gspmd.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %t/gspmd.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=ref %t/shardy.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %t/shardy.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: not lathe run --no-cache --backend=ref %t/part.mlir --input=%t/in/out0.npy 2>&1 | FileCheck %s --check-prefix=PART

// CHECK: tensor<3xf32> [-0, -1, -2]
// PART: part.mlir:{{.*}} error: 'stablehlo.custom_call' op is unsupported by the interpreter: target @SPMDFullToShardShape

//--- input.mlir
func.func @main() -> tensor<3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}

//--- gspmd.mlir
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @Sharding(%0, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>, mhlo.sharding = "{replicated}"} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.custom_call @SPMDFullToShardShape(%1, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>, mhlo.sharding = "{manual}"} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.negate %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}

//--- shardy.mlir
sdy.mesh @mesh = <["x"=1]>
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

//--- part.mlir
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%x, %n) {indices_of_shape_operands = dense<1> : tensor<1xi64>, mhlo.sharding = "{manual}"} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
