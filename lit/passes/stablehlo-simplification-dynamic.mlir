// RUN: lathe-opt %s --stablehlo-aggressive-simplification | FileCheck %s

// CHECK-LABEL: func.func @broadcasts
// CHECK-DAG: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
// CHECK-DAG: %[[B:.*]] = stablehlo.convert %[[A]] : (tensor<2x4xf32>) -> tensor<?x?xf32>
// CHECK-DAG: %[[C:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %arg3, dims = [2] {{{.*}}} : (tensor<?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
// CHECK: return %[[B]], %[[C]], %arg1, %arg1
func.func @broadcasts(%x: tensor<4xf32>, %y: tensor<?xf32>, %two: tensor<2xi64>, %three: tensor<3xi64>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %s = shape.const_shape [2, 4] : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %two, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %three, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %own = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %3 = stablehlo.dynamic_broadcast_in_dim %y, %own, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %4 = stablehlo.dynamic_broadcast_in_dim %y, %own, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %2, %3, %4 : tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @reshapes
// CHECK: %[[A:.*]] = stablehlo.dynamic_reshape %arg0, %arg1 {k}
// CHECK: %[[N:.*]] = stablehlo.negate %[[A]]
// CHECK: %[[B:.*]] = stablehlo.reshape %arg0 : (tensor<?xf32>) -> tensor<2x2xf32>
// CHECK: return %[[N]], %arg1, %[[B]]
func.func @reshapes(%x: tensor<?xf32>, %s: tensor<2xindex>) -> (tensor<?x?xf32>, tensor<2xindex>, tensor<2x2xf32>) {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0, 1] {k} : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = stablehlo.negate %1 : tensor<?x?xf32>
  %3 = stablehlo.dynamic_reshape %2, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %4 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
  %5 = stablehlo.dynamic_reshape %0, %4 : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  return %3, %4, %5 : tensor<?x?xf32>, tensor<2xindex>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @others
// CHECK-DAG: %[[G:.*]] = "stablehlo.gather"(%arg0, %arg1) <{{.*}}slice_sizes = array<i64: 1, 4>
// CHECK-DAG: %[[P:.*]] = stablehlo.pad %arg0, %arg2, low = [0, 1], high = [2, 0], interior = [1, 0]
// CHECK-DAG: %[[E:.*]] = stablehlo.slice %{{.*}} [1:2] : (tensor<2xi64>) -> tensor<1xi64>
// CHECK-DAG: %[[I:.*]] = stablehlo.dynamic_iota %[[E]], dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
// CHECK-DAG: %[[J:.*]] = stablehlo.dynamic_broadcast_in_dim %[[I]], %arg3, dims = [1]
// CHECK-DAG: %[[S:.*]] = stablehlo.slice %arg0 [0:4:2, 1:3]
// CHECK-DAG: %[[D:.*]] = stablehlo.dynamic_slice %arg0, %{{.*}}, %{{.*}}, sizes = [1, 2]
// CHECK: return %[[G]], %[[P]], %[[J]], %[[S]], %[[D]]
func.func @others(%x: tensor<4x4xf32>, %at: tensor<3x1xi32>, %z: tensor<f32>, %s: tensor<2xi32>) -> (tensor<3x4xf32>, tensor<9x5xf32>, tensor<?x?xi32>, tensor<2x2xf32>, tensor<1x2xf32>) {
  %sizes = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %at, %sizes) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<4x4xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x4xf32>
  %low = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %high = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %inner = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %1 = stablehlo.dynamic_pad %x, %z, %low, %high, %inner : (tensor<4x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<9x5xf32>
  %2 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %limit = stablehlo.constant dense<[4, 3]> : tensor<2xi32>
  %strides = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %3 = stablehlo.real_dynamic_slice %x, %low, %limit, %strides : (tensor<4x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %part = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %end = stablehlo.add %part, %s : tensor<2xi32>
  %4 = stablehlo.real_dynamic_slice %x, %s, %end, %ones : (tensor<4x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x2xf32>
  return %0, %1, %2, %3, %4 : tensor<3x4xf32>, tensor<9x5xf32>, tensor<?x?xi32>, tensor<2x2xf32>, tensor<1x2xf32>
}

// Some operations require the type of an operand.
// CHECK-LABEL: func.func @exact
// CHECK-COUNT-7: stablehlo.convert %{{.*}} : (tensor<{{[34]}}xf32>) -> tensor<?xf32>
// CHECK-NOT: stablehlo.convert
// CHECK: stablehlo.negate %{{.*}} : (tensor<3xf32>) -> tensor<?xf32>
// CHECK-NOT: stablehlo.convert
func.func @exact(%p: tensor<i1>, %x: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tuple<tensor<?xf32>>, tensor<?xf32>, !stablehlo.future<tensor<2xf32>>, tensor<?xf32>) {
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = "stablehlo.if"(%p) ({
    %a = stablehlo.dynamic_broadcast_in_dim %x, %c3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    %a = stablehlo.dynamic_broadcast_in_dim %x, %c4, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %x, %c3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.optimization_barrier %b : tensor<?xf32>
  %c = stablehlo.dynamic_broadcast_in_dim %x, %c3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.composite "x.y" %c {decomposition = @decomposition} : (tensor<?xf32>) -> tensor<?xf32>
  %d = stablehlo.dynamic_broadcast_in_dim %x, %c3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.tuple %d : tuple<tensor<?xf32>>
  %e = stablehlo.dynamic_broadcast_in_dim %x, %c3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %4 = stablehlo.custom_call @Sharding(%e) : (tensor<?xf32>) -> tensor<?xf32>
  %f = stablehlo.dynamic_broadcast_in_dim %x, %c3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %5 = "stablehlo.async_start"(%f) ({
  ^bb0(%y: tensor<?xf32>):
    %s = stablehlo.slice %y [0:2] : (tensor<?xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<?xf32>) -> !stablehlo.future<tensor<2xf32>>
  %g = stablehlo.dynamic_broadcast_in_dim %x, %c3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %6 = stablehlo.negate %g : tensor<?xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tuple<tensor<?xf32>>, tensor<?xf32>, !stablehlo.future<tensor<2xf32>>, tensor<?xf32>
}
func.func private @decomposition(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
