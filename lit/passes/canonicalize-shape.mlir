// RUN: lathe-opt %s --canonicalize --split-input-file | FileCheck %s

// Static shapes become constants, and operations on them are folded.
// CHECK-LABEL: @constants
// CHECK-DAG: %[[S:.*]] = shape.const_shape [3, 2] : tensor<2xindex>
// CHECK-DAG: %[[N:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[R:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK: return %[[S]], %[[N]], %[[R]], %[[T]]
func.func @constants(%a: tensor<3x1xf32>, %b: tensor<2xf32>) -> (tensor<2xindex>, index, index, i1) {
  %s = shape.shape_of %a : tensor<3x1xf32> -> tensor<2xindex>
  %t = shape.shape_of %b : tensor<2xf32> -> tensor<1xindex>
  %u = shape.broadcast %s, %t : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  %n = shape.num_elements %u : tensor<2xindex> -> index
  %r = shape.rank %u : tensor<2xindex> -> index
  %e = shape.shape_eq %u, %u : tensor<2xindex>, tensor<2xindex>
  return %u, %n, %r, %e : tensor<2xindex>, index, index, i1
}

// -----

// Shapes that are known to broadcast need no witness. Constants are merged.
// CHECK-LABEL: @assumed
// CHECK-DAG: %[[C:.*]] = shape.const_shape [4, 2] : tensor<2xindex>
// CHECK: shape.cstr_broadcastable
// CHECK: shape.broadcast %{{.*}}, %[[C]] : tensor<1xindex>, tensor<2xindex>
// CHECK-NOT: shape.const_witness
// CHECK: return
func.func @assumed(%a: tensor<4x1xf32>, %b: tensor<2xf32>, %c: tensor<?xf32>) -> (tensor<2xindex>, tensor<2xindex>) {
  %s = shape.shape_of %a : tensor<4x1xf32> -> tensor<2xindex>
  %t = shape.shape_of %b : tensor<2xf32> -> tensor<1xindex>
  %d = shape.shape_of %c : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<1xindex>
  %0:2 = shape.assuming %w -> (tensor<2xindex>, index) {
    %u = shape.broadcast %s, %t : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %i = shape.rank %u : tensor<2xindex> -> index
    shape.assuming_yield %u, %i : tensor<2xindex>, index
  }
  %x = shape.cstr_broadcastable %s, %t, %d : tensor<2xindex>, tensor<1xindex>, tensor<1xindex>
  %1 = shape.assuming %x -> (tensor<2xindex>) {
    %u = shape.broadcast %s, %d, %t, %d : tensor<2xindex>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex> -> tensor<2xindex>
    shape.assuming_yield %u : tensor<2xindex>
  }
  return %0#0, %1 : tensor<2xindex>, tensor<2xindex>
}

// -----

// CHECK-LABEL: @extent
// CHECK-SAME: %[[A:.*]]: tensor<?x3xf32>, %[[I:.*]]: index
// CHECK-DAG: %[[C:.*]] = arith.constant 3 : index
// CHECK: %[[D:.*]] = tensor.dim %[[A]], %[[I]]
// CHECK: return %[[D]], %[[C]], %[[I]]
func.func @extent(%a: tensor<?x3xf32>, %i: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %s = shape.shape_of %a : tensor<?x3xf32> -> tensor<2xindex>
  %0 = tensor.extract %s[%i] : tensor<2xindex>
  %1 = shape.get_extent %s, %c1 : tensor<2xindex>, index -> index
  %2 = shape.index_to_size %i
  %3 = shape.size_to_index %2 : !shape.size
  return %0, %1, %3 : index, index, index
}
