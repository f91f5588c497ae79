// RUN: lathe-opt %s --stablehlo-aggressive-simplification | FileCheck %s

// CHECK-LABEL: func.func @identities
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-DAG: %[[ONES:.*]] = stablehlo.constant dense<-1> : tensor<4xi32>
// CHECK-DAG: %[[TWO:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NOT: stablehlo.{{add|or|and|xor|subtract|multiply}}
// CHECK: %[[M:.*]] = stablehlo.maximum %[[Y]], %[[TWO]]
// CHECK-NEXT: return %[[X]], %[[Y]], %[[ZERO]], %[[ONES]], %[[ZERO]], %[[ZERO]], %[[X]], %[[M]]
func.func @identities(%x: tensor<4xi32>, %y: tensor<4xf32>)
    -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %ones = stablehlo.constant dense<-1> : tensor<4xi32>
  %fzero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.add %zero, %x : tensor<4xi32>
  %1 = stablehlo.subtract %y, %fzero : tensor<4xf32>
  %2 = stablehlo.add %1, %fzero : tensor<4xf32>
  %3 = stablehlo.and %x, %zero : tensor<4xi32>
  %4 = stablehlo.or %ones, %x : tensor<4xi32>
  %5 = stablehlo.xor %x, %x : tensor<4xi32>
  %6 = stablehlo.multiply %x, %zero : tensor<4xi32>
  %7 = stablehlo.and %x, %ones : tensor<4xi32>
  %8 = stablehlo.maximum %two, %y : tensor<4xf32>
  return %0, %2, %3, %4, %5, %6, %7, %8 : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
}

// A float times 0 may be NaN, and so may the difference of a float and itself.
// CHECK-LABEL: func.func @nan
// CHECK: stablehlo.multiply
// CHECK: stablehlo.subtract
// CHECK: stablehlo.compare
func.func @nan(%y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<i1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %y, %zero : tensor<f32>
  %1 = stablehlo.subtract %y, %y : tensor<f32>
  %2 = stablehlo.compare EQ, %y, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<i1>
}

// CHECK-LABEL: func.func @compare
// CHECK-SAME: (%[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<ui8>
// CHECK-DAG: %[[YES:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK-DAG: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<ui8>
// CHECK: %[[C:.*]] = stablehlo.compare GT, %[[X]], %[[THREE]]
// CHECK: %[[S:.*]] = stablehlo.select %[[P]], %arg3, %arg2
// CHECK: return %[[P]], %[[YES]], %[[C]], %[[S]]
func.func @compare(%p: tensor<i1>, %x: tensor<ui8>, %a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<3xf32>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %three = stablehlo.constant dense<3> : tensor<ui8>
  %0 = stablehlo.compare NE, %p, %no : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %1 = stablehlo.compare LE, %x, %x : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %2 = stablehlo.compare LT, %three, %x : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %not = stablehlo.not %p : tensor<i1>
  %3 = stablehlo.select %not, %a, %b : tensor<i1>, tensor<3xf32>
  return %0, %1, %2, %3 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<3xf32>
}

