// RUN: not lathe plan --devices=ref,ref.1 %s 2>&1 | FileCheck %s
// A value of more than 2⁶³ bytes is too large, also in a region.

// CHECK: larger_than_int64.mlir:[[@LINE+1]]:{{.*}}error: {{.*}}the operations must read and produce at most 2⁵⁶ bytes together
func.func @f(%i: tensor<i32>) -> tensor<1x4xi8> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.iota dim = 0 : tensor<9223372036854775807x4xi8>
    %2 = stablehlo.slice %1 [0:1, 0:4] : (tensor<9223372036854775807x4xi8>) -> tensor<1x4xi8>
    stablehlo.return %2 : tensor<1x4xi8>
  }) : (tensor<i32>) -> tensor<1x4xi8>
  return %0 : tensor<1x4xi8>
}
