// RUN: lathe-opt %s --stablehlo-decompose | FileCheck %s

// CHECK-LABEL: @solve
// CHECK: stablehlo.while
// CHECK-NOT: triangular_solve
func.func @solve(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %x : tensor<3x2xf32>
}

// A transform of length 48 becomes transforms of length 24 and 2, each computed by a product.
// CHECK-LABEL: @transform
// CHECK: dense<{{.*}}> : tensor<24x24xf32>
// CHECK: dense<{{.*}}> : tensor<2x2xf32>
func.func @transform(%x: tensor<48xcomplex<f32>>) -> tensor<48xcomplex<f32>> {
  %y = stablehlo.fft %x, type = FFT, length = [48] : (tensor<48xcomplex<f32>>) -> tensor<48xcomplex<f32>>
  return %y : tensor<48xcomplex<f32>>
}

// With a single process, the result of a collective operation is its operand.
// CHECK-LABEL: @alone
// CHECK-NEXT: return %arg0
func.func @alone(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// A bitcast of a wide complex number gives two narrow complex numbers, one for each part.
// CHECK-LABEL: @bits_of_parts
// CHECK: stablehlo.real
// CHECK: stablehlo.shift_right_logical
// CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<3x2xcomplex<f32>>
func.func @bits_of_parts(%x: tensor<3xcomplex<f64>>) -> tensor<3x2xcomplex<f32>> {
  %y = stablehlo.bitcast_convert %x : (tensor<3xcomplex<f64>>) -> tensor<3x2xcomplex<f32>>
  return %y : tensor<3x2xcomplex<f32>>
}

// A scan becomes a loop that carries the outputs and the values that the body passes to the next iteration.
// CHECK-LABEL: @scan
// CHECK-NOT: chlo
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %arg1) : tensor<i32>, tensor<4xi32>, tensor<i32>
// CHECK: dense<4> : tensor<i32>
// CHECK: stablehlo.dynamic_slice %arg0
// CHECK: stablehlo.dynamic_update_slice
func.func @scan(%x: tensor<4xi32>, %i: tensor<i32>) -> (tensor<4xi32>, tensor<i32>) {
  %r:2 = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s, %s : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<i32>
}

// A product with groups of rows becomes one product for each group. The product replaces the rows of the group.
// CHECK-LABEL: @groups
// CHECK-NOT: chlo
// CHECK: stablehlo.while
// CHECK: stablehlo.dot_general %arg0, %{{.*}}, contracting_dims = [1] x [0] : (tensor<11x5xf32>, tensor<5x7xf32>) -> tensor<11x7xf32>
// CHECK: stablehlo.select
func.func @groups(%x: tensor<11x5xf32>, %y: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) -> tensor<11x7xf32> {
  %r = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return %r : tensor<11x7xf32>
}

// CHECK-LABEL: @deprecated
// CHECK: stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: "stablehlo.gather"(%arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
func.func @deprecated(%x: tensor<3xf32>, %y: tensor<2x5x3xf32>, %i: tensor<2x4xi32>) -> (tensor<2x3xf32>, tensor<2x4x3xf32>) {
  %a = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  %b = "stablehlo.torch_index_select"(%y, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x3xf32>
  return %a, %b : tensor<2x3xf32>, tensor<2x4x3xf32>
}

// The body of a map of complex numbers is applied to whole tensors. Small maps of real numbers are unchanged.
// CHECK-LABEL: @map
// CHECK-NOT: stablehlo.map
// CHECK: stablehlo.multiply %arg0, %{{.*}} : tensor<4xcomplex<f32>>
func.func @map(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %r = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<complex<f32>>):
    %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
    %s = stablehlo.multiply %a, %c : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %r : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: @padding
// CHECK: stablehlo.convolution(%arg0, %arg1) {{.*}}pad = {{\[}}[1, 2]]
func.func @padding(%x: tensor<1x6x4xf32>, %k: tensor<3x4x2xf32>) -> tensor<1x7x2xf32> {
  %p = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %r = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x6x4xf32>, tensor<3x4x2xf32>, tensor<1x2xi32>) -> tensor<1x7x2xf32>
  return %r : tensor<1x7x2xf32>
}

// A process that is in no group gets zeros.
// CHECK-LABEL: @without_group
// CHECK: stablehlo.constant dense<0.0
func.func @without_group(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<1> : tensor<1x1xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// Only the start of the slice is not constant.
// CHECK-LABEL: @moving
// CHECK: stablehlo.dynamic_slice %arg0, %{{.*}}, %{{.*}}, sizes = [2, 1] : (tensor<5x4xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x1xf32>
// CHECK-NOT: real_dynamic_slice
// CHECK: return
func.func @moving(%x: tensor<5x4xf32>, %i: tensor<2xui32>) -> tensor<2x1xf32> {
  %n = stablehlo.constant dense<[2, 1]> : tensor<2xui32>
  %one = stablehlo.constant dense<1> : tensor<2xui32>
  %l = stablehlo.add %n, %i : tensor<2xui32>
  %y = stablehlo.real_dynamic_slice %x, %i, %l, %one : (tensor<5x4xf32>, tensor<2xui32>, tensor<2xui32>, tensor<2xui32>) -> tensor<2x1xf32>
  return %y : tensor<2x1xf32>
}

// A loop needs a number of iterations that is known, so a scan over a dynamic dimension is kept.
// CHECK-LABEL: @dynamic_scan
// CHECK: chlo.scan
func.func @dynamic_scan(%x: tensor<?xf32>, %i: tensor<f32>) -> tensor<f32> {
  %r = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %t = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %t : tensor<f32>
  } : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: @dynamic_groups
// CHECK: chlo.ragged_dot
func.func @dynamic_groups(%x: tensor<11x5xf32>, %y: tensor<?x5x7xf32>, %sizes: tensor<?xi64>) -> tensor<11x7xf32> {
  %r = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<?x5x7xf32>, tensor<?xi64>) -> tensor<11x7xf32>
  return %r : tensor<11x7xf32>
}

// The result of a reduction without terms has the element type of the result, which may be wider than that of the initial value.
// CHECK-LABEL: @promoted
// CHECK: %[[R:.*]] = stablehlo.convert %arg1 : (tensor<f32>) -> tensor<f64>
// CHECK-NEXT: return %[[R]]
func.func @promoted(%x: tensor<0xf32>, %i: tensor<f32>) -> tensor<f64> {
  %r = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: @promoted_scatter
// CHECK: %[[R:.*]] = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xf64>
// CHECK-NEXT: return %[[R]]
func.func @promoted_scatter(%x: tensor<4xf32>, %at: tensor<0x1xi32>, %u: tensor<0xf32>) -> tensor<4xf64> {
  %r = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4xf32>, tensor<0x1xi32>, tensor<0xf32>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}
