// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s -mlir-print-op-generic | lathe-opt | FileCheck %s

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[F:.*]]: (f32) -> f32, %[[X:.*]]: f32) -> f32
func.func @twice(%f: (f32) -> f32, %x: f32) -> f32 {
  // CHECK: %[[ONCE:.*]] = call_indirect %[[F]](%[[X]]) : (f32) -> f32
  %once = func.call_indirect %f(%x) : (f32) -> f32
  // CHECK: %[[TWICE:.*]] = call_indirect %[[F]](%[[ONCE]]) : (f32) -> f32
  %twice = func.call_indirect %f(%once) : (f32) -> f32
  // CHECK: return %[[TWICE]] : f32
  return %twice : f32
}

func.func private @square(f32) -> f32

// CHECK-LABEL: func.func @quartic(
func.func @quartic(%x: f32) -> f32 {
  // CHECK: %[[F:.*]] = constant @square : (f32) -> f32
  %f = func.constant @square : (f32) -> f32
  // CHECK: call @twice(%[[F]], %{{.*}}) : ((f32) -> f32, f32) -> f32
  %r = func.call @twice(%f, %x) : ((f32) -> f32, f32) -> f32
  return %r : f32
}

// CHECK-LABEL: func.func @casts(
func.func @casts(%x: i64, %y: tensor<4xf32>) -> (index, memref<4xf32>) {
  // CHECK: %[[A:.*]] = builtin.unrealized_conversion_cast %{{.*}} : i64 to index
  %a = builtin.unrealized_conversion_cast %x : i64 to index
  // CHECK: %[[B:.*]]:2 = builtin.unrealized_conversion_cast %{{.*}} : tensor<4xf32> to memref<4xf32>, index
  %b:2 = builtin.unrealized_conversion_cast %y : tensor<4xf32> to memref<4xf32>, index
  // CHECK: return %[[A]], %[[B]]#0 : index, memref<4xf32>
  return %a, %b#0 : index, memref<4xf32>
}
