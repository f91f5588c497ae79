// RUN: lathe-opt %s --stablehlo-aggressive-folder=fold-op-element-limit=4 | FileCheck %s
// RUN: lathe-opt %s --stablehlo-aggressive-folder='optimize-float=false assume-no-undeclared-side-effects=true' | FileCheck %s --check-prefix=INTS

// CHECK-LABEL: func.func @arithmetic
// CHECK-DAG: %[[A:.*]] = stablehlo.constant dense<[5, 7, 9, 11, 13]> : tensor<5xi32>
// CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<2> : tensor<i8>
// CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<1.500000e+00> : tensor<f32>
// CHECK: return %[[A]], %[[B]], %[[C]]
// INTS-LABEL: func.func @arithmetic
// INTS: %[[C:.*]] = stablehlo.clamp
// INTS: return %{{.*}}, %{{.*}}, %[[C]]
func.func @arithmetic() -> (tensor<5xi32>, tensor<i8>, tensor<f32>) {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %two = stablehlo.constant dense<2> : tensor<5xi32>
  %five = stablehlo.constant dense<5> : tensor<5xi32>
  %0 = stablehlo.multiply %x, %two : tensor<5xi32>
  %1 = stablehlo.add %0, %five : tensor<5xi32>
  %m = stablehlo.constant dense<-6> : tensor<i8>
  %n = stablehlo.constant dense<4> : tensor<i8>
  %2 = stablehlo.remainder %m, %n : tensor<i8>
  %3 = stablehlo.abs %2 : tensor<i8>
  %lo = stablehlo.constant dense<0.5> : tensor<f32>
  %hi = stablehlo.constant dense<1.5> : tensor<f32>
  %v = stablehlo.constant dense<3.0> : tensor<f32>
  %4 = stablehlo.clamp %lo, %v, %hi : tensor<f32>
  return %1, %3, %4 : tensor<5xi32>, tensor<i8>, tensor<f32>
}

// Not folded: numbers that the result type cannot represent, quotients by 0, roots and logarithms outside
// of their domain, and large results.
// CHECK-LABEL: func.func @stays
// CHECK: stablehlo.convert
// CHECK: stablehlo.convert
// CHECK: stablehlo.divide
// CHECK: stablehlo.rsqrt
// CHECK: stablehlo.log
// CHECK: stablehlo.concatenate
// CHECK: stablehlo.broadcast_in_dim
func.func @stays() -> (tensor<ui8>, tensor<i8>, tensor<i32>, tensor<f32>, tensor<2xf32>, tensor<6xi32>, tensor<2x3xi32>) {
  %x = stablehlo.constant dense<256.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %0 = stablehlo.convert %x : (tensor<f32>) -> tensor<ui8>
  %1 = stablehlo.convert %nan : (tensor<f32>) -> tensor<i8>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.divide %one, %zero : tensor<i32>
  %minus = stablehlo.constant dense<-4.0> : tensor<f32>
  %3 = stablehlo.rsqrt %minus : tensor<f32>
  %pair = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %4 = stablehlo.log %pair : tensor<2xf32>
  %three = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %5 = stablehlo.concatenate %three, %three, dim = 0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<6xi32>
  %6 = stablehlo.broadcast_in_dim %three, dims = [1] : (tensor<3xi32>) -> tensor<2x3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<ui8>, tensor<i8>, tensor<i32>, tensor<f32>, tensor<2xf32>, tensor<6xi32>, tensor<2x3xi32>
}

// CHECK-LABEL: func.func @moves
// CHECK-DAG: stablehlo.constant dense<{{\[\[}}2, 1]]> : tensor<1x2xui8>
// CHECK-DAG: stablehlo.constant dense<true> : tensor<3xi1>
// CHECK-DAG: stablehlo.constant dense<[7, 2]> : tensor<2xui8>
// CHECK-DAG: stablehlo.constant dense<9> : tensor<2xi64>
// CHECK-DAG: %[[TWICE:.*]] = stablehlo.constant dense<4> : tensor<4xi64>
// CHECK: stablehlo.concatenate %arg0, %[[TWICE]], %arg0
// CHECK-NOT: stablehlo
// CHECK: return
func.func @moves(%x: tensor<1xi64>, %i: tensor<i32>) -> (tensor<1x2xui8>, tensor<3xi1>, tensor<2xui8>, tensor<2xi64>, tensor<6xi64>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
  %0 = stablehlo.reshape %a : (tensor<2xui8>) -> tensor<1x2xui8>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<1x2xui8>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<i1>) -> tensor<3xi1>
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %b = stablehlo.constant dense<[7, 8]> : tensor<2xui8>
  %3 = stablehlo.select %p, %b, %a : tensor<2xi1>, tensor<2xui8>
  %nine = stablehlo.constant dense<9> : tensor<5xi64>
  %4 = stablehlo.dynamic_slice %nine, %i, sizes = [2] : (tensor<5xi64>, tensor<i32>) -> tensor<2xi64>
  %four = stablehlo.constant dense<4> : tensor<2xi64>
  %5 = stablehlo.concatenate %x, %four, %four, %x, dim = 0 : (tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<6xi64>
  return %1, %2, %3, %4, %5 : tensor<1x2xui8>, tensor<3xi1>, tensor<2xui8>, tensor<2xi64>, tensor<6xi64>
}

