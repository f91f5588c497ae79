// RUN: lathe-opt %s --stablehlo-legalize-exports -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @product
// CHECK: %[[P:.*]] = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [2], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5x2xf32>) -> tensor<2x3x5xf32>
// CHECK: %[[T:.*]] = stablehlo.transpose %[[P]], dims = [2, 0, 1]
// CHECK: return %[[T]] : tensor<5x2x3xf32>
func.func @product(%x: tensor<2x3x4xf32>, %y: tensor<4x5x2xf32>) -> tensor<5x2x3xf32> {
  %r = stablehlo.einsum %x, %y, config = "bij,jkb -> kbi" : (tensor<2x3x4xf32>, tensor<4x5x2xf32>) -> tensor<5x2x3xf32>
  return %r : tensor<5x2x3xf32>
}

// A label of only one operand is summed over. A repeated label selects a diagonal.
// CHECK-LABEL: func.func @alone
// CHECK: stablehlo.compare EQ
// CHECK: stablehlo.reduce{{.*}} across dimensions = [1]
// CHECK: stablehlo.reduce{{.*}} across dimensions = [0]
// CHECK: stablehlo.dot_general {{.*}}, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
func.func @alone(%x: tensor<3x3xi32>, %y: tensor<4x3xi32>) -> tensor<3xi32> {
  %r = stablehlo.einsum %x, %y, config = "aa,ba->a" : (tensor<3x3xi32>, tensor<4x3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// CHECK-LABEL: func.func @ellipsis
// CHECK: stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2]
func.func @ellipsis(%x: tensor<2x3x4x5xf32>, %y: tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32> {
  %r = stablehlo.einsum %x, %y, config = "...ij,...jk->...ik" : (tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32>
  return %r : tensor<2x3x4x6xf32>
}

// CHECK-LABEL: func.func @unary
// CHECK: stablehlo.reduce{{.*}} across dimensions = [1]
func.func @unary(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %r = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @terms(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.einsum' op has the configuration 'ab->a', which must have a term for each operand}}
  %r = stablehlo.einsum %x, %x, config = "ab->a" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @extents(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{which does not match operand #1 of type 'tensor<2x3xf32>'}}
  %r = stablehlo.einsum %x, %x, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @result(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  // expected-error@+1 {{which does not match the result of type 'tensor<2x2xf32>'}}
  %r = stablehlo.unary_einsum %x, config = "ab->aa" : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

func.func @percent(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{'stablehlo.unary_einsum' op has the configuration '%d->ab', which does not match operand #0 of type 'tensor<2x3xf32>': each dimension must have a letter}}
  %r = stablehlo.unary_einsum %x, config = "%d->ab" : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
