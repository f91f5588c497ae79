// RUN: lathe-opt %s --shape-legalize-to-stablehlo --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @shapes
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: %[[R:.*]] = stablehlo.reshape %[[N]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: %[[J:.*]] = stablehlo.concatenate %[[R]], dim = 0
// CHECK: %[[S:.*]] = builtin.unrealized_conversion_cast %[[J]] : tensor<1xi32> to tensor<1xindex>
// CHECK: %[[C:.*]] = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
// CHECK: %[[P:.*]] = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK: %[[L:.*]] = stablehlo.concatenate %[[P]], %{{.*}}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK: stablehlo.maximum %[[L]], %{{.*}} : tensor<2xi32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<2x?xf32>
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK: stablehlo.multiply %[[ONE]], %{{.*}} : tensor<i32>
func.func @shapes(%x: tensor<?xf32>) -> (tensor<2x?xf32>, index) {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %c = shape.const_shape [2, 1] : tensor<2xindex>
  %b = shape.broadcast %s, %c : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %b, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<2x?xf32>
  %n = shape.num_elements %b : tensor<2xindex> -> index
  return %0, %n : tensor<2x?xf32>, index
}

// -----

// CHECK-LABEL: @indices
// CHECK: %[[D:.*]] = stablehlo.get_dimension_size %arg0, dim = 1
// CHECK: %[[I:.*]] = builtin.unrealized_conversion_cast %[[D]] : tensor<i32> to index
// CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<i32>
// CHECK: stablehlo.concatenate
// CHECK: stablehlo.slice %{{.*}} [1:2] : (tensor<2xi32>) -> tensor<1xi32>
// CHECK: stablehlo.convert %{{.*}} : (tensor<i32>) -> tensor<i64>
func.func @indices(%x: tensor<2x?xf32>) -> (index, i64, tensor<2xi32>) {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<2x?xf32>
  %m = arith.muli %d, %c1 : index
  %t = tensor.from_elements %m, %c1 : tensor<2xindex>
  %e = tensor.extract %t[%c1] : tensor<2xindex>
  %i = arith.index_cast %e : index to i64
  %u = arith.index_cast %t : tensor<2xindex> to tensor<2xi32>
  return %e, %i, %u : index, i64, tensor<2xi32>
}

// -----

func.func @invalid(%s: !shape.shape) -> !shape.size {
  // expected-error@+1 {{failed to legalize operation 'shape.num_elements' that was explicitly marked illegal}}
  %0 = shape.num_elements %s : !shape.shape -> !shape.size
  return %0 : !shape.size
}

// -----

func.func @unknown(%t: tensor<2xindex>, %i: index) -> index {
  // expected-error@+1 {{failed to legalize operation 'tensor.extract' that was explicitly marked illegal}}
  %0 = tensor.extract %t[%i] : tensor<2xindex>
  return %0 : index
}

// -----

func.func @product(%s: tensor<9223372036854775807xindex>) -> index {
  // expected-error@+1 {{'shape.num_elements' op has a shape of 9223372036854775807 dimensions, but at most 65536 are supported}}
  %0 = shape.num_elements %s : tensor<9223372036854775807xindex> -> index
  return %0 : index
}

// -----

func.func @broadcast(%a: tensor<2xindex>, %b: tensor<65537xindex>) -> tensor<65537xindex> {
  // expected-error@+1 {{'shape.broadcast' op has a shape of 65537 dimensions, but at most 65536 are supported}}
  %0 = shape.broadcast %a, %b : tensor<2xindex>, tensor<65537xindex> -> tensor<65537xindex>
  return %0 : tensor<65537xindex>
}

// -----

// CHECK-LABEL: func.func @no_elements
func.func @no_elements() -> tensor<0xindex> {
  // CHECK: stablehlo.constant dense<> : tensor<0xi32>
  %0 = tensor.from_elements : tensor<0xindex>
  return %0 : tensor<0xindex>
}
