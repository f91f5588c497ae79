// RUN: lathe-opt --canonicalize %s | FileCheck %s --check-prefix=FOLD
// RUN: lathe-opt --canonicalize=exact-nan %s | FileCheck %s --check-prefix=EXACT

// maximum makes NaNs canonical. So with exact-nan it is kept, unless its operand is also canonical.

// FOLD-LABEL: @f
// FOLD-NOT: maximum
// EXACT-LABEL: @f
// EXACT: stablehlo.maximum
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.maximum %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// EXACT-LABEL: @computed
// EXACT: %[[A:.*]] = stablehlo.add
// EXACT-NEXT: return %[[A]]
func.func @computed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.maximum %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// EXACT-LABEL: @integers
// EXACT-NOT: maximum
func.func @integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.maximum %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}