// CHECK-LABEL: func.func @moves
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<4x3xf32>, %[[E:.*]]: tensor<0x3xf32>)
// CHECK: %[[A:.*]] = stablehlo.reshape %[[X]] : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
// CHECK: %[[B:.*]] = stablehlo.transpose %[[X]], dims = [1, 0]
// CHECK: %[[C:.*]] = stablehlo.reshape %[[X]] {k} : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// CHECK: %[[D:.*]] = stablehlo.concatenate %[[X]], %[[Y]], %[[X]], dim = 0
// CHECK: %[[S:.*]] = stablehlo.slice %[[Y]] [1:3, 0:3]
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[S]], %[[X]]
func.func @moves(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>, %e: tensor<0x3xf32>)
    -> (tensor<1x2x3xf32>, tensor<3x2xf32>, tensor<2x1x3xf32>, tensor<8x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %a = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
  %b = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %c0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<1x2x3xf32>) -> tensor<2x1x3xf32>
  %c = stablehlo.reshape %c0 {k} : (tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %d0 = stablehlo.concatenate %x, %e, %y, dim = 0 : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  %d = stablehlo.concatenate %d0, %x, dim = 0 : (tensor<6x3xf32>, tensor<2x3xf32>) -> tensor<8x3xf32>
  %s0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  %s = stablehlo.slice %s0 [3:5, 0:3] : (tensor<6x3xf32>) -> tensor<2x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %a, %b, %c, %d, %s, %p : tensor<1x2x3xf32>, tensor<3x2xf32>, tensor<2x1x3xf32>, tensor<8x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// Positions outside of the operand are clamped, as at run time.
// CHECK-LABEL: func.func @positions
// CHECK: %[[A:.*]] = stablehlo.slice %arg0 [2:4] {k} : (tensor<4xi32>) -> tensor<2xi32>
// CHECK: %[[B:.*]] = stablehlo.slice %arg0 [3:4] : (tensor<4xi32>) -> tensor<1xi32>
// CHECK: %[[C:.*]] = stablehlo.reshape %[[B]] : (tensor<1xi32>) -> tensor<i32>
// CHECK: return %[[A]], %[[C]], %[[A]]
func.func @positions(%x: tensor<4xi32>) -> (tensor<2xi32>, tensor<i32>, tensor<2xi32>) {
  %c = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %0 = stablehlo.dynamic_slice %x, %c, sizes = [2] {k} : (tensor<4xi32>, tensor<ui64>) -> tensor<2xi32>
  %far = stablehlo.constant dense<99> : tensor<1xi32>
  %1 = "stablehlo.gather"(%x, %far) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (tensor<4xi32>, tensor<1xi32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %3 = stablehlo.dynamic_update_slice %2, %0, %zero : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %0, %1, %3 : tensor<2xi32>, tensor<i32>, tensor<2xi32>
}

// The result of x depends on the unused result of y.
// CHECK-LABEL: func.func @crossed
// CHECK: stablehlo.reduce(%arg0 init: %{{.*}}), (%arg1 init: %{{.*}})
func.func @crossed(%x: tensor<8xi64>, %y: tensor<8xi64>) -> tensor<i64> {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %0:2 = stablehlo.reduce(%x init: %one), (%y init: %one) across dimensions = [0] : (tensor<8xi64>, tensor<8xi64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    reducer(%a: tensor<i64>, %b: tensor<i64>) (%c: tensor<i64>, %d: tensor<i64>) {
    %1 = stablehlo.add %c, %d : tensor<i64>
    %2 = stablehlo.multiply %c, %d : tensor<i64>
    stablehlo.return %1, %2 : tensor<i64>, tensor<i64>
  }
  return %0#0 : tensor<i64>
}

// Unused results are removed from reductions and sorts. Values that no iteration changes are removed
// from loops, also if they became constants earlier.
// CHECK-LABEL: func.func @regions
// CHECK: %[[EMPTY:.*]] = stablehlo.constant dense<> : tensor<0xf32>
// CHECK: %[[R:.*]] = stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<8xi64>, tensor<i64>) -> tensor<i64>
// CHECK: %[[S:.*]] = "stablehlo.sort"(%arg0) <{dimension = 0 : i64
// CHECK: stablehlo.while(%[[I:.*]] = %[[R]]) : tensor<i64>
// CHECK: stablehlo.compare LT, %[[I]], %arg1
// CHECK: return %{{.*}}, %arg1, %[[EMPTY]], %[[S]]
func.func @regions(%x: tensor<8xi64>, %n: tensor<i64>, %e: tensor<0xf32>) -> (tensor<i64>, tensor<i64>, tensor<0xf32>, tensor<8xi64>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %0:2 = stablehlo.reduce(%x init: %zero), (%x init: %zero) across dimensions = [0] : (tensor<8xi64>, tensor<8xi64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
    reducer(%a: tensor<i64>, %c: tensor<i64>) (%b: tensor<i64>, %d: tensor<i64>) {
    %1 = stablehlo.add %a, %c : tensor<i64>
    %2 = stablehlo.maximum %b, %d : tensor<i64>
    stablehlo.return %1, %2 : tensor<i64>, tensor<i64>
  }
  %i = stablehlo.iota dim = 0 : tensor<8xi64>
  %s:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<i64>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8xi64>, tensor<8xi64>) -> (tensor<8xi64>, tensor<8xi64>)
  %w:3 = stablehlo.while(%a = %0#0, %b = %n, %c = %e) : tensor<i64>, tensor<i64>, tensor<0xf32>
  cond {
    %1 = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %a : tensor<i64>
    stablehlo.return %1, %b, %c : tensor<i64>, tensor<i64>, tensor<0xf32>
  }
  return %w#0, %w#1, %w#2, %s#0 : tensor<i64>, tensor<i64>, tensor<0xf32>, tensor<8xi64>
}

// The replacement gets the attributes of the replaced operation, and each entry of its frontend attributes.
// CHECK-LABEL: func.func @attributes
// CHECK: stablehlo.negate %arg0 {mhlo.frontend_attributes = {a = "1", b = "3", xla_metadata_payload = "old"}, mhlo.sharding = "s"}
// CHECK-NEXT: stablehlo.custom_call @f(%{{.*}}) {api_version = 4 : i32, backend_config = {n = 1 : i32}}
// CHECK-NEXT: return
func.func @attributes(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x {mhlo.frontend_attributes = {a = "1", b = "2", xla_metadata_payload = "old"}} : tensor<2xf32>
  %1 = stablehlo.reshape %0 {mhlo.frontend_attributes = {b = "3", xla_metadata_payload = "new"}, mhlo.sharding = "s"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @f(%1) {mhlo.backend_config = {n = 1 : i32}} : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// CHECK-LABEL: func.func @effects
// CHECK: stablehlo.custom_call @kept
// CHECK-NOT: @erased
// CHECK: stablehlo.custom_call @may_have_effects
func.func @effects(%x: tensor<2xf32>) {
  %0 = stablehlo.custom_call @kept(%x) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @erased(%x) {has_side_effect = false} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @may_have_effects(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @deep
// CHECK: %[[A:.*]] = stablehlo.concatenate %arg0, %arg1, dim = 0
// CHECK: %[[B:.*]] = stablehlo.concatenate %arg1, %arg0, %arg1, %[[A]], %arg0, dim = 0
// CHECK: return %[[B]], %[[A]]
func.func @deep(%x: tensor<1xi32>, %y: tensor<1xi32>) -> (tensor<6xi32>, tensor<2xi32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.concatenate %y, %0, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %used = stablehlo.concatenate %x, %y, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.concatenate %1, %used, dim = 0 : (tensor<3xi32>, tensor<2xi32>) -> tensor<5xi32>
  %3 = stablehlo.concatenate %2, %x, dim = 0 : (tensor<5xi32>, tensor<1xi32>) -> tensor<6xi32>
  return %3, %used : tensor<6xi32>, tensor<2xi32>
}

// The initial value gets the element type of the result.
// CHECK-LABEL: func.func @promoted
// CHECK: %[[C:.*]] = stablehlo.convert %{{.*}} : (tensor<f16>) -> tensor<f32>
// CHECK: stablehlo.broadcast_in_dim %[[C]], dims = [] : (tensor<f32>) -> tensor<3xf32>
func.func @promoted(%x: tensor<0x3xf32>, %h: tensor<f16>) -> tensor<3xf32> {
  %0 = stablehlo.reduce(%x init: %h) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
