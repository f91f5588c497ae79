// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect --verify-each | FileCheck %s

// Splitting one dimension and merging others is not a cast, although the types
// do not show this.
// CHECK-LABEL: func.func @other_groups(
// CHECK: tensor.expand_shape
// CHECK: tensor.collapse_shape
func.func @other_groups(%t: tensor<?x?x?xf32>, %a: index, %b: index, %c: index, %d: index) -> tensor<?x?x?xf32> {
  %e = tensor.expand_shape %t [[0, 1], [2], [3]] output_shape [%a, %b, %c, %d] : tensor<?x?x?xf32> into tensor<?x?x?x?xf32>
  %g = tensor.collapse_shape %e [[0], [1], [2, 3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
  return %g : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @same_groups(
// CHECK-NEXT: return %arg0
func.func @same_groups(%t: tensor<?x?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?xf32> {
  %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [%a, %b, %c] : tensor<?x?xf32> into tensor<?x?x?xf32>
  %g = tensor.collapse_shape %e [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  return %g : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @one_unknown(
// CHECK-NEXT: return %arg0
func.func @one_unknown(%t: tensor<?x4xf32>, %a: index) -> tensor<?x4xf32> {
  %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [%a, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
  %g = tensor.collapse_shape %e [[0, 1], [2]] : tensor<?x2x4xf32> into tensor<?x4xf32>
  return %g : tensor<?x4xf32>
}

// The number of elements is 0, so it does not determine the unknown extent.
// CHECK-LABEL: func.func @empty(
// CHECK: tensor.expand_shape
// CHECK: tensor.collapse_shape
func.func @empty(%t: tensor<0x?xf32>, %n: index) -> tensor<0x?xf32> {
  %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [0, 5, %n] : tensor<0x?xf32> into tensor<0x5x?xf32>
  %g = tensor.collapse_shape %e [[0], [1, 2]] : tensor<0x5x?xf32> into tensor<0x?xf32>
  return %g : tensor<0x?xf32>
}

// CHECK-LABEL: func.func @through_scalar(
// CHECK-NEXT: return %arg0
func.func @through_scalar(%t: tensor<1x1x1xf32>) -> tensor<1x1x1xf32> {
  %e = tensor.collapse_shape %t [] : tensor<1x1x1xf32> into tensor<f32>
  %g = tensor.expand_shape %e [] output_shape [1, 1, 1] : tensor<f32> into tensor<1x1x1xf32>
  return %g : tensor<1x1x1xf32>
}

// CHECK-LABEL: func.func @through_scalar_to_more(
// CHECK-NEXT: tensor.expand_shape %arg0 {{\[\[0\], \[1, 2\]\]}} output_shape [1, 1, 1]
func.func @through_scalar_to_more(%t: tensor<1x1xf32>) -> tensor<1x1x1xf32> {
  %e = tensor.collapse_shape %t [] : tensor<1x1xf32> into tensor<f32>
  %g = tensor.expand_shape %e [] output_shape [1, 1, 1] : tensor<f32> into tensor<1x1x1xf32>
  return %g : tensor<1x1x1xf32>
}

// CHECK-LABEL: func.func @through_scalar_to_fewer(
// CHECK-NEXT: tensor.collapse_shape %arg0 {{\[\[0\], \[1, 2\]\]}}
func.func @through_scalar_to_fewer(%t: tensor<1x1x1xf32>) -> tensor<1x1xf32> {
  %e = tensor.collapse_shape %t [] : tensor<1x1x1xf32> into tensor<f32>
  %g = tensor.expand_shape %e [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %g : tensor<1x1xf32>
}

// The element is read directly if its index is known.
// CHECK-LABEL: func.func @dim_in_loop(
// CHECK: scf.for %[[I:.+]] =
// CHECK-NEXT: tensor.extract %arg1[%[[I]]]
func.func @dim_in_loop(%t: tensor<*xf32>, %s: tensor<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tensor.reshape %t(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  scf.for %i = %c0 to %n step %c1 {
    %d = tensor.dim %r, %i : tensor<*xf32>
    "foo.use"(%d) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @constant_after_unknown(
// CHECK: tensor.expand_shape %cast {{\[\[0, 1\]\]}} output_shape [%arg1, 4] : tensor<?xf32> into tensor<?x4xf32>
func.func @constant_after_unknown(%a: tensor<12xf32>, %n: index) -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : index
  %s = tensor.cast %a : tensor<12xf32> to tensor<?xf32>
  %e = tensor.expand_shape %s [[0, 1]] output_shape [%n, %c4] : tensor<?xf32> into tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}