// CHECK-LABEL: func.func @regions
// CHECK-DAG: %[[SEVEN:.*]] = stablehlo.constant dense<7> : tensor<2xi32>
// CHECK-DAG: %[[YES:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK: stablehlo.custom_call @effect
// CHECK-NOT: stablehlo.reduce
// CHECK: return %[[SEVEN]], %arg0, %arg1, %[[YES]]
func.func @regions(%x: tensor<2x3xi32>, %y: tensor<i32>) -> (tensor<2xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i1>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.reduce(%x init: %0) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }
  %2 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  %3 = "stablehlo.case"(%0) ({
    stablehlo.custom_call @effect() {has_side_effect = true} : () -> ()
    stablehlo.return %y : tensor<i32>
  }, {
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %many = stablehlo.constant dense<true> : tensor<8x8xi1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %4 = stablehlo.reduce(%many init: %no) applies stablehlo.or across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
  return %1, %2, %3, %4 : tensor<2xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i1>
}

// The reduced dimension may be empty.
// CHECK-LABEL: func.func @reduce_dynamic
// CHECK-COUNT-2: stablehlo.reduce
func.func @reduce_dynamic(%x: tensor<2x?xi32>, %y: tensor<i32>, %z: tensor<?xi32>) -> (tensor<2xi32>, tensor<i32>) {
  %1 = stablehlo.reduce(%x init: %y) across dimensions = [1] : (tensor<2x?xi32>, tensor<i32>) -> tensor<2xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }
  %k = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.reduce(%z init: %y) across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    stablehlo.return %k : tensor<i32>
  }
  return %1, %2 : tensor<2xi32>, tensor<i32>
}

// A reduction without terms is its initial value, for any body.
// CHECK-LABEL: func.func @reduce_nothing
// CHECK: stablehlo.reduce
func.func @reduce_nothing(%x: tensor<2x0xi32>, %y: tensor<i32>) -> tensor<2xi32> {
  %1 = stablehlo.reduce(%x init: %y) across dimensions = [1] : (tensor<2x0xi32>, tensor<i32>) -> tensor<2xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }
  return %1 : tensor<2xi32>
}

func.func private @g(tensor<i32>) -> tensor<i32>

// A loop that never runs is kept if it calls a function that may have effects.
// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while
// CHECK: return %arg0
// INTS-LABEL: func.func @loop
// INTS-NOT: stablehlo.while
// INTS: return %arg0
func.func @loop(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%a = %x) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %b = func.call @g(%a) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %b : tensor<i32>
  }
  return %0 : tensor<i32>
}

// Splats of i8 are not constants of the i32 that the region combines.
// CHECK-LABEL: func.func @promoted
// CHECK: stablehlo.reduce
// CHECK-SAME: (tensor<4xi8>, tensor<i32>) -> tensor<i32>
func.func @promoted() -> tensor<i32> {
  %y = stablehlo.constant dense<3> : tensor<4xi8>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.reduce(%y init: %i) across dimensions = [0] : (tensor<4xi8>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %s = stablehlo.or %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }
  return %0 : tensor<i32>
}

// The body combines the results so far, which are its first arguments, with elements. A result that
// depends on the initial value of another result is not folded.
// CHECK-LABEL: func.func @several
// CHECK-DAG: %[[SEVEN:.*]] = stablehlo.constant dense<7> : tensor<i32>
// CHECK-DAG: %[[FIVE:.*]] = stablehlo.constant dense<5> : tensor<i32>
// CHECK: %[[R:.*]]:2 = stablehlo.reduce
// CHECK: return %[[SEVEN]], %[[FIVE]], %[[R]]#0, %[[R]]#1
func.func @several() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %a = stablehlo.constant dense<7> : tensor<4xi32>
  %b = stablehlo.constant dense<5> : tensor<4xi32>
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %j = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  reducer(%x: tensor<i32>, %u: tensor<i32>) (%y: tensor<i32>, %v: tensor<i32>) {
    %m = stablehlo.and %x, %u : tensor<i32>
    stablehlo.return %m, %v : tensor<i32>, tensor<i32>
  }
  %1:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  reducer(%x: tensor<i32>, %u: tensor<i32>) (%y: tensor<i32>, %v: tensor<i32>) {
    %m = stablehlo.and %y, %u : tensor<i32>
    stablehlo.return %m, %v : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1, %1#0, %1#1 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
