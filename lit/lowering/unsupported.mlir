// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics

func.func @wide(%x: tensor<4xf128>) -> tensor<4xf128> {
  // expected-error@-1 {{argument 0: element type f128 has no kernels yet}}
  return %x : tensor<4xf128>
}

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot be lowered to kernels: no rule lowers it}}
  %0 = stablehlo.custom_call @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
