// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics

func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error@-1 {{argument 0: element type complex<f32> has no kernels yet}}
  return %x : tensor<4xcomplex<f32>>
}

// -----

func.func @sorted(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot be lowered to kernels: no rule lowers it}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
