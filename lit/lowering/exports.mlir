// Custom calls that frameworks export, and that are equal to operations of StableHLO.
// RUN: lathe-opt %s --stablehlo-legalize-exports | FileCheck %s

// CHECK-LABEL: func.func @calls
// CHECK-NEXT: %[[E:.*]] = chlo.erf %arg0
// CHECK-NEXT: %[[V:.*]], %[[I:.*]] = chlo.top_k(%[[E]], k = 2)
// CHECK-NEXT: custom_call @mhlo.topk{{.*}}k = 10
// CHECK-NEXT: return %[[V]], %[[I]]
func.func @calls(%x: tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4x9xf32>) -> tensor<4x9xf32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%0) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %2:2 = stablehlo.custom_call @mhlo.topk(%0) {mhlo.attributes = {k = 10 : i64, largest = false}} : (tensor<4x9xf32>) -> (tensor<4x10xf32>, tensor<4x10xi32>)
  return %1#0, %1#1 : tensor<4x2xf32>, tensor<4x2xi32>
}

// On one device a sharding changes nothing.
sdy.mesh @mesh = <["x"=1]>

// CHECK-LABEL: func.func @shardings
// CHECK-NEXT: %[[T:.*]] = stablehlo.tanh %arg0
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[T]]
// CHECK-NEXT: return %[[N]]
func.func @shardings(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%y: tensor<8x4xf32>) {
    %6 = stablehlo.tanh %y : tensor<8x4xf32>
    sdy.return %6 : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[1,1]<=[1]}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{manual}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %5 = stablehlo.custom_call @annotate_device_placement(%4) {has_side_effect = true} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %7 = stablehlo.negate %5 : tensor<8x4xf32>
  return %7 : tensor<8x4xf32>
}

// A device that has only a part of the data cannot run the program.
sdy.mesh @two = <["x"=2]>

// CHECK-LABEL: func.func @parts
// CHECK: sdy.manual_computation
func.func @parts(%x: tensor<8xf32>) -> tensor<8xf32> {
  %1 = sdy.manual_computation(%x) in_shardings=[<@two, [{"x"}]>] out_shardings=[<@two, [{"x"}]>] manual_axes={"x"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A shard of dynamic shape has the same type as all of the data.
// CHECK-LABEL: func.func @dynamic_parts
// CHECK: sdy.manual_computation
// CHECK-NOT: sdy.manual_computation
func.func @dynamic_parts(%x: tensor<?xf32>) -> tensor<?xf32> {
  %1 = sdy.manual_computation(%x) in_shardings=[<@two, [{"x"}]>] out_shardings=[<@two, [{"x"}]>] manual_axes={"x"} (%y: tensor<?xf32>) {
    %3 = stablehlo.negate %y : tensor<?xf32>
    sdy.return %3 : tensor<?xf32>
  } : (tensor<?xf32>) -> tensor<?xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@two, [{}]>] manual_axes={"x"} (%y: tensor<?xf32>) {
    sdy.return %y : tensor<?xf32>
  } : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The shapes of results are not data. A device may have only a part of data of dynamic shape.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[N:.*]] = stablehlo.negate %arg0 : tensor<?xf32>
// CHECK: %[[P:.*]] = stablehlo.custom_call @SPMDFullToShardShape(%[[N]], %arg1)
// CHECK: %[[E:.*]] = chlo.erf %arg2 {{.*}} : tensor<3xf32> -> tensor<?xf32>
// CHECK: return %[[P]], %arg2, %[[E]]
func.func @dynamic(%x: tensor<?xf32>, %n: tensor<1xi32>, %y: tensor<3xf32>) -> (tensor<?xf32>, tensor<3xf32>, tensor<?xf32>) {
  %0 = stablehlo.custom_call @Sharding(%x, %n) {indices_of_shape_operands = dense<1> : tensor<1xi64>, mhlo.sharding = "{replicated}"} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  %2 = stablehlo.custom_call @SPMDFullToShardShape(%1, %n) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.custom_call @SPMDFullToShardShape(%y, %n) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3xf32>, tensor<1xi32>) -> tensor<3xf32>
  %4 = stablehlo.custom_call @mhlo.erf(%3) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> tensor<?xf32>
  return %2, %3, %4 : tensor<?xf32>, tensor<3xf32>, tensor<?xf32>
}
