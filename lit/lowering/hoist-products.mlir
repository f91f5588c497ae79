// RUN: lathe-opt %s --stablehlo-hoist-products --split-input-file | FileCheck %s

// A recurrent network multiplies one row of its input in each step. The product of all rows is computed before the loop, and each
// step takes one row of this product. The product with the state stays in the loop.
// CHECK-LABEL: @steps
// CHECK: %[[ALL:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x1x8xf32>, tensor<8x16xf32>) -> tensor<6x1x16xf32>
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK: %[[PART:.*]] = stablehlo.dynamic_slice %[[ALL]], %[[I:.*]], %[[Z:.*]], %[[Z]], sizes = [1, 1, 16]
// CHECK: %[[ROW:.*]] = stablehlo.reshape %[[PART]] : (tensor<1x1x16xf32>) -> tensor<1x16xf32>
// CHECK: %[[STATE:.*]] = stablehlo.dot_general
// CHECK-NOT: stablehlo.dot_general
// CHECK: stablehlo.add %[[ROW]], %[[STATE]]
func.func @steps(%x: tensor<6x1x8xf32>, %w: tensor<8x16xf32>, %u: tensor<16x16xf32>, %h: tensor<1x16xf32>) -> tensor<1x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<6> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %xs = %x, %s = %h) : tensor<i32>, tensor<6x1x8xf32>, tensor<1x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dynamic_slice %xs, %i, %zero, %zero, sizes = [1, 1, 8] : (tensor<6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x8xf32>, tensor<8x16xf32>) -> tensor<1x16xf32>
    %3 = stablehlo.dot_general %s, %u, contracting_dims = [1] x [0] : (tensor<1x16xf32>, tensor<16x16xf32>) -> tensor<1x16xf32>
    %4 = stablehlo.add %2, %3 : tensor<1x16xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %xs, %4 : tensor<i32>, tensor<6x1x8xf32>, tensor<1x16xf32>
  }
  return %r#2 : tensor<1x16xf32>
}

// -----

// Without a reshape, and from the last row to the first: the order of the rows does not matter.
// CHECK-LABEL: @backwards
// CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x16xf32>) -> tensor<6x16xf32>
// CHECK: } do {
// CHECK-NOT: stablehlo.dot_general
// CHECK: return
func.func @backwards(%x: tensor<6x8xf32>, %w: tensor<8x16xf32>, %h: tensor<1x16xf32>) -> tensor<1x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %last = stablehlo.constant dense<5> : tensor<i32>
  %end = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %h) : tensor<i32>, tensor<1x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %at = stablehlo.subtract %last, %i : tensor<i32>
    %0 = stablehlo.dynamic_slice %x, %at, %zero, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.maximum %1, %s : tensor<1x16xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<1x16xf32>
  }
  return %r#1 : tensor<1x16xf32>
}

// -----

// The number of rows is not known, so one step may need one row of many.
// CHECK-LABEL: @dynamic
// CHECK: } do {
// CHECK: stablehlo.dot_general
func.func @dynamic(%x: tensor<?x8xf32>, %w: tensor<8x16xf32>, %h: tensor<1x16xf32>) -> tensor<1x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %last = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %h) : tensor<i32>, tensor<1x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %at = stablehlo.subtract %last, %i : tensor<i32>
    %0 = stablehlo.dynamic_slice %x, %at, %zero, sizes = [1, 8] : (tensor<?x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.maximum %1, %s : tensor<1x16xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<1x16xf32>
  }
  return %r#1 : tensor<1x16xf32>
}

// -----

// The loop may end after a few of 600 steps.
// CHECK-LABEL: @few
// CHECK: } do {
// CHECK: stablehlo.dot_general
func.func @few(%x: tensor<600x8xf32>, %w: tensor<8x16xf32>, %h: tensor<1x16xf32>) -> tensor<1x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %h) : tensor<i32>, tensor<1x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<600x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.maximum %1, %s : tensor<1x16xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<1x16xf32>
  }
  return %r#1 : tensor<1x16xf32>
}

// -----

// The weights change in the loop.
// CHECK-LABEL: @changes
// CHECK: } do {
// CHECK: stablehlo.dot_general
func.func @changes(%x: tensor<6x8xf32>, %w: tensor<8x16xf32>, %h: tensor<1x16xf32>) -> tensor<1x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<6> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %v = %w, %s = %h) : tensor<i32>, tensor<8x16xf32>, tensor<1x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<1x8xf32>, tensor<8x16xf32>) -> tensor<1x16xf32>
    %2 = stablehlo.maximum %1, %s : tensor<1x16xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    %4 = stablehlo.negate %v : tensor<8x16xf32>
    stablehlo.return %3, %4, %2 : tensor<i32>, tensor<8x16xf32>, tensor<1x16xf32>
  }
  return %r#2 : tensor<1x16xf32>
}

// -----

// Each step multiplies 63 rows.
// CHECK-LABEL: @rows63
// CHECK: stablehlo.dot_general {{.*}} -> tensor<6x63x16xf32>
// CHECK: } do {
// CHECK-NOT: stablehlo.dot_general
// CHECK: return
func.func @rows63(%x: tensor<6x63x8xf32>, %w: tensor<8x16xf32>, %h: tensor<63x16xf32>) -> tensor<63x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %h) : tensor<i32>, tensor<63x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dynamic_slice %x, %i, %zero, %zero, sizes = [1, 63, 8] : (tensor<6x63x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x63x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x63x8xf32>) -> tensor<63x8xf32>
    %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<63x8xf32>, tensor<8x16xf32>) -> tensor<63x16xf32>
    %3 = stablehlo.maximum %2, %s : tensor<63x16xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<63x16xf32>
  }
  return %r#1 : tensor<63x16xf32>
}

// -----

// A product of 64 rows stays in the loop.
// CHECK-LABEL: @rows64
// CHECK-NOT: stablehlo.dot_general
// CHECK: } do {
// CHECK: stablehlo.dot_general
func.func @rows64(%x: tensor<6x64x8xf32>, %w: tensor<8x16xf32>, %h: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<6> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %h) : tensor<i32>, tensor<64x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.dynamic_slice %x, %i, %zero, %zero, sizes = [1, 64, 8] : (tensor<6x64x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x8xf32>) -> tensor<64x8xf32>
    %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
    %3 = stablehlo.maximum %2, %s : tensor<64x16xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<64x16xf32>
  }
  return %r#1 : tensor<64x16xf32>
}

// -----

// In a product of one row and transposed weights, the terms are in lanes. In a product of all rows,
// they would not be, so results would change.
// CHECK-LABEL: @transposed
// CHECK-NOT: stablehlo.dot_general
// CHECK: } do {
// CHECK: stablehlo.dot_general
func.func @transposed(%x: tensor<8x64xf32>, %w: tensor<3x64xf32>) -> tensor<8x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<8> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<8x3xf32>
  %r:2 = stablehlo.while(%i = %zero, %a = %z) : tensor<i32>, tensor<8x3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 64] : (tensor<8x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %d = stablehlo.dot_general %s, %w, contracting_dims = [1] x [1] : (tensor<1x64xf32>, tensor<3x64xf32>) -> tensor<1x3xf32>
    %n = stablehlo.dynamic_update_slice %a, %d, %i, %zero : (tensor<8x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x3xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %n : tensor<i32>, tensor<8x3xf32>
  }
  return %r#1 : tensor<8x3xf32>
}
