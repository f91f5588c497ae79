// RUN: lathe-opt %s --state-to-values | FileCheck %s
// a := b, b := b + 2: a gets the value that b has at the assignment, not its later value. The same holds
// for values that are read for later use.

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[P:.*]] = nnvm.__add_scalar__(%arg1)
// CHECK-NEXT: %[[Q:.*]] = nnvm.exp(%arg1)
// CHECK-NEXT: %[[R:.*]] = nnvm.exp(%[[P]])
// CHECK-NEXT: return %arg1, %[[P]], %arg0, %[[Q]], %[[R]], %arg1, %[[P]]
func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %old = nnvm.read(%a) : (tensor<3xf32>) -> tensor<3xf32>
  %A = nnvm._assign(%a, %b) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %p = nnvm.__add_scalar__(%b) {scalar = 2.0} : (tensor<3xf32>) -> tensor<3xf32>
  %B = nnvm._assign(%b, %p) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %q = nnvm.exp(%a) : (tensor<3xf32>) -> tensor<3xf32>
  %r = nnvm.exp(%b) : (tensor<3xf32>) -> tensor<3xf32>
  return %A, %B, %old, %q, %r : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// Without a change there is no additional result, but reads of variables are removed.
// CHECK-LABEL: func.func @reads
// CHECK-NEXT: return %arg0
func.func @reads(%a: tensor<3xf32>) -> tensor<3xf32> {
  %old = nnvm.read(%a) : (tensor<3xf32>) -> tensor<3xf32>
  return %old : tensor<3xf32>
}
