// RUN: lathe-opt %s --canonicalize | FileCheck %s

// affine.apply is composed into the maps that use its result.

// CHECK: #map = affine_map<(d0)[s0] -> (d0 * 4 + s0 * 4 + 8)>
// CHECK: #map1 = affine_map<()[s0, s1] -> (10, s1, s0)>
// CHECK: #map2 = affine_map<()[s0] -> (s0 + 1)>
// CHECK: #map3 = affine_map<()[s0] -> (s0 + 4)>
// CHECK: #map4 = affine_map<()[s0, s1] -> (s1, s0 + 1)>
// CHECK: #set = affine_set<(d0) : (d0 >= 0)>

#map = affine_map<(d0)[s0] -> (d0 + s0)>
#set0 = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func private @u(index)

// CHECK-LABEL: func.func @a1(
// CHECK-NEXT: affine.for %arg2 = 0 to %arg0 {
// CHECK-NEXT: %0 = affine.load %arg1[%arg2 + symbol(%arg0), %arg2 * 2 + symbol(%arg0) * 2 + 4] : memref<?x?xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2 * 2 + symbol(%arg0) * 2 + 4, symbol(%arg0)] : memref<?x?xf32>
// CHECK-NEXT: %1 = affine.apply #map(%arg2)[%arg0]
// CHECK-NEXT: func.call @u(%1) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @a1(%n: index, %m: memref<?x?xf32>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to %n {
    %a = affine.apply #map(%i)[%n]
    %b = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%a, %c4)
    %x = affine.load %m[%a, %b] : memref<?x?xf32>
    affine.store %x, %m[%b, %n] : memref<?x?xf32>
    %z = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%b, %b)
    func.call @u(%z) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @a2(
// CHECK-NEXT: %0 = affine.min #map1()[%arg1, %arg0]
// CHECK-NEXT: %1 = affine.apply #map2()[%arg0]
// CHECK-NEXT: return %0, %1 : index, index
func.func @a2(%n: index, %k: index) -> (index, index) {
  %a = affine.min affine_map<(d0, d1)[s0] -> (d0, d1, s0, s0)>(%n, %n)[%k]
  %b = affine.min affine_map<()[s0, s1] -> (s0, s1, 10)>()[%a, %k]
  %c = affine.max affine_map<(d0) -> (d0 + 1)>(%n)
  return %b, %c : index, index
}

// CHECK-LABEL: func.func @a3(
// CHECK-NEXT: %0 = affine.for %arg3 = #map3()[%arg0] to min #map4()[%arg1, %arg0] iter_args(%arg4 = %arg2) -> (f32) {
// CHECK-NEXT: affine.if #set(%arg3) {
// CHECK-NEXT: func.call @u(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.yield %arg4 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
func.func @a3(%n: index, %k: index, %x: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %lb = affine.apply affine_map<()[s0] -> (s0 + 4)>()[%n]
  %r = affine.for %i = %lb to min affine_map<(d0)[s0] -> (d0, s0 + 1, s0 + 1)>(%n)[%k] iter_args(%q = %x) -> f32 {
    %i2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    affine.if #set0(%i2)[%c1] {
      func.call @u(%i) : (index) -> ()
    } else {
    }
    affine.yield %q : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @a4(
// CHECK-NEXT: return %arg2, %arg2, %arg3 : f32, f32, f32
func.func @a4(%n: index, %k: index, %x: f32, %y: f32) -> (f32, f32, f32) {
  %r:2 = affine.for %i = 0 to 10 iter_args(%q = %x, %p = %y) -> (f32, f32) {
    affine.yield %q, %x : f32, f32
  }
  %s = affine.if affine_set<() : (1 == 0)>() -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  return %r#0, %r#1, %s : f32, f32, f32
}

// CHECK-LABEL: func.func @a5(
// CHECK-NEXT: %0 = affine.load %arg1[3, 2] : memref<4x4xf32>
// CHECK-NEXT: affine.for %arg2 = 3 to 10 {
// CHECK-NEXT: func.call @u(%arg2) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg2 = 3 to 2 {
// CHECK-NEXT: func.call @u(%arg2) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
func.func @a5(%n: index, %m: memref<4x4xf32>) -> f32 {
  %c = memref.cast %m : memref<4x4xf32> to memref<?x?xf32>
  %c3 = arith.constant 3 : index
  %x = affine.load %c[%c3, %c3 - 1] : memref<?x?xf32>
  affine.for %i = %c3 to 10 { func.call @u(%i) : (index) -> () }
  affine.for %i = 3 to 2 { func.call @u(%i) : (index) -> () }
  affine.for %i = 0 to 2 { }
  return %x : f32
}

// CHECK-LABEL: func.func @a6(
// CHECK-NEXT: affine.parallel (%arg2) = (0) to (symbol(%arg0)) {
// CHECK-NEXT: %0 = affine.load %arg1[%arg2 + symbol(%arg0)] : memref<?xf32>
// CHECK-NEXT: affine.store %0, %arg1[%arg2] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @a6(%n: index, %m: memref<?xf32>) {
  affine.parallel (%i) = (0) to (%n) {
    %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %x = affine.load %m[%a] : memref<?xf32>
    affine.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// Divisions and remainders of a bounded expression are folded.

// CHECK-LABEL: func.func @a7(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = affine.load %arg2[symbol(%arg1) mod 4] : memref<?xf32>
// CHECK-NEXT: return %c0, %arg0, %0 : index, index, f32
func.func @a7(%a: index, %b: index, %m: memref<?xf32>) -> (index, index, f32) {
  %0 = affine.apply affine_map<(d0) -> ((d0 mod 4) floordiv 4)>(%a)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + (d1 mod 6) floordiv 6)>(%a, %b)
  %2 = affine.load %m[(%b mod 4) mod 8] : memref<?xf32>
  return %0, %1, %2 : index, index, f32
}
