// RUN: lathe-opt %s --gradient --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op has an argument or result of type 'index', but only tensors have gradients}}
func.func @f(%i: index) -> index {
  return %i : index
}

// -----

// expected-error@+1 {{'func.func' op has several blocks, but gradients need a function with one block}}
func.func @g(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %t : tensor<4xf32>
}
