// RUN: lathe-opt %s --pattern-fusion=patterns=%S/Inputs/user.patterns | FileCheck %s
// RUN: lathe plan --policy=fusion --patterns=%S/Inputs/user.patterns %s | FileCheck %s --check-prefix=PLAN
// RUN: not lathe plan --policy=fusion --patterns=%S/Inputs/wrong.patterns %s 2>&1 | FileCheck %s --check-prefix=WRONG

// Patterns of a user, for operations of StableHLO and of linalg.
// WRONG: wrong.patterns:3:29: error: there is no operation or set 'dot_generl'
// WRONG: help: did you mean 'dot_general'?
// PLAN: 0 product: #{{[0-9]+}} dot_general, #{{[0-9]+}} add, #{{[0-9]+}} tanh
// PLAN-NEXT: 1 not supported: #{{[0-9]+}} sine
// PLAN-NEXT: 2 product: #{{[0-9]+}} matmul, #{{[0-9]+}} generic
// CHECK-LABEL: @graph
// CHECK: dot_general{{.*}}cluster.group = "product.0"
// CHECK: add {{.*}}cluster.group = "product.0"
// CHECK: tanh {{.*}}cluster.group = "product.0"
// CHECK: sine {{.*}}tensor<4x4xf32>{{$}}
func.func @graph(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.sine %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// CHECK-LABEL: @nests
// CHECK: linalg.matmul {cluster.group = "nest.0"}
// CHECK: cluster.group = "nest.0"
func.func @nests(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
