// RUN: lathe-opt %s --plan-buffers --mlir-print-op-generic --split-input-file | FileCheck %s

// An element of 4 bits takes one byte.
// CHECK-LABEL: memref<1024xi4>, memref<4xi4>, memref<1024xi8>
// CHECK-SAME: sym_name = "nibbles"
func.func @nibbles(%x: tensor<1024xi4>) -> tensor<4xi4> {
  %e = tensor.empty() : tensor<1024xi4>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<1024xi4>) outs(%e : tensor<1024xi4>) {
  ^bb0(%a: i4, %o: i4):
    %s = arith.addi %a, %a : i4
    linalg.yield %s : i4
  } -> tensor<1024xi4>
  %p = tensor.extract_slice %r[0] [4] [1] : tensor<1024xi4> to tensor<4xi4>
  return %p : tensor<4xi4>
}

// -----

// The buffer of a slice that a loop in a nest reads is created before the nest.
// CHECK-LABEL: sym_name = "rows"
// CHECK: %[[S:.*]] = "memref.subview"
// CHECK: "linalg.generic"
// CHECK: "memref.load"(%[[S]]
func.func @rows(%a: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %s = tensor.extract_slice %b[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%o: f32):
    %m = scf.for %i = %0 to %4 step %1 iter_args(%x = %z) -> f32 {
      %e = tensor.extract %s[%i] : tensor<4xf32>
      %y = arith.addf %x, %e : f32
      scf.yield %y : f32
    }
    linalg.yield %m : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
