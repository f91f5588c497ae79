// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// RUN: lathe run --no-cache --devices=vm,ref %s | FileCheck %s
// RUN: lathe run --interpret %s | FileCheck %s --check-prefix=INTERPRET
// RUN: lathe compile --devices=vm --output=%t.lathe %s
// RUN: lathe run %t.lathe | FileCheck %s

// The elements of constants can be in resources. Elements of i1 are bits, or bytes.

// CHECK: tensor<2xf32> [2, 4]
// CHECK-NEXT: tensor<10xi1> [true, false, true, false, false, false, false, false, true, true]
// CHECK-NEXT: tensor<10xi1> [true, false, true, false, false, false, false, false, true, true]
// CHECK-NEXT: tensor<0xf32> []
// CHECK-NEXT: tensor<1xcomplex<f32>> [(1, 2)]
// CHECK-NEXT: tensor<3xi4> [1, 2, -1]
// CHECK-NEXT: tensor<2xi32> [1065353216, 1073741824]
// CHECK-NEXT: tensor<i32> -2

// INTERPRET: tensor<2xf32> {
// INTERPRET-NEXT: [2.000000e+00, 4.000000e+00]
func.func @main() -> (tensor<2xf32>, tensor<10xi1>, tensor<10xi1>, tensor<0xf32>, tensor<1xcomplex<f32>>, tensor<3xi4>, tensor<2xi32>, tensor<i32>) {
  %a = stablehlo.constant dense_resource<two> : tensor<2xf32>
  %b = stablehlo.constant dense_resource<two> : tensor<2xf32>
  %sum = stablehlo.add %a, %b : tensor<2xf32>
  %bits = stablehlo.constant dense_resource<bits> : tensor<10xi1>
  %bytes = stablehlo.constant dense_resource<bytes> : tensor<10xi1>
  %none = stablehlo.constant dense_resource<none> : tensor<0xf32>
  %z = stablehlo.constant dense_resource<two> : tensor<1xcomplex<f32>>
  %i4 = stablehlo.constant dense_resource<i4> : tensor<3xi4>
  %i = chlo.constant dense_resource<two> : tensor<2xi32>
  %scalar = stablehlo.constant dense_resource<scalar> : tensor<i32>
  return %sum, %bits, %bytes, %none, %z, %i4, %i, %scalar : tensor<2xf32>, tensor<10xi1>, tensor<10xi1>, tensor<0xf32>, tensor<1xcomplex<f32>>, tensor<3xi4>, tensor<2xi32>, tensor<i32>
}

{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000000803F00000040",
      bits: "0x010000000503",
      bytes: "0x0100000001000100000000000101",
      none: "0x01000000",
      i4: "0x010000000102ff",
      scalar: "0x40000000FEFFFFFF"
    }
  }
#-}
