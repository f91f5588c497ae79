// RUN: lathe-opt %s | FileCheck %s --check-prefix=TEXT
// RUN: lathe-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: lathe-opt %s --resources-to-dense | FileCheck %s

// A constant whose elements are in a resource is printed as it was read. Operations of StableHLO are
// folded with the elements. mlir-opt does not fold operations of other dialects with them.

// TEXT: arith.constant dense_resource<r> : tensor<2xi32>
// TEXT: r: "0x040000000000803F00000040"

// FOLD-DAG: arith.constant dense_resource<r> : tensor<2xi32>
// FOLD-DAG: stablehlo.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// FOLD: arith.addi

// CHECK: memref.global "private" constant @g : memref<2xi32> = dense<[1065353216, 1073741824]>
// CHECK: arith.constant dense<[1065353216, 1073741824]> : tensor<2xi32>
// CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CHECK: stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NOT: dialect_resources
memref.global "private" constant @g : memref<2xi32> = dense_resource<r>

func.func @f() -> (tensor<2xi32>, vector<2xf32>, tensor<2xf32>) {
  %a = arith.constant dense_resource<r> : tensor<2xi32>
  %b = arith.constant dense_resource<r> : vector<2xf32>
  %c = stablehlo.constant dense_resource<r> : tensor<2xf32>
  %sum = arith.addi %a, %a : tensor<2xi32>
  %d = stablehlo.add %c, %c : tensor<2xf32>
  return %sum, %b, %d : tensor<2xi32>, vector<2xf32>, tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      r: "0x040000000000803F00000040"
    }
  }
#-}
