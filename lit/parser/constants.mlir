// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX
// RUN: lathe-opt %s --mlir-elide-elementsattrs-if-larger=3 | FileCheck %s --check-prefix=ELIDE
// RUN: lathe-opt %s --mlir-elide-resource-strings-if-larger=4 | FileCheck %s --check-prefix=BLOB

// CHECK-LABEL: func.func @dense
func.func @dense() {
  // CHECK-NEXT: arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  // HEX:        arith.constant dense<"0x010000000200000003000000"> : tensor<3xi32>
  %0 = arith.constant dense<"0x010000000200000003000000"> : tensor<3xi32>
  // CHECK-NEXT: arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 0x7F800000]]> : tensor<2x2xf32>
  // ELIDE:      arith.constant dense_resource<__elided__> : tensor<2x2xf32>
  %1 = arith.constant dense<[[1.0, 2.0], [3.0, 0x7F800000]]> : tensor<2x2xf32>
  // CHECK-NEXT: arith.constant dense<5> : vector<4xi8>
  // ELIDE:      arith.constant dense<5> : vector<4xi8>
  %2 = arith.constant dense<[5, 5, 5, 5]> : vector<4xi8>
  // CHECK-NEXT: arith.constant dense<> : tensor<0xi64>
  %3 = arith.constant dense<> : tensor<0xi64>
  // CHECK-NEXT: arith.constant dense<[true, false, true]> : tensor<3xi1>
  %4 = arith.constant dense<[true, false, true]> : tensor<3xi1>
  // CHECK-NEXT: arith.constant dense<(1.000000e+00,-1.000000e+00)> : tensor<2xcomplex<f32>>
  %5 = arith.constant dense<(1.0, -1.0)> : tensor<2xcomplex<f32>>
  // CHECK-NEXT: arith.constant sparse<{{\[\[}}0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  %6 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  // CHECK-NEXT: arith.constant dense_resource<blob> : tensor<2xi32>
  %7 = arith.constant dense_resource<blob> : tensor<2xi32>
  return
}

// CHECK: {-#
// CHECK: blob: "0x040000000100000002000000"
// BLOB-NOT: blob: "0x
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}
