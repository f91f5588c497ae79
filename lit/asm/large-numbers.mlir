// RUN: lathe-opt %s --split-input-file --verify-diagnostics --canonicalize

// A text can contain the number that marks a dynamic value.

func.func @mark(%a: tensor<4xf32>) -> tensor<1xf32> {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{k must not be negative, but is -9223372036854775808}}
  %0:2 = chlo.top_k(%a, k = -9223372036854775808) : tensor<4xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return %0#0 : tensor<1xf32>
}

// -----

// Canonicalization must not look for an operand of this number.
func.func @pad(%a: tensor<2x2xf32>, %c: f32) -> tensor<?x2xf32> {
  %0 = tensor.pad %a low[-9223372036854775808, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x2xf32> to tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
