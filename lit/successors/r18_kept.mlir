// RUN: not lathe-opt %s --split-input-file --cluster-precision 2>&1 | FileCheck %s
// The pass for precision does not convert operations with regions. It does not change a wrong fingerprint.

// CHECK: error: 'stablehlo.reduce' op has a region, which is not converted
func.func @main(%a: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: func.func @main({{.*}}cluster.hash = "0000000000000000"
// CHECK: nn.add {{.*}} : tensor<4xf16>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.hash = "0000000000000000", cluster.ops = 1 : i64} {
  %0 = nn.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
