// Some devices need constant shapes, positions or paddings. An operation that takes them as operands
// runs on such a device even if the operands are assigned to another device.
// RUN: split-file %s %t
// RUN: lathe run --no-cache --devices=vm,ref %t/valid.mlir | FileCheck %s
// RUN: not lathe run --no-cache --devices=vm,ref %t/invalid.mlir 2>&1 | FileCheck %s --check-prefix=INVALID

//--- valid.mlir
// CHECK: tensor<2xi32> [1, 2]
// CHECK: tensor<4xi32> [7, 0, 1, 2]
// CHECK: tensor<2xi32> [1, 2]
func.func @main() -> (tensor<?xi32>, tensor<?xi32>, tensor<2xi32>) {
  %x = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.add %one, %one {cluster.device = "ref"} : tensor<1xi32>
  %three = stablehlo.add %two, %one {cluster.device = "ref"} : tensor<1xi32>
  %slice = stablehlo.real_dynamic_slice %x, %one, %three, %one {cluster.device = "vm"} : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  %pad = stablehlo.dynamic_pad %x, %seven, %one, %zero, %zero {cluster.device = "vm"} : (tensor<3xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  %gather = "stablehlo.dynamic_gather"(%x, %one, %two) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>}> {cluster.device = "vm"} : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %slice, %pad, %gather : tensor<?xi32>, tensor<?xi32>, tensor<2xi32>
}

//--- invalid.mlir
// INVALID: invalid.mlir:7:{{.*}} error: 'stablehlo.slice' op
func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.add %one, %one {cluster.device = "ref"} : tensor<1xi32>
  %nine = stablehlo.multiply %two, %two {cluster.device = "ref"} : tensor<1xi32>
  // The operation is verified only after folding.
  %slice = stablehlo.real_dynamic_slice %x, %one, %nine, %one {cluster.device = "vm"} : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  return %slice : tensor<3xi32>
}
