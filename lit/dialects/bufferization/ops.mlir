// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @tensors(
// CHECK-SAME:    %[[T:.*]]: tensor<?x4xf32>, %[[N:.*]]: index, %[[M:.*]]: memref<?x4xf32>)
func.func @tensors(%t: tensor<?x4xf32>, %n: index, %m: memref<?x4xf32>) {
  // CHECK-NEXT: %[[A:.*]] = bufferization.alloc_tensor(%[[N]]) : tensor<?x4xf32>
  // GENERIC: "bufferization.alloc_tensor"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> tensor<?x4xf32>
  %0 = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
  // CHECK-NEXT: bufferization.alloc_tensor() copy(%[[T]]) {memory_space = 3 : i64} : tensor<?x4xf32>
  %1 = bufferization.alloc_tensor() copy(%t) {memory_space = 3 : i64} : tensor<?x4xf32>
  // CHECK-NEXT: bufferization.alloc_tensor(%[[N]]) size_hint=%[[N]] {mark} : tensor<?x4xf32>
  %2 = bufferization.alloc_tensor(%n) size_hint=%n {mark} : tensor<?x4xf32>
  // CHECK-NEXT: bufferization.materialize_in_destination %[[T]] in %[[A]] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = bufferization.materialize_in_destination %t in %0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: bufferization.materialize_in_destination %[[T]] in restrict writable %[[M]] : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
  // CHECK-NEXT: bufferization.to_tensor %[[M]] restrict writable : memref<?x4xf32> to tensor<?x4xf32>
  %4 = bufferization.to_tensor %m restrict writable : memref<?x4xf32> to tensor<?x4xf32>
  // CHECK-NEXT: bufferization.to_tensor %[[M]] {mark} : memref<?x4xf32> to tensor<?x4xf32, "enc">
  %5 = bufferization.to_tensor %m {mark} : memref<?x4xf32> to tensor<?x4xf32, "enc">
  // CHECK-NEXT: bufferization.to_buffer %[[T]] read_only : tensor<?x4xf32> to memref<?x4xf32, 3>
  %6 = bufferization.to_buffer %t read_only : tensor<?x4xf32> to memref<?x4xf32, 3>
  // CHECK-NEXT: bufferization.dealloc_tensor %[[T]] : tensor<?x4xf32>
  bufferization.dealloc_tensor %t : tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @buffers(
// CHECK-SAME:    %[[M:.*]]: memref<4xf32>, %[[U:.*]]: memref<*xf32>, %[[C:.*]]: i1)
func.func @buffers(%m: memref<4xf32>, %u: memref<*xf32>, %c: i1) {
  // CHECK-NEXT: %[[X:.*]] = bufferization.clone %[[M]] {bufferization.manual_deallocation} : memref<4xf32> to memref<4xf32>
  %0 = bufferization.clone %m {bufferization.manual_deallocation} : memref<4xf32> to memref<4xf32>
  // CHECK-NEXT: bufferization.clone %[[U]] : memref<*xf32> to memref<*xf32>
  %1 = bufferization.clone %u : memref<*xf32> to memref<*xf32>
  // CHECK-NEXT: %{{.*}}:2 = bufferization.dealloc (%[[M]], %[[U]] : memref<4xf32>, memref<*xf32>) if (%[[C]], %[[C]]) retain (%[[X]], %[[U]] : memref<4xf32>, memref<*xf32>)
  // GENERIC: %{{.*}}:2 = "bufferization.dealloc"(%{{.*}}) <{operandSegmentSizes = array<i32: 2, 2, 2>}> : (memref<4xf32>, memref<*xf32>, i1, i1, memref<4xf32>, memref<*xf32>) -> (i1, i1)
  %2:2 = bufferization.dealloc (%m, %u : memref<4xf32>, memref<*xf32>) if (%c, %c) retain (%0, %u : memref<4xf32>, memref<*xf32>)
  // CHECK-NEXT: bufferization.dealloc (%[[M]] : memref<4xf32>) if (%[[C]]) {mark}
  bufferization.dealloc (%m : memref<4xf32>) if (%c) {mark}
  // CHECK-NEXT: %{{.*}} = bufferization.dealloc retain (%[[M]] : memref<4xf32>)
  %3 = bufferization.dealloc retain (%m : memref<4xf32>)
  // CHECK-NEXT: bufferization.dealloc{{$}}
  bufferization.dealloc
  return
}
