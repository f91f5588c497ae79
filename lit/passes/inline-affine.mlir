// RUN: lathe-opt %s --inline=default-pipeline= | FileCheck %s

// In an affine loop, a body is inlined only if its subscripts remain dimensions and symbols, and if
// its operations have no effects that affine analyses do not know.
func.func @extent(%m: memref<?xf32>, %j: index) -> f32 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  %s = arith.addi %c0, %n : index
  %r = affine.load %m[%j + symbol(%s)] : memref<?xf32>
  return %r : f32
}
func.func @scaled(%m: memref<?xf32>, %a: index) -> f32 {
  %0 = arith.muli %a, %a : index
  %r = affine.load %m[%0] : memref<?xf32>
  return %r : f32
}
func.func @loop(%n: index) {
  affine.for %i = 0 to %n {
  }
  return
}
func.func @store(%m: memref<?xf32>, %i: index) {
  %f = arith.constant 0.0 : f32
  affine.store %f, %m[%i] : memref<?xf32>
  return
}
func.func @effect(%m: memref<?xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @in_loop
// CHECK-SAME:    (%[[M:.*]]: memref<?xf32>, %[[ALL:.*]]: memref<
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      %[[A:.*]] = memref.load %[[ALL]][%[[I]]]
// CHECK-NEXT:      %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:      %[[N:.*]] = memref.dim %[[M]], %[[C0]]
// CHECK-NEXT:      %[[S:.*]] = arith.addi %[[C0]], %[[N]]
// CHECK-NEXT:      affine.load %[[M]][%[[I]] + symbol(%[[S]])]
// CHECK-NEXT:      func.call @extent(%[[A]], %[[I]])
// CHECK-NEXT:      func.call @scaled(%[[M]], %[[I]])
// CHECK-NEXT:      %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:      %[[C9:.*]] = arith.muli %[[C3]], %[[C3]]
// CHECK-NEXT:      affine.load %[[M]][%[[C9]]]
// CHECK-NEXT:      func.call @loop(%[[I]])
// CHECK-NEXT:      %[[K:.*]] = arith.muli %[[I]], %[[I]]
// CHECK-NEXT:      func.call @store(%[[M]], %[[K]])
// CHECK-NEXT:      %[[F:.*]] = arith.constant
// CHECK-NEXT:      affine.store %[[F]], %[[M]][%[[I]]]
// CHECK-NEXT:      func.call @effect(%[[M]], %[[I]])
// CHECK-NEXT:    }
func.func @in_loop(%m: memref<?xf32>, %all: memref<4xmemref<?xf32>>) {
  affine.for %i = 0 to 4 {
    %a = memref.load %all[%i] : memref<4xmemref<?xf32>>
    %0 = func.call @extent(%m, %i) : (memref<?xf32>, index) -> f32
    %1 = func.call @extent(%a, %i) : (memref<?xf32>, index) -> f32
    %2 = func.call @scaled(%m, %i) : (memref<?xf32>, index) -> f32
    %c = arith.constant 3 : index
    %3 = func.call @scaled(%m, %c) : (memref<?xf32>, index) -> f32
    func.call @loop(%i) : (index) -> ()
    %k = arith.muli %i, %i : index
    func.call @store(%m, %k) : (memref<?xf32>, index) -> ()
    func.call @store(%m, %i) : (memref<?xf32>, index) -> ()
    func.call @effect(%m, %i) : (memref<?xf32>, index) -> ()
  }
  return
}

// Affine operations are not legal in an scf.for, since it is not an affine scope.
// CHECK-LABEL: func.func @in_scf
// CHECK:         scf.for %[[I:.*]] =
// CHECK-NEXT:      func.call @store(%{{.*}}, %[[I]])
// CHECK-NEXT:      memref.load
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[F:.*]] = arith.constant
// CHECK-NEXT:    affine.store %[[F]]
// CHECK-NEXT:    return
func.func @in_scf(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @store(%m, %i) : (memref<?xf32>, index) -> ()
    func.call @effect(%m, %i) : (memref<?xf32>, index) -> ()
  }
  func.call @store(%m, %c4) : (memref<?xf32>, index) -> ()
  return
}
