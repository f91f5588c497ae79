// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @a(
// CHECK-NEXT: %c1 = arith.constant 1 : index{{$}}
// CHECK-NEXT: %c4 = arith.constant 4 : index{{$}}
// CHECK-NEXT: %c2 = arith.constant 2 : index{{$}}
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<5.000000e+00> : tensor<2xf32>{{$}}
// CHECK-NEXT: %cst_1 = arith.constant dense<5.000000e+00> : tensor<3xf32>{{$}}
// CHECK-NEXT: %cst_2 = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]> : tensor<6xf32>{{$}}
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg3[%arg0, %arg0] : tensor<2x3xf32>{{$}}
// CHECK-NEXT: %extracted = tensor.extract %inserted[%arg0, %arg0] : tensor<2x3xf32>{{$}}
// CHECK-NEXT: %dim = tensor.dim %arg2, %c1 : tensor<4x?xf32>{{$}}
// CHECK-NEXT: return %c4, %arg0, %c2, %dim, %cst, %arg4, %cst_0, %cst_1, %arg3, %arg3, %cst_2, %extracted : index, index, index, index, f32, f32, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<6xf32>, f32{{$}}
func.func @a(%n: index, %x: f32, %t: tensor<4x?xf32>, %s: tensor<2x3xf32>, %y: f32) -> (index, index, index, index, f32, f32, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<6xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %1 = tensor.dim %e, %c1 : tensor<4x?xf32>
  %2 = tensor.rank %t : tensor<4x?xf32>
  %d = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %3 = tensor.extract %d[%c1] : tensor<2xf32>
  %f = tensor.from_elements %x, %y : tensor<2xf32>
  %4 = tensor.extract %f[%c1] : tensor<2xf32>
  %k = arith.constant 5.0 : f32
  %5 = tensor.from_elements %k, %k : tensor<2xf32>
  %6 = tensor.splat %k : tensor<3xf32>
  %7 = tensor.extract_slice %s[0, 0][2, 3][1, 1] : tensor<2x3xf32> to tensor<2x3xf32>
  %8 = tensor.insert_slice %s into %7[0, 0][2, 3][1, 1] : tensor<2x3xf32> into tensor<2x3xf32>
  %g = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %9 = tensor.collapse_shape %g [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %i = tensor.insert %x into %s[%n, %n] : tensor<2x3xf32>
  %10 = tensor.extract %i[%n, %n] : tensor<2x3xf32>
  %11 = tensor.dim %t, %c1 : tensor<4x?xf32>
  return %0, %1, %2, %11, %3, %4, %5, %6, %7, %8, %9, %10 : index, index, index, index, f32, f32, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<6xf32>, f32
}

