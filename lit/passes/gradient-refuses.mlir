// RUN: lathe-opt %s --gradient --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op takes or returns 'index', but only tensors have gradients}}
func.func @f(%i: index) -> index {
  return %i : index
}

// -----

// expected-error@+1 {{'func.func' op has several blocks, but gradients are those of a graph}}
func.func @g(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %t : tensor<4xf32>
}
