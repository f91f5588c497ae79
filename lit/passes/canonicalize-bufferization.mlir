// RUN: lathe-opt %s --canonicalize | FileCheck %s

// Patterns of bufferization, and of func.

// CHECK-LABEL: func.func @clone(
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: return %alloc : memref<4xf32>
func.func @clone(%m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %m, %a : memref<4xf32> to memref<4xf32>
  %b = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %b : memref<4xf32>
}

// CHECK-LABEL: func.func @to_tensor(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = bufferization.to_tensor %arg0 : memref<4x?xf32> to tensor<4x?xf32>
// CHECK-NEXT: %dim = memref.dim %arg0, %c1 : memref<4x?xf32>
// CHECK-NEXT: %extracted = tensor.extract %0[%arg1, %arg1] : tensor<4x?xf32>
// CHECK-NEXT: return %dim, %extracted : index, f32
func.func @to_tensor(%m: memref<4x?xf32>, %i: index) -> (index, f32) {
  %c1 = arith.constant 1 : index
  %t = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  %d = tensor.dim %t, %c1 : tensor<4x?xf32>
  %x = tensor.extract %t[%i, %i] : tensor<4x?xf32>
  return %d, %x : index, f32
}

// CHECK-LABEL: func.func @to_buffer(
// CHECK-NEXT: %extracted = tensor.extract %arg0[%arg1] : tensor<4xf32>
// CHECK-NEXT: return %extracted : f32
func.func @to_buffer(%t: tensor<4xf32>, %i: index) -> f32 {
  %m = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %x = memref.load %m[%i] : memref<4xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @alloc_tensor(
// CHECK-NEXT: %0 = bufferization.alloc_tensor(%arg0) : tensor<4x?xf32>
// CHECK-NEXT: %cast = tensor.cast %0 : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast, %arg0 : tensor<?x?xf32>, index
func.func @alloc_tensor(%n: index) -> (tensor<?x?xf32>, index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = bufferization.alloc_tensor(%c4, %n) : tensor<?x?xf32>
  %d = tensor.dim %t, %c1 : tensor<?x?xf32>
  return %t, %d : tensor<?x?xf32>, index
}

// CHECK-LABEL: func.func @alloc_tensor_attributes(
// CHECK: bufferization.alloc_tensor() size_hint=%arg0 {memory_space = 1 : i64} : tensor<4xf32, "encoding">{{$}}
func.func @alloc_tensor_attributes(%n: index) -> tensor<?xf32, "encoding"> {
  %c4 = arith.constant 4 : index
  %t = bufferization.alloc_tensor(%c4) size_hint=%n {memory_space = 1 : i64} : tensor<?xf32, "encoding">
  return %t : tensor<?xf32, "encoding">
}

// CHECK-LABEL: func.func @call(
// CHECK-NEXT: call @call() : () -> ()
// CHECK-NEXT: return
func.func @call() {
  %f = func.constant @call : () -> ()
  func.call_indirect %f() : () -> ()
  return
}

// A realloc frees its operand, but is not a dealloc that can be removed.

// CHECK-LABEL: func.func @clone_reallocated(
// CHECK-NEXT: %[[C:.+]] = bufferization.clone %arg0
// CHECK-NEXT: %[[R:.+]] = memref.realloc %[[C]]
// CHECK-NEXT: return %[[R]]
func.func @clone_reallocated(%m: memref<4xf32>) -> memref<8xf32> {
  %c = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %r = memref.realloc %c : memref<4xf32> to memref<8xf32>
  return %r : memref<8xf32>
}

// CHECK-LABEL: func.func @clone_reallocated_and_freed(
// CHECK-NEXT: return
func.func @clone_reallocated_and_freed(%m: memref<4xf32>) {
  %c = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %r = memref.realloc %c : memref<4xf32> to memref<8xf32>
  memref.dealloc %r : memref<8xf32>
  return
}
