// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics

func.func @wide(%x: tensor<4xf128>) -> tensor<4xf128> {
  // expected-error@-1 {{argument 0: element type f128 is not supported by kernels}}
  return %x : tensor<4xf128>
}

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot be lowered to kernels: no rule lowers it}}
  %0 = stablehlo.custom_call @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The lowering processes an operation before it rejects a later operation whose type has no shape.
func.func @unranked(%x: tensor<4xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{cannot be lowered to kernels}}
  %1 = nnvm.ones_like(%0) : (tensor<4xf32>) -> tensor<*x!nnvm.any>
  %2 = nnvm.elemwise_mul(%1, %0) : (tensor<*x!nnvm.any>, tensor<4xf32>) -> tensor<*x!nnvm.any>
  return %2 : tensor<*x!nnvm.any>
}

// -----

func.func @encoded(%x: tensor<2x4xf32>, %y: tensor<4xf32, "e">) -> tensor<2x4xf32> {
  // expected-error@-1 {{argument 1: type tensor<4xf32, "e"> has an encoding, which kernels do not support}}
  %0 = onednn_graph.Multiply(%x, %y) : (tensor<2x4xf32>, tensor<4xf32, "e">) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @many(%x: tensor<9223372036854775807x2xf32>) -> tensor<9223372036854775807x2xf32> {
  // expected-error@-1 {{argument 0: tensor<9223372036854775807x2xf32> has too many elements}}
  return %x : tensor<9223372036854775807x2xf32>
}
